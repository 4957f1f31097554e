// The one point that decides between one eye and two.
#pragma once

#include "board/board.h"

namespace keima {

// The vital point of the region of `inside`, a point that is no stone of the defender: empty points
// and stones of the attacker, at most six, inside stones of the defender. kPass if there is none.
// Empty regions that have one: straight three, bent three, pyramid four, crossed five, bulky five,
// rabbity six. Where the attacker has stones inside, others have one too, such as straight four
// with one of its two inner points taken.
//
// Both players want the point: the attacker leaves one eye by it, the defender makes two, supposing
// that the wall is whole and has no liberties but those inside. Whether it has other eyes is for
// the caller to ask.
Point nakade_point(const Board& b, Point inside, Color attacker);

}  // namespace keima
