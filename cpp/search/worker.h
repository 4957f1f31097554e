// One thread of a tree search: its own room to work in, and the simulations that it makes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "board/board.h"
#include "playout/playout.h"
#include "playout/rng.h"
#include "search/expansion.h"
#include "search/parameters.h"
#include "search/task.h"
#include "search/tree.h"

namespace keima {

// A tree and the node that the search begins with.
struct RootedTree {
  RootedTree(std::size_t bytes, int area) : tree(bytes, area) {}

  Tree tree;
  std::uint32_t root = Tree::kNone;
};

// What the threads of a search have in common.
struct Common {
  const TreeParameters& parameters;
  const TreeTask& task;
  const std::array<bool, kMaxCells>& allowed;  // moves at the root
  const std::string& policy;
  const std::map<std::string, double>& policy_parameters;
  PlayoutTables tables;
};

// A game under way: its board, its moves and, at the end, its score.
struct Simulation {
  Board board;
  MoveLog log;
  int score = 0;  // Black's area minus White's
  // Ended by a repetition: the score is +-kDecided and there is no final board.
  bool decided = false;
};

class Worker {
 public:
  Worker(const Common& common, RootedTree& tree, std::uint64_t seed);

  // Makes a node of the position at the root.
  void make_root();
  void simulate();

  // Of this search; to be read by any thread.
  std::int64_t playouts() const { return playouts_.get(); }
  std::int64_t scored() const { return scored_.get(); }  // those that ended with a final board
  int depth() const { return depth_.get(); }
  double score_sum() const { return score_sum_.get(); }
  double owner_sum(std::size_t point) const { return owner_[point].get(); }
  // Of the simulations that began with a move, all by row-major index.
  std::pair<double, std::int64_t> score_after(std::size_t move) const {
    return {after_[move].score.get(), after_[move].games.get()};
  }
  bool has_owners_after() const { return !owner_after_.empty(); }
  double owner_after(std::size_t move, std::size_t point) const {
    return owner_after_[move * owner_.size() + point].get();
  }

 private:
  struct Step {
    Node* node;
    Transition* transition;
    std::uint64_t key;  // after the move
  };
  // Where a descent ends.
  struct Leaf {
    Color to_play;
    Point last, before;
    bool over;  // the game is over: there is nothing to play out
  };
  struct After {
    Loose<double> score;
    Loose<std::int64_t> games;
  };
  static constexpr int kDeepest = 512;
  // Larger than any score: the result of a repetition.
  static constexpr int kDecided = 100'000;

  // Down the tree.
  Leaf descend();
  int choose(Node& node, bool at_root);
  bool repeats(std::uint64_t key) const;
  // The node after a transition: found, if its position is known, or made. A node just made is
  // not entered: kNone.
  std::uint32_t link(Transition& t, Color c, Point last, Point before, std::uint64_t key);
  // Tree::kNone if memory is out.
  std::uint32_t make_node(const Board& board, Color to_play, Point last, Point before,
                          std::uint64_t key);

  // And up again.
  void finish(const Simulation& game);
  double value_of(double margin, bool decided) const;
  void update_path(const MoveLog& log, double black);
  void add_amaf(Transition& t, float result, int plies) const;
  void update_replies(double margin);
  void update_owners(const Simulation& game, double margin);
  void update_criticality(double margin);

  const Common& common_;
  const TreeParameters& parameters_;
  const TreeTask& task_;
  RootedTree& rooted_;
  Tree& tree_;
  Rng rng_;
  std::unique_ptr<Playout> playout_;
  Expansion expansion_;

  std::uint64_t root_key_;
  Simulation game_;
  std::array<Step, kDeepest + 1> path_;
  int steps_ = 0;
  std::uint32_t stamp_ = 0;
  std::array<std::uint32_t, kMaxCells> first_{};  // who plays a point first: 2 * stamp + is White
  std::array<std::uint16_t, kMaxCells> when_{};
  std::array<Color, kMaxCells> final_{};

  Loose<std::int64_t> playouts_{0}, scored_{0};
  Loose<int> depth_{0};
  Loose<double> score_sum_{0};
  std::vector<Loose<float>> owner_;
  std::vector<After> after_;
  std::vector<Loose<float>> owner_after_;  // empty if they are not asked for
};

}  // namespace keima
