#include "features/block_features.h"

#include <algorithm>
#include <cstdlib>

#include "features/block_eyespace.h"

namespace keima {

const std::array<std::string_view, kAllFeatures> kBlockFeatureNames = {
    "size",
    "perimeter",
    "opponents",
    "liberties",
    "protected_liberties",
    "auto_atari_liberties",
    "liberties_2",
    "liberties_3",
    "opponent_blocks",
    "local_majority",
    "edge_distance",
    "second_edge_distance",
    "bounding_box",
    "full_regions",
    "full_size",
    "full_perimeter",
    "full_splits",
    "partial_regions",
    "partial_size",
    "partial_perimeter",
    "inner_size",
    "inner_perimeter",
    "inner_splits",
    "eyespace_size",
    "eyespace_perimeter",
    "chain_blocks",
    "chain_size",
    "chain_perimeter",
    "chain_splits",
    "chain_regions",
    "chain_eye_regions",
    "chain_full_regions",
    "chain_eyespace_size",
    "chain_eyespace_perimeter",
    "chain_external_liberties",
    "weakest_perimeter",
    "weakest_liberties",
    "weakest_shared",
    "weakest_splits",
    "weakest_eyespace",
    "second_perimeter",
    "second_liberties",
    "second_shared",
    "second_splits",
    "second_eyespace",
    "around_perimeter",
    "around_liberties",
    "around_shared",
    "around_splits",
    "around_eyespace",
    "disputed_own",
    "disputed_friends",
    "disputed_enemies",
    "friend_alive",
    "weakest_alive",
    "second_alive",
    "weakest_chain_alive",
    "weakest_chain_eyespace_size",
    "weakest_chain_eyespace_perimeter",
    "to_move",
    "ko",
    "ko_distance",
    "friendly_stones",
    "enemy_stones"};

BlockFeatures::BlockFeatures(const Board& board) : position_(board) {
  if (board.ko() != kPass) {
    const int index = board.geometry().index[board.ko()];
    ko_row_ = index / board.width();
    ko_column_ = index % board.width();
  }
  for (const Color c : {kBlack, kWhite})
    if (position_.stones(c).any()) regions_[c - 1] = enclosed_regions(position_, c);
  const Points disputed = disputed_territory(position_);
  for (const Block& block : position_.blocks) {
    std::vector<Reach> reaches;
    const Points next = block.stones.near();
    for (const EnclosedRegion& region : regions_[block.color - 1])
      if (region.points.meets(next)) reaches.push_back({&region, access(position_, block, region)});
    enclosed_.push_back(region_features(reaches));
    reaches_.push_back(std::move(reaches));
    general_.push_back(general_features(position_, block));
    disputed_.push_back(disputed_features(position_, disputed, block));
    perimeters_.push_back(around(block.stones, position_.board).count());
    splits_.push_back(split_points(block.stones).count());
  }
  for (const Chain& chain : position_.chains)
    chains_.push_back(chain_shape(position_, chain, reaches_));
}

BlockFeatures::Eyes BlockFeatures::eyes(const Captured& captured) const {
  Eyes result;
  for (const Color c : {kBlack, kWhite}) result.of[c - 1] = eyespace(position_, c, captured);
  for (const Block& block : position_.blocks)
    result.blocks.push_back(adjacent_eyespace(position_, result.of[block.color - 1], block.stones));
  for (const Chain& chain : position_.chains)
    result.chains.push_back(adjacent_eyespace(position_, result.of[chain.color - 1], chain.stones));
  return result;
}

std::vector<float> BlockFeatures::assembled(const Eyes& eyes, const std::vector<float>& alive,
                                            bool recursive) const {
  std::vector<float> chain_alive;
  for (const Chain& chain : position_.chains) {
    double sum = 0;
    for (const int n : chain.blocks) sum += alive[n];
    chain_alive.push_back(static_cast<float>(sum / static_cast<double>(chain.blocks.size())));
  }
  std::vector<BlockFacts> facts;
  for (int n = 0; n < size(); ++n) {
    const int chain = position_.blocks[n].chain;
    facts.push_back({perimeters_[n], splits_[n], eyes.blocks[n], eyes.chains[chain], alive[n],
                     chain_alive[chain]});
  }
  std::vector<float> result;
  const auto append = [&](const auto& values) {
    result.insert(result.end(), values.begin(), values.end());
  };
  for (int n = 0; n < size(); ++n) {
    const Block& block = position_.blocks[n];
    const int chain = block.chain;
    append(general_[n]);
    append(enclosed_[n]);
    append(std::array{static_cast<float>(eyes.blocks[n].size),
                      static_cast<float>(eyes.blocks[n].perimeter)});
    append(chain_features(position_.chains[chain], chains_[chain], eyes.of[block.color - 1],
                          eyes.chains[chain]));
    const OpponentFeatures opponents = opponent_features(position_, block, facts);
    append(opponents.weak);
    append(disputed_[n]);
    if (recursive) append(opponents.recursive);
  }
  return result;
}

std::vector<float> BlockFeatures::statics() const {
  const std::vector<float> unknown(position_.blocks.size());
  return assembled(eyes(captured_by_rule(position_)), unknown, false);
}

std::vector<float> BlockFeatures::recursive(const std::vector<float>& alive) const {
  return assembled(eyes(captured_by_prediction(position_, alive)), alive, true);
}

std::vector<float> BlockFeatures::extra(Color to_play) const {
  const bool ko = ko_row_ >= 0;
  std::vector<float> result;
  for (const Block& block : position_.blocks) {
    int distance = position_.width + position_.height - 2;
    if (ko)
      block.stones.each([&](int r, int k) {
        distance = std::min(distance, std::abs(r - ko_row_) + std::abs(k - ko_column_));
      });
    const auto real = [](int n) { return static_cast<float>(n); };
    const std::array values = {block.color == to_play ? 1.0F : -1.0F, real(ko), real(distance),
                               real(position_.stones(block.color).count()),
                               real(position_.stones(opponent(block.color)).count())};
    result.insert(result.end(), values.begin(), values.end());
  }
  return result;
}

}  // namespace keima
