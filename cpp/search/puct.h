// Selection by a network's policy: PUCT (Silver et al. 2017) with KataGo's refinements (Wu 2019).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "search/parameters.h"
#include "search/tree.h"

namespace keima {

// Values of transitions are 0 for a loss and 1 for a win; here they are -1 and 1.
inline double utility_of(double value) { return 2 * value - 1; }

// Of a node's values: mean, as its player sees it, and standard deviation. Few values say little
// of the latter: a prior of 0.4 counts as two more.
struct Spread {
  double mean, deviation;
};

inline constexpr double kPriorDeviation = 0.4, kPriorWeight = 2;

inline Spread spread_of(const Valued& v, Color to_play) {
  const double n = std::max(1.0, static_cast<double>(v.visits.get()));
  const double value = v.values.get() / n;
  const double mean = utility_of(to_play == kBlack ? value : 1 - value);
  if (n <= 1) return {mean, kPriorDeviation};
  // Squares of utilities from those of values.
  const double square = std::max(mean * mean, 4 * (v.squares.get() / n - value) + 1);
  const double prior = (mean * mean + kPriorDeviation * kPriorDeviation) * kPriorWeight;
  const double variance = (prior + square * n) / (kPriorWeight + n - 1) - mean * mean;
  return {mean, std::sqrt(std::max(0.0, variance))};
}

// The factor of a move's probability, less its own visits: grows with the visits of all moves.
inline double exploration(double visits, double deviation, const TreeParameters& p) {
  const double factor = p.cpuct + p.cpuct_log * std::log((visits + p.cpuct_base) / p.cpuct_base);
  const double spread = 1 + p.cpuct_deviation * (deviation / kPriorDeviation - 1);
  return factor * std::sqrt(visits + 0.01) * spread;
}

// What a move that has not been tried is worth: the node's value, which is the network's as long as
// little of the policy has been tried, less something.
inline double first_play(double tree, double network, double mass, double reduction) {
  const double known = std::min(1.0, mass * mass);
  return known * tree + (1 - known) * network - reduction * std::sqrt(mass);
}

// The transition to follow; -1 if none is allowed. policy(t) and allowed(move) are asked of each.
// If the transitions are in the `order` of the policy, the first that has not been tried is the
// best of these and those after it are not looked at.
template <class Policy, class Allowed>
int select_by_policy(const Node& node, const TreeParameters& p, double reduction, bool order,
                     Policy policy, Allowed allowed) {
  double visits = 0, mass = 0;
  for (const Transition& t : node.transitions()) {
    if (!allowed(t.move)) continue;
    const std::uint32_t n = t.visits.load(std::memory_order_relaxed);
    if (n > 0) {
      visits += n;
      mass += policy(t);
    } else if (order) {
      break;
    }
  }
  const Valued& valued = node.valued();
  const Spread spread = spread_of(valued, node.to_play);
  const double network =
      utility_of(node.to_play == kBlack ? valued.value : 1 - static_cast<double>(valued.value));
  const double untried = first_play(spread.mean, network, std::min(1.0, mass), reduction);
  const double factor = exploration(visits, spread.deviation, p);
  int best = -1, i = -1;
  double best_value = -1e9;
  for (const Transition& t : node.transitions()) {
    ++i;
    if (!allowed(t.move)) continue;
    const std::uint32_t n = t.visits.load(std::memory_order_relaxed);
    const double mean = n > 0 ? utility_of(t.wins.get() / n) : untried;
    const double value = mean + factor * policy(t) / (1 + n);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
    if (n == 0 && order) break;
  }
  return best;
}

}  // namespace keima
