#include "features/block_chains.h"

#include <algorithm>

namespace keima {

ChainShape chain_shape(const BlockPosition& position, const Chain& chain,
                       const std::vector<std::vector<Reach>>& reaches) {
  ChainShape shape{around(chain.stones, position.board).count(),
                   split_points(chain.stones | chain.shared).count(),
                   {},
                   0,
                   0};
  std::vector<const EnclosedRegion*> accessible;
  Points enemies;
  for (const int n : chain.blocks) {
    for (const auto& [region, access] : reaches[n]) {
      if (std::find(shape.regions.begin(), shape.regions.end(), region) == shape.regions.end())
        shape.regions.push_back(region);
      if (access.full &&
          std::find(accessible.begin(), accessible.end(), region) == accessible.end())
        accessible.push_back(region);
    }
    for (const int o : position.blocks[n].opponents) enemies |= position.blocks[o].liberties;
  }
  shape.accessible = static_cast<int>(accessible.size());
  shape.external = (enemies - chain.liberties).count();
  return shape;
}

std::array<float, kChainFeatures> chain_features(const Chain& chain, const ChainShape& shape,
                                                 const Points& eyes, const Extent& eyespace) {
  const auto with_eyes =
      std::count_if(shape.regions.begin(), shape.regions.end(),
                    [&](const EnclosedRegion* region) { return region->points.meets(eyes); });
  const auto real = [](auto n) { return static_cast<float>(n); };
  return {real(chain.blocks.size()), real(chain.stones.count()), real(shape.perimeter),
          real(shape.splits),        real(shape.regions.size()), real(with_eyes),
          real(shape.accessible),    real(eyespace.size),        real(eyespace.perimeter),
          real(shape.external)};
}

}  // namespace keima
