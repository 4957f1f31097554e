// Which move of a node a simulation follows.
#pragma once

#include <algorithm>
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

// How critical a point is (3.16): does its owner win more often than chance would have it? `own`,
// `by_winner` and `won` are parts of the games: the mover has the point, the winner has it, the
// mover wins.
inline double criticality(double own, double by_winner, double won) {
  return by_winner - (2 * own * won - own - won + 1);
}

// Heuristic MC-RAVE: own results with the priors, and those of all moves as first, mixed by how
// many there are (3.8, 3.9). A critical point counts as more of the latter, won if its owner tends
// to win (3.17 to 3.22).
inline Estimate estimate(const Transition& t, const TreeParameters& p, double critical = 0) {
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
  const double extra = p.criticality * std::abs(critical) * r;
  if (critical > 0) r_wins += extra;
  r += extra;
  const double beta = r / (r + n + n * r / p.rave_equivalence);
  return {beta * (r_wins / r) + (1 - beta) * mean, n};
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
  // Priors are experience of the node as they are of its moves.
  const double log_visits = bandit == Bandit::kNone ? 0 : std::log(1 + visits + node.prior_visits);
  const double games = owners ? owners->games.get() : 0;
  const bool critical = games > 0 && visits >= p.criticality_visits;
  const double won = critical ? owners->won.get() / games : 0;
  // From a random start, so that equals have equal chances.
  int best = -1;
  double best_value = -1e9;
  const auto look = [&] {
    const std::uint32_t start = rng.below(count);
    std::uint32_t i = start;
    do {
      const Transition& t = transitions[i];
      if (allowed(t.move)) {
        double c = 0;
        if (critical) {
          const Owners::Counts& counts = owners->begin()[i];
          c = criticality(counts.by_mover.get() / games, counts.by_winner.get() / games, won);
        }
        const Estimate e = estimate(t, p, c);
        double value = e.mean;
        if constexpr (bandit == Bandit::kUcb1)
          value += p.exploration * std::sqrt(2 * log_visits / (e.visits > 1 ? e.visits : 1));
        if constexpr (bandit == Bandit::kUcb1Tuned) {
          const double each = log_visits / (e.visits > 1 ? e.visits : 1);
          const double spread = e.mean - e.mean * e.mean + std::sqrt(2 * each);
          value += p.exploration * std::sqrt(each * std::clamp(spread, 0.0, 0.25));
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
