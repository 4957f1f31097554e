// Selection by a network's policy: PUCT (Silver et al. 2017) with KataGo's refinements (Wu 2019).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "search/parameters.h"
#include "search/tree.h"

namespace keima {

// Utilities are -1 for a loss and 1 for a win; what margins are worth may be beyond.
inline double value_of(double utility) { return 0.5 + 0.5 * utility; }
inline double sign_of(Color to_play) { return to_play == kBlack ? 1 : -1; }

// What the finished visits of a move say, as who makes it sees it.
struct Followed {
  double weight = 0, utility = 0;
};

// A position that is reached in several ways counts as often as this move was followed.
inline Followed followed(const Tree& tree, const Transition& t, Color to_play) {
  const double visits = t.finished();
  const double ended = std::min<double>(visits, t.ended());
  double weight = ended, sum = ended > 0 ? t.wins.get() * ended / t.ended() : 0;
  const std::uint32_t child = t.child.load(std::memory_order_acquire);
  if (child > Tree::kBusy && visits > ended) {
    const Valued& v = tree.at(child).valued();
    const double below = v.weights.get() * (visits - ended) / std::max(1.0f, v.visits.get());
    weight += below;
    sum += below * sign_of(to_play) * v.mean.get();
  }
  return {weight, weight > 0 ? sum / weight : 0};
}

// Of a node's values: mean, as a player sees it, and standard deviation. Few values say little
// of the latter: a prior of 0.4 counts as two more.
struct Spread {
  double mean, deviation;
};

inline constexpr double kPriorDeviation = 0.4, kPriorWeight = 2;

inline Spread spread_of(const Valued& v, Color player) {
  const double mean = sign_of(player) * v.mean.get(), n = v.weights.get();
  if (v.visits.get() <= 1 || n <= 1) return {mean, kPriorDeviation};
  const double square = std::max<double>(mean * mean, v.square.get());
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

// What threads that have followed a move and are not back yet are taken to find: a loss each.
inline void expect_losses(Followed& f, double count, double worst) {
  if (!(count > 0)) return;
  const double part = count / (count + std::max(0.25, f.weight));
  f.utility += (worst - f.utility) * part;
  f.weight += count;
}

// The transition to follow; -1 if none is allowed. policy(t) and allowed(move) are asked of each.
// If the transitions are in the `order` of the policy, the first that has not been tried is the
// best of these and those after it are not looked at.
template <class Policy, class Allowed>
int select_by_policy(const Tree& tree, const Node& node, const TreeParameters& p, double reduction,
                     bool order, Policy policy, Allowed allowed) {
  double weights = 0, mass = 0;
  for (const Transition& t : node.transitions()) {
    if (!allowed(t.move)) continue;
    if (t.visits.load(std::memory_order_relaxed) > 0) {
      weights += followed(tree, t, node.to_play).weight + t.under_way();
      mass += policy(t);
    } else if (order) {
      break;
    }
  }
  const Valued& valued = node.valued();
  const Spread spread = spread_of(valued, node.to_play);
  const double network = sign_of(node.to_play) * valued.utility.get();
  const double untried = first_play(spread.mean, network, std::min(1.0, mass), reduction);
  const double factor = exploration(weights, spread.deviation, p);
  const double worst = -1 - p.score_static - p.score_dynamic;
  int best = -1, i = -1;
  double best_value = -1e9;
  for (const Transition& t : node.transitions()) {
    ++i;
    if (!allowed(t.move)) continue;
    const bool tried = t.visits.load(std::memory_order_relaxed) > 0;
    Followed f{0, untried};
    if (tried) {
      f = followed(tree, t, node.to_play);
      if (!(f.weight > 0)) f.utility = untried;
      expect_losses(f, t.under_way(), worst);
    }
    const double value = f.utility + factor * policy(t) / (1 + f.weight);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
    if (!tried && order) break;
  }
  return best;
}

}  // namespace keima
