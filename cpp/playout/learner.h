// Learning while a playout is played: what it did, in which contexts, and what is known to be good.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/board.h"
#include "playout/contexts.h"
#include "playout/learned_moves.h"
#include "playout/rng.h"

namespace keima {

// Belongs to one policy of one thread; the tables are for all.
class Learner {
 public:
  explicit Learner(const LearningOptions& options)
      : options_(options), contexts_(options.context), played_(options.updates + 1) {
    for (int i = 0; i < options.neighbours; ++i) {
      const int place = Contexts::kInWindow[i];
      near_[place / Contexts::kLanes][place % Contexts::kLanes] = ~0u;
    }
  }

  // A playout begins after the move `last`. Without tables the learner has its own. Throws
  // std::invalid_argument if they are for another size of board.
  void begin(const Board& board, Point last, Color to_play,
             const std::shared_ptr<LearnedMoves>& tables) {
    if (tables && &tables->geometry() != &board.geometry())
      throw std::invalid_argument("the learnt moves are of another size of board");
    if (tables) tables_ = tables;
    if (!tables_ || &tables_->geometry() != &board.geometry())
      tables_ = std::make_shared<LearnedMoves>(board.geometry(), options_);
    contexts_.set(board);
    made_ = {};
    // What the last move saw before it was made is lost if it took stones; this is close.
    last_ = played(last, opponent(to_play));
    played_[0] = last_;
    count_ = 1;
  }

  // The best move for c of those around the last one that is good enough and may be played, as
  // may(Point) says; kPass if there is none.
  template <class May>
  Point node_move(Color c, Rng& rng, May may) {
    if (!options_.node || !last_.place) return kPass;
    const auto least = static_cast<std::uint32_t>(tables_->threshold(LearnedMoves::kNode, c));
    const auto turn = static_cast<std::uint32_t>(rng.next() >> 58);
    const bool fair = least >= LearnedMoves::kFair;
    // Where the states of the points in the window are kept, if they are empty and may be good.
    std::array<Contexts::Row, Contexts::kWindow> where, free;
    Contexts::Row any{};
    for (int y = 0; y < Contexts::kWindow; ++y) {
      const std::size_t place = contexts_.window_row(last_.place, y);
      contexts_.load_row(where[y], place);
      contexts_.load_empty(free[y], place);
      tables_->find_nodes(c, place, where[y]);
      free[y] &= near_[y];
      if (fair) {
        const Contexts::Row slot = where[y] & free[y];
        const Contexts::Row words =
            gather(slot / 32, [&](std::uint32_t word) { return tables_->fair_nodes(word); });
        free[y] &= -(words >> slot % 32 & 1);
      }
      any |= free[y];
    }
    if (!most(any)) return kPass;
    // States, each with a number that decides between equals by chance, and which place it is.
    std::array<Contexts::Row, Contexts::kWindow> good;
    Contexts::Row highest{};
    for (int y = 0; y < Contexts::kWindow; ++y) {
      const Contexts::Row found = gather(where[y] & free[y], [&](std::uint32_t slot) {
        return std::uint32_t{tables_->node_at(slot)};
      });
      const Contexts::Row place = kPlaces + Contexts::kLanes * y;
      good[y] = (found << 12 | (place ^ turn) << 6 | place) & free[y];
      highest = highest > good[y] ? highest : good[y];
    }
    std::uint32_t best = most(highest);
    while (best >> 12 >= least) {
      const std::uint32_t place = best & 63;
      const Point p = contexts_.point(contexts_.window_row(last_.place, place / Contexts::kLanes) +
                                      place % Contexts::kLanes);
      if (may(p)) return made(LearnedMoves::kNode, c, p);
      good[place / Contexts::kLanes][place % Contexts::kLanes] = 0;
      highest = good[0];
      for (const Contexts::Row& row : good) highest = highest > row ? highest : row;
      best = most(highest);
    }
    return kPass;
  }

  // The best stored answer to the last move; as above.
  template <class May>
  Point edge_move(Color c, Rng& rng, May may) {
    if (!options_.edge || !last_.place) return kPass;
    const int least = tables_->threshold(LearnedMoves::kEdge, c);
    const auto turn = static_cast<int>(rng.next() >> 61);
    if (!tables_->may_answer(last_.asked, least)) return kPass;
    auto& list = tables_->answers(last_.asked);
    const std::uint32_t tag = last_.asked.tag;
    std::array<std::pair<int, Point>, LearnedMoves::kMostAnswers> good;
    int count = 0;
    bool illegal = false;
    for (int i = 0; i < options_.best; ++i) {
      const LearnedMoves::Answer answer = LearnedMoves::load(list[i]);
      const bool empty = contexts_.is_empty(answer.move) != 0;
      good[count] = {answer.state << 3 | (i ^ turn), contexts_.point(answer.move)};
      count +=
          ((answer.context ^ tag) == contexts_.at(answer.move)) & (answer.state >= least) & empty;
      illegal |= !empty | (answer.illegal != 0);
    }
    if (illegal && LearnedMoves::load(list[options_.best - 1]).move) make_room(list);
    while (count) {
      const auto best = std::max_element(good.begin(), good.begin() + count);
      if (may(best->second)) return made(LearnedMoves::kEdge, c, best->second);
      *best = good[--count];
    }
    return kPass;
  }

  // Before a move is made on the board; it may be a pass.
  void play(const Board& board, Point p, Color c) {
    const Played before = last_;
    last_ = played(p, c);
    const bool learns = count_ <= options_.updates;
    if (p == kPass) {
      if (learns) played_[count_++] = last_;
      return;
    }
    if (options_.edge) {
      tables_->fetch_answers(last_.asked);
      if (learns && before.place) {
        last_.edge = tables_->edge_where(before.color, before.place, before.context, last_.place,
                                         last_.context);
        tables_->fetch_edge(last_.edge);
      }
    }
    if (learns) {
      if (options_.node) tables_->fetch_node(last_.node);
      played_[count_++] = last_;
    }
    contexts_.play(board, p, c);
  }

  // The playout is over; kEmpty for a draw, from which nothing is learnt.
  void finish(Color winner) {
    tables_->count(made_);
    if (winner == kEmpty) return;
    for (int i = 1; i < count_; ++i) {
      const Played &before = played_[i - 1], &now = played_[i];
      const Played& later = played_[std::min(i + kAhead, count_ - 1)];
      if (options_.node) tables_->fetch_node(later.node);
      if (options_.edge) {
        tables_->fetch_edge(later.edge);
        tables_->fetch_answers(later.asked);
      }
      if (!now.place) continue;
      const bool won = now.color == winner;
      if (options_.node) tables_->update_node(now.node, won);
      if (options_.edge && before.place)
        tables_->update_edge(before.asked, now.edge, now.place, now.context, won);
    }
  }

 private:
  // Moves between asking for the states of one and changing them: as long as memory may take.
  static constexpr int kAhead = 6;

  struct Played {
    std::uint32_t place;  // 0 for a pass
    Color color;
    std::uint32_t context;      // before the move
    std::uint32_t node;         // the slot of its state,
    LearnedMoves::Where edge;   // and of that as an answer to the one before
    LearnedMoves::Asked asked;  // answers to it
  };

  Played played(Point p, Color c) const {
    Played move{0, c, 0, 0, {}, {}};
    if (p == kPass) return move;
    move.place = static_cast<std::uint32_t>(contexts_.place(p));
    move.context = contexts_.at(move.place);
    if (options_.node) move.node = tables_->node_slot(c, move.place, move.context);
    if (options_.edge) move.asked = tables_->asked(c, move.place, move.context);
    return move;
  }

  // What f(std::uint32_t) says to each number of a row, as far as a window reaches.
  template <class F>
  static Contexts::Row gather(Contexts::Row of, F f) {
    const Contexts::Row all = {0, 0, f(of[2]), f(of[3]), f(of[4]), f(of[5]), f(of[6]), 0};
    return all;
  }

  static std::uint32_t most(Contexts::Row row) {
    static_assert(Contexts::kLanes == 8);
    const auto higher = [&](Contexts::Row other) { row = row > other ? row : other; };
    higher(__builtin_shufflevector(row, row, 4, 5, 6, 7, 0, 1, 2, 3));
    higher(__builtin_shufflevector(row, row, 2, 3, 0, 1, 6, 7, 4, 5));
    higher(__builtin_shufflevector(row, row, 1, 0, 3, 2, 5, 4, 7, 6));
    return row[0];
  }

  // In a full list, answers whose point is found taken too often in a row lose their place.
  void make_room(LearnedMoves::List& list) {
    for (int i = 0; i < options_.best; ++i) {
      LearnedMoves::Answer answer = LearnedMoves::load(list[i]);
      const bool taken = answer.move && !contexts_.is_empty(answer.move);
      if (!taken && !answer.illegal) continue;
      answer.illegal = static_cast<std::uint8_t>(taken ? answer.illegal + 1 : 0);
      LearnedMoves::store(list[i],
                          answer.illegal > options_.illegal ? LearnedMoves::Answer{} : answer);
    }
  }

  Point made(LearnedMoves::Kind kind, Color c, Point p) {
    ++made_[kind][c - 1];
    return p;
  }

  LearningOptions options_;
  Contexts contexts_;
  std::shared_ptr<LearnedMoves> tables_;
  Played last_{};
  static constexpr Contexts::Row kPlaces = {0, 1, 2, 3, 4, 5, 6, 7};
  std::array<Contexts::Row, Contexts::kWindow> near_{};  // of a window, all ones: looked at
  std::vector<Played> played_;  // what is learnt from; first the move before the playout
  int count_ = 0;               // of them
  std::array<std::array<int, 2>, 2> made_{};
};

}  // namespace keima
