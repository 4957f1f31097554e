// Groups that neither player can attack.
#pragma once

#include "board/board.h"

namespace keima {

// The opponent's group that the group of `stone` is in seki with (its head), or kPass. Both have
// two liberties. Either they share both, or they share one and each has an eye of one point. A move
// of either player on a shared liberty is a bad self-atari, and no stones next to them are in
// atari.
Point seki_partner(const Board& b, Point stone);

// Do a black and a white group share the empty point p as a liberty in seki? Whoever plays there
// loses his stones.
bool is_seki_liberty(const Board& b, Point p);

}  // namespace keima
