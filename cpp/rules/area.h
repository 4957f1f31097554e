// Counting a position with all its stones taken as alive: the three fast methods of
// Ferreira 2016 (4.8). Results are Black's points minus White's, without komi.
#pragma once

#include <vector>

#include "board/board.h"

namespace keima {

// Stones alone.
int count_stones(const Board& board);
// Stones, and empty points all of whose neighbours are of one colour.
int count_stones_and_eyes(const Board& board);
// Stones, and empty regions that touch one colour only.
int count_area(const Board& board);
// Who count_area gives each padded point to; kEmpty where neither.
std::vector<Color> area_owners(const Board& board);

}  // namespace keima
