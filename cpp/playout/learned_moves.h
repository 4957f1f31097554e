// What playouts learn of moves while a game is searched (Basaldua et al. 2014): win/loss states of
// moves in their local context ("node moves") and of answers to the last move ("edge moves").
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/geometry.h"
#include "playout/contexts.h"
#include "playout/win_loss.h"
#include "playout/zero_pages.h"

namespace keima {

struct LearningOptions {
  bool node = false, edge = false;
  bool balance = true;
  int neighbours = 20;  // of the last move, where node moves are looked for
  int context = 40;     // points that a context looks at
  int node_bits = 12;   // of a context that tell node moves apart
  int edge_bits = 12;   // of contexts that tell lists and answers apart
  int edge_mb = 16;     // for both
  int updates = 80;     // moves of a playout that are learnt
  int node_threshold = 122, edge_threshold = 174;  // states from which moves are played
  int best = 8;                                    // answers in a list
  int illegal = 12;  // times that an answer may be found illegal before its place is free
  int prior = 0;     // a move never seen counts as won once of two games: 1 yes, 0 no

  bool any() const { return node || edge; }
};

// Tables for boards of one size, for all threads. Reads and writes are relaxed: a thread may see a
// state late, and one of two updates at the same time may be lost, which is as good.
class LearnedMoves {
 public:
  using State = std::uint8_t;

  // A good answer to a move, with the context in which it is one, in 64 bits.
  struct Answer {
    std::uint32_t context = 0;  // with the tag of what it answers, see Asked
    std::uint16_t move = 0;     // 0: nothing is stored here
    std::uint8_t illegal = 0;   // how often it was, since it was legal
    State state = 0;
  };
  static constexpr int kMostAnswers = 8;
  using List = std::array<std::uint64_t, kMostAnswers>;

  // What both players did by one kind of move: balanced, so that neither is helped more.
  enum Kind : std::uint8_t { kNode, kEdge };

  LearnedMoves(const Geometry& geometry, const LearningOptions& options);
  LearnedMoves(const LearnedMoves&) = delete;

  const Geometry& geometry() const { return geometry_; }

  // Moves are places (see contexts.h).
  State node(Color c, std::size_t move, std::uint32_t context) const {
    return node_at(node_slot(c, move, context));
  }
  // The same in two steps: where a state is kept, which may be asked for before it is needed. As in
  // the document every colour and point has a slot for each value of the bits, which contexts that
  // agree in them share.
  std::uint32_t node_slot(Color c, std::size_t move, std::uint32_t context) const {
    return (context & node_mask_) | node_keys_[c - 1][move];
  }
  // The same for eight places in a row: contexts become slots.
  void find_nodes(Color c, std::size_t move, Contexts::Row& contexts) const {
    Contexts::Row keys;
    Contexts::load(keys, &node_keys_[c - 1][move]);
    contexts = (contexts & node_mask_) | keys;
  }
  State node_at(std::uint32_t slot) const { return get(nodes_[slot]); }
  // For 32 slots a bit each: is the state there at least kFair? Most are not, and all bits fit
  // into a near cache. A single loss is less.
  static constexpr int kFair = 82;
  std::uint32_t fair_nodes(std::size_t word) const { return get(fair_[word]); }
  void fetch_node(std::uint32_t slot) const { __builtin_prefetch(&nodes_[slot]); }
  void update_node(Color c, std::size_t move, std::uint32_t context, bool won) {
    update_node(node_slot(c, move, context), won);
  }
  void update_node(std::uint32_t slot, bool won) {
    const State now = next_[won][node_at(slot)];
    set(nodes_[slot], now);
    // Of two changes of a word at the same time one may be lost, until the next of the same bit.
    std::uint32_t& word = fair_[slot / 32];
    const std::uint32_t bit = 1u << slot % 32, old = get(word);
    const std::uint32_t next = now >= kFair ? old | bit : old & ~bit;
    if (next != old) set(word, next);
  }

  // Where the state of a pair of moves is kept: a slot, and a tag that tells whose state it is.
  struct Where {
    std::uint32_t bits;

    std::size_t slot() const { return bits & 0xffffff; }
    unsigned tag() const { return bits >> 24; }
  };
  // Where the answers to a move in its context are listed. Lists have less room than moves in
  // contexts: the tag tells what an answer in it is an answer to.
  struct Asked {
    std::uint32_t list, tag;
  };
  Asked asked(Color c, std::size_t move, std::uint32_t context) const {
    const std::uint64_t number = (c - 1) * places_ + move;
    const std::uint32_t known = context & edge_mask_;
    return {static_cast<std::uint32_t>(where(number, known, list_slots_).slot()),
            static_cast<std::uint32_t>(
                ((number + 1) * 0xd6e8feb86659fd93 ^ known) * 0x9e3779b97f4a7c15 >> 32)};
  }
  List& answers(Asked asked) { return lists_[asked.list]; }
  // Can a list have an answer from this state on? Said by a table small enough for a near cache:
  // most lists have none.
  bool may_answer(Asked asked, int least) const { return get(best_[asked.list]) >= least; }
  static Answer load(std::uint64_t& place) { return std::bit_cast<Answer>(get(place)); }
  static void store(std::uint64_t& place, const Answer& answer) {
    set(place, std::bit_cast<std::uint64_t>(answer));
  }
  void fetch_answers(Asked asked) const {
    __builtin_prefetch(&lists_[asked.list]);
    __builtin_prefetch(&best_[asked.list]);
  }
  // The state of a pair of moves, the first of them made by c.
  Where edge_where(Color c, std::size_t move, std::uint32_t context, std::size_t answer,
                   std::uint32_t answer_context) const {
    return where(((c - 1) * places_ + move) * places_ + answer,
                 (context ^ answer_context) & edge_mask_, edge_slots_);
  }
  void fetch_edge(Where where) const { __builtin_prefetch(&edges_[where.slot()]); }
  void update_edge(Color c, std::size_t move, std::uint32_t context, std::size_t answer,
                   std::uint32_t answer_context, bool won) {
    update_edge(asked(c, move, context), edge_where(c, move, context, answer, answer_context),
                answer, answer_context, won);
  }
  void update_edge(Asked asked, Where where, std::size_t answer, std::uint32_t answer_context,
                   bool won);
  State edge(Color c, std::size_t move, std::uint32_t context, std::size_t answer,
             std::uint32_t answer_context) const {
    return state_at(edges_, edge_where(c, move, context, answer, answer_context));
  }

  // From which state on a move of c is played; never one that has not been seen.
  int threshold(Kind kind, Color c) const {
    const int even = kind == kNode ? options_.node_threshold : options_.edge_threshold;
    return std::max(1, even + (c == kBlack ? offset(kind) : -offset(kind)));
  }
  // By how much that is more for Black, and less for White.
  int offset(Kind kind) const { return offset_[kind].load(std::memory_order_relaxed); }
  // A playout is over in which Black and White made so many moves of each kind.
  void count(const std::array<std::array<int, 2>, 2>& made);

  // Forgets all.
  void clear();

 private:
  template <class T>
  static T get(T& cell) {
    return std::atomic_ref(cell).load(std::memory_order_relaxed);
  }
  template <class T>
  static void set(T& cell, T value) {
    std::atomic_ref(cell).store(value, std::memory_order_relaxed);
  }
  // There is less room than there are pairs of moves in contexts. An entry has a tag that tells
  // whose state it is, nearly always; who comes later throws it out.
  using Entry = std::uint16_t;
  static State state_at(const ZeroPages<Entry>& table, Where where) {
    const unsigned entry = get(table[where.slot()]);
    return static_cast<State>(entry & -static_cast<unsigned>(entry >> 8 == where.tag()));
  }
  // For a number and a context, in a table of a power of two of slots.
  static Where where(std::size_t number, std::uint32_t context, std::uint32_t slots) {
    const std::uint64_t mixed = (number * 0x9e3779b97f4a7c15 ^ context) * 0xbf58476d1ce4e5b9;
    return {static_cast<std::uint32_t>(mixed >> 32) & room(slots)};
  }
  // The bits of a Where: those of a slot, and of the tag.
  static std::uint32_t room(std::uint32_t slots) { return 0xff000000 | (slots - 1); }
  void rebalance(Kind kind);

  const Geometry& geometry_;
  LearningOptions options_;
  std::size_t places_;
  std::array<std::array<State, 256>, 2> next_{};  // after a loss, after a win
  std::uint32_t node_mask_ = 0, edge_mask_ = 0;   // the bits of contexts that count
  std::uint32_t edge_slots_ = 0, list_slots_ = 0;
  std::array<std::vector<std::uint32_t>, 2> node_keys_;  // of each place: its first slot
  ZeroPages<State> nodes_;
  ZeroPages<Entry> edges_;
  ZeroPages<std::uint32_t> fair_;
  ZeroPages<List> lists_;
  // The highest state in each list, or more if its answer had to go. With several threads it may be
  // less, until the list is written again.
  ZeroPages<State> best_;
  std::array<std::atomic<int>, 2> offset_{};  // against Black
  std::array<std::array<std::atomic<int>, 2>, 2> made_{};
  std::atomic<unsigned> playouts_{0};
};

}  // namespace keima
