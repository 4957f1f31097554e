#include "features/joseki.h"

#include <algorithm>
#include <stdexcept>

namespace keima {
namespace {

// What may lie on a point of the corner.
enum : std::uint64_t { kOwn = 1, kOther = 2, kMove = 3 };

// A number for what lies on a point: the output function of splitmix64.
std::uint64_t number_of(int line, int column, std::uint64_t what) {
  auto z =
      (static_cast<std::uint64_t>(line * Joseki::kSide + column) * 4 + what) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

std::uint32_t short_of(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(std::min(a, b) >> 32);
}

}  // namespace

Joseki::Joseki(std::vector<std::uint32_t> keys) : keys_(std::move(keys)) {
  if (!std::is_sorted(keys_.begin(), keys_.end()))
    throw std::invalid_argument("the keys of a joseki dictionary must ascend");
}

std::optional<Joseki::Keys> Joseki::keys_of(const Board& b, Point p, Color c) {
  const Geometry& g = b.geometry();
  if (std::min(g.width, g.height) < 2 * kSide) return std::nullopt;
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  const bool right = x >= g.width - kSide, low = y >= g.height - kSide;
  if ((x >= kSide && !right) || (y >= kSide && !low)) return std::nullopt;
  const auto column = [&](int i) { return right ? g.width - 1 - i : i; };
  const auto line = [&](int j) { return low ? g.height - 1 - j : j; };
  std::uint64_t straight = 0, reflected = 0;
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i) {
      const Color stone = b.at(g.at(column(i), line(j)));
      if (stone == kEmpty) continue;
      const std::uint64_t what = stone == c ? kOwn : kOther;
      straight ^= number_of(j, i, what);
      reflected ^= number_of(i, j, what);
    }
  const int i = column(x), j = line(y);  // its own inverse
  return Keys{short_of(straight, reflected),
              short_of(straight ^ number_of(j, i, kMove), reflected ^ number_of(i, j, kMove))};
}

bool Joseki::has(const Board& b, Point p, Color c) const {
  const auto keys = keys_of(b, p, c);
  return keys && std::binary_search(keys_.begin(), keys_.end(), keys->move);
}

}  // namespace keima
