#include "features/territory_net.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace keima {

std::size_t TerritoryNet::weight_count(const TerritorySight& sight, int hidden) {
  const auto inputs = static_cast<std::size_t>(sight.inputs()),
             units = static_cast<std::size_t>(hidden);
  return units ? (inputs + 2) * units + 1 : inputs + 1;
}

TerritoryNet::TerritoryNet(TerritorySight sight, int hidden, std::span<const float> weights)
    : sight_(sight), hidden_(hidden), weights_(weights.begin(), weights.end()) {
  if (sight.radius < 1 || sight.radius > kMostRadius)
    throw std::invalid_argument("the radius must be from 1 to " + std::to_string(kMostRadius) +
                                ", got " + std::to_string(sight.radius));
  if (hidden < 0 || hidden > kMostHidden)
    throw std::invalid_argument("hidden units must be from 0 to " + std::to_string(kMostHidden) +
                                ", got " + std::to_string(hidden));
  if (weights_.size() != weight_count(sight, hidden))
    throw std::invalid_argument("expected " + std::to_string(weight_count(sight, hidden)) +
                                " weights, got " + std::to_string(weights_.size()));
  constexpr float kMostWeight = 1e6f;  // sums of products stay numbers
  for (const float w : weights_)
    if (!(std::abs(w) <= kMostWeight))
      throw std::invalid_argument("a weight is no number, or absurd");
}

float TerritoryNet::output(const float* inputs) const {
  const int count = sight_.inputs();
  const float* weights = weights_.data();
  if (!hidden_) {
    float sum = weights[count];
    for (int i = 0; i < count; ++i) sum += weights[i] * inputs[i];
    return sum;
  }
  std::array<float, kMostHidden> sums;
  const float* biases = weights + count * hidden_;
  std::copy_n(biases, hidden_, sums.begin());
  for (int i = 0; i < count; ++i) {
    const float input = inputs[i];
    if (input == 0.0f) continue;  // most are
    const float* row = weights + i * hidden_;
    for (int h = 0; h < hidden_; ++h) sums[h] += row[h] * input;
  }
  const float* outer = biases + hidden_;
  float sum = outer[hidden_];
  for (int h = 0; h < hidden_; ++h) sum += outer[h] * std::tanh(sums[h]);
  return std::tanh(sum);
}

std::vector<float> TerritoryNet::evaluate(const Signs& signs, Color to_play,
                                          std::span<const float> alive, bool empty_only) const {
  const TerritoryScene scene(signs, to_play, alive);
  const int inputs = sight_.inputs();
  std::vector<float> room(static_cast<std::size_t>(inputs * kMostViews));
  std::vector<float> found(signs.area());
  const float side = to_play == kBlack ? 1.0f : -1.0f;
  for (int p = 0; p < signs.area(); ++p) {
    if (empty_only && signs.at(p) != 0) continue;
    const int views = scene.views(p, sight_, room);
    std::array<float, kMostViews> outputs;
    for (int v = 0; v < views; ++v) outputs[v] = output(room.data() + v * inputs);
    std::sort(outputs.begin(),
              outputs.begin() + views);  // the same sum however the board is turned
    float sum = 0;
    for (int v = 0; v < views; ++v) sum += outputs[v];
    found[p] = side * sum / static_cast<float>(views);
  }
  return found;
}

}  // namespace keima
