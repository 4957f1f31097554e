#include "tactics/eyes.h"

#include <array>
#include <utility>

#include "tactics/region.h"

namespace keima {
namespace {

// The stones of c around an empty region: are they joined at its corners, or all one group, and
// is none of them in atari?
bool has_sound_wall(const Board& b, const Region& r, Color c) {
  const auto& around = b.geometry().around;
  Point first = kPass;
  bool one_group = true, edge = false;
  int cuts = 0;
  std::array<Point, 4 * Region::kMost> seen;
  for (int i = 0; i < r.size; ++i) {
    const unsigned corners = b.code(r.points[i]) >> 8;
    edge |= (corners & corners >> 1 & 0x55) != 0;
    for (int d = 0; d < 8; ++d) {
      const auto n = static_cast<Point>(r.points[i] + around[d]);
      if (d < 4 && b.at(n) == c) {
        if (b.liberties(n) == 1) return false;
        if (first == kPass) first = b.head(n);
        one_group &= b.head(n) == first;
      } else if (d >= 4 && b.at(n) == opponent(c)) {
        bool known = false;
        for (int k = 0; k < cuts; ++k) known |= seen[k] == n;
        if (!known) seen[cuts++] = n;
      }
    }
  }
  return one_group || cuts + edge < 2;
}

// A line of points, each next to the one before.
bool is_line(const Region& r) {
  bool line = r.edges == r.size - 1;
  for (int i = 0; i < r.size; ++i) line &= r.degree[i] <= 2;
  return line;
}

}  // namespace

bool is_inside_one_group(const Board& b, Point p) {
  Point first = kPass;
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(p + b.geometry().around[d]);
    if (b.at(n) == kWall) continue;
    if (first == kPass) first = b.head(n);
    if (b.head(n) != first) return false;
  }
  return first != kPass;
}

bool is_false_eye(const Board& b, Point p, Color c) {
  return is_surrounded(b, p, c) && !b.is_eye(p, c) && !is_inside_one_group(b, p);
}

bool is_simple_eye_shape(const Board& b, Point p, Color c) {
  const int empty = b.count_empty_neighbours(p);
  if (empty < 1 || empty > 2) return false;
  Region r;
  if (!fill_region(b, p, c, 4, r) || r.empty != r.size) return false;
  const bool shape = r.size == 2 || (r.size == 4 && vital_index(r) < 0);
  return shape && has_sound_wall(b, r, c);
}

bool is_long_eye(const Board& b, Point p, Color c, int least) {
  const int empty = b.count_empty_neighbours(p);
  if (empty < 1 || empty > 2) return false;
  Region r;
  return fill_region(b, p, c, Region::kMost, r) && r.empty == r.size && r.size >= least &&
         is_line(r) && has_sound_wall(b, r, c);
}

bool miai_in_eye(const Board& b, Point p, Color c, Point pair[2]) {
  Region r;
  if (!fill_region(b, p, c, 4, r) || r.empty != r.size || !is_line(r)) return false;
  if (r.size != 2 && r.size != 4) return false;
  int count = 0;
  bool has_p = false;
  for (int i = 0; i < r.size; ++i) {
    if (r.size == 4 && r.degree[i] != 2) continue;
    pair[count++] = r.points[i];
    has_p |= r.points[i] == p;
  }
  if (pair[0] > pair[1]) std::swap(pair[0], pair[1]);
  return has_p;
}

}  // namespace keima
