#include "features/local_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "features/local_pairs.h"
#include "features/move_model.h"

namespace keima {
namespace {

// Written out, as libraries round differently: a continued fraction, off by 3e-5 at most.
float tanh_of(float x) {
  x = std::clamp(x, -4.97f, 4.97f);
  const float s = x * x;
  return x * (135135 + s * (17325 + s * (378 + s))) / (135135 + s * (62370 + s * (3150 + s * 28)));
}

}  // namespace

LocalModel::LocalModel(LocalShape shape, int hidden, std::span<const float> weights,
                       float sharpness)
    : shape_(shape),
      hidden_(hidden),
      sharpness_(sharpness),
      weights_(weights.begin(), weights.end()) {
  if (!shape.valid()) throw std::invalid_argument("regions reach from 2 to 5 points far");
  if (hidden < 1 || hidden > kMostHidden)
    throw std::invalid_argument("there must be from 1 to 512 hidden neurons");
  if (weights.size() != count_weights(shape, hidden))
    throw std::invalid_argument("expected " + std::to_string(count_weights(shape, hidden)) +
                                " weights, got " + std::to_string(weights.size()));
  const auto fits = [](float w) { return std::abs(w) <= 1e6f; };
  if (!(sharpness > 0)) throw std::invalid_argument("the sharpness must be above 0");
  if (!std::all_of(weights.begin(), weights.end(), fits) || !fits(sharpness))
    throw std::invalid_argument("a weight is no number, or beyond a million");
}

// Most features are 0.
float LocalModel::value(const float* features) const {
  const int inputs = local_length(shape_);
  std::array<float, kMostHidden> sums;
  const float* biases = &weights_[static_cast<std::size_t>(inputs) * hidden_];
  std::copy_n(biases, hidden_, sums.begin());
  for (int i = 0; i < inputs; ++i) {
    const float x = features[i];
    if (x == 0) continue;
    const float* row = &weights_[static_cast<std::size_t>(i) * hidden_];
    for (int h = 0; h < hidden_; ++h) sums[h] += x * row[h];
  }
  for (int h = 0; h < hidden_; ++h) sums[h] = tanh_of(sums[h]);
  const float* output = biases + hidden_;
  float total = 0;
  for (int h = 0; h < hidden_; ++h) total += sums[h] * output[h];
  return total;
}

void LocalModel::values(const Board& board, Color to_play, Point last, std::span<const Point> moves,
                        std::vector<float>& values) const {
  const LocalFeatures features(board, to_play, last, shape_);
  std::array<float, 256> room;
  values.clear();
  for (const Point p : moves) {
    features.describe(p, room.data());
    values.push_back(value(room.data()));
  }
}

void LocalModel::predict(const Board& board, Color to_play, Point last,
                         std::span<const Point> moves, std::vector<float>& probabilities) const {
  values(board, to_play, last, moves, probabilities);
  if (moves.empty()) return;
  // As MoveModel: powers of two in steps, the same on every machine.
  const float most = *std::max_element(probabilities.begin(), probabilities.end());
  constexpr float kSteps = 256 * 1.44269504f;
  float total = 0;
  for (float& p : probabilities) {
    const float steps = std::max(sharpness_ * (p - most) * kSteps, -100.0f * 256);
    total += p = power_of_two(static_cast<int>(steps));
  }
  for (float& p : probabilities) p /= total;
}

std::vector<LocalRank> rank_moves(const LocalModel& model, Board board, Color first,
                                  std::span<const std::uint16_t> moves) {
  std::vector<LocalRank> ranks;
  std::vector<Point> legal;
  std::vector<float> values;
  each_move(board, first, moves, [&](const Board& b, Color c, Point last, Point played) {
    legal.assign(1, played);
    for (const Point p : b.empties())
      if (p != played && b.is_legal(p, c)) legal.push_back(p);
    model.values(b, c, last, legal, values);
    LocalRank rank{1, 1, 1, 1};
    for (std::size_t i = 1; i < legal.size(); ++i) {
      const bool better = values[i] > values[0], near = is_near(b, legal[i], played);
      ++rank.moves;
      rank.full += better;
      rank.near += near;
      rank.local += better && near;
    }
    ranks.push_back(rank);
  });
  return ranks;
}

}  // namespace keima
