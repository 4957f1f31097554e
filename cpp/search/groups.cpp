#include "search/groups.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace keima {
namespace {

// What `child` says of a group: nothing yet, Tree::kBusy while it is put in order, or this.
constexpr std::uint32_t kOrdered = 2;

struct Known {
  double visits, wins;  // priors included
};

Known known_of(const Transition& t) {
  const double prior = t.prior_visits();
  return {t.visits.load(std::memory_order_relaxed) + prior, t.wins.get() + prior * t.prior()};
}

double worth_of(const Transition& t, GroupingBy by) {
  const Known known = known_of(t);
  if (by == kByVisits) return known.visits;
  return known.visits > 0 ? known.wins / known.visits : 0;
}

// Other threads go on reading: each place has some move of the group at any time.
void put_in_order(const Node& node, Groups& groups, std::uint32_t group, GroupingBy by) {
  const auto [from, to] = groups.range(group, node.count);
  std::vector<std::pair<double, std::uint32_t>> moves;
  for (std::uint32_t place = from; place < to; ++place) {
    const std::uint32_t move = groups.move_at(place);
    moves.emplace_back(worth_of(node.begin()[move], by), move);
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::uint32_t place = from; place < to; ++place)
    groups.put(place, moves[place - from].second);
  for (const std::uint32_t half : {2 * group, 2 * group + 1})
    if (half < groups.header.count) add_up(node, groups, half);
}

}  // namespace

void add_up(const Node& node, Groups& groups, std::uint32_t group) {
  const auto [from, to] = groups.range(group, node.count);
  if (from == to) return;
  Transition& sum = groups.begin()[group];
  std::uint32_t visits = 0;
  float wins = 0, amaf_visits = 0, amaf_wins = 0;
  double prior_visits = 0, prior_wins = 0;
  for (std::uint32_t place = from; place < to; ++place) {
    const Transition& t = node.begin()[groups.move_at(place)];
    visits += t.visits.load(std::memory_order_relaxed);
    wins += t.wins.get();
    amaf_visits += t.amaf_visits.get();
    amaf_wins += t.amaf_wins.get();
    prior_visits += t.prior_visits();
    prior_wins += t.prior_visits() * t.prior();
  }
  sum.visits.store(visits, std::memory_order_relaxed);
  sum.wins.set(wins);
  sum.amaf_visits.set(amaf_visits);
  sum.amaf_wins.set(amaf_wins);
  sum.prior_code = visit_code(prior_visits / (to - from));
  const double mean = prior_visits > 0 ? 255 * prior_wins / prior_visits + 0.5 : 0;
  sum.prior_mean.store(static_cast<std::uint8_t>(mean), std::memory_order_relaxed);
}

bool is_split(const Node& node, Groups& groups, std::uint32_t group, const TreeParameters& p) {
  if (group == 1) return true;
  Transition& t = groups.begin()[group];
  if (t.visits.load(std::memory_order_relaxed) < p.grouping) return false;
  const auto by = static_cast<GroupingBy>(p.grouping_by);
  if (by < kByQuality) return true;
  std::uint32_t found = t.child.load(std::memory_order_acquire);
  if (found == Tree::kNone &&
      t.child.compare_exchange_strong(found, Tree::kBusy, std::memory_order_acquire)) {
    put_in_order(node, groups, group, by);
    t.child.store(kOrdered, std::memory_order_release);
    return true;
  }
  return found == kOrdered;
}

}  // namespace keima
