// The static analysis of van der Werf 2004, section 5.1: unconditional territory and the score
// of a position in which both sides passed. It holds where suicide is illegal.
#pragma once

#include <vector>

#include "board/board.h"

namespace keima {

// Marks, by padded point, c's unconditional territory (5.1.2): what Benson's theorem gives
// (pass_alive), and the closed regions in which the opponent cannot make two sure liberties even
// if c always passes.
std::vector<bool> unconditional_territory(const Board& board, Color c);

// Who each padded point belongs to when a game has ended (5.1.3): unconditional territory first;
// other blocks with a single liberty are taken off if `remove_ataris`; the rest of the empty
// points go to the colour of the nearest stone, to kEmpty where both are equally near.
std::vector<Color> nearest_owners(const Board& board, bool remove_ataris);

}  // namespace keima
