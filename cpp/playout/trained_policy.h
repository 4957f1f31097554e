// What simulation balancing has found for playouts: which of the points that a rule offers is
// chosen, by its 3x3 shape, and how often the rules are asked.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "playout/gammas.h"

namespace keima {

// Who offers the points: a shape may be good to play beside the last moves and bad elsewhere.
enum class Offer : std::uint8_t {
  kNear,       // the points around the last two moves
  kEscape,     // the rule for stones in atari
  kTactics,    // the other rules: for stones with few liberties, eyes and kos
  kElsewhere,  // random points
};
constexpr int kOffers = 4;

class TrainedPolicy {
 public:
  // How often each of the first rules of the policy is asked.
  static constexpr int kRates = 6;
  // For points beside and diagonal to the last move, then to the one before: how much their weights
  // count, where not to play near has 1.
  static constexpr int kFactors = 4;

  // A positive weight for each shape of each offer, those of one offer after the other, then the
  // rates, then the factors; throws std::invalid_argument.
  explicit TrainedPolicy(std::span<const double> numbers);

  // All of these numbers, and where they are.
  static int size() { return rate_number(kRates + kFactors); }
  static int shape_number(Offer offer, int shape) {
    return static_cast<int>(offer) * Shapes::get().count() + shape;
  }
  static int rate_number(int rule) { return kOffers * Shapes::get().count() + rule; }
  static int factor_number(int kind) { return rate_number(kRates + kind); }

  // The weight of a move of c on a point with this code, for offers of many points; for the others.
  // By shape, not by code: tables of all codes would drive the board out of the processor's cache.
  float near(unsigned code, Color c) const { return near_[shapes_.number(code, c)]; }
  float elsewhere(unsigned code, Color c) const { return elsewhere_[shapes_.number(code, c)]; }
  unsigned tactical(Offer offer, unsigned code, Color c) const {
    return tactical_[offer == Offer::kTactics][shapes_.number(code, c)];
  }
  double rate(int rule) const { return rates_[rule]; }
  float factor(int kind) const { return factors_[kind]; }

 private:
  const Shapes& shapes_;
  std::vector<float> near_, elsewhere_;                 // by shape
  std::array<std::vector<std::uint32_t>, 2> tactical_;  // by shape, in whole numbers
  std::array<double, kRates> rates_;
  std::array<float, kFactors> factors_;
};

// What a playout has chosen, for who wants to change the numbers: by how much the logarithm of its
// probability grows with the logarithm of a weight or factor, or the log odds of a rate. A number
// may come several times.
using PolicyTrace = std::vector<std::pair<int, float>>;

}  // namespace keima
