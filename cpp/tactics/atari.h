// One-move tactics around groups with few liberties: what every move of a heavy playout asks.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "board/board.h"

namespace keima {

// Calls f(Point) for the neighbours of p chosen by `which`, low bits of pairs as of
// Board::matches; the lowest eight bits are the four adjacent points.
template <class F>
inline void each_neighbour(const Board& b, Point p, unsigned which, F f) {
  const auto& around = b.geometry().around;
  for (; which; which &= which - 1) f(static_cast<Point>(p + around[std::countr_zero(which) >> 1]));
}

// The first of them.
inline Point neighbour(const Board& b, Point p, unsigned which) {
  return static_cast<Point>(p + b.geometry().around[std::countr_zero(which) >> 1]);
}

inline unsigned adjacent(const Board& b, Point p, Color c) {
  return Board::matches(b.code(p), c) & 0xff;
}

// Those of the adjacent stones `which` whose groups have from `least` to `most` liberties. Looks
// at all four neighbours without a branch, as the answer is mostly none.
inline unsigned with_liberties(const Board& b, Point p, unsigned which, unsigned least,
                               unsigned most) {
  const auto& around = b.geometry().around;
  unsigned found = 0;
  for (int d = 0; d < 4; ++d) {
    const auto liberties = static_cast<unsigned>(b.liberties(static_cast<Point>(p + around[d])));
    found |= static_cast<unsigned>(liberties - least <= most - least) << 2 * d;
  }
  return found & which;
}

// Would a stone of c at the empty point p take something?
inline bool captures(const Board& b, Point p, Color c) {
  return with_liberties(b, p, adjacent(b, p, opponent(c)), 1, 1);
}

// How many stones would it take?
inline int stones_taken(const Board& b, Point p, Color c) {
  std::array<Point, 4> heads;
  int groups = 0, count = 0;
  const unsigned others = adjacent(b, p, opponent(c));
  each_neighbour(b, p, with_liberties(b, p, others, 1, 1), [&](Point n) {
    const Point head = b.head(n);
    if (std::find(heads.begin(), heads.begin() + groups, head) != heads.begin() + groups) return;
    heads[groups++] = head;
    count += b.group_size(n);
  });
  return count;
}

// Would a stone of c at the empty point p leave a group of the opponent with one liberty?
inline bool gives_atari(const Board& b, Point p, Color c) {
  return with_liberties(b, p, adjacent(b, p, opponent(c)), 2, 2);
}

// liberties_after where the cheap answers do not suffice.
int count_liberties_after(const Board& b, Point p, Color c, int limit);

// The liberties of the group that a stone of c at the empty point p would belong to, after
// captures; exact below `limit`, else `limit`. 0 is a suicide. The ko is not looked at.
inline int liberties_after(const Board& b, Point p, Color c, int limit) {
  const unsigned code = b.code(p);
  const int empty = std::popcount(Board::matches(code, kEmpty) & 0xff);
  if (empty >= limit) return limit;
  const unsigned own = Board::matches(code, c) & 0xff;
  if (!own) {
    if (!captures(b, p, c)) return empty;
  } else {
    // p itself is one of the liberties of each own neighbour.
    const auto enough = static_cast<unsigned>(limit) + 1;
    if (with_liberties(b, p, own, enough, kMaxArea)) return limit;
  }
  return count_liberties_after(b, p, c, limit);
}

// A stone of c at p would be alone, or its group, with at most one liberty (or none).
inline bool is_self_atari(const Board& b, Point p, Color c) {
  return liberties_after(b, p, c, 2) < 2;
}

inline bool is_ko(const Board& b, Point p, Color c) { return p == b.ko() && c == b.ko_color(); }

// Calls f(Point move, bool by_capture) for the moves that save the group of `stone`, which is in
// atari, for now: its extension to two or more liberties, and captures of groups beside it (the
// same move may come twice). None is a forbidden ko.
template <class F>
void each_rescue(const Board& b, Point stone, F f) {
  const Color c = b.at(stone), o = opponent(c);
  const Point run = b.first_liberty(stone);
  const bool takes = captures(b, run, c);
  if (!is_ko(b, run, c) && liberties_after(b, run, c, 2) >= 2) f(run, takes);
  Point s = stone, seen = kPass;
  do {
    each_neighbour(b, s, adjacent(b, s, o), [&](Point n) {
      const Point head = b.head(n);
      if (b.liberties(n) != 1 || head == seen) return;
      seen = head;
      const Point q = b.first_liberty(n);
      if (q != run && !is_ko(b, q, c)) f(q, true);
    });
    s = b.next(s);
  } while (s != stone);
}

// The move that takes the group of `stone`, which is in atari; kPass if the ko forbids it.
inline Point capture_of(const Board& b, Point stone) {
  const Point p = b.first_liberty(stone);
  return is_ko(b, p, opponent(b.at(stone))) ? kPass : p;
}

}  // namespace keima
