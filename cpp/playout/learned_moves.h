// What playouts learn of moves while a game is searched (Basaldua et al. 2014): win/loss states of
// moves in their local context ("node moves") and of answers to the last move ("edge moves").
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "board/geometry.h"
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
  int edge_mb = 64;     // for both
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

  // A good answer to a move, with the context in which it is one, in 64 bits. The better, the
  // greater they are as a number.
  struct Answer {
    std::uint32_t context = 0;
    std::uint16_t move = 0;    // 0: nothing is stored here
    std::uint8_t illegal = 0;  // how often it was, since it was legal
    State state = 0;
  };
  static constexpr int kMostAnswers = 8;
  using List = std::array<std::uint64_t, kMostAnswers>;

  // What both players did by one kind of move: balanced, so that neither is helped more.
  enum Kind : std::uint8_t { kNode, kEdge };

  LearnedMoves(const Geometry& geometry, const LearningOptions& options);
  LearnedMoves(const LearnedMoves&) = delete;

  const LearningOptions& options() const { return options_; }
  const Geometry& geometry() const { return geometry_; }

  // Moves are places (see contexts.h).
  State node(Color c, std::size_t move, std::uint32_t context) const {
    return get(nodes_[node_slot(c, move, context)]);
  }
  // The same in two steps. No move has the slot 0.
  std::size_t node_slot(Color c, std::size_t move, std::uint32_t context) const {
    const std::size_t low = context & ((1u << options_.node_bits) - 1);
    return ((c - 1) * places_ + move) << options_.node_bits | low;
  }
  State node_at(std::size_t slot) const { return get(nodes_[slot]); }
  void fetch_node(std::size_t slot) const { __builtin_prefetch(&nodes_[slot]); }
  void update_node(Color c, std::size_t move, std::uint32_t context, bool won) {
    advance(nodes_[node_slot(c, move, context)], won);
  }

  // The list of answers to a move of c in its context.
  List& answers(Color c, std::size_t move, std::uint32_t context) {
    return lists_[slot((c - 1) * places_ + move, context, list_bits_)];
  }
  static Answer load(std::uint64_t& place) { return std::bit_cast<Answer>(get(place)); }
  static void store(std::uint64_t& place, const Answer& answer) {
    set(place, std::bit_cast<std::uint64_t>(answer));
  }
  void fetch_answers(Color c, std::size_t move, std::uint32_t context) {
    __builtin_prefetch(&answers(c, move, context));
  }
  // After a pair of moves, the first of them made by c.
  void update_edge(Color c, std::size_t move, std::uint32_t context, std::size_t answer,
                   std::uint32_t answer_context, bool won);
  void fetch_edge(Color c, std::size_t move, std::uint32_t context, std::size_t answer,
                  std::uint32_t answer_context) const {
    __builtin_prefetch(&edges_[edge_slot(c, move, context, answer, answer_context)]);
  }
  State edge(Color c, std::size_t move, std::uint32_t context, std::size_t answer,
             std::uint32_t answer_context) const {
    return get(edges_[edge_slot(c, move, context, answer, answer_context)]);
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

  std::size_t bytes() const;

 private:
  template <class T>
  static T get(T& cell) {
    return std::atomic_ref(cell).load(std::memory_order_relaxed);
  }
  template <class T>
  static void set(T& cell, T value) {
    std::atomic_ref(cell).store(value, std::memory_order_relaxed);
  }
  State advance(State& cell, bool won) {
    const State next = next_[won][get(cell)];
    set(cell, next);
    return next;
  }
  // Where a table of 2^bits entries has what belongs to a number and a context.
  std::size_t slot(std::size_t number, std::uint32_t context, int bits) const {
    const std::uint64_t low = context & ((1u << options_.edge_bits) - 1);
    return (number << options_.edge_bits | low) * 0x9e3779b97f4a7c15 >> (64 - bits);
  }
  std::size_t edge_slot(Color c, std::size_t move, std::uint32_t context, std::size_t answer,
                        std::uint32_t answer_context) const {
    return slot(((c - 1) * places_ + move) * places_ + answer, context ^ answer_context,
                edge_state_bits_);
  }
  void rebalance(Kind kind);

  const Geometry& geometry_;
  LearningOptions options_;
  std::size_t places_;
  std::array<std::array<State, 256>, 2> next_{};  // after a loss, after a win
  int edge_state_bits_ = 0, list_bits_ = 0;       // the sizes of these tables
  ZeroPages<State> nodes_, edges_;
  ZeroPages<List> lists_;
  std::array<std::atomic<int>, 2> offset_{};  // against Black
  std::array<std::array<std::atomic<int>, 2>, 2> made_{};
  std::atomic<unsigned> playouts_{0};
};

}  // namespace keima
