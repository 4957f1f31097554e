// How likely blocks live, in any position: a cascade of small networks over what block features and
// capture searches tell (van der Werf 2004, chapter 9).
#pragma once

#include <span>
#include <vector>

#include "board/board.h"
#include "features/block_captures.h"
#include "features/block_features.h"

namespace keima {

// What the first network sees of a block, and each further one, which is told what the one before
// said: static features, perhaps recursive ones, extra ones, and captures.
constexpr int kLifeInputs = kStaticFeatures + kExtraFeatures + kCaptureFeatures;
constexpr int kLifeInputsAgain = kLifeInputs + kRecursiveFeatures;

class LifeNet {
 public:
  static constexpr int kMostUnits = 1000, kMostSteps = 16;

  // Numbers of a network for this many inputs: means and scales of the inputs' roots; for each
  // input the weights of all tanh units, then their biases; weights and bias of a logistic output.
  static std::size_t weight_count(int inputs, int units) {
    const auto n = static_cast<std::size_t>(inputs), u = static_cast<std::size_t>(units);
    return 2 * n + n * u + 2 * u + 1;
  }

  // The units of each step, and the numbers of all in turn. Throws std::invalid_argument for others
  // than a cascade has.
  LifeNet(std::vector<int> units, std::span<const float> weights);

  const std::vector<int>& units() const { return units_; }
  const std::vector<float>& weights() const { return weights_; }

  // For each block, from 0 (dies) to 1 (lives).
  std::vector<float> values(const Board& board, const BlockFeatures& features, Color to_play) const;
  // For each point, row by row, how likely its stone lives; 1 without a stone.
  std::vector<float> alive(const Board& board, Color to_play) const;

 private:
  std::vector<int> units_;
  std::vector<float> weights_;
};

}  // namespace keima
