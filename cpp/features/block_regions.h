// Colour-enclosed regions, and how far a block reaches into them by miai (van der Werf
// 2004, 8.3.1).
#pragma once

#include <array>
#include <vector>

#include "features/block_position.h"

namespace keima {

constexpr int kRegionFeatures = 10;

// Connected points that are no stones of a colour, of whatever is on them.
struct EnclosedRegion {
  Color color;  // of the stones around it
  Points points;
  int size, perimeter, splits;
};

std::vector<EnclosedRegion> enclosed_regions(const BlockPosition& position, Color color);

// How far a block reaches into a region next to it. Its liberties are accessible. So is an empty
// point next to a liberty where the opponent should not play, and one next to two accessible points
// that are miai: if the opponent takes one, the block's side takes the other (Mueller 1997). Each
// accessible point is of one pair only, but all points next to both of a pair profit. A point under
// a stone is accessible if the block or an accessible point is next to it.
struct Access {
  bool full;                                      // all empty points are accessible
  int size, perimeter;                            // of what is accessible
  int inner_size, inner_perimeter, inner_splits;  // of the rest
};

// Pairs are picked in turn, from each corner in both directions, and the pick that reaches most
// counts: so a position has the same features however it is turned.
Access access(const BlockPosition& position, const Block& block, const EnclosedRegion& region);

// The regions next to a block, with its access to each.
struct Reach {
  const EnclosedRegion* region;
  Access access;
};

// Summed over fully accessible regions: number, size, perimeter, split points; over the others:
// number, accessible size and perimeter, size, perimeter and split points of the inaccessible rest.
std::array<float, kRegionFeatures> region_features(const std::vector<Reach>& reaches);

}  // namespace keima
