// The search tree: statistics on transitions, nodes in one arena, named by 32-bit indices.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>

#include "board/board.h"
#include "search/loose.h"
#include "search/valued.h"
#include "search/visit_code.h"

namespace keima {

// A move at a node, with what is known of it. Results are from the side of the player who moves:
// 1 a win, 0 a loss; what margins are worth may be beyond.
struct Transition {
  Point move;
  // Equivalent experience from before the first simulation: so many visits with this mean, in
  // 1/255.
  std::uint8_t prior_code;  // of the visits: see visit_code.h
  std::atomic<std::uint8_t> prior_mean;
  std::atomic<std::uint32_t> child;   // index of a node, kNone or kBusy
  std::atomic<std::uint32_t> visits;  // those under way included: a virtual loss each
  Loose<float> wins;
  Loose<float> amaf_visits, amaf_wins;

  // Selection by policy (PUCT) knows neither priors nor all moves as first. In their place are the
  // probability, the number of visits under way, and that of visits that ended here without a
  // node; `wins` is the sum of the utilities of these.
  float policy() const { return amaf_visits.get(); }
  void set_policy(float probability) { amaf_visits.set(probability); }
  std::uint32_t under_way() const { return prior_mean.load(std::memory_order_relaxed); }
  std::uint32_t begin_visit() {
    prior_mean.fetch_add(1, std::memory_order_relaxed);
    return visits.fetch_add(1, std::memory_order_relaxed);
  }
  void end_visit() { prior_mean.fetch_sub(1, std::memory_order_relaxed); }
  std::uint32_t finished() const {
    const std::uint32_t n = visits.load(std::memory_order_relaxed), open = under_way();
    return n > open ? n - open : 0;
  }
  float ended() const { return amaf_wins.get(); }
  void end_here(double utility) {
    wins.add(static_cast<float>(utility));
    amaf_wins.add(1);
  }

  double prior_visits() const { return kVisitsOfCode[prior_code]; }
  double prior() const { return prior_mean.load(std::memory_order_relaxed) / 255.0; }
};

// A position with a player to move, whose moves have been generated.
struct Node {
  std::uint64_t key;
  std::uint32_t units;  // what it takes in the arena, its transitions included
  std::uint32_t moved;  // while the tree is compacted: its new place
  std::atomic<std::uint32_t> visits;
  std::atomic<std::uint32_t> owners;  // index of its Owners, or kNone
  std::atomic<std::uint32_t> groups;  // the same of its Groups
  std::uint32_t prior_visits;         // of all transitions
  std::uint16_t count;
  // The reply that last won here (last good reply with forgetting), as a number from 1; 0 none.
  std::atomic<std::uint16_t> reply;
  Color to_play;
  std::uint8_t kind;

  Transition* begin() { return reinterpret_cast<Transition*>(this + 1); }
  const Transition* begin() const { return reinterpret_cast<const Transition*>(this + 1); }
  std::span<Transition> transitions() { return {begin(), count}; }
  std::span<const Transition> transitions() const { return {begin(), count}; }
  // The likely first; not while a search runs.
  void sort_by_policy();
  // Behind the transitions; only of nodes made with one.
  Valued& valued() { return *reinterpret_cast<Valued*>(begin() + count); }
  const Valued& valued() const { return *reinterpret_cast<const Valued*>(begin() + count); }
};

// Final owners of the points of a node's transitions, for criticality, and of all points, for
// effectivity: kept only for nodes that are visited often. A block of the arena as Node is, which
// it begins with.
struct Owners {
  struct Counts {
    Loose<float> by_mover, by_winner;
  };
  Node header;
  Loose<float> games, won;  // simulations counted, and how many of them the mover won
  std::uint32_t area;       // 0 if owners of all points are not kept

  Counts* begin() { return reinterpret_cast<Counts*>(this + 1); }
  const Counts* begin() const { return reinterpret_cast<const Counts*>(this + 1); }
  std::span<Counts> counts() { return {begin(), header.count}; }
  // By row-major index: how often the mover has a point.
  std::span<Loose<float>> points() {
    return {reinterpret_cast<Loose<float>*>(begin() + header.count), area};
  }
  std::span<const Loose<float>> points() const {
    return {reinterpret_cast<const Loose<float>*>(begin() + header.count), area};
  }
};

// Statistics of groups of a node's transitions: see groups.h. A block as Owners is.
struct Groups {
  // A place in the order of the moves, and the move that has it; and the other way round.
  struct Place {
    std::atomic<std::uint16_t> move, of_move;
  };
  Node header;  // its count: how many moves there would be if the halves were all equal

  Transition* begin() { return reinterpret_cast<Transition*>(this + 1); }
  Place* places() { return reinterpret_cast<Place*>(begin() + header.count); }
  std::uint32_t move_at(std::uint32_t place) {
    return places()[place].move.load(std::memory_order_relaxed);
  }
  std::uint32_t place_of(std::uint32_t move) {
    return places()[move].of_move.load(std::memory_order_relaxed);
  }
  void put(std::uint32_t place, std::uint32_t move) {
    places()[place].move.store(static_cast<std::uint16_t>(move), std::memory_order_relaxed);
    places()[move].of_move.store(static_cast<std::uint16_t>(place), std::memory_order_relaxed);
  }
  // The places of a group's moves, of `count` in all; empty if it is to the right of all.
  std::pair<std::uint32_t, std::uint32_t> range(std::uint32_t group, std::uint32_t count) const {
    std::uint32_t from = group, to = group + 1;
    while (from < header.count) {
      from *= 2;
      to *= 2;
    }
    from = std::min(from - header.count, count);
    return {from, std::min(to - header.count, count)};
  }
};

// Nodes found by position, within a fixed amount of memory. Creating nodes is safe from several
// threads; everything else is not.
class Tree {
 public:
  static constexpr std::uint32_t kNone = 0, kBusy = 1;

  // `area` tells how large a node may become; throws std::bad_alloc.
  Tree(std::size_t bytes, int area);

  Node& at(std::uint32_t index) { return *reinterpret_cast<Node*>(memory_.get() + kUnit * index); }
  const Node& at(std::uint32_t index) const {
    return *reinterpret_cast<const Node*>(memory_.get() + kUnit * index);
  }

  // A node with room for `count` transitions, not yet found by its key; kNone if memory is out.
  std::uint32_t create(std::uint64_t key, Color to_play, std::size_t count, bool valued = false);
  // Makes it known. Of two nodes with the same key the first is found.
  void publish(std::uint32_t index);
  std::uint32_t find(std::uint64_t key) const;
  // The node's owners, made if need be; null if memory is out or another thread is at it. `area`
  // tells how many points are kept beside the transitions'.
  Owners* owners(Node& node, int area = 0);
  // Those that there are; null if there are none.
  const Owners* owners_of(const Node& node) const {
    const std::uint32_t index = node.owners.load(std::memory_order_acquire);
    return index <= kBusy ? nullptr : reinterpret_cast<const Owners*>(&at(index));
  }
  // The same for its groups.
  Groups* groups(Node& node);

  // Sets `moved` of all nodes to kNone.
  void unmark();
  // Calls f(Node&) for each.
  template <class F>
  void each_node(F f) {
    const auto end = static_cast<std::uint32_t>(used_.load(std::memory_order_relaxed));
    for (std::uint32_t i = kFirst; i < end; i += at(i).units)
      if (at(i).kind == kNode) f(at(i));
  }

  void clear();
  // Frees all that cannot be reached from a node; returns where that node is now.
  std::uint32_t keep(std::uint32_t root);

  std::size_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::size_t bytes_used() const {
    return kUnit * used_.load(std::memory_order_relaxed) + slots_ * sizeof(std::uint32_t);
  }
  // All that it may take.
  std::size_t bytes() const { return kUnit * units_ + slots_ * sizeof(std::uint32_t); }
  bool is_full() const { return full_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kUnit = 8;
  static constexpr std::uint32_t kFirst = 2;
  enum Kind : std::uint8_t { kNode, kOwners, kGroups };

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  template <class T>
  using Array = std::unique_ptr<T[], Free>;

  std::uint32_t allocate(std::size_t bytes);
  // A block that a node has at most one of: what `index` tells, or a new one if it is kNone.
  template <class Block, class Fill>
  Block* block_of(std::atomic<std::uint32_t>& index, std::size_t bytes, Kind kind,
                  std::size_t count, Fill fill);
  void forget_keys();

  std::size_t units_, slots_;
  Array<std::byte> memory_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> table_;
  std::atomic<std::size_t> used_, nodes_;
  std::atomic<bool> full_;
};

}  // namespace keima
