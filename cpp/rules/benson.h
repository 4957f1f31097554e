// Unconditional life (Benson 1976).
#pragma once

#include <cstdint>
#include <vector>

#include "board/board.h"

namespace keima {

// Marks, by padded point, the stones of c that the opponent cannot capture even if c always
// passes, and the regions that are vital to them (c's pass-alive territory, with whatever
// stones stand in it). With `suicide` the opponent may also play suicide of several stones.
std::vector<bool> pass_alive(const Board& board, Color c, bool suicide = false);

}  // namespace keima
