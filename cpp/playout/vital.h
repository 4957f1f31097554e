// The vital point of a small eye, as nakade_point tells it, for use in every move of a playout.
#pragma once

#include <bit>
#include <cstdint>

#include "board/board.h"
#include "tactics/nakade.h"

namespace keima {

template <class P>
bool has_stone(const Board& b, std::uint64_t region, P point) {
  bool yes = false;
  for (; region; region &= region - 1) yes |= b.at(point(std::countr_zero(region))) != kEmpty;
  return yes;
}

// The vital point of the region of the empty point p inside stones of `wall`, or kPass. The
// region is kept as bits of a window of 8x8 points with p at (3, 3). All empty shapes with a vital
// point fit into 3x3 points, so a region that leaves the inner 5x5 is given up at once: the answer
// is that of nakade_point, but for a few longer ones with stones in them.
inline Point vital_point(const Board& b, Point p, Color wall) {
  constexpr int kStart = 3 * 8 + 3;
  constexpr std::uint64_t kInner = 0x00003e3e3e3e3e00;
  const int stride = b.geometry().stride;
  const auto point = [&](int bit) {
    return static_cast<Point>(p + ((bit >> 3) - 3) * stride + (bit & 7) - 3);
  };
  const int shift = wall == kWhite;
  std::uint64_t region = std::uint64_t{1} << kStart, todo = region;
  do {
    const int bit = std::countr_zero(todo);
    todo &= todo - 1;
    const std::uint64_t open = ~(b.code(point(bit)) >> shift) & 0x55;  // neither wall nor border
    const std::uint64_t beside = (open & 1) << (bit - 8) | (open >> 2 & 1) << (bit - 1) |
                                 (open >> 4 & 1) << (bit + 1) | (open >> 6 & 1) << (bit + 8);
    if (beside & ~kInner) return kPass;
    todo |= beside & ~region;
    region |= beside;
    if (std::popcount(region) > 6) return kPass;
  } while (todo);

  const int size = std::popcount(region);
  if (size < 3) return kPass;
  // Pairs of neighbours, and the points by how many neighbours they have.
  const std::uint64_t w = region << 1 & region, e = region >> 1 & region, n = region << 8 & region,
                      s = region >> 8 & region;
  const int pairs = std::popcount(w) + std::popcount(n);
  const std::uint64_t two = (w & e) | (n & s) | ((w | e) & (n | s));
  const std::uint64_t three = (w & e & (n | s)) | (n & s & (w | e)), four = w & e & n & s;
  std::uint64_t vital = 0;
  if (size > 4 && has_stone(b, region, point)) return nakade_point(b, p, opponent(wall));
  if (size == 3) {
    vital = two;
  } else if (size == 4) {
    vital = three;
    if (!vital && pairs == 3) {
      // Two eyes as it is, unless one of the two inner points is taken.
      const Point first = point(std::countr_zero(two)), second = point(63 - std::countl_zero(two));
      if ((b.at(first) == kEmpty) == (b.at(second) == kEmpty)) return kPass;
      return b.at(first) == kEmpty ? first : second;
    }
  } else if (size == 5) {
    vital = four ? four : pairs == 5 ? three : 0;
  } else if (pairs == 6) {
    vital = four;
  }
  if (!vital) return kPass;
  const Point found = point(std::countr_zero(vital));
  return b.at(found) == kEmpty ? found : kPass;
}

}  // namespace keima
