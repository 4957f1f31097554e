// Small regions: the points inside a wall of stones of one colour, and their shape.
#pragma once

#include <array>
#include <cstdint>

#include "board/board.h"

namespace keima {

// Connected points that are no stones of the enclosing colour: empty points and stones of the
// other one.
struct Region {
  static constexpr int kMost = 12;

  int size = 0;
  int empty = 0;  // how many of them are empty
  int edges = 0;  // how many pairs of them are neighbours
  std::array<Point, kMost> points;
  std::array<std::uint8_t, kMost> degree;  // of each: how many neighbours are of the region

  bool has(Point p) const {
    for (int i = 0; i < size; ++i)
      if (points[i] == p) return true;
    return false;
  }
};

// Fills the region of p, which must be no stone of c, inside stones of c. Returns false as soon as
// it has more than `most` points (no more than Region::kMost), and if no stone of c bounds it.
inline bool fill_region(const Board& b, Point p, Color c, int most, Region& r) {
  const auto& around = b.geometry().around;
  r.size = r.empty = r.edges = 0;
  bool bounded = false;
  r.points[r.size++] = p;
  for (int i = 0; i < r.size; ++i) {
    const Point at = r.points[i];
    r.empty += b.at(at) == kEmpty;
    int degree = 0;
    for (int d = 0; d < 4; ++d) {
      const auto n = static_cast<Point>(at + around[d]);
      const Color color = b.at(n);
      bounded |= color == c;
      if (color == c || color == kWall) continue;
      ++degree;
      if (r.has(n)) continue;
      if (r.size == most) return false;
      r.points[r.size++] = n;
    }
    r.degree[i] = static_cast<std::uint8_t>(degree);
    r.edges += degree;
  }
  r.edges /= 2;
  return bounded;
}

// The index of the one point that makes or breaks two eyes in an empty region of this shape:
// straight and bent three, pyramid four, crossed five, bulky five, rabbity six. -1 if there is
// none. Number of points, of neighbouring pairs and the greatest degree tell these shapes from
// all others.
inline int vital_index(const Region& r) {
  int best = 0;
  for (int i = 1; i < r.size; ++i)
    if (r.degree[i] > r.degree[best]) best = i;
  const int most = r.size ? r.degree[best] : 0;
  const bool vital = r.size == 3 || (r.size == 4 && most == 3) ||
                     (r.size == 5 && (most == 4 || r.edges == 5)) ||
                     (r.size == 6 && most == 4 && r.edges == 6);
  return vital ? best : -1;
}

// Is a region of this shape one eye only, if the opponent moves first in it?
inline bool is_dead_shape(const Region& r) {
  return r.size <= 2 || (r.size == 4 && r.edges == 4) || vital_index(r) >= 0;
}

}  // namespace keima
