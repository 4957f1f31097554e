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

inline unsigned adjacent(const Board& b, Point p, Color c) {
  return Board::matches(b.code(p), c) & 0xff;
}

// Would a stone of c at the empty point p take something?
inline bool captures(const Board& b, Point p, Color c) {
  bool yes = false;
  each_neighbour(b, p, adjacent(b, p, opponent(c)), [&](Point n) { yes |= b.liberties(n) == 1; });
  return yes;
}

// Would a stone of c at the empty point p leave a group of the opponent with one liberty?
inline bool gives_atari(const Board& b, Point p, Color c) {
  bool yes = false;
  each_neighbour(b, p, adjacent(b, p, opponent(c)), [&](Point n) { yes |= b.liberties(n) == 2; });
  return yes;
}

// liberties_after where the cheap answers do not suffice.
int count_liberties_after(const Board& b, Point p, Color c, int limit);

// The liberties of the group that a stone of c at the empty point p would belong to, after
// captures; exact below `limit`, else `limit`. 0 is a suicide. The ko is not looked at.
inline int liberties_after(const Board& b, Point p, Color c, int limit) {
  const unsigned code = b.code(p);
  if (std::popcount(Board::matches(code, kEmpty) & 0xff) >= limit) return limit;
  bool many = false;
  // p itself is one of the liberties of each own neighbour.
  each_neighbour(b, p, Board::matches(code, c) & 0xff,
                 [&](Point n) { many |= b.liberties(n) > limit; });
  return many ? limit : count_liberties_after(b, p, c, limit);
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
