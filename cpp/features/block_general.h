// What a block is by itself (van der Werf 2004, 8.3.1, general features) and what territory it
// disputes.
#pragma once

#include <array>

#include "features/block_position.h"

namespace keima {

constexpr int kGeneralFeatures = 13, kDisputedFeatures = 3;

// Size, perimeter, opponents, liberties, protected liberties, auto-atari liberties, liberties of
// the second and third order, adjacent opponent blocks, local majority, mean distance of its stones
// to the closest and the second-closest edge (0 for a stone on it), size of the bounding box.
std::array<float, kGeneralFeatures> general_features(const BlockPosition& position,
                                                     const Block& block);

// The empty regions that touch both colours.
Points disputed_territory(const BlockPosition& position);

// Of the disputed regions next to the block: its own liberties in them, those of all blocks of its
// colour, and those of all of the other.
std::array<float, kDisputedFeatures> disputed_features(const BlockPosition& position,
                                                       const Points& disputed, const Block& block);

}  // namespace keima
