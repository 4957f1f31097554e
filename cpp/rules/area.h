// Counting a position as it stands: the three fast methods of Ferreira 2016 (4.4). All stones are
// taken as alive; results are Black's points minus White's, without komi.
#pragma once

#include <vector>

#include "board/board.h"

namespace keima {

// Stones alone.
int count_stones(const Board& board);
// Stones, and the empty points that are proper eyes of one colour (Board::is_eye).
int count_stones_and_eyes(const Board& board);
// Stones, and empty regions that touch one colour only.
int count_area(const Board& board);
// Who count_area gives each padded point to; kEmpty where neither.
std::vector<Color> area_owners(const Board& board);

}  // namespace keima
