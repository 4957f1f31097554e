#include "search/biases.h"

#include <algorithm>

namespace keima {
namespace {

constexpr int kRadius = 2, kTries = 8;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 31) * 0x9fb21c651e98df25;
  return x ^ x >> 28;
}

}  // namespace

std::uint64_t local_key(const Board& before, Point last, Point move, Color mover) {
  const Geometry& g = before.geometry();
  std::uint64_t key = mix(mover + 4u * (last + 1u));
  key = mix(key + move);
  if (move == kPass) return key;
  const int row = g.index[move] / g.width, column = g.index[move] % g.width;
  std::uint64_t stones = 0;
  for (int r = std::max(0, row - kRadius); r <= std::min(g.height - 1, row + kRadius); ++r)
    for (int c = std::max(0, column - kRadius); c <= std::min(g.width - 1, column + kRadius); ++c) {
      const Point p = g.cell[r * g.width + c];
      const Color color = before.at(p);
      if (color == kEmpty) continue;
      const std::uint64_t stone = zobrist_key(color, p);
      stones ^= before.liberties(p) == 1 ? mix(stone) : stone;
    }
  return mix(key ^ stones);
}

std::uint32_t Biases::place(std::uint64_t key) {
  const auto tag = static_cast<std::uint32_t>(key >> 32) | 1u;
  std::uint32_t slot = static_cast<std::uint32_t>(key) & (kPlaces - 1);
  for (int tries = 0; tries < kTries; ++tries, slot = (slot + 1) & (kPlaces - 1)) {
    std::uint32_t seen = 0;
    if (entries_[slot].tag.compare_exchange_strong(seen, tag) || seen == tag) return slot + 1;
  }
  return (static_cast<std::uint32_t>(key) & (kPlaces - 1)) + 1;
}

void Biases::scale(float factor) {
  for (std::uint32_t i = 0; entries_ && i < kPlaces; ++i) {
    entries_[i].sum.set(entries_[i].sum.get() * factor);
    entries_[i].weight.set(entries_[i].weight.get() * factor);
  }
}

}  // namespace keima
