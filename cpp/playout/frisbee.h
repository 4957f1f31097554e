// Frisbee Go (Althoefer 2015): stones are thrown and may miss their point.
#pragma once

#include <cstdint>

#include "board/board.h"
#include "playout/rng.h"

namespace keima {

// Where a stone lands that is thrown at a point: there or, with probability epsilon, on one of the
// four neighbours, each as often. kPass if there is no stone then, since it fell off the board, on
// a stone or where it may not be placed: the turn is lost. A pass is not thrown.
inline Point land(const Board& board, Point aim, Color c, double epsilon, Rng& rng) {
  if (aim == kPass) return kPass;
  const std::uint64_t chance = rng.next();
  Point at = aim;
  if (static_cast<double>(chance >> 11) * 0x1p-53 < epsilon)
    at = static_cast<Point>(aim + board.geometry().around[chance & 3]);
  return board.at(at) == kEmpty && board.is_legal(at, c) ? at : kPass;
}

}  // namespace keima
