// Pairs of moves to learn from: one that was played, and another one near it (van der Werf 2004,
// 7.1.1 and 7.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/board.h"
#include "features/local_features.h"

namespace keima {

// How far the other move of a pair is at most, by Manhattan distance.
inline constexpr int kPairDistance = 3;

inline bool is_near(const Board& board, Point a, Point b) {
  const int i = board.geometry().index[a], j = board.geometry().index[b], w = board.width();
  return std::abs(i % w - j % w) + std::abs(i / w - j / w) <= kPairDistance;
}

// Plays a game and calls f(board, to_play, last, move) for each move that is no pass and no
// suicide, before it is made. `last` is the opponent's last move, kPass if there is none. Throws
// std::invalid_argument, which names the move, if one cannot be played.
template <class F>
void each_move(Board board, Color c, std::span<const std::uint16_t> moves, F f) {
  const Geometry& g = board.geometry();
  Point last = kPass;
  for (std::size_t i = 0; i < moves.size(); ++i, c = opponent(c)) {
    const Point p = moves[i] <= g.area ? g.cell[moves[i]] : kPass;
    if (moves[i] > g.area || !board.is_legal(p, c, true))
      throw std::invalid_argument("move " + std::to_string(i + 1) + " cannot be played");
    if (p != kPass && board.is_legal(p, c)) f(board, c, last, p);
    board.play(p, c);
    last = p;
  }
}

class LocalPairs {
 public:
  explicit LocalPairs(LocalShape shape);

  // Adds about so many pairs of the moves of a game, 0 for all; the other move is drawn from all
  // legal ones near, and a move without any is left out. What came before a move that cannot be
  // played is kept. The same seed draws the same pairs.
  void add_game(const Board& board, Color first, std::span<const std::uint16_t> moves, int most,
                std::uint64_t seed);

  std::size_t size() const { return played_.size() / static_cast<std::size_t>(length_); }
  int length() const { return length_; }
  // Row by row.
  const std::vector<float>& played() const { return played_; }
  const std::vector<float>& others() const { return others_; }

 private:
  LocalShape shape_;
  int length_;
  std::vector<float> played_, others_;
};

}  // namespace keima
