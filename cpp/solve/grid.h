// A small board as sets of points: bit y * width + x of a 64-bit word.
#pragma once

#include <bit>
#include <cstdint>

namespace keima::solve {

using Bits = std::uint64_t;
// Two sets that are worked on at once.
using Both = Bits __attribute__((vector_size(16)));

inline int count(Bits s) { return std::popcount(s); }
inline int lowest(Bits s) { return std::countr_zero(s); }
inline Bits first_of(Bits s) { return s & (~s + 1); }
inline Bits bit(int p) { return Bits{1} << p; }

// The size of a board, with what shifting a set to its neighbours needs.
struct Grid {
  int width, height, points;
  Bits board;      // all points
  Bits rim;        // points with fewer than four neighbours
  Bits not_left;   // all columns but the first
  Bits not_right;  // all columns but the last
  int step;        // from a row to the next

  Grid(int w, int h) : width(w), height(h), points(w * h), step(h > 1 ? w : 0) {
    board = points == 64 ? ~Bits{0} : bit(points) - 1;
    not_left = not_right = board;
    for (int y = 0; y < h; ++y) {
      not_left &= ~bit(y * w);
      not_right &= ~bit(y * w + w - 1);
    }
    rim = board & (~not_left | ~not_right);
    for (int x = 0; x < w; ++x) rim |= bit(x) | bit((h - 1) * w + x);
  }

  // One step each way, of a set or of two at once; a row's step of 0 on a board of one row leaves
  // the set where it is, and callers who ask for neighbours alone take the set itself away.
  template <class Set>
  Set left(Set s) const {
    return (s >> 1) & not_right;
  }
  template <class Set>
  Set right(Set s) const {
    return (s << 1) & not_left;
  }
  template <class Set>
  Set up(Set s) const {
    return s >> step;
  }
  template <class Set>
  Set down(Set s) const {
    return (s << step) & board;
  }

  // The set with its neighbours.
  template <class Set>
  Set spread(Set s) const {
    return s | left(s) | right(s) | up(s) | down(s);
  }
  // Points next to the set and outside it.
  Bits around(Bits s) const { return spread(s) & ~s; }
  // All of `within` that is connected to `seed`.
  Bits fill(Bits seed, Bits within) const {
    for (Bits s = seed & within;;) {
      const Bits grown = spread(spread(s) & within) & within;
      if (grown == s) return s;
      s = grown;
    }
  }

  // Pairs of neighbours, counted once, and squares of four points, by their first point.
  Bits pairs_across(Bits s) const { return s & left(s); }
  Bits pairs_along(Bits s) const { return height > 1 ? s & up(s) : 0; }

  // Objects less holes of a set whose points connect to their four neighbours (equation 4.1 of van
  // der Werf 2004; points less pairs plus squares is the same number as his sum over quads).
  int euler(Bits s) const {
    const Bits across = pairs_across(s), along = pairs_along(s);
    return count(s) - count(across) - count(along) + count(across & along & left(along));
  }
};

}  // namespace keima::solve
