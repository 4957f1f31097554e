#include "tactics/nakade.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "tactics/region.h"

namespace keima {
namespace {

// Regions of five and six points with stones of the attacker inside that have a vital point, in
// order. Of all turns and reflections the one with the smallest number: a bit for each point of a
// square of six by six, six bits that say which of the points, in order, are taken, and three bits
// for the place of the vital point in that order. Found by playing all games inside
// (tests/tactics/test_nakade.py prints and tests them).
constexpr std::uint64_t kTable[] = {
#include "tactics/nakade_table.inc"
};

// A region turned or reflected, with its points in order.
struct Turned {
  std::uint64_t key;  // as in the table, without the vital point
  std::array<int, Region::kMost> order;
};

Turned turn(const Board& b, const Region& r, int how) {
  std::array<int, Region::kMost> x, y, bit;
  int left = 99, top = 99;
  for (int i = 0; i < r.size; ++i) {
    const int column = r.points[i] % b.geometry().stride, row = r.points[i] / b.geometry().stride;
    x[i] = how & 1 ? row : column;
    y[i] = how & 1 ? column : row;
    if (how & 2) x[i] = -x[i];
    if (how & 4) y[i] = -y[i];
    left = std::min(left, x[i]);
    top = std::min(top, y[i]);
  }
  Turned t{0, {}};
  for (int i = 0; i < r.size; ++i) {
    bit[i] = (y[i] - top) * 6 + x[i] - left;
    t.key |= std::uint64_t{1} << bit[i];
  }
  t.key <<= 6;
  for (int i = 0; i < r.size; ++i) {
    int place = 0;
    for (int k = 0; k < r.size; ++k) place += bit[k] < bit[i];
    t.order[place] = i;
    if (b.at(r.points[i]) != kEmpty) t.key |= std::uint64_t{1} << place;
  }
  return t;
}

Point look_up(const Board& b, const Region& r) {
  Turned least = turn(b, r, 0);
  for (int how = 1; how < 8; ++how) {
    const Turned other = turn(b, r, how);
    if (other.key < least.key) least = other;
  }
  const auto* found = std::lower_bound(std::begin(kTable), std::end(kTable), least.key << 3);
  if (found == std::end(kTable) || *found >> 3 != least.key) return kPass;
  return r.points[least.order[*found & 7]];
}

// Four in a line, straight or bent: one inner point taken makes the other vital.
Point other_inner_point(const Board& b, const Region& r) {
  Point open = kPass;
  int taken = 0;
  for (int i = 0; i < r.size; ++i) {
    if (r.degree[i] != 2) continue;
    if (b.at(r.points[i]) == kEmpty)
      open = r.points[i];
    else
      ++taken;
  }
  return taken == 1 ? open : kPass;
}

}  // namespace

Point nakade_point(const Board& b, Point inside, Color attacker) {
  Region r;
  if (!fill_region(b, inside, opponent(attacker), 6, r)) return kPass;
  if (r.size > 4 && r.empty < r.size) return look_up(b, r);
  if (const int vital = vital_index(r); vital >= 0)
    return b.at(r.points[vital]) == kEmpty ? r.points[vital] : kPass;
  return r.size == 4 && r.edges == 3 ? other_inner_point(b, r) : kPass;
}

}  // namespace keima
