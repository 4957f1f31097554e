// What stands around a point, as codes that are the same for all rotations and reflections and
// for both colours (own and other instead of black and white).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/board.h"

namespace keima {

// Shapes are nested: that of size n has the points at distance n or less from its middle, where
// the distance of (x, y) is |x| + |y| + max(|x|, |y|). Size 3 is the 3x3 neighbourhood.
inline constexpr int kSmallestShape = 3, kLargestShape = 11;

// Spreads the bits of a code.
constexpr std::uint32_t mix(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352d;
  x = (x ^ (x >> 15)) * 0x846ca68b;
  return x ^ (x >> 16);
}

// The distance in which shapes are measured.
int shape_distance(const Geometry& g, Point a, Point b);

// A position as one side sees it, with room around it, from which codes are read.
class Surroundings {
 public:
  Surroundings(const Board& board, Color to_play);

  // Calls f(size, code) for the shapes around p from the smallest on, for as long as it returns
  // true.
  template <class F>
  void each_shape(Point p, F f) const;
  // The shape of the size given in which one point, `marked`, is told from the others.
  std::uint32_t marked_shape(Point p, Point marked, int size) const;
  // The 3x3 neighbourhood and for each adjacent stone whether it has one, two or more liberties.
  std::uint32_t shape_with_liberties(Point p) const;

 private:
  static constexpr int kMargin = kLargestShape / 2, kStride = kMaxSide + 2 * kMargin;
  // One code for each rotation and reflection.
  using Lanes = std::array<std::uint32_t, 8>;
  struct Cell {
    int x, y, offset;
    // By what stands there: own, other, wall; then more kinds of the same, for marks.
    std::array<Lanes, 9> keys;
  };
  struct Tables {
    std::vector<Cell> cells;                     // by distance
    std::array<int, kLargestShape + 2> first{};  // of each distance, in cells
    Tables();
  };
  static const Tables& tables();

  int place(Point p) const {
    const int index = board_.geometry().index[p];
    return (index / board_.width() + kMargin) * kStride + index % board_.width() + kMargin;
  }
  static void add(Lanes& to, const Lanes& keys) {
    for (int i = 0; i < 8; ++i) to[i] += keys[i];
  }
  static std::uint32_t smallest(const Lanes& lanes) {
    std::uint32_t least = lanes[0];
    for (int i = 1; i < 8; ++i) least = lanes[i] < least ? lanes[i] : least;
    return least;
  }
  void add_ring(Lanes& to, int middle, int size) const {
    const Tables& t = tables();
    for (int i = t.first[size]; i < t.first[size + 1]; ++i)
      if (const int state = state_[middle + t.cells[i].offset]) add(to, t.cells[i].keys[state - 1]);
  }

  const Board& board_;
  Color to_play_;
  std::array<std::uint8_t, kStride * kStride> state_;  // 0 empty, 1 own, 2 other, 3 wall
};

template <class F>
void Surroundings::each_shape(Point p, F f) const {
  const int middle = place(p);
  Lanes lanes{};
  for (int size = 2; size <= kLargestShape; ++size) {
    add_ring(lanes, middle, size);
    if (size >= kSmallestShape && !f(size, mix(smallest(lanes) + static_cast<std::uint32_t>(size))))
      return;
  }
}

}  // namespace keima
