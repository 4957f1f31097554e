// Learned estimates of territory: a small network for each point (van der Werf 2004, section 10.3).
#pragma once

#include <span>
#include <vector>

#include "features/territory_inputs.h"

namespace keima {

// One hidden layer of tanh units and a tanh output, or with no hidden units a linear output.
//
// Weights, in this order: for each input those of all hidden units, their biases, the weight of
// each in the output, the bias of the output; without hidden units one for each input and the bias.
class TerritoryNet {
 public:
  static constexpr int kMostHidden = 256;

  // Throws std::invalid_argument for numbers that no network has.
  TerritoryNet(TerritorySight sight, int hidden, std::span<const float> weights);

  const TerritorySight& sight() const { return sight_; }
  int hidden() const { return hidden_; }
  const std::vector<float>& weights() const { return weights_; }
  static std::size_t weight_count(const TerritorySight& sight, int hidden);

  // Who will have each point, from 1 (Black) to -1, about: the mean over a point's views. For a
  // stone's point as if it were empty, or with `empty_only` 0.
  std::vector<float> evaluate(const Signs& signs, Color to_play, std::span<const float> alive,
                              bool empty_only = false) const;

 private:
  float output(const float* inputs) const;

  TerritorySight sight_;
  int hidden_;
  std::vector<float> weights_;
};

}  // namespace keima
