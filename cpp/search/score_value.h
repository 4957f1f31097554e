// What an expected margin is worth beside winning: little, and less the larger it is, so that a
// game that is won or lost is still played well (Wu 2019).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "search/parameters.h"

namespace keima {

// The mean of (2 / pi) atan((x - centre) / scale) for normal x.
inline double expected_atan(double mean, double deviation, double centre, double scale) {
  constexpr int kSteps = 12;  // to three deviations on either side
  constexpr double kStep = 0.25;
  if (!(deviation > 0)) return 2 / std::numbers::pi * std::atan((mean - centre) / scale);
  static const auto kWeights = [] {
    std::array<double, 2 * kSteps + 1> made{};
    double sum = 0;
    for (int i = -kSteps; i <= kSteps; ++i)
      sum += made[static_cast<std::size_t>(i + kSteps)] = std::exp(-i * i * kStep * kStep / 2);
    for (double& weight : made) weight /= sum;
    return made;
  }();
  double sum = 0;
  for (int i = -kSteps; i <= kSteps; ++i)
    sum += kWeights[static_cast<std::size_t>(i + kSteps)] *
           std::atan((mean + i * kStep * deviation - centre) / scale);
  return 2 / std::numbers::pi * sum;
}

class ScoreValue {
 public:
  // `expected` is the margin of Black that the search begins with.
  ScoreValue(const TreeParameters& p, int area, double expected)
      : fixed_(p.score_static),
        moving_(p.score_dynamic),
        side_(std::sqrt(area)),
        fixed_scale_(p.score_static_scale * side_),
        moving_scale_(p.score_dynamic_scale * side_) {
    // Not quite there, so that points keep their worth, but never far from it.
    const double most = moving_scale_;
    centre_ = std::clamp(0.8 * expected, expected - most, expected + most);
  }

  // In utility, for Black.
  double operator()(double mean, double deviation) const {
    double value = 0;
    if (fixed_ > 0) value += fixed_ * expected_atan(mean, deviation, 0, fixed_scale_);
    if (moving_ > 0) value += moving_ * expected_atan(mean, deviation, centre_, moving_scale_);
    return value;
  }

  // What a point more is worth at such a margin.
  double slope(double mean) const {
    const auto part = [&](double factor, double centre, double scale) {
      const double x = (mean - centre) / scale;
      return factor * 2 / std::numbers::pi / (1 + x * x) / scale;
    };
    return part(fixed_, 0, fixed_scale_) + part(moving_, centre_, moving_scale_);
  }

  double centre() const { return moving_ > 0 ? centre_ : 0; }

 private:
  double fixed_, moving_, side_, fixed_scale_, moving_scale_, centre_;
};

}  // namespace keima
