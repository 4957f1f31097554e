// Which move of a node a simulation follows.
#pragma once

#include <cmath>
#include <cstdint>

#include "playout/rng.h"
#include "search/parameters.h"
#include "search/tree.h"

namespace keima {

enum class Bandit { kNone, kUcb1, kUcb1Tuned };

// The value of a move, and how sure it is.
struct Estimate {
  double mean;
  double visits;  // own and prior experience
};

// Heuristic MC-RAVE: own results with the priors, and those of all moves as first, mixed by how
// many there are (3.8, 3.9).
inline Estimate rave_estimate(const Transition& t, const TreeParameters& p) {
  const double prior = t.prior_visits, prior_wins = prior * t.prior();
  const double n = t.visits.load(std::memory_order_relaxed) + prior;
  const double mean = n > 0 ? (t.wins.get() + prior_wins) / n : p.first_play_urgency;
  double r = t.amaf_visits.get(), r_wins = t.amaf_wins.get();
  if (p.rave_priors > 0) {
    r += prior;
    r_wins += prior_wins;
  }
  if (!(r > 0) || !(p.rave_equivalence > 0)) return {mean, n};
  if (!(n > 0)) return {r_wins / r, n};
  const double beta = r / (r + n + n * r / p.rave_equivalence);
  return {beta * (r_wins / r) + (1 - beta) * mean, n};
}

// (3.16 to 3.22): a point whose owner mostly wins is as good as more experience.
inline Estimate critical_estimate(const Transition& t, const Owners& owners,
                                  const Owners::Counts& counts, const TreeParameters& p) {
  const double games = owners.games.get();
  const double n = t.visits.load(std::memory_order_relaxed) + t.prior_visits;
  const double prior_wins = t.prior_visits * t.prior();
  double r = t.amaf_visits.get(), r_wins = t.amaf_wins.get();
  if (p.rave_priors > 0) {
    r += t.prior_visits;
    r_wins += prior_wins;
  }
  if (!(games > 0 && n > 0 && r > 0)) return rave_estimate(t, p);
  const double own = counts.by_mover.get() / games, won = owners.won.get() / games;
  const double c = counts.by_winner.get() / games - (2 * own * won - own - won + 1);
  const double extra = p.criticality * std::abs(c) * r;
  const double all = r + extra;
  const double mean = (t.wins.get() + prior_wins) / n;
  const double beta = all / (all + n + n * all / p.rave_equivalence);
  const double value = (r_wins + (c > 0 ? extra : 0)) / all;
  return {beta * value + (1 - beta) * mean, n};
}

// Chooses among the transitions for which allowed(move) holds; there must be one.
template <Bandit bandit, class Allowed>
int select(Node& node, Owners* owners, const TreeParameters& p, Rng& rng, Allowed allowed) {
  const auto transitions = node.transitions();
  std::uint32_t count = node.count;
  const double visits = node.visits.load(std::memory_order_relaxed);
  if (p.widening > 0) {
    const double tried = p.widening + std::log(1 + visits / 10) / std::log(p.widening_factor);
    if (tried < count) count = static_cast<std::uint32_t>(tried);
  }
  const double log_visits = bandit == Bandit::kNone ? 0 : std::log(1 + visits);
  const bool critical = owners && owners->games.get() >= p.criticality_visits;
  // From a random start, so that equals have equal chances.
  int best = -1;
  double best_value = -1e9;
  const auto look = [&] {
    const std::uint32_t start = rng.below(count);
    std::uint32_t i = start;
    do {
      const Transition& t = transitions[i];
      if (allowed(t.move)) {
        const Estimate e =
            critical ? critical_estimate(t, *owners, owners->begin()[i], p) : rave_estimate(t, p);
        double value = e.mean;
        if constexpr (bandit == Bandit::kUcb1)
          value += p.exploration * std::sqrt(2 * log_visits / (e.visits > 1 ? e.visits : 1));
        if constexpr (bandit == Bandit::kUcb1Tuned) {
          const double each = log_visits / (e.visits > 1 ? e.visits : 1);
          const double spread = e.mean - e.mean * e.mean + std::sqrt(2 * each);
          value += p.exploration * std::sqrt(each * (spread < 0.25 ? spread : 0.25));
        }
        if (value > best_value) {
          best_value = value;
          best = static_cast<int>(i);
        }
      }
      if (++i == count) i = 0;
    } while (i != start);
  };
  look();
  if (best < 0) {  // all that is allowed comes after what widening tries
    count = node.count;
    look();
  }
  return best;
}

}  // namespace keima
