// Monte Carlo tree search with RAVE (Ferreira 2016, chapter 3): many threads, no locks in the
// descent.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "board/board.h"
#include "features/move_model.h"
#include "mlp/perceptron.h"
#include "nets/evaluator.h"
#include "playout/playout.h"
#include "search/compensation.h"
#include "search/expansion.h"
#include "search/parameters.h"
#include "search/task.h"
#include "search/tree.h"

namespace keima {

struct Common;
struct RootedTree;
class Worker;

class TreeSearch {
 public:
  // Sums of results are floats: twice as many would no longer add up.
  static constexpr std::int64_t kMostVisits = 8'000'000;

  // The 3x3 patterns are for the policy and for priors, the model for priors; either may be null.
  TreeSearch(const std::string& policy, const std::map<std::string, double>& policy_parameters,
             const std::map<std::string, double>& parameters,
             std::shared_ptr<const PatternTable> patterns,
             std::shared_ptr<const MoveModel> model = nullptr);
  ~TreeSearch();

  // Searches a position; goes on with the tree of the last search if the position is in it and
  // the komi is the same. With one thread, or parallel at the leaves with playouts that do not
  // learn, the same calls with the same seeds and numbers of playouts give the same results. A tree
  // takes no more than kMostVisits.
  TreeReport search(const TreeTask& task, const TreePoll& poll = {});

  // What is known now: after a search, or while it runs, from its poll.
  TreeReport report() const;
  // Of the position searched last; null if there is none.
  const Geometry* geometry() const { return trees_.empty() ? nullptr : geometry_; }

  // What values positions from now on, for boards of one size; null for playouts alone. Forgets
  // the tree. Throws std::invalid_argument if the parameters do not go with it.
  void set_evaluator(std::shared_ptr<Evaluator> evaluator);

  // Networks for priors, of one size of board: the first near the root, the second below (see
  // shallow_depth); either may be null. Forgets the tree if they are others. Throws
  // std::invalid_argument if there is but a second one, or they differ in size.
  void set_shallow(std::shared_ptr<const ShallowNet> near, std::shared_ptr<const ShallowNet> deep);

  // The small network for priors from now on, for boards of one size; null for none. Forgets the
  // tree.
  void set_mlp(std::shared_ptr<const Perceptron> mlp);

  // The dictionary for priors from now on; null for none. Forgets the tree.
  void set_joseki(std::shared_ptr<const Joseki> joseki);
  // The local model for priors from now on; null for none. Forgets the tree.
  void set_local(std::shared_ptr<const LocalModel> local);
  // The judge of life, death and territory for priors from now on; null for none. Forgets the tree.
  void set_judge(std::shared_ptr<const PositionJudge> judge);

  void clear();
  // Ends what is running, and what is started later until reset().
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void reset() { stop_.store(false, std::memory_order_relaxed); }

 private:
  class Busy;

  MoveReport report_of(Point move) const;
  void add_best_line(const Tree& tree, const Transition& first, MoveReport& report) const;

  bool by_policy() const { return parameters_.bandit == kPuct; }
  void check(const TreeTask& task) const;
  void begin_valued(const TreeTask& task, const std::vector<bool>& kept);
  void add_valued(const Tree& tree, const Transition& t, MoveReport& report) const;
  bool find_root(const TreeTask& task, RootedTree& rooted) const;
  void prepare(const TreeTask& task);
  // Are the trees of this game?
  bool fits(const TreeTask& task, std::size_t count) const;
  bool continues_game(const TreeTask& task) const;
  bool is_empty(const RootedTree& rooted) const;
  bool make_room();
  std::int64_t room() const;
  // Can the most visited move still change in so many simulations?
  bool is_decided(double left) const;

  std::string policy_;
  std::map<std::string, double> policy_parameters_;
  PlayoutTables tables_;
  std::shared_ptr<const MoveModel> model_;
  std::shared_ptr<Evaluator> evaluator_;
  ShallowPair shallow_;
  std::shared_ptr<const Perceptron> mlp_;
  std::shared_ptr<const Joseki> joseki_;
  std::shared_ptr<const LocalModel> local_;
  std::shared_ptr<const PositionJudge> judge_;
  TreeParameters parameters_;
  Compensation compensation_{parameters_};
  std::vector<std::unique_ptr<RootedTree>> trees_;
  double komi_ = 0;              // at the start of the game
  double root_komi_ = 0;         // at the position searched last
  double expected_ = 0;          // the margin that margins are counted from
  std::uint64_t last_hash_ = 0;  // of the board searched last
  bool stones_count_ = false;
  InputRules rules_;
  const Geometry* geometry_ = nullptr;
  std::array<bool, kMaxCells> allowed_{};
  std::unique_ptr<Common> common_;  // of the search under way or the last one
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> stop_{false}, busy_{false};
  std::atomic<std::int64_t> started_{0}, finished_{0};
};

}  // namespace keima
