// Moves that leave the stones they join with one liberty.
#pragma once

#include "board/board.h"

namespace keima {

// Would a stone of c at the empty point p leave its group with one liberty or none, for nothing?
// Not bad are:
// - captures;
// - snapback: whoever takes the stones is left with one liberty and more stones than were taken;
// - a throw-in: one stone on the point that would give the opponent an eye, where taking it leaves
//   a false one, or where it takes a liberty from a group that has at most three;
// - filling the opponent's eye but for one point, with stones whose shape leaves one eye when they
//   are taken: two, three, pyramid and square four, bulky and crossed five, rabbity six;
// - unless ko_is_bad, one stone that can be taken by one stone only, which can be taken back: a ko.
bool is_bad_self_atari(const Board& b, Point p, Color c, bool ko_is_bad = true);

// The liberties that the group of a stone of c at the empty point p would have after captures:
// 0, 1, or 2 for more. If it is one, *only is where it is.
int liberties_after(const Board& b, Point p, Color c, Point* only);

}  // namespace keima
