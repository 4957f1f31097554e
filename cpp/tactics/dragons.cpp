#include "tactics/dragons.h"

#include <algorithm>
#include <numeric>

#include "tactics/region.h"

namespace keima {
namespace {

// How many eyes an empty region is, the opponent to move.
int eyes_of(const Board& b, Point p, Color c, int size) {
  if (size < 4) return 1;
  if (size > 6) return 2;
  Region r;
  fill_region(b, p, c, 6, r);
  return is_dead_shape(r) ? 1 : 2;
}

}  // namespace

Dragons::Dragons(const Board& b) {
  find_joints(b);
  find_eyes(b);
}

void Dragons::join(Point a, Point c) {
  a = root(a);
  c = root(c);
  parent_[std::max(a, c)] = std::min(a, c);
}

void Dragons::find_joints(const Board& b) {
  const Geometry& g = b.geometry();
  const int s = g.stride;
  std::iota(parent_.begin(), parent_.begin() + g.cells, Point{0});
  std::fill_n(eyes_.begin(), g.cells, std::uint8_t{0});
  const auto join_with = [&](Point p, int step) {
    join(b.head(p), b.head(static_cast<Point>(p + step)));
  };
  const auto is_pair = [&](int p, int step, Color c) {
    return b.at(static_cast<Point>(p)) == c && b.at(static_cast<Point>(p + step)) == c;
  };
  // Where Board::code has each neighbour.
  constexpr int kWest = 2, kEast = 4, kSouth = 6, kSouthWest = 12, kSouthEast = 14;
  constexpr unsigned kRight = 3u << kEast | 3u << kSouth | 3u << kSouthEast;
  constexpr unsigned kLeft = 3u << kWest | 3u << kSouth | 3u << kSouthWest;
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    const Color c = b.at(p);
    if (c == kEmpty) continue;
    const unsigned right = b.code(p) & kRight, left = b.code(p) & kLeft;
    // Of the three points on a side only one has a stone, and it is of this colour.
    if (left == unsigned{c} << kSouthWest) join_with(p, s - 1);
    if (right == unsigned{c} << kSouthEast) join_with(p, s + 1);
    if (right == unsigned{c} << kEast && is_pair(p + 2 * s, 1, c)) join_with(p, 2 * s);
    if (right == unsigned{c} << kSouth && is_pair(p + 2, s, c)) join_with(p, 2);
  }
  // From here on a look-up is enough: a parent is less than its child, so it has been seen to.
  for (int p = 0; p < g.cells; ++p) parent_[p] = parent_[parent_[p]];
}

void Dragons::find_eyes(const Board& b) {
  const Geometry& g = b.geometry();
  std::array<bool, kMaxCells> seen;
  std::fill_n(seen.begin(), g.cells, false);
  std::array<Point, kMaxArea> todo;
  for (const Point start : b.empties()) {
    if (seen[start]) continue;
    // Flood the empty region; it is an eye if one dragon alone is around it.
    int size = 0;
    Point dragon = kPass;
    bool alone = true;
    todo[size++] = start;
    seen[start] = true;
    for (int i = 0; i < size; ++i)
      for (int d = 0; d < 4; ++d) {
        const auto n = static_cast<Point>(todo[i] + g.around[d]);
        const Color color = b.at(n);
        if (color == kEmpty) {
          if (!seen[n]) todo[size++] = n;
          seen[n] = true;
        } else if (color != kWall && alone) {
          const Point its = of(b, n);
          if (dragon == kPass) dragon = its;
          alone = its == dragon;
        }
      }
    if (!alone || dragon == kPass) continue;
    const int eyes = eyes_[dragon] + eyes_of(b, start, b.at(dragon), size);
    eyes_[dragon] = static_cast<std::uint8_t>(std::min(eyes, 255));
  }
}

}  // namespace keima
