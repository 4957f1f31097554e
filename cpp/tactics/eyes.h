// Eyes: points that a colour surrounds and need not, or should not, fill.
#pragma once

#include "board/board.h"

namespace keima {

// Are all four neighbours of p stones of c or walls?
inline bool is_surrounded(const Board& b, Point p, Color c) {
  const unsigned mask = c == kBlack ? 0x55 : 0xaa;
  return (b.code(p) & mask) == mask;
}

// Do all stones next to the surrounded point p belong to one group? Then no cut makes it false.
bool is_inside_one_group(const Board& b, Point p);

// An empty point surrounded by c that is no eye: the opponent has two corners of it, or one at the
// edge of the board, and the stones around it are not all one group.
bool is_false_eye(const Board& b, Point p, Color c);

// An empty point surrounded by c that is an eye.
inline bool is_real_eye(const Board& b, Point p, Color c) {
  return is_surrounded(b, p, c) && (b.is_eye(p, c) || is_inside_one_group(b, p));
}

// Is the empty point p in an eye of two or four empty points in which c should not play? Two
// points are one eye as they are; straight and bent four are two, square four is never more than
// one. Pyramid four is no such eye. A wall that is cut, or of which a part is in atari, is none
// either: a move inside may be needed to join it.
bool is_simple_eye_shape(const Board& b, Point p, Color c);

// Is the empty point p in an eye of c that is a line, straight or bent, of at least so many empty
// points, and no more than Region::kMost? It is two eyes or more, whoever moves first, if it has at
// least four.
bool is_long_eye(const Board& b, Point p, Color c, int least);

// Is the empty point p one of two that the opponent may as well fill as the other, in an eye of c
// without any stones in it? These are both points of two, and the inner ones of four in a line;
// they are written to pair, the lower one first.
bool miai_in_eye(const Board& b, Point p, Color c, Point pair[2]);

// Would a stone of c at the empty point p fill an eye of its own that is better left alone?
inline bool fills_own_eye(const Board& b, Point p, Color c) {
  return is_real_eye(b, p, c) || is_simple_eye_shape(b, p, c);
}

}  // namespace keima
