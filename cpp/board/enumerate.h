// Counting positions by trying every colouring of a small board.
#pragma once

#include <cstdint>

namespace keima {

// How many of the 3^(width*height) colourings leave every group a liberty, as Board::set_stones
// judges. Of `parts` shares of about equal size, counts only number `part`.
std::int64_t count_legal_positions(int width, int height, int part = 0, int parts = 1);

}  // namespace keima
