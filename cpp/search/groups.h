// Move grouping (Ferreira 2016, 4.3.1): a simulation first chooses a group of moves, then a move of
// it. Groups have their own statistics and are split in two as they are visited.
#pragma once

#include <cstdint>

#include "search/selection.h"
#include "search/tree.h"

namespace keima {

// The groups of a node are the halves of its moves, their halves and so on, numbered as a heap: 1
// has all moves, 2 and 3 its halves; a single move is no group. A group is in use if the one it is
// half of has been split, which its visits tell, so that nothing but counters is ever written.

// Calls f for the statistics of all groups that a move is in, but for that of all moves.
template <class F>
void each_group_of(Groups& groups, std::size_t move, F f) {
  for (std::size_t h = (groups.header.count + move) / 2; h > 1; h /= 2) f(groups.begin()[h]);
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
    const Transition& t = h >= leaves ? node.begin()[h - leaves] : groups.begin()[h];
    if (h < leaves && (h == 1 || t.visits.load(std::memory_order_relaxed) >= p.grouping)) {
      open[top++] = 2 * h;
      open[top++] = 2 * h + 1;
      continue;
    }
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
  if (to - from == 1) return static_cast<int>(from);
  return select_among<bandit>(
      node, from, to, log_visits, p, rng, [](std::uint32_t) { return Owned{}; },
      [](Point) { return true; });
}

}  // namespace keima
