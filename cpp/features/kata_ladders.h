// Ladders as the networks of KataGo's family are shown them.
#pragma once

#include "board/board.h"
#include "features/point_set.h"

namespace keima {

// What is said of the ladders on one board. It depends on the board and, for `working`, on who
// moves; whoever goes through a game in order can keep it for the boards of the next two moves.
struct LadderPlanes {
  // The stones of all groups with one or two liberties that are captured in a ladder: with one
  // if the owner moves first, with two if the attacker does.
  PointSet captured;
  // Where the player to move can begin to capture groups of the opponent with two liberties.
  PointSet working;
};

// The game that is read: the runner, in atari, takes a group next to it or extends; two
// liberties leave him to the attacker, who takes one of them; three are an escape. No suicide.
// A ko that the attacker takes frees the runner; two kos that cannot both be defended do not.
LadderPlanes find_ladders(const Board& board, Color to_play);

}  // namespace keima
