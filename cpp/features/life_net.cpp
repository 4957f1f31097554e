#include "features/life_net.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace keima {
namespace {

int inputs_of(std::size_t step) { return step ? kLifeInputsAgain : kLifeInputs; }

// A network's answer to the inputs of one block.
float answer(const float* weights, int inputs, int units, const float* row) {
  const float *means = weights, *scales = means + inputs, *hidden = scales + inputs,
              *biases = hidden + inputs * units, *output = biases + units;
  std::array<float, LifeNet::kMostUnits> sums;
  std::copy_n(biases, units, sums.begin());
  for (int i = 0; i < inputs; ++i) {
    // Counts grow without end with the board, so their roots are taken.
    const float root = std::copysign(std::sqrt(std::abs(row[i])), row[i]);
    const float x = (root - means[i]) * scales[i];
    const float* from = hidden + i * units;
    for (int u = 0; u < units; ++u) sums[u] += from[u] * x;
  }
  float sum = output[units];
  for (int u = 0; u < units; ++u) sum += output[u] * std::tanh(sums[u]);
  return 0.5f + 0.5f * std::tanh(0.5f * sum);
}

}  // namespace

LifeNet::LifeNet(std::vector<int> units, std::span<const float> weights)
    : units_(std::move(units)), weights_(weights.begin(), weights.end()) {
  if (units_.empty() || units_.size() > kMostSteps)
    throw std::invalid_argument("a cascade has from 1 to " + std::to_string(kMostSteps) +
                                " steps, not " + std::to_string(units_.size()));
  std::size_t count = 0;
  for (std::size_t step = 0; step < units_.size(); ++step) {
    if (units_[step] < 1 || units_[step] > kMostUnits)
      throw std::invalid_argument("units must be from 1 to " + std::to_string(kMostUnits) +
                                  ", got " + std::to_string(units_[step]));
    count += weight_count(inputs_of(step), units_[step]);
  }
  if (weights_.size() != count)
    throw std::invalid_argument("expected " + std::to_string(count) + " weights, got " +
                                std::to_string(weights_.size()));
  constexpr float kMostWeight = 1e6f;  // sums of products stay numbers
  for (const float w : weights_)
    if (!(std::abs(w) <= kMostWeight))
      throw std::invalid_argument("a weight is no number, or absurd");
}

std::vector<float> LifeNet::values(const Board& board, const BlockFeatures& features,
                                   Color to_play) const {
  const int blocks = features.size();
  const std::vector<float> extra = features.extra(to_play),
                           captures = capture_features(board, features.position());
  std::vector<float> found;
  std::array<float, kLifeInputsAgain> row;
  const float* weights = weights_.data();
  for (std::size_t step = 0; step < units_.size(); ++step) {
    const std::vector<float> seen = step ? features.recursive(found) : features.statics();
    const int inputs = inputs_of(step), own = inputs - kExtraFeatures - kCaptureFeatures;
    found.resize(blocks);
    for (int n = 0; n < blocks; ++n) {
      auto end = std::copy_n(seen.begin() + n * own, own, row.begin());
      end = std::copy_n(extra.begin() + n * kExtraFeatures, kExtraFeatures, end);
      std::copy_n(captures.begin() + n * kCaptureFeatures, kCaptureFeatures, end);
      found[n] = answer(weights, inputs, units_[step], row.data());
    }
    weights += weight_count(inputs, units_[step]);
  }
  return found;
}

std::vector<float> LifeNet::alive(const Board& board, Color to_play) const {
  const BlockFeatures features(board);
  const std::vector<float> found = values(board, features, to_play);
  std::vector<float> result(board.area(), 1.0f);
  for (int i = 0; i < board.area(); ++i)
    if (const int n = features.position().number[i]; n >= 0) result[i] = found[n];
  return result;
}

}  // namespace keima
