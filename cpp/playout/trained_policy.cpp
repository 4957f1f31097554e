#include "playout/trained_policy.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace keima {

namespace {

// A weight of 1 as a whole number, and the least and the greatest, so that sums of all candidates
// fit.
constexpr double kUnit = 1024, kLeast = 1.0 / (1 << 26), kMost = 1 << 26;

}  // namespace

TrainedPolicy::TrainedPolicy(std::span<const double> numbers) : shapes_(Shapes::get()) {
  if (numbers.size() != static_cast<std::size_t>(size()))
    throw std::invalid_argument("a trained policy has " + std::to_string(size()) +
                                " numbers, got " + std::to_string(numbers.size()));
  for (const double number : numbers)
    if (!(number > 0 && std::isfinite(number)))
      throw std::invalid_argument("the numbers of a trained policy must be positive");
  const auto weights_of = [&](Offer offer) {
    std::vector<float> weights;
    for (int i = 0; i < shapes_.count(); ++i)
      weights.push_back(
          static_cast<float>(std::clamp(numbers[shape_number(offer, i)], kLeast, kMost)));
    return weights;
  };
  near_ = weights_of(Offer::kNear);
  elsewhere_ = weights_of(Offer::kElsewhere);
  for (const Offer offer : {Offer::kEscape, Offer::kTactics})
    for (int i = 0; i < shapes_.count(); ++i)
      tactical_[offer == Offer::kTactics].push_back(static_cast<std::uint32_t>(
          std::clamp(numbers[shape_number(offer, i)] * kUnit + 0.5, 1.0, kMost)));
  for (int i = 0; i < kRates; ++i) {
    rates_[i] = numbers[rate_number(i)];
    if (rates_[i] > 1) throw std::invalid_argument("a rate must be at most 1");
  }
  for (int i = 0; i < kFactors; ++i)
    factors_[i] = static_cast<float>(std::clamp(numbers[factor_number(i)], kLeast, kMost));
}

}  // namespace keima
