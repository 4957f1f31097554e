// The liberties of a group on boards that do not keep them.
#pragma once

#include <algorithm>

#include "board/board.h"

namespace keima {

// Writes the liberties of the group of p, up to `most` of them; returns how many. A board has
// at(p), next(p) and around(p, d).
template <class Stones>
int list_liberties(const Stones& b, Point p, int most, Point* out) {
  int count = 0;
  Point s = p;
  do {
    for (int d = 0; d < 4; ++d) {
      const Point n = b.around(s, d);
      if (b.at(n) != kEmpty || std::find(out, out + count, n) != out + count) continue;
      out[count++] = n;
      if (count == most) return count;
    }
    s = b.next(s);
  } while (s != p);
  return count;
}

}  // namespace keima
