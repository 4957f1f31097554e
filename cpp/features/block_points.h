// Sets of points as bits, all rows at once: what block features are counted with.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/geometry.h"

namespace keima {

// Bit c of rows[r + 1] is the point in row r and column c from the top left; rows 0 and those past
// the board are empty, so that every row has a row above and below. Operations that go over the
// edge leave bits there, which `& board` takes away.
struct alignas(64) Points {
  static constexpr int kRows = 32;
  std::array<std::uint32_t, kRows> rows{};

  static Points all(int width, int height) {
    Points p;
    for (int r = 1; r <= height; ++r) p.rows[r] = (std::uint32_t{1} << width) - 1;
    return p;
  }
  static Points only(int row, int column) {
    Points p;
    p.add(row, column);
    return p;
  }

  void add(int row, int column) { rows[row + 1] |= std::uint32_t{1} << column; }
  bool has(int row, int column) const { return rows[row + 1] >> column & 1; }
  bool any() const {
    std::uint32_t bits = 0;
    for (const std::uint32_t row : rows) bits |= row;
    return bits;
  }
  int count() const {
    int sum = 0;
    for (const std::uint32_t row : rows) sum += std::popcount(row);
    return sum;
  }
  bool meets(const Points& other) const {
    std::uint32_t bits = 0;
    for (int r = 0; r < kRows; ++r) bits |= rows[r] & other.rows[r];
    return bits;
  }
  bool operator==(const Points&) const = default;

  Points& operator|=(const Points& o) {
    for (int r = 0; r < kRows; ++r) rows[r] |= o.rows[r];
    return *this;
  }
  Points& operator&=(const Points& o) {
    for (int r = 0; r < kRows; ++r) rows[r] &= o.rows[r];
    return *this;
  }
  // Takes the points of another set away.
  Points& operator-=(const Points& o) {
    for (int r = 0; r < kRows; ++r) rows[r] &= ~o.rows[r];
    return *this;
  }
  friend Points operator|(Points a, const Points& b) { return a |= b; }
  friend Points operator&(Points a, const Points& b) { return a &= b; }
  friend Points operator-(Points a, const Points& b) { return a -= b; }

  // The set moved by one point: bit p of the result is the neighbour of p in that direction.
  Points north() const {
    Points p;
    for (int r = 1; r < kRows; ++r) p.rows[r] = rows[r - 1];
    return p;
  }
  Points south() const {
    Points p;
    for (int r = 0; r < kRows - 1; ++r) p.rows[r] = rows[r + 1];
    return p;
  }
  Points west() const {
    Points p;
    for (int r = 0; r < kRows; ++r) p.rows[r] = rows[r] << 1;
    return p;
  }
  Points east() const {
    Points p;
    for (int r = 0; r < kRows; ++r) p.rows[r] = rows[r] >> 1;
    return p;
  }
  // All points with a neighbour in the set.
  Points near() const {
    Points p;
    for (int r = 1; r < kRows - 1; ++r)
      p.rows[r] = rows[r - 1] | rows[r + 1] | rows[r] << 1 | rows[r] >> 1;
    return p;
  }
  // All points with two neighbours in the set or more.
  Points near_two() const {
    Points p;
    for (int r = 1; r < kRows - 1; ++r) {
      const std::uint32_t n = rows[r - 1], s = rows[r + 1], w = rows[r] << 1, e = rows[r] >> 1;
      p.rows[r] = (n & s) | (w & e) | ((n | s) & (w | e));
    }
    return p;
  }

  // Calls f(row, column) for each point.
  template <class F>
  void each(F f) const {
    for (int r = 1; r < kRows; ++r)
      for (std::uint32_t rest = rows[r]; rest; rest &= rest - 1) f(r - 1, std::countr_zero(rest));
  }
  // The first point, row by row; the set must have one.
  Points first() const {
    Points p;
    for (int r = 0; r < kRows; ++r)
      if (rows[r]) {
        p.rows[r] = rows[r] & -rows[r];
        break;
      }
    return p;
  }
};

// What is connected to `seed` inside `within`.
inline Points flood(Points seed, const Points& within) {
  seed &= within;
  for (;;) {
    const Points grown = (seed | seed.near()) & within;
    if (grown == seed) return seed;
    seed = grown;
  }
}

// Calls f(Points) for each connected part of a set.
template <class F>
void each_part(Points set, F f) {
  while (set.any()) {
    const Points part = flood(set.first(), set);
    set -= part;
    f(part);
  }
}

// The points next to a set but not of it.
inline Points around(const Points& set, const Points& board) { return (set.near() & board) - set; }

// Points of the set that keep it connected in the 3x3 window around them: two of their neighbours
// in the set are not connected in the window without them (van der Werf 2004, figure 8.4).
inline Points split_points(const Points& set) {
  const Points n = set.north(), s = set.south(), w = set.west(), e = set.east();
  const Points ne = n.east(), nw = n.west(), se = s.east(), sw = s.west();
  Points result;
  for (int r = 0; r < Points::kRows; ++r) {
    const std::uint32_t N = n.rows[r], S = s.rows[r], W = w.rows[r], E = e.rows[r];
    // Neighbours that hang together through the corner between them.
    const std::uint32_t a = N & ne.rows[r] & E, b = E & se.rows[r] & S;
    const std::uint32_t c = S & sw.rows[r] & W, d = W & nw.rows[r] & N;
    const std::uint32_t apart = (N & S & ~((a & b) | (c & d))) | (E & W & ~((b & c) | (d & a))) |
                                (N & E & ~(a | (b & c & d))) | (E & S & ~(b | (c & d & a))) |
                                (S & W & ~(c | (d & a & b))) | (W & N & ~(d | (a & b & c)));
    result.rows[r] = set.rows[r] & apart;
  }
  return result;
}

}  // namespace keima
