// What van der Werf 2004 (7.2) tells of a move by its surroundings: eight kinds of features, seen
// so that the nearest edges are on the left and above, and by own and other instead of colours.
#pragma once

#include <array>
#include <cstdint>

#include "board/board.h"

namespace keima {

// Regions are diamonds, by the Manhattan distance of their outermost points: 2, 3, 4 and 5 are
// regions of 12, 24, 40 and 60 points, as the move itself is none of them.
inline constexpr int kSmallestLocal = 2, kLargestLocal = 5;
// Longer distances count as this one, as do stones and moves that are not there.
inline constexpr int kLocalFar = 20;
// Lines from an edge that are told apart, less one.
inline constexpr int kLocalEdge = 9;

struct LocalShape {
  int stones = 5, liberties = 3;

  static constexpr int points(int radius) { return 2 * radius * (radius + 1); }
  bool valid() const {
    const auto fits = [](int r) { return r >= kSmallestLocal && r <= kLargestLocal; };
    return fits(stones) && fits(liberties);
  }
};

// The kinds, in order, and where each begins in a vector: the last entry is the whole length.
//   stones: for each point of the region, whether it is own; then, whether it is the other's
//   edge: for 1 to 9 steps to the left, then up, whether they leave the board
//   ko: whether one is forbidden, and its distance
//   liberties: of each point of the region: of its group, or empty points beside it
//   after: liberties of the stone played, and of the opponent's if they played here
//   captures: stones taken by it, and by the opponent's
//   nearest: left, right, up, down, then the diagonals (up left, down left, up right, down right):
//     the first stone beyond the region of stones in a beam of five lines: 1 own, -1 other, 0 none;
//     distance; lines off the middle of the beam; liberties
//   last: the distance of the opponent's last move
inline constexpr int kLocalKinds = 8;
std::array<int, kLocalKinds + 1> local_starts(LocalShape shape);
inline int local_length(LocalShape shape) { return local_starts(shape)[kLocalKinds]; }

// A position whose moves are described. `last` is the last move, kPass if there is none.
class LocalFeatures {
 public:
  // Throws std::invalid_argument for regions of other sizes.
  LocalFeatures(const Board& board, Color to_play, Point last, LocalShape shape);

  int length() const { return length_; }
  // Writes length() numbers about a move at the empty point p. Of several ways to see it with the
  // edges there, the one with the smallest numbers counts.
  void describe(Point p, float* out) const;

 private:
  static constexpr int kMargin = kLocalFar, kStride = kMaxSide + 2 * kMargin;
  // A way to see the board: steps for one to the right and for one down.
  struct View {
    int right, down;
    int left_edge, upper_edge, right_edge, bottom_edge;  // points as far as them
  };

  int views(Point p, std::array<View, 8>& found) const;
  void see(Point p, const View& view, float* out) const;
  float* see_nearest(int middle, const View& view, float* out) const;
  int distance(Point a, Point b) const;

  const Board& board_;
  Color to_play_;
  Point last_;
  LocalShape shape_;
  int length_;
  std::array<std::uint8_t, kStride * kStride> state_;   // 0 empty, 1 own, 2 other, 3 wall
  std::array<std::uint16_t, kStride * kStride> value_;  // liberties, or empty points beside it
};

}  // namespace keima
