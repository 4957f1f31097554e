// Liberties of a group in one number, for the board of uniform playouts.
#pragma once

#include <array>
#include <cstdint>

namespace keima {

// The liberties of a group, without telling how often it touches each ("pseudo-liberties"): how
// many pairs of a stone and an empty neighbour, the sum of those neighbours and the sum of their
// squares, in one number that is added to when groups join and subtracted from when a liberty is
// filled. By Cauchy and Schwarz all are the same point if and only if
// count * squares == sum * sum. A connected group on 25x25 has fewer than 2^10 pairs, since
// they are at most 2 * stones + 2 and at most 4 * empty points; so the fields never overflow.
struct PseudoLiberties {
  std::uint64_t bits = 0;

  static constexpr std::uint64_t kWatched = std::uint64_t{1} << 63;

  // One pair with the empty point p.
  static constexpr std::uint64_t of(std::uint64_t p) { return 1 | p << 10 | p * p << 30; }
  std::uint64_t count() const { return bits & 0x3ff; }
  std::uint64_t sum() const { return bits >> 10 & 0xfffff; }
  std::uint64_t squares() const { return bits >> 30 & 0x1fffffff; }

  bool none() const { return (bits & ~kWatched) == 0; }
  // At most one point.
  bool one_or_none() const { return count() * squares() == sum() * sum(); }
  // The point, if it is one.
  int last() const {
    constexpr std::array<std::uint64_t, 5> kInverse = {0, 65536, 32768, 21846, 16384};
    return static_cast<int>(sum() * kInverse[count()] >> 16);
  }
};

}  // namespace keima
