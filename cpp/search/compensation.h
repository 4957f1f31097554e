// Dynamic komi (Ferreira 2016, 3.3.10): komi is moved for the games of a search, so that a side far
// ahead or far behind still tells good moves from bad ones.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "search/parameters.h"
#include "search/task.h"

namespace keima {

// Shared by the threads of a search.
class Compensation {
 public:
  explicit Compensation(const TreeParameters& parameters) : parameters_(parameters) {}

  // At the start of a search; `kept` if it goes on with the tree of the last one.
  void begin(const TreeTask& task, bool kept) {
    const int stones = task.board.area() - static_cast<int>(task.board.empties().size());
    const double area = task.board.area();
    by_value_ = parameters_.dynamic_komi == 1 && stones >= parameters_.komi_from * area;
    if (!kept || sign_ != sign_of(task.to_play)) forget();
    sign_ = sign_of(task.to_play);
    may_give_ = stones < parameters_.komi_until * area;
    if (by_value_) {
      if (!may_give_ && sign_ * shift() > 0) shift_ = 0;
      return;
    }
    shift_ = parameters_.dynamic_komi == 2 ? by_handicap(task, stones) : 0;
  }

  // To be added to komi.
  double shift() const { return shift_.load(std::memory_order_relaxed); }
  bool is_used() const { return parameters_.dynamic_komi > 0; }

  // Counts a game of the search: what it was worth to the player at the root.
  void add(double result) {
    if (!by_value_) return;
    sum_.fetch_add(result, std::memory_order_relaxed);
    if (games_.fetch_add(1, std::memory_order_relaxed) + 1 ==
        static_cast<std::int64_t>(parameters_.komi_period))
      move();
  }

 private:
  static int sign_of(Color c) { return c == kBlack ? 1 : -1; }

  void forget() {
    shift_ = 0;
    too_much_ = std::numeric_limits<double>::infinity();
    sum_ = 0;
    games_ = 0;
  }

  // Value-based situational compensation, by the thread that completes a period. What once was too
  // much to give is not given again, lest komi go to and fro.
  void move() {
    const double mean = sum_.exchange(0) / parameters_.komi_period;
    const double given = sign_ * shift();
    double next = given;
    if (mean < parameters_.komi_low) {
      if (given > 0) too_much_.store(given, std::memory_order_relaxed);
      next = std::max(given - parameters_.komi_step, -parameters_.komi_most);
    } else if (mean > parameters_.komi_high) {
      next = std::min(given + parameters_.komi_step, parameters_.komi_most);
      if (next > 0 && (!may_give_ || next >= too_much_.load(std::memory_order_relaxed)))
        next = given;
    }
    shift_.store(sign_ * next, std::memory_order_relaxed);
    games_.store(0, std::memory_order_relaxed);
  }

  // White is given points for the stones, fewer and fewer.
  double by_handicap(const TreeTask& task, int stones) const {
    const double played = std::max(0, stones - task.handicap);
    const double last = parameters_.komi_fades * task.board.area();
    const double each =
        task.to_play == kBlack ? parameters_.komi_stone_black : parameters_.komi_stone_white;
    return played < last ? each * task.handicap * (1 - played / last) : 0;
  }

  const TreeParameters& parameters_;
  bool by_value_ = false, may_give_ = true;
  int sign_ = 0;
  std::atomic<double> shift_{0}, sum_{0}, too_much_{0};
  std::atomic<std::int64_t> games_{0};
};

}  // namespace keima
