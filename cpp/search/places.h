// Where a point lies on the board.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "board/board.h"

namespace keima {

// Lines from the edge, counted from 1.
inline int line_of(const Geometry& g, Point p) {
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  return 1 + std::min({x, y, g.width - 1 - x, g.height - 1 - y});
}

inline bool is_corner(const Geometry& g, Point p) {
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  return (x == 0 || x == g.width - 1) && (y == 0 || y == g.height - 1);
}

// Is there no stone within so many steps along the lines?
inline bool is_lonely(const Board& board, Point p, int steps) {
  const Geometry& g = board.geometry();
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  for (int dy = -steps; dy <= steps; ++dy) {
    const int row = y + dy, reach = steps - std::abs(dy);
    if (row < 0 || row >= g.height) continue;
    const int from = std::max(0, x - reach), to = std::min(g.width - 1, x + reach);
    for (int column = from; column <= to; ++column)
      if (board.at(g.at(column, row)) != kEmpty) return false;
  }
  return true;
}

}  // namespace keima
