// Who owns the points of a position after a few playouts: the search-based feature of Keller &
// Perez 2016 (section 3.2.4).
#pragma once

#include "board/board.h"
#include "playout/playout.h"
#include "playout/rng.h"

namespace keima {

// By row-major index: 1 if all of `count` playouts give the point to who is to play, -1 if all
// give it to the opponent. The log is room to work in.
void play_owners(Playout& playout, const Board& board, Color to_play, Point last, Point before,
                 double komi, int count, Rng& rng, MoveLog& log, float* owners);

}  // namespace keima
