#include "features/block_opponents.h"

#include <algorithm>
#include <tuple>

namespace keima {
namespace {

constexpr int kEach = 5;

struct Opponent {
  const Block* block;
  const BlockFacts* facts;
  int shared;

  auto weakness() const {
    return std::tuple(block->liberty_count, shared, facts->perimeter, facts->splits,
                      facts->eyespace.perimeter, facts->alive, facts->chain_alive,
                      facts->chain_eyespace.size, facts->chain_eyespace.perimeter);
  }
  std::array<float, kEach> features() const {
    const auto real = [](int n) { return static_cast<float>(n); };
    return {real(facts->perimeter), real(block->liberty_count), real(shared), real(facts->splits),
            real(facts->eyespace.perimeter)};
  }
};

// Opponents of those numbers, the weakest first.
std::vector<Opponent> by_weakness(const BlockPosition& position, const std::vector<int>& numbers,
                                  const Points& liberties, const std::vector<BlockFacts>& facts) {
  std::vector<Opponent> found;
  for (const int n : numbers) {
    const Block& block = position.blocks[n];
    found.push_back({&block, &facts[n], (block.liberties & liberties).count()});
  }
  std::sort(found.begin(), found.end(),
            [](const Opponent& a, const Opponent& b) { return a.weakness() < b.weakness(); });
  return found;
}

std::vector<int> opponents_of(const BlockPosition& position, const Chain& chain) {
  std::vector<int> numbers;
  const Points reach = chain.stones.near() | chain.liberties;
  for (int n = 0; n < static_cast<int>(position.blocks.size()); ++n) {
    const Block& block = position.blocks[n];
    if (block.color != chain.color && (block.stones | block.liberties).meets(reach))
      numbers.push_back(n);
  }
  return numbers;
}

}  // namespace

OpponentFeatures opponent_features(const BlockPosition& position, const Block& block,
                                   const std::vector<BlockFacts>& facts) {
  OpponentFeatures result;
  const auto put = [&](int place, const Opponent& opponent) {
    const auto values = opponent.features();
    std::copy(values.begin(), values.end(), result.weak.begin() + place * kEach);
  };
  const Chain& chain = position.chains[block.chain];
  const auto next = by_weakness(position, block.opponents, block.liberties, facts);
  const auto wide = by_weakness(position, opponents_of(position, chain), chain.liberties, facts);
  for (std::size_t i = 0; i < std::min<std::size_t>(next.size(), 2); ++i)
    put(static_cast<int>(i), next[i]);
  if (!wide.empty()) put(2, wide[0]);

  result.recursive = {0, 1, 1, 1, 0, 0};
  for (const int n : block.friends)
    result.recursive[0] = std::max(result.recursive[0], facts[n].alive);
  if (next.size() > 1) result.recursive[2] = next[1].facts->alive;
  if (!next.empty()) {
    const BlockFacts& weakest = *next[0].facts;
    result.recursive[1] = weakest.alive;
    result.recursive[3] = weakest.chain_alive;
    result.recursive[4] = static_cast<float>(weakest.chain_eyespace.size);
    result.recursive[5] = static_cast<float>(weakest.chain_eyespace.perimeter);
  }
  return result;
}

}  // namespace keima
