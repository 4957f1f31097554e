// All features of all blocks of a position (van der Werf 2004, 8.3 and 9.3).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "features/block_chains.h"
#include "features/block_general.h"
#include "features/block_opponents.h"
#include "features/block_position.h"
#include "features/block_regions.h"

namespace keima {

constexpr int kEyespaceFeatures = 2, kExtraFeatures = 5;
constexpr int kStaticFeatures = kGeneralFeatures + kRegionFeatures + kEyespaceFeatures +
                                kChainFeatures + kOpponentFeatures + kDisputedFeatures;
constexpr int kAllFeatures = kStaticFeatures + kRecursiveFeatures + kExtraFeatures;

// Static, recursive and extra features by name, in the order in which they are given.
extern const std::array<std::string_view, kAllFeatures> kBlockFeatureNames;

// What does not change with predictions is found once.
class BlockFeatures {
 public:
  explicit BlockFeatures(const Board& board);
  BlockFeatures(const BlockFeatures&) = delete;  // parts point to each other
  BlockFeatures& operator=(const BlockFeatures&) = delete;

  const BlockPosition& position() const { return position_; }
  int size() const { return static_cast<int>(position_.blocks.size()); }

  // kStaticFeatures numbers for each block.
  std::vector<float> statics() const;
  // kStaticFeatures + kRecursiveFeatures for each block, with eyespace as the predictions have it:
  // a value for each block, from 0 (dead) to 1 (alive).
  std::vector<float> recursive(const std::vector<float>& alive) const;
  // kExtraFeatures for each block: 1 if its side is to move, else -1; 1 if there is a ko, and the
  // block's Manhattan distance to its point (0 and the longest on the board if not); stones of its
  // colour and of the other on the board.
  std::vector<float> extra(Color to_play) const;

 private:
  struct Eyes {
    std::array<Points, 2> of;  // Black's and White's
    std::vector<Extent> blocks, chains;
  };
  Eyes eyes(const Captured& captured) const;
  std::vector<float> assembled(const Eyes& eyes, const std::vector<float>& alive,
                               bool recursive) const;

  BlockPosition position_;
  int ko_row_ = -1, ko_column_ = -1;  // -1 without a ko
  std::array<std::vector<EnclosedRegion>, 2> regions_;
  std::vector<std::vector<Reach>> reaches_;  // of each block
  std::vector<ChainShape> chains_;
  std::vector<int> perimeters_, splits_;  // of each block
  std::vector<std::array<float, kGeneralFeatures>> general_;
  std::vector<std::array<float, kRegionFeatures>> enclosed_;
  std::vector<std::array<float, kDisputedFeatures>> disputed_;
};

}  // namespace keima
