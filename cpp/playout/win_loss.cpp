#include "playout/win_loss.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace keima {
namespace {

// The upper quartile of the normal distribution: bounds that hold three times in four.
constexpr double kQuartile = 0.674490;
constexpr double kSquare = kQuartile * kQuartile;
// Below every bound.
constexpr double kNeverSeen = -9.9999;
// How far a full state jumps back (tuned by the authors).
constexpr double kConfirmation = 1.3;
// Below, scales are too short to jump back on.
constexpr int kShortEnd = 4;

}  // namespace

double WinLossStates::value_of(double wins, double visits) {
  if (!(visits > 0)) return kNeverSeen;
  const double middle = (wins + kSquare / 2) / (visits + kSquare);
  const double half_width = kQuartile * std::sqrt(middle * (1 - middle) / visits);
  return 2 * wins >= visits ? middle - half_width : middle + half_width - 1;
}

WinLossStates::WinLossStates(int end, int prior_wins, int prior_visits) : end_(end) {
  if (end < 1 || end > kMostEnd)
    throw std::invalid_argument("the end of the scale must be from 1 to " +
                                std::to_string(kMostEnd) + ", got " + std::to_string(end));
  if (prior_wins < 0 || prior_wins > prior_visits || prior_visits >= end)
    throw std::invalid_argument(
        "the prior must have from 0 wins to as many as visits, and fewer "
        "visits than the end of the scale");
  for (int n = 0; n <= end; ++n)
    for (int w = 0; w <= n; ++w)
      states_.push_back(
          {static_cast<std::uint16_t>(w), static_cast<std::uint16_t>(n), 0, 0, value_of(w, n)});
  std::stable_sort(states_.begin(), states_.end(),
                   [](const Entry& a, const Entry& b) { return a.value < b.value; });
  rank_.resize(states_.size());
  for (int s = 0; s < count(); ++s)
    rank_[visits(s) * (visits(s) + 1) / 2 + wins(s)] = static_cast<State>(s);
  for (int s = 0; s < count(); ++s) {
    Entry& e = states_[s];
    if (e.visits < end) {
      const int w = s ? e.wins : prior_wins, n = s ? e.visits : prior_visits;
      e.win = find(w + 1, n + 1);
      e.loss = find(w, n + 1);
    } else {
      e.win = static_cast<State>(confirm(s, true));
      e.loss = static_cast<State>(confirm(s, false));
    }
  }
}

// The state after one more result, of a state that has as many visits as there can be: with fewer
// visits, the surer the state was the fewer, and the next one up or down.
int WinLossStates::confirm(int state, bool won) const {
  const int w = wins(state);
  if (w == (won ? end_ : 0)) return state;
  if (end_ < kShortEnd) return find(won ? w + 1 : w - 1, end_);
  const auto fewer = std::lround(kConfirmation * std::abs(w - end_ / 2.0));
  const int step = won ? 1 : -1;
  int s = state + step;
  while (visits(s) != end_ - fewer) s += step;
  return s;
}

WinLossStates::State WinLossStates::nearest(double wins, double visits) const {
  const double value = value_of(wins, visits);
  const auto above = std::lower_bound(states_.begin(), states_.end(), value,
                                      [](const Entry& e, double v) { return e.value < v; });
  auto found = above - states_.begin();
  if (above == states_.end() || (found && value - above[-1].value < above->value - value)) --found;
  return static_cast<State>(found);
}

}  // namespace keima
