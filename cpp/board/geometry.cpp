#include "board/geometry.h"

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

namespace keima {
namespace {

std::unique_ptr<Geometry> make(int width, int height) {
  auto g = std::make_unique<Geometry>();
  g->width = width;
  g->height = height;
  g->stride = width + 1;
  g->area = width * height;
  g->cells = g->stride * (height + 2) + 1;
  g->index.assign(g->cells, static_cast<std::uint16_t>(g->area));
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      g->index[g->at(column, row)] = static_cast<std::uint16_t>(g->cell.size());
      g->cell.push_back(g->at(column, row));
    }
  g->cell.push_back(kPass);
  const int s = g->stride;
  g->around = {-s, -1, 1, s, -s - 1, -s + 1, s - 1, s + 1};
  g->empty_colors.assign(g->cells, kWall);
  g->empty_codes.assign(g->cells, 0);
  for (int i = 0; i < g->area; ++i) g->empty_colors[g->cell[i]] = kEmpty;
  for (int i = 0; i < g->area; ++i)
    for (int d = 0; d < 8; ++d)
      g->empty_codes[g->cell[i]] |= g->empty_colors[g->cell[i] + g->around[d]] << 2 * d;
  return g;
}

}  // namespace

const Geometry& Geometry::of(int width, int height) {
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide)
    throw std::invalid_argument("board size " + std::to_string(width) + "x" +
                                std::to_string(height) + " is not between 1x1 and 25x25");
  static std::mutex mutex;
  static std::array<std::unique_ptr<Geometry>, kMaxArea> known;
  const std::lock_guard lock(mutex);
  auto& slot = known[(height - 1) * kMaxSide + width - 1];
  if (!slot) slot = make(width, height);
  return *slot;
}

}  // namespace keima
