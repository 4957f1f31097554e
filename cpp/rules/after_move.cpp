#include "rules/after_move.h"

#include <algorithm>
#include <array>

namespace keima {

// Walks the groups that the move removes instead of playing it on a copy.
AfterMove after_move(const Board& b, Point p, Color c) {
  std::uint64_t hash = b.hash();
  const bool suicide = b.is_suicide(p, c);
  const Color removed = suicide ? c : opponent(c);
  if (!suicide) hash ^= zobrist_key(c, p);
  std::array<Point, 4> heads;
  int groups = 0, stones = 0;
  Point last = kPass;
  bool alone = b.count_empty_neighbours(p) == 0;
  for (int d = 0; d < 4; ++d) {
    const Point n = static_cast<Point>(p + b.geometry().around[d]);
    alone &= b.at(n) != c;
    if (b.at(n) != removed || b.liberties(n) > 1) continue;
    const Point head = b.head(n);
    if (std::find(heads.begin(), heads.begin() + groups, head) != heads.begin() + groups) continue;
    heads[groups++] = head;
    stones += b.group_size(n);
    last = n;
    Point s = n;
    do {
      hash ^= zobrist_key(removed, s);
      s = b.next(s);
    } while (s != n);
  }
  return {hash, alone && stones == 1 ? last : kPass};
}

}  // namespace keima
