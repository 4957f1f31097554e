// Learning while a playout is played: what it did, in which contexts, and what is known to be good.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
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
      : options_(options), contexts_(options.context) {}

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
    played_.clear();
    // What the last move saw before it was made is lost if it took stones; this is close.
    last_ = played(last, opponent(to_play));
    played_.push_back(last_);
    if (last_.place) look_around();
  }

  // The best move for c of those around the last one that is good enough and may be played, as
  // may(Point) says; kPass if there is none.
  template <class May>
  Point node_move(Color c, Rng& rng, May may) {
    if (!options_.node || !last_.place) return kPass;
    const int least = tables_->threshold(LearnedMoves::kNode, c);
    // States, each with a number that decides between equals by chance, and which neighbour it is.
    std::array<std::uint32_t, 20> good;
    const auto turn = static_cast<std::uint32_t>(rng.next() >> 59);
    std::uint32_t best = 0;
    for (std::uint32_t i = 0; i < around_count_; ++i) {
      good[i] = std::uint32_t{tables_->node_at(around_[i])} << 10 | (i ^ turn) << 5 | i;
      best = std::max(best, good[i]);
    }
    while (static_cast<int>(best >> 10) >= least) {
      const std::uint32_t i = best & 31;
      const Point p = contexts_.point(contexts_.near(last_.place, which_[i]));
      if (may(p)) return made(LearnedMoves::kNode, c, p);
      good[i] = 0;
      best = *std::max_element(good.begin(), good.begin() + around_count_);
    }
    return kPass;
  }

  // The best stored answer to the last move; as above.
  template <class May>
  Point edge_move(Color c, Rng& rng, May may) {
    if (!options_.edge || !last_.place) return kPass;
    const int least = tables_->threshold(LearnedMoves::kEdge, c);
    auto& list = tables_->answers(opponent(c), last_.place, last_.context);
    const std::uint32_t tag = tables_->tag_of(opponent(c), last_.place, last_.context);
    const auto turn = static_cast<int>(rng.next() >> 61);
    std::array<std::pair<int, Point>, LearnedMoves::kMostAnswers> good;
    int count = 0;
    for (int i = 0; i < options_.best; ++i) {
      const LearnedMoves::Answer answer = LearnedMoves::load(list[i]);
      good[count] = {answer.state << 3 | (i ^ turn), contexts_.point(answer.move)};
      count += ((answer.context ^ tag) == contexts_.at(answer.move)) & (answer.state >= least) &
               (contexts_.is_empty(answer.move) != 0);
    }
    if (LearnedMoves::load(list[options_.best - 1]).move) make_room(list);
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
    const bool learns = static_cast<int>(played_.size()) <= options_.updates;
    if (learns) played_.push_back(last_);
    if (p == kPass) return;
    if (options_.edge) {
      tables_->fetch_answers(c, last_.place, last_.context);
      if (learns && before.place)
        tables_->fetch_edge(before.color, before.place, before.context, last_.place, last_.context);
    }
    contexts_.play(board, p, c);
    look_around();
  }

  // The playout is over; kEmpty for a draw, from which nothing is learnt.
  void finish(Color winner) {
    tables_->count(made_);
    if (winner == kEmpty) return;
    for (std::size_t i = 1; i < played_.size(); ++i) {
      const Played &before = played_[i - 1], &now = played_[i];
      if (!now.place) continue;
      const bool won = now.color == winner;
      if (options_.node) tables_->update_node(now.color, now.place, now.context, won);
      if (options_.edge && before.place)
        tables_->update_edge(before.color, before.place, before.context, now.place, now.context,
                             won);
    }
  }

 private:
  struct Played {
    std::size_t place;  // 0 for a pass
    Color color;
    std::uint32_t context;  // before the move
  };

  Played played(Point p, Color c) const {
    if (p == kPass) return {0, c, 0};
    const std::size_t place = contexts_.place(p);
    return {place, c, contexts_.at(place)};
  }

  // Where the tables have the moves around the last one, which takes longer to fetch than to find.
  void look_around() {
    if (!options_.node) return;
    const Color c = opponent(last_.color);
    std::array<std::uint32_t, 8 * Contexts::kWindow> bits;
    for (int y = 0; y < Contexts::kWindow; ++y) {
      const std::size_t place = contexts_.window_row(last_.place, y);
      Contexts::Row where, empty;
      contexts_.load_row(where, place);
      contexts_.load_empty(empty, place);
      tables_->find_nodes(c, place, where);
      where &= empty;
      std::memcpy(&bits[8 * y], &where, sizeof where);
    }
    around_count_ = 0;
    for (int i = 0; i < options_.neighbours; ++i) {
      around_[around_count_] = {bits[Contexts::kInWindow[i]]};
      which_[around_count_] = static_cast<std::uint8_t>(i);
      around_count_ += around_[around_count_].bits != 0;
    }
    for (std::uint32_t i = 0; i < around_count_; ++i) tables_->fetch_node(around_[i]);
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
  // The empty points around it: where the tables have them, and which neighbours they are.
  std::uint32_t around_count_ = 0;
  std::array<LearnedMoves::Where, 20> around_;
  std::array<std::uint8_t, 20> which_;
  std::vector<Played> played_;  // what is learnt from; first the move before the playout
  std::array<std::array<int, 2>, 2> made_{};
};

}  // namespace keima
