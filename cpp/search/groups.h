// Move grouping (Ferreira 2016, 4.3.1): a simulation first chooses a group of moves, then a move of
// it. Groups have their own statistics and are split in two as they are visited.
#pragma once

#include <cstdint>

#include "search/selection.h"
#include "search/tree.h"

namespace keima {

// How moves come into groups: values of `grouping_by`.
enum GroupingBy { kByChance, kByPriors, kByQuality, kByVisits };

// The moves of a node have an order. The groups are its halves, their halves and so on, numbered as
// a heap: 1 has all moves, 2 and 3 its halves; a single move is no group. A group is in use if the
// one it is half of has been split, which its visits tell. By chance and by priors the order stays
// as it is, and nothing but counters is ever written. By quality or by visits a group that is split
// is first put into the order of what is known of its moves by then: the better half, or the more
// visited one, is the first.

// Makes the statistics of a group those of its moves: all results, and priors as they are on
// average.
void add_up(const Node& node, Groups& groups, std::uint32_t group);

// Has the group been split? If it is to be now, and moves are ordered anew, one thread does it; for
// the others it is whole until that is done.
bool is_split(const Node& node, Groups& groups, std::uint32_t group, const TreeParameters& p);

// Calls f for the statistics of all groups that a move is in, but for that of all moves.
template <class F>
void each_group_of(Groups& groups, std::size_t move, F f) {
  const std::uint32_t place = groups.place_of(static_cast<std::uint32_t>(move));
  for (std::size_t h = (groups.header.count + place) / 2; h > 1; h /= 2) f(groups.begin()[h]);
}

template <Bandit bandit>
int select_in_groups(Node& node, Groups& groups, const TreeParameters& p, Rng& rng) {
  const double visits = node.visits.load(std::memory_order_relaxed);
  const double log_visits = log_visits_of<bandit>(node, visits);
  const std::uint32_t leaves = groups.header.count;
  double best_value = -1e9;
  std::uint32_t best = 0, equals = 0;
  // Depth first over the groups that are in use.
  std::uint32_t open[40];
  int top = 0;
  open[top++] = 1;
  while (top) {
    const std::uint32_t h = open[--top];
    if (groups.range(h, node.count).first == node.count) continue;  // no moves
    if (h < leaves && is_split(node, groups, h, p)) {
      open[top++] = 2 * h;
      open[top++] = 2 * h + 1;
      continue;
    }
    const Transition& t =
        h >= leaves ? node.begin()[groups.move_at(h - leaves)] : groups.begin()[h];
    const double value = urgency<bandit>(estimate(t, p), p, log_visits);
    // Equals have equal chances.
    if (value > best_value) {
      best_value = value;
      best = h;
      equals = 1;
    } else if (value == best_value && rng.below(++equals) == 0) {
      best = h;
    }
  }
  const auto [from, to] = groups.range(best, node.count);
  if (to - from == 1) return static_cast<int>(groups.move_at(from));
  const int place = select_among<bandit>(
      from, to, log_visits, p, rng,
      [&](std::uint32_t i) -> const Transition& { return node.begin()[groups.move_at(i)]; },
      [](std::uint32_t) { return Owned{}; }, [](Point) { return true; });
  return static_cast<int>(groups.move_at(static_cast<std::uint32_t>(place)));
}

}  // namespace keima
