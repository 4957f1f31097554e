#include "features/surroundings.h"

#include <algorithm>
#include <cstdlib>

#include "tactics/atari.h"

namespace keima {
namespace {

int distance_of(int x, int y) {
  x = std::abs(x), y = std::abs(y);
  return x + y + std::max(x, y);
}

}  // namespace

int shape_distance(const Geometry& g, Point a, Point b) {
  const int i = g.index[a], j = g.index[b];
  return distance_of(i % g.width - j % g.width, i / g.width - j / g.width);
}

Surroundings::Tables::Tables() {
  for (int size = 2; size <= kLargestShape; ++size) {
    first[size] = static_cast<int>(cells.size());
    for (int y = -kMargin; y <= kMargin; ++y)
      for (int x = -kMargin; x <= kMargin; ++x) {
        if (distance_of(x, y) != size) continue;
        Cell cell{x, y, y * kStride + x, {}};
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
          int u = symmetry & 1 ? -x : x, v = symmetry & 2 ? -y : y;
          if (symmetry & 4) std::swap(u, v);
          const int where = (v + kMargin) * (2 * kMargin + 1) + u + kMargin;
          for (int state = 0; state < static_cast<int>(cell.keys.size()); ++state)
            cell.keys[state][symmetry] = mix(static_cast<std::uint32_t>(16 * where + state + 1));
        }
        cells.push_back(cell);
      }
  }
  first[kLargestShape + 1] = static_cast<int>(cells.size());
}

const Surroundings::Tables& Surroundings::tables() {
  static const Tables made;
  return made;
}

Surroundings::Surroundings(const Board& board, Color to_play) : board_(board), to_play_(to_play) {
  const Geometry& g = board.geometry();
  const std::array<std::uint8_t, 4> seen = to_play == kBlack
                                               ? std::array<std::uint8_t, 4>{0, 1, 2, 3}
                                               : std::array<std::uint8_t, 4>{0, 2, 1, 3};
  std::fill_n(state_.begin(), (g.height + 2 * kMargin) * kStride, std::uint8_t{3});
  for (int y = 0; y < g.height; ++y)
    for (int x = 0; x < g.width; ++x)
      state_[(y + kMargin) * kStride + x + kMargin] = seen[board.at(g.at(x, y))];
}

std::uint32_t Surroundings::marked_shape(Point p, Point marked, int size) const {
  const Tables& t = tables();
  const int middle = place(p), mark = place(marked) - middle;
  Lanes lanes{};
  for (int i = 0; i < t.first[size + 1]; ++i) {
    int state = state_[middle + t.cells[i].offset];
    if (t.cells[i].offset == mark) state += 3;
    if (state) add(lanes, t.cells[i].keys[state - 1]);
  }
  return mix(smallest(lanes) + 100 + static_cast<std::uint32_t>(size));
}

std::uint32_t Surroundings::shape_with_liberties(Point p) const {
  const Tables& t = tables();
  const Geometry& g = board_.geometry();
  const int middle = place(p);
  Lanes lanes{};
  for (int i = 0; i < t.first[kSmallestShape + 1]; ++i) {
    int state = state_[middle + t.cells[i].offset];
    if ((state == 1 || state == 2) && i < t.first[3]) {
      const auto n = static_cast<Point>(p + t.cells[i].y * g.stride + t.cells[i].x);
      state += 3 * (std::min(board_.liberties(n), 3) - 1);
    }
    if (state) add(lanes, t.cells[i].keys[state - 1]);
  }
  return mix(smallest(lanes) + 200);
}

}  // namespace keima
