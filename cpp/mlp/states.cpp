#include "mlp/states.h"

#include <utility>

#include "tactics/atari.h"

namespace keima {

void point_states(const Board& board, Color to_play, std::span<std::uint8_t> states) {
  const Geometry& g = board.geometry();
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    const Color c = board.at(p);
    std::uint8_t state = c == to_play ? kOwnStone : kOtherStone;
    if (c == kEmpty) {
      const int liberties = is_ko(board, p, to_play) ? 0 : liberties_after(board, p, to_play, 5);
      state = static_cast<std::uint8_t>(kForbidden + liberties);
    }
    states[static_cast<std::size_t>(i)] = state;
  }
}

Symmetries::Symmetries(int side) : area_(static_cast<std::size_t>(side * side)) {
  for (int symmetry = 0; symmetry < kCount; ++symmetry)
    for (int i = 0; i < side * side; ++i) {
      int row = i / side, column = i % side;
      if (symmetry & 1) row = side - 1 - row;
      if (symmetry & 2) column = side - 1 - column;
      if (symmetry & 4) std::swap(row, column);
      to_.push_back(static_cast<std::uint16_t>(row * side + column));
    }
}

}  // namespace keima
