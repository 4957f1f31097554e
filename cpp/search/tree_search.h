// Monte Carlo tree search with RAVE (Ferreira 2016, chapter 3): many threads, one tree, no locks
// in the descent.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "board/board.h"
#include "playout/playout.h"
#include "search/parameters.h"
#include "search/tree.h"

namespace keima {

struct TreeTask {
  Board board;
  Color to_play;
  Point last = kPass, before = kPass;  // the last two moves, kPass if there is none
  bool last_was_pass = false;          // then a pass ends the game
  double komi = 0;                     // taken off Black's area
  std::vector<Point> moves;            // the only ones at the root, kPass for a pass; empty: all
  std::uint64_t seed = 0;
  int threads = 1;
  std::int64_t playouts = std::numeric_limits<std::int64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  bool early_stop = true;  // end when the most visited move cannot change any more
};

struct MoveReport {
  Point move;
  std::int64_t visits;
  double wins;  // sum of results for the player to move
  double amaf_visits, amaf_wins;
  double prior_visits, prior_mean;
  double score;           // mean margin of Black in this search, without komi; nan if unknown
  std::vector<Point> pv;  // starts with the move
};

struct TreeReport {
  std::vector<MoveReport> moves;  // most visited first
  std::int64_t playouts;          // of this search
  std::int64_t root_visits;       // with those kept from earlier ones
  std::vector<float> owner;       // row-major, mean of this search: +1 Black, -1 White
  double score;                   // mean margin of Black, without komi
  std::size_t nodes, bytes;
  int depth;  // of the longest descent
  bool full;  // memory ran out
};

// Called about twenty times a second by the thread that waits for the others, with the number of
// simulations finished. What it throws ends the search and is passed on.
using TreePoll = std::function<void(std::int64_t)>;

class TreeSearch {
 public:
  // The 3x3 patterns are for the policy and for priors; null if there are none.
  TreeSearch(const std::string& policy, const std::map<std::string, double>& policy_parameters,
             const std::map<std::string, double>& parameters,
             std::shared_ptr<const PatternTable> patterns);
  ~TreeSearch();

  // Searches a position; goes on with the tree of the last search if the position is in it and
  // the komi is the same. With one thread, the same calls with the same seeds and numbers of
  // playouts give the same results.
  TreeReport search(const TreeTask& task, const TreePoll& poll = {});

  // What is known now: after a search, or while it runs, from its poll.
  TreeReport report() const;
  // Of the position searched last; null if there is none.
  const Geometry* geometry() const { return tree_ ? geometry_ : nullptr; }

  void clear();
  // Ends what is running, and what is started later until reset().
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void reset() { stop_.store(false, std::memory_order_relaxed); }

 private:
  class Worker;
  class Busy;

  bool find_root(const TreeTask& task);
  void allow(const TreeTask& task);
  bool is_allowed(Point p) const { return allowed_[p]; }
  // Can the most visited move still change in so many simulations?
  bool is_decided(double left) const;
  std::vector<Point> best_line(const Transition& first) const;

  std::string policy_;
  std::map<std::string, double> policy_parameters_;
  PlayoutTables tables_;
  TreeParameters parameters_;
  std::unique_ptr<Tree> tree_;
  std::uint32_t root_ = 0;
  double komi_ = 0;
  const Geometry* geometry_ = nullptr;
  std::array<bool, kMaxCells> allowed_{};
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> stop_{false}, busy_{false};
  std::atomic<std::int64_t> started_{0}, finished_{0};
};

}  // namespace keima
