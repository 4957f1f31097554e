// One thread of a tree search: its own room to work in, and the simulations that it makes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "board/board.h"
#include "nets/evaluator.h"
#include "playout/playout.h"
#include "playout/replies.h"
#include "playout/rng.h"
#include "search/biases.h"
#include "search/compensation.h"
#include "search/expansion.h"
#include "search/leaf_crew.h"
#include "search/parameters.h"
#include "search/root_policy.h"
#include "search/score_value.h"
#include "search/selection.h"
#include "search/task.h"
#include "search/tree.h"

namespace keima {

// A tree, the node that the search begins with, and what is learnt beside it.
struct RootedTree {
  RootedTree(std::size_t bytes, const Geometry& geometry, int reply_order,
             std::shared_ptr<LearnedMoves> moves)
      : tree(bytes, geometry.area),
        replies(reply_order > 0 ? std::make_shared<Replies>(geometry, reply_order) : nullptr),
        learned(std::move(moves)) {}

  Tree tree;
  std::uint32_t root = Tree::kNone;
  std::shared_ptr<Replies> replies;       // for playouts; null if there are none
  std::shared_ptr<LearnedMoves> learned;  // by playouts that learn, in the whole game; or null
  Biases biases;                          // of a network
};

// What the threads of a search have in common.
struct Common {
  const TreeParameters& parameters;
  const TreeTask& task;
  const std::array<bool, kMaxCells>& allowed;  // moves at the root
  const std::string& policy;
  const std::map<std::string, double>& policy_parameters;
  PlayoutTables tables;
  const MoveModel* model;  // for priors; may be null
  const ShallowPair& shallow;
  const Perceptron* mlp;    // the same
  const Joseki* joseki;     // the same
  const LocalModel* local;  // the same
  const PositionJudge* judge;
  Compensation& komi;
  // With a network; what it says of the root comes first.
  ScoreValue score_value;
  RootPolicy root_policy;
  double end_weight = 1;  // of a game that is over, among the network's words
};

// A game under way: its board, its moves and, at the end, its score.
struct Simulation {
  Board board;
  MoveLog log;
  int score = 0;  // Black's area minus White's, less stones that count
  // Ended by a repetition: the score is +-kDecided and there is no final board.
  bool decided = false;
};

// One of several games from the same leaf.
struct LeafGame {
  Simulation game;
  Rng rng;
};

class Worker {
 public:
  Worker(const Common& common, RootedTree& tree, std::uint64_t seed);

  // Makes a node of the position at the root, with a pass among its moves if wanted.
  void make_root(bool with_pass = false);
  void simulate();

  // With a network: the same, by way of it. A worker has its part of the evaluator from lease() to
  // release(); without, it has no network.
  void lease(Evaluator* evaluator);
  void release();
  void simulate_valued();
  // Asks about a root that has been kept: the game before it and the policy may be others now.
  void remake_root();
  // When it is known what margins are worth: for the root alone, or for the whole tree.
  void value_root();
  void value_tree();
  // Does the network tell how sure it is? The root must have been asked about.
  bool knows_errors() const { return evaluation_ && evaluation_->win_error >= 0; }

  // Leaf parallelism: one descent and `count` playouts from where it ends. The leader needs `count`
  // games, which have their own chance, and calls the others; who helps calls play() until the
  // crew is closed.
  void simulate(LeafCrew& crew, std::vector<LeafGame>& games, std::uint32_t count);
  void help(LeafCrew& crew, const Worker& leader, std::vector<LeafGame>& games);

  // Of this search; to be read by any thread.
  auto steps() const { return playout_->steps(); }
  std::int64_t playouts() const { return playouts_.get(); }
  std::int64_t scored() const { return scored_.get(); }  // those that ended with a final board
  int depth() const { return depth_.get(); }
  double score_sum() const { return score_sum_.get(); }
  double network_seconds() const { return network_seconds_.get(); }
  std::int64_t evaluations() const { return evaluations_.get(); }
  double owner_sum(std::size_t point) const { return owner_[point].get(); }
  // Nodes made after so many moves from the root.
  std::int64_t expansions(std::size_t depth) const { return expansions_[depth].get(); }
  static constexpr std::size_t kDepths = 513;
  // Of the simulations that began with a move, all by row-major index.
  std::int64_t games_after(std::size_t move) const { return after_[move].games.get(); }
  double score_after(std::size_t move) const { return after_[move].score.get(); }
  double won_after(std::size_t move) const { return after_[move].won.get(); }
  bool has_owners_after() const { return !owner_after_.empty(); }
  double owner_after(std::size_t move, std::size_t point) const {
    return owner_after_[move * owner_.size() + point].get();
  }

 private:
  struct Step {
    Node* node;
    Transition* transition;
    std::uint64_t hash;  // of the board after the move
  };
  // Where a descent ends.
  struct Leaf {
    Color to_play;
    Point last, before;
    double komi;  // by which it differs from the game's
    int stones;   // what is taken off the area
    bool over;    // the game is over: there is nothing to play out
  };
  // What asking a network takes.
  struct NetworkRoom {
    Board before, earlier;
    PointSet banned;
    std::vector<std::uint16_t> order;
    const Board* last_board;  // the one before the last move, of the position asked about
  };
  struct Later {
    std::uint32_t stamp;
    int when;
  };
  struct After {
    Loose<double> score, won;
    Loose<std::int64_t> games;
  };
  static constexpr int kDeepest = kDepths - 1;
  // Larger than any score: the result of a repetition.
  static constexpr int kDecided = 100'000;

  // Down the tree.
  Leaf descend();
  int choose(Node& node, bool at_root);
  template <Bandit bandit>
  int choose_by(Node& node, bool at_root);
  void play(const Leaf& leaf, Simulation& game, Rng& rng) const;
  void play_leaf(const Worker& leader, LeafGame& leaf) const;
  Position position(const Board& board, Color to_play, Point last, Point before) const;
  std::uint32_t count_visit(Node& node, Transition& t, bool at_root);
  bool repeats(std::uint64_t hash) const;
  // The node after a transition: found, if its position is known, or made. A node just made is
  // not entered: kNone.
  std::uint32_t link(Transition& t, const Position& position, std::uint64_t key);
  std::uint32_t stray(const Position& position, std::uint64_t key, std::uint32_t visits);
  // Tree::kNone if memory is out.
  std::uint32_t make_node(const Position& position, std::uint64_t key);
  std::uint32_t make_prior_node(const Position& position, std::uint64_t key);
  const float* owners_so_far(const Position& position);

  // By a network.
  void evaluate(Color to_play);
  void evaluate_turned(const Query& query, int symmetries);
  InputPosition input_in_tree(Color to_play);
  const PointSet* banned(const Board& board, Color to_play);
  Word word_of(const Evaluation& evaluation, Color to_play) const;
  Word word_of(const Simulation& game) const;
  Word word_at(const Leaf& leaf);
  double utility_of(const Word& word, bool decided) const;
  void count_simulation(const Word& word);

  // Where moves are selected by its policy.
  struct Descent {
    Leaf leaf;
    std::uint32_t node;  // of the leaf, or kNone
    bool known;          // there is nothing to ask: the node has been reached in other ways
  };
  void simulate_by_policy();
  Descent descend_by_policy();
  std::uint32_t make_valued_node(const Position& position, std::uint64_t key);
  std::uint32_t link_end(Transition& t, Color to_play, std::uint64_t key);
  std::uint64_t key_in_tree(const Board& board, Color to_play, bool passed) const;
  void tell_leaf(const Descent& descent, const Word& word);
  int choose_by_policy(const Node& node, bool at_root) const;
  bool count_root();
  void end_path();
  int final_score(const Board& board) const;
  void count_root_owners();
  Biases* biases() const { return parameters_.bias > 0 ? &rooted_.biases : nullptr; }

  template <class Owner>
  void add_each_owner(double weight, Owner owner);
  void add_owners(const Evaluation& evaluation, Color to_play, double weight);
  void add_owners(const Board& board, double weight);

  // And up again.
  void finish(const Simulation& game);
  void count_visits();
  void count_in_groups(Node& node, std::ptrdiff_t move);
  double value_of(double margin, bool decided) const;
  void update_path(const MoveLog& log, double black, double white);
  void add_amaf(Transition& t, float result, int plies) const;
  void update_replies(double margin);
  void update_owners(const Simulation& game, double margin);
  void update_points(double margin);

  const Common& common_;
  const TreeParameters& parameters_;
  const TreeTask& task_;
  RootedTree& rooted_;
  Tree& tree_;
  Rng rng_;
  std::unique_ptr<Playout> playout_;
  Expansion expansion_;

  const bool by_policy_;          // are moves selected by a network's policy?
  const bool virtual_loss_;       // are visits counted on the way down, or on the way up?
  const std::uint64_t pass_key_;  // what a pass adds to the key of a position
  std::unique_ptr<EvaluatorContext> network_;
  std::unique_ptr<NetworkRoom> room_;  // if there is a network
  Evaluated evaluation_;               // of the leaf, if it has been asked for

  Leaf leaf_{};
  Simulation game_;
  std::array<Step, kDeepest + 1> path_;
  int steps_ = 0;
  double shift_ = 0;         // of komi, in this simulation
  int stones_ = 0;           // Black's more than White's on the way down, if they count
  Point ko_ = kPass;         // the last ko point,
  Color ko_color_ = kEmpty;  // whom it was forbidden,
  int ko_step_ = 0;          // and when
  std::uint32_t stamp_ = 0;
  std::array<std::uint32_t, kMaxCells> first_{};  // who plays a point first: 2 * stamp + is White
  std::array<std::uint16_t, kMaxCells> when_{};
  // Without rave_first: where Black, then White, next plays.
  std::array<std::array<Later, kMaxCells>, 2> later_{};
  std::array<Color, kMaxCells> final_{};

  Loose<std::int64_t> playouts_{0}, scored_{0};
  Loose<int> depth_{0};
  std::array<Loose<std::int64_t>, kDepths> expansions_{};
  std::vector<float> owners_so_far_;  // room for them
  Loose<double> score_sum_{0}, network_seconds_{0};
  Loose<std::int64_t> evaluations_{0};
  std::vector<Loose<float>> owner_;
  std::vector<After> after_;
  std::vector<Loose<float>> owner_after_;  // empty if they are not asked for
};

}  // namespace keima
