#include "features/block_regions.h"

#include <tuple>

namespace keima {
namespace {

constexpr int kOrders = 8;

// The first point of a set in one of the eight orders: by rows or by columns, from either end, and
// from either end within them.
Points first_in(const Points& set, int order) {
  const bool by_columns = order & 1, last_line = order & 2, last_in_line = order & 4;
  std::uint32_t columns = 0;
  int top = -1, bottom = -1;
  for (int r = 0; r < Points::kRows; ++r)
    if (set.rows[r]) {
      columns |= set.rows[r];
      bottom = r;
      if (top < 0) top = r;
    }
  const auto end = [](std::uint32_t bits, bool last) {
    return last ? std::bit_width(bits) - 1 : std::countr_zero(bits);
  };
  if (!by_columns) {
    const int r = last_line ? bottom : top;
    return Points::only(r - 1, end(set.rows[r], last_in_line));
  }
  const int column = end(columns, last_line);
  int r = last_in_line ? bottom : top;
  while (!(set.rows[r] >> column & 1)) r += last_in_line ? -1 : 1;
  return Points::only(r - 1, column);
}

// The empty points of a region that are accessible if pairs are picked in the given order.
Points pick_pairs(const Points& empty, const Points& liberties, const Points& safe, int order) {
  Points reached = liberties | (safe.near() & empty);
  Points free = reached;  // points that are of no pair yet
  for (;;) {
    const Points beyond = empty - reached;
    const Points candidates = beyond & free.near_two();
    if (!candidates.any()) return reached;
    const Points target = first_in(candidates, order);
    // Of more than two, those are taken that are next to fewer points still out of reach.
    Points choice = target.near() & free, pair;
    for (int i = 0; i < 2; ++i) {
      Points best;
      int least = 5;
      for (Points rest = choice; rest.any();) {
        const Points one = first_in(rest, order);
        rest -= one;
        const int wanted = (one.near() & beyond).count();
        if (wanted < least) {
          least = wanted;
          best = one;
        }
      }
      pair |= best;
      choice -= best;
    }
    free -= pair;
    const Points gained = pair.near_two() & beyond;
    reached |= gained;
    free |= gained;
  }
}

Access measured(const BlockPosition& position, const EnclosedRegion& region, const Block& block,
                const Points& reached) {
  const Points under = (region.points - position.empty) & (reached | block.stones).near();
  const Points inside = reached | under, rest = region.points - inside;
  return {!((region.points & position.empty) - reached).any(),
          inside.count(),
          around(inside, position.board).count(),
          rest.count(),
          around(rest, position.board).count(),
          split_points(rest).count()};
}

}  // namespace

std::vector<EnclosedRegion> enclosed_regions(const BlockPosition& position, Color color) {
  std::vector<EnclosedRegion> regions;
  each_part(position.board - position.stones(color), [&](const Points& points) {
    regions.push_back({color, points, points.count(), around(points, position.board).count(),
                       split_points(points).count()});
  });
  return regions;
}

Access access(const BlockPosition& position, const Block& block, const EnclosedRegion& region) {
  const Points empty = region.points & position.empty;
  const Points liberties = block.liberties & region.points;
  const Points safe = liberties & position.protected_from(opponent(block.color));
  Points reached = liberties | (safe.near() & empty);
  if (!((empty - reached) & reached.near_two()).any())
    return measured(position, region, block, reached);
  const auto rank = [](const Access& a) {
    return std::tuple(a.size, -a.perimeter, -a.inner_perimeter, -a.inner_splits);
  };
  Access best{};
  for (int order = 0; order < kOrders; ++order) {
    reached = pick_pairs(empty, liberties, safe, order);
    const Access found = measured(position, region, block, reached);
    if (order == 0 || rank(best) < rank(found)) best = found;
    if (found.full) return found;
  }
  return best;
}

std::array<float, kRegionFeatures> region_features(const std::vector<Reach>& reaches) {
  std::array<float, kRegionFeatures> sums{};
  const auto add = [&](int at, std::initializer_list<int> values) {
    for (const int value : values) sums[at++] += static_cast<float>(value);
  };
  for (const auto& [region, access] : reaches) {
    if (access.full)
      add(0, {1, region->size, region->perimeter, region->splits});
    else
      add(4, {1, access.size, access.perimeter, access.inner_size, access.inner_perimeter,
              access.inner_splits});
  }
  return sums;
}

}  // namespace keima
