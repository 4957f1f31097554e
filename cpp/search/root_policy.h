// The policy at the root: of the moves that are allowed, with temperature and chance.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "playout/rng.h"
#include "search/parameters.h"
#include "search/root_symmetry.h"
#include "search/tree.h"

namespace keima {

inline double uniform(Rng& rng) { return (rng.below(1u << 30) + 0.5) / (1u << 30); }

// A gamma variate (Marsaglia and Tsang 2000).
inline double gamma_variate(double shape, Rng& rng) {
  if (shape < 1) return gamma_variate(shape + 1, rng) * std::pow(uniform(rng), 1 / shape);
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double radius = std::sqrt(-2 * std::log(uniform(rng)));
    const double x = radius * std::cos(2 * std::numbers::pi * uniform(rng));
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(uniform(rng)) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

struct RootPolicy {
  std::array<float, kMaxCells> of{};  // by point
  bool in_order = true;               // as the transitions are
};

// Moves that another one stands for are not allowed; it has their probability too.
inline RootPolicy root_policy(const Node& root, const std::array<bool, kMaxCells>& allowed,
                              const SameAs& same, const TreeParameters& p, std::uint64_t seed) {
  RootPolicy result;
  const auto scale = [&](double sum) {
    for (const Transition& t : root.transitions())
      result.of[t.move] = static_cast<float>(sum > 0 ? result.of[t.move] / sum : 0);
  };
  double sum = 0;
  int count = 0;
  for (const Transition& t : root.transitions()) {
    if (!allowed[same[t.move]]) continue;
    const double power = std::pow(t.policy(), 1 / p.root_temperature);
    result.of[same[t.move]] += static_cast<float>(power);
    sum += power;
    if (same[t.move] == t.move)
      ++count;
    else
      result.in_order = false;
  }
  scale(sum);
  if (!(p.root_noise > 0) || count == 0) return result;
  result.in_order = false;
  Rng rng(seed);
  std::array<double, kMaxCells> noise{};
  double total = 0;
  for (const Transition& t : root.transitions())
    if (allowed[t.move]) total += noise[t.move] = gamma_variate(p.root_noise_total / count, rng);
  for (const Transition& t : root.transitions())
    if (allowed[t.move] && total > 0)
      result.of[t.move] = static_cast<float>((1 - p.root_noise) * result.of[t.move] +
                                             p.root_noise * noise[t.move] / total);
  return result;
}

}  // namespace keima
