// Win/loss states (Basaldua and Moreno-Vega 2012): a few wins and losses in one byte, ordered by
// the evidence that more than half of the games are won.
#pragma once

#include <cstdint>
#include <vector>

namespace keima {

// All pairs of wins and visits with at most `end` visits, numbered by evidence: 0 is the state
// never seen, 1 the worst, count() - 1 the best. Beyond `end` visits a state jumps back to one with
// fewer visits, the further the surer it was, so that it goes on learning.
class WinLossStates {
 public:
  using State = std::uint16_t;  // a byte will do up to kByteEnd

  static constexpr int kByteEnd = 21;
  static constexpr int kMostEnd = 255;

  // The state never seen may count as if it had been visited `prior_visits` times and won
  // `prior_wins` times. Throws std::invalid_argument if numbers are out of range.
  explicit WinLossStates(int end = kByteEnd, int prior_wins = 0, int prior_visits = 0);

  int end() const { return end_; }
  int count() const { return static_cast<int>(states_.size()); }
  State after_win(int state) const { return states_[state].win; }
  State after_loss(int state) const { return states_[state].loss; }
  int wins(int state) const { return states_[state].wins; }
  int visits(int state) const { return states_[state].visits; }
  // A lower bound of the part won if that is a half or more, else an upper one, less one.
  double value(int state) const { return states_[state].value; }
  // The state of these; wins must be 0 to visits, visits 0 to end().
  State find(int wins, int visits) const { return rank_[visits * (visits + 1) / 2 + wins]; }
  // The lowest state with at least half of the games won.
  State half() const { return end_ > 1 ? find(1, 2) : find(1, 1); }
  // The state whose value is next to that of a proportion.
  State nearest(double wins, double visits) const;

  // Of a proportion, seen so often; see value().
  static double value_of(double wins, double visits);

 private:
  struct Entry {
    std::uint16_t wins, visits;
    State win = 0, loss = 0;
    double value;
  };

  int confirm(int state, bool won) const;

  int end_;
  std::vector<Entry> states_;  // by number
  std::vector<State> rank_;    // by visits and wins
};

}  // namespace keima
