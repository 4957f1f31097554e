// A set of points of one board, by rows.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/geometry.h"

namespace keima {

// Row and column of padded points, without a division.
class Places {
 public:
  explicit Places(const Geometry& g)
      : stride_(static_cast<unsigned>(g.stride)), inverse_(65536 / stride_ + 1) {}
  // Row 0 is the first line of the board.
  int row(Point p) const { return static_cast<int>(p * inverse_ >> 16) - 1; }
  int column(Point p) const { return static_cast<int>(p - (p * inverse_ >> 16) * stride_) - 1; }

 private:
  unsigned stride_, inverse_;  // exact for all points of boards up to kMaxSide
};

// Bit c of rows[r] is the point in row r and column c, both from 0 at the top left.
struct PointSet {
  std::array<std::uint32_t, kMaxSide> rows{};

  void add(int row, int column) { rows[row] |= std::uint32_t{1} << column; }
  bool operator==(const PointSet&) const = default;
  int count() const {
    int sum = 0;
    for (const std::uint32_t row : rows) sum += std::popcount(row);
    return sum;
  }
  bool has(int row, int column) const { return rows[row] >> column & 1; }
  // Calls f(row, column) for each point of the first `height` rows.
  template <class F>
  void each(int height, F f) const {
    for (int r = 0; r < height; ++r)
      for (std::uint32_t rest = rows[r]; rest; rest &= rest - 1) f(r, std::countr_zero(rest));
  }
};

}  // namespace keima
