// What an expected margin is worth beside winning: little, and less the larger it is, so that a
// game that is won or lost is still played well (Wu 2019).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "search/parameters.h"

namespace keima {

// The mean of (2 / pi) atan((x - centre) / scale) for normal x.
inline double expected_atan(double mean, double deviation, double centre, double scale) {
  constexpr double kTo = 3, kStep = 0.25;  // in deviations
  if (!(deviation > 0)) return 2 / std::numbers::pi * std::atan((mean - centre) / scale);
  double sum = 0, weights = 0;
  for (double z = -kTo; z <= kTo; z += kStep) {
    const double weight = std::exp(-z * z / 2);
    sum += weight * std::atan((mean + z * deviation - centre) / scale);
    weights += weight;
  }
  return 2 / std::numbers::pi * sum / weights;
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

 private:
  double fixed_, moving_, side_, fixed_scale_, moving_scale_, centre_;
};

}  // namespace keima
