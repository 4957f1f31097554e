#include "features/block_general.h"

#include <algorithm>

namespace keima {
namespace {

// Liberties that would leave the block with one, if its own side played there.
int auto_atari_liberties(const BlockPosition& position, const Block& block) {
  if (block.liberty_count != 2) return 0;
  int count = 0;
  block.liberties.each([&](int r, int k) {
    count += !position.captures(r, k, block.color) &&
             position.liberties_after(r, k, block.color).count() == 1;
  });
  return count;
}

// Stones of its colour less those of the other within a Manhattan distance of 2.
int local_majority(const BlockPosition& position, const Block& block) {
  Points reach = block.stones | (block.stones.near() & position.board);
  reach |= reach.near() & position.board;
  return (reach & position.stones(block.color)).count() -
         (reach & position.stones(opponent(block.color))).count();
}

// Sums over the stones: distance to the closest edge and to the second-closest.
std::array<int, 2> edge_distances(const BlockPosition& position, const Block& block) {
  std::array<int, 2> sums{};
  block.stones.each([&](int r, int k) {
    std::array<int, 4> d = {r, position.height - 1 - r, k, position.width - 1 - k};
    std::partial_sort(d.begin(), d.begin() + 2, d.end());
    sums[0] += d[0];
    sums[1] += d[1];
  });
  return sums;
}

int bounding_box(const Points& set) {
  int rows = 0, first = 0;
  std::uint32_t columns = 0;
  for (int r = 0; r < Points::kRows; ++r) {
    if (!set.rows[r]) continue;
    if (!columns) first = r;
    rows = r - first + 1;
    columns |= set.rows[r];
  }
  return rows * (std::bit_width(columns) - std::countr_zero(columns));
}

}  // namespace

std::array<float, kGeneralFeatures> general_features(const BlockPosition& position,
                                                     const Block& block) {
  const Points& first = block.liberties;
  const Points second = (first.near() & position.empty) - first;
  const Points third = (second.near() & position.empty) - first - second;
  const int enemies = (block.stones.near() & position.stones(opponent(block.color))).count();
  const Points safe = first & position.protected_from(opponent(block.color));
  const auto edges = edge_distances(position, block);
  const auto size = static_cast<float>(block.size);
  const auto real = [](int n) { return static_cast<float>(n); };
  return {size,
          real(enemies + block.liberty_count),
          real(enemies),
          real(block.liberty_count),
          real(safe.count()),
          real(auto_atari_liberties(position, block)),
          real(second.count()),
          real(third.count()),
          real(static_cast<int>(block.opponents.size())),
          real(local_majority(position, block)),
          real(edges[0]) / size,
          real(edges[1]) / size,
          real(bounding_box(block.stones))};
}

Points disputed_territory(const BlockPosition& position) {
  return flood(position.stones(kBlack).near(), position.empty) &
         flood(position.stones(kWhite).near(), position.empty);
}

std::array<float, kDisputedFeatures> disputed_features(const BlockPosition& position,
                                                       const Points& disputed, const Block& block) {
  const Points own = block.liberties & disputed;
  if (!own.any()) return {};
  const Points regions = flood(own, disputed);
  const auto liberties = [&](Color c) {
    return static_cast<float>((position.stones(c).near() & regions).count());
  };
  return {static_cast<float>(own.count()), liberties(block.color),
          liberties(opponent(block.color))};
}

}  // namespace keima
