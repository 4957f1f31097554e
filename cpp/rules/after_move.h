// What a stone would make of a position.
#pragma once

#include <cstdint>

#include "board/board.h"

namespace keima {

struct AfterMove {
  std::uint64_t hash;  // of the stones
  Point ko;            // or kPass
};

// The stone must be legal, but for ko and superko.
AfterMove after_move(const Board& b, Point p, Color c);

}  // namespace keima
