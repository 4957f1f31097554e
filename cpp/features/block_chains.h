// Optimistic chains: what a block's friends bring it (van der Werf 2004, 8.3.1).
#pragma once

#include <array>
#include <vector>

#include "features/block_eyespace.h"
#include "features/block_position.h"
#include "features/block_regions.h"

namespace keima {

constexpr int kChainFeatures = 10;

// What does not depend on who is dead.
struct ChainShape {
  int perimeter;
  int splits;                                  // of its stones and the liberties that they share
  std::vector<const EnclosedRegion*> regions;  // next to it
  int accessible;                              // of them, fully accessible from one of its blocks
  int external;                                // liberties of adjacent opponents that it has not
};

// `reaches` are those of each block.
ChainShape chain_shape(const BlockPosition& position, const Chain& chain,
                       const std::vector<std::vector<Reach>>& reaches);

// Number of blocks, stones, perimeter, split points, adjacent regions, those with eyespace, those
// fully accessible, size and perimeter of adjacent eyespace, external opponent liberties.
std::array<float, kChainFeatures> chain_features(const Chain& chain, const ChainShape& shape,
                                                 const Points& eyes, const Extent& eyespace);

}  // namespace keima
