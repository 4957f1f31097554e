#include "tactics/atari.h"

namespace keima {

int count_liberties_after(const Board& b, Point p, Color c, int limit) {
  const unsigned code = b.code(p);
  const unsigned empty = Board::matches(code, kEmpty) & 0xff;
  const Color o = opponent(c);

  // The different own groups, and the groups that would be taken.
  std::array<Point, 4> own, taken;
  int owns = 0, takes = 0;
  each_neighbour(b, p, Board::matches(code, c) & 0xff, [&](Point n) {
    const Point head = b.head(n);
    if (std::find(own.begin(), own.begin() + owns, head) == own.begin() + owns) own[owns++] = head;
  });
  each_neighbour(b, p, Board::matches(code, o) & 0xff, [&](Point n) {
    if (b.liberties(n) != 1) return;
    const Point head = b.head(n);
    if (std::find(taken.begin(), taken.begin() + takes, head) == taken.begin() + takes)
      taken[takes++] = head;
  });

  int count = 0;
  if (owns <= 1) {
    if (owns) count = b.liberties(own[0]) - 1;
    each_neighbour(b, p, empty, [&](Point n) { count += !owns || !b.is_liberty(own[0], n); });
  } else {
    std::array<std::uint64_t, Board::kMaxWords> all;
    int words = 0;
    b.each_liberty_word(own[0], [&](int w, std::uint64_t bits) {
      all[w] = bits;
      words = w + 1;
    });
    for (int i = 1; i < owns; ++i)
      b.each_liberty_word(own[i], [&](int w, std::uint64_t bits) { all[w] |= bits; });
    for (int w = 0; w < words; ++w) count += std::popcount(all[w]);
    --count;  // p
    each_neighbour(b, p, empty, [&](Point n) {
      bool known = false;
      for (int i = 0; i < owns; ++i) known |= b.is_liberty(own[i], n);
      count += !known;
    });
  }

  // Each taken stone beside p or beside one of the own groups becomes a liberty.
  for (int i = 0; i < takes && count < limit; ++i) {
    Point s = taken[i];
    do {
      bool touches = false;
      for (int d = 0; d < 4; ++d) {
        const auto n = static_cast<Point>(s + b.geometry().around[d]);
        touches |= n == p;
        for (int j = 0; j < owns; ++j) touches |= b.head(n) == own[j];
      }
      count += touches;
      s = b.next(s);
    } while (s != taken[i] && count < limit);
  }
  return std::min(count, limit);
}

}  // namespace keima
