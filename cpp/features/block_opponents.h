// The weakest opponents of a block, and what is predicted of them and of its friends
// (van der Werf 2004, 8.3.1 and 8.3.2).
#pragma once

#include <array>
#include <vector>

#include "features/block_eyespace.h"
#include "features/block_position.h"

namespace keima {

constexpr int kOpponentFeatures = 15, kRecursiveFeatures = 6;

// What is known of every block before its opponents are looked at.
struct BlockFacts {
  int perimeter, splits;
  Extent eyespace;        // next to it
  Extent chain_eyespace;  // next to its chain
  float alive = 0;        // predicted, from 0 to 1
  float chain_alive = 0;  // mean of its chain's blocks
};

struct OpponentFeatures {
  // Perimeter, liberties, shared liberties, split points and perimeter of adjacent eyespace of the
  // weakest adjacent opponent, of the second-weakest, and of the weakest next to or sharing
  // liberties with the block's chain; all 0 where there is none.
  std::array<float, kOpponentFeatures> weak{};
  // Predicted value of the strongest friend that shares a liberty (0 without), of the weakest and
  // of the second-weakest adjacent opponent (1 without); of the weakest opponent's chain the mean
  // predicted value (1 without), and size and perimeter of its eyespace.
  std::array<float, kRecursiveFeatures> recursive{};
};

// The weakest has the fewest liberties; among equals what else is counted of them decides, so that
// it does not matter how the board is turned.
OpponentFeatures opponent_features(const BlockPosition& position, const Block& block,
                                   const std::vector<BlockFacts>& facts);

}  // namespace keima
