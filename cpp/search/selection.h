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

// What the final owners of the points tell of a move.
struct Owned {
  double critical = 0;  // its criticality
  double local = 0.5;   // its local value
};

// How critical a point is (3.16): does its owner win more often than chance would have it? `own`,
// `by_winner` and `won` are parts of the games: the mover has the point, the winner has it, the
// mover wins.
inline double criticality(double own, double by_winner, double won) {
  return by_winner - (2 * own * won - own - won + 1);
}

// How well a move works (3.23): how often the mover has the point, and its neighbours on average.
inline double local_value(double own, double neighbours) { return own / 3 + neighbours * 2 / 3; }

// Heuristic MC-RAVE: own results with the priors, and those of all moves as first, mixed by how
// many there are (3.8, 3.9). A critical point counts as more of the latter, won if its owner tends
// to win (3.17 to 3.22), and so does one that works, or does not (3.24 to 3.26: effective is what
// is above one half, where chance is, not above 0 as printed).
inline Estimate estimate(const Transition& t, const TreeParameters& p, Owned owned = {}) {
  const double prior = t.prior_visits(), prior_wins = prior * t.prior();
  const double n = t.visits.load(std::memory_order_relaxed) + prior;
  const double mean = n > 0 ? (t.wins.get() + prior_wins) / n : p.first_play_urgency;
  double r = t.amaf_visits.get(), r_wins = t.amaf_wins.get();
  if (p.rave_priors > 0) {
    r += prior;
    r_wins += prior_wins;
  }
  if (!(r > 0) || !(p.rave_equivalence > 0)) return {mean, n};
  if (!(n > 0)) return {r_wins / r, n};
  const double critical = p.criticality * std::abs(owned.critical) * r;
  const double effective = p.effectivity * std::abs(owned.local - 0.5) * r;
  if (owned.critical > 0) r_wins += critical;
  if (owned.local > 0.5) r_wins += effective;
  r += critical + effective;
  const double beta = r / (r + n + n * r / p.rave_equivalence);
  return {beta * (r_wins / r) + (1 - beta) * mean, n};
}

// The logarithm in the exploration terms. Priors are experience of the node as they are of its
// moves.
template <Bandit bandit>
double log_visits_of(const Node& node, double visits) {
  return bandit == Bandit::kNone ? 0 : std::log(1 + visits + node.prior_visits);
}

template <Bandit bandit>
double urgency(const Estimate& e, const TreeParameters& p, double log_visits) {
  double value = e.mean;
  if constexpr (bandit == Bandit::kUcb1)
    value += p.exploration * std::sqrt(2 * log_visits / (e.visits > 1 ? e.visits : 1));
  if constexpr (bandit == Bandit::kUcb1Tuned) {
    const double each = log_visits / (e.visits > 1 ? e.visits : 1);
    const double spread = e.mean - e.mean * e.mean + std::sqrt(2 * each);
    value += p.exploration * std::sqrt(each * std::clamp(spread, 0.0, 0.25));
  }
  return value;
}

// The most urgent of the transitions transition(i), `from` to before `to`, for which allowed(move)
// holds; -1 if there is none. owned(i) tells what is known of the owners of the i-th.
template <Bandit bandit, class Found, class Known, class Allowed>
int select_among(std::uint32_t from, std::uint32_t to, double log_visits, const TreeParameters& p,
                 Rng& rng, Found transition, Known owned, Allowed allowed) {
  int best = -1;
  double best_value = -1e9;
  // From a random start, so that equals have equal chances.
  const std::uint32_t start = from + rng.below(to - from);
  std::uint32_t i = start;
  do {
    const Transition& t = transition(i);
    if (allowed(t.move)) {
      const double value = urgency<bandit>(estimate(t, p, owned(i)), p, log_visits);
      if (value > best_value) {
        best_value = value;
        best = static_cast<int>(i);
      }
    }
    if (++i == to) i = from;
  } while (i != start);
  return best;
}

// Owners of a node's points as parts of the games.
class OwnerView {
 public:
  OwnerView(const Node& node, const Owners& owners, const TreeParameters& p,
            const Geometry& geometry)
      : node_(node),
        owners_(owners),
        geometry_(geometry),
        games_(owners.games.get()),
        won_(owners.won.get() / games_),
        local_(p.effectivity > 0) {}

  Owned operator()(std::uint32_t i) const {
    const Owners::Counts& counts = owners_.begin()[i];
    const double own = counts.by_mover.get() / games_;
    Owned owned{criticality(own, counts.by_winner.get() / games_, won_)};
    if (local_) owned.local = local(node_.begin()[i].move, own);
    return owned;
  }

 private:
  double local(Point move, double own) const {
    if (move == kPass) return 0.5;
    double sum = 0;
    int count = 0;
    for (int d = 0; d < 4; ++d) {
      const auto n = static_cast<Point>(move + geometry_.around[d]);
      if (geometry_.empty_colors[n] == kWall) continue;
      sum += owners_.points()[geometry_.index[n]].get() / games_;
      ++count;
    }
    return local_value(own, count ? sum / count : own);
  }

  const Node& node_;
  const Owners& owners_;
  const Geometry& geometry_;
  double games_, won_;
  bool local_;
};

// Chooses among the transitions for which allowed(move) holds; there must be one. `owners` may be
// null.
template <Bandit bandit, class Allowed>
int select(const Node& node, const Owners* owners, const TreeParameters& p,
           const Geometry& geometry, Rng& rng, Allowed allowed) {
  std::uint32_t count = node.count;
  const double visits = node.visits.load(std::memory_order_relaxed);
  if (p.widening > 0) {
    const double tried = p.widening + std::log(1 + visits / 10) / std::log(p.widening_factor);
    if (tried < count) count = std::max(1u, static_cast<std::uint32_t>(tried));
  }
  const double log_visits = log_visits_of<bandit>(node, visits);
  const Transition* transitions = node.begin();
  const auto nth = [=](std::uint32_t i) -> const Transition& { return transitions[i]; };
  const auto look = [&](auto owned) {
    const int best = select_among<bandit>(0, count, log_visits, p, rng, nth, owned, allowed);
    if (best >= 0 || count == node.count) return best;
    // All that is allowed comes after what widening tries.
    return select_among<bandit>(0, node.count, log_visits, p, rng, nth, owned, allowed);
  };
  if (owners && owners->games.get() > 0 && visits >= p.criticality_visits)
    return look(OwnerView(node, *owners, p, geometry));
  return look([](std::uint32_t) { return Owned{}; });
}

}  // namespace keima
