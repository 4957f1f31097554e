#include "search/worker.h"

#include <algorithm>
#include <cmath>

#include "playout/frisbee.h"
#include "rules/area.h"
#include "search/groups.h"
#include "search/position_key.h"

namespace keima {
namespace {

// Moves after which a ko is forgotten.
constexpr int kOldKo = 10;
// With fewer games nobody can say who owns a point.
constexpr float kFewGames = 100;

std::uint8_t byte_of(double x) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(x, 0., 255.)));
}

PlayoutTables tables_of(PlayoutTables tables, const RootedTree& tree) {
  tables.replies = tree.replies;
  tables.learned = tree.learned;
  return tables;
}

}  // namespace

Worker::Worker(const Common& common, RootedTree& tree, std::uint64_t seed)
    : common_(common),
      parameters_(common.parameters),
      task_(common.task),
      rooted_(tree),
      tree_(tree.tree),
      rng_(seed),
      playout_(
          make_playout(common.policy, common.policy_parameters, tables_of(common.tables, tree))),
      expansion_(common.parameters, *playout_, common.tables.patterns.get(), common.model,
                 common.shallow, common.mlp, common.joseki, common.local, common.judge, rng_),
      by_policy_(parameters_.bandit == kPuct),
      virtual_loss_(by_policy_ || parameters_.virtual_loss > 0),
      pass_key_(by_policy_ ? kAfterPass : 0),
      game_{task_.board, {}},
      ko_(task_.ko),
      ko_color_(task_.ko_color),
      ko_step_(-task_.ko_age),
      owner_(static_cast<std::size_t>(task_.board.area())),
      after_(owner_.size() + 1),
      owner_after_(task_.move_owner ? after_.size() * owner_.size() : 0) {
  playout_->epsilon = parameters_.frisbee;
}

Position Worker::position(const Board& board, Color to_play, Point last, Point before) const {
  const bool may_take = ko_color_ == to_play && steps_ - ko_step_ <= kOldKo;
  return {board,
          to_play,
          last,
          before,
          task_.komi + shift_ + stones_,
          may_take ? ko_ : kPass,
          steps_ > 1 ? path_[steps_ - 2].node : nullptr,
          nullptr,
          steps_};
}

std::uint32_t Worker::make_node(const Position& position, std::uint64_t key) {
  if (network_) evaluate(position.to_play);
  const std::uint32_t index =
      by_policy_ ? make_valued_node(position, key) : make_prior_node(position, key);
  if (index != Tree::kNone) expansions_[static_cast<std::size_t>(steps_)].add(1);
  return index;
}

// Mean owners of all simulations of this thread, if a network or a prior wants them; null if there
// are none, or too few for a prior.
const float* Worker::owners_so_far(const Position& position) {
  const ShallowNet* net = common_.shallow.at(position.depth, parameters_);
  const auto games = static_cast<float>(scored_.get());
  const bool asked = net && net->shape().owner && games > 0;
  if (!asked && !(parameters_.prior_owned > 0 && games >= kFewGames)) return nullptr;
  owners_so_far_.resize(owner_.size());
  for (std::size_t i = 0; i < owner_.size(); ++i) owners_so_far_[i] = owner_[i].get() / games;
  return owners_so_far_.data();
}

// A node with priors for its moves.
std::uint32_t Worker::make_prior_node(const Position& position, std::uint64_t key) {
  Position known = position;
  known.owners = owners_so_far(position);
  known.stones_count = task_.stones_count;
  if (network_) known.probabilities = evaluation_->policy.data();
  const auto& moves = expansion_.run(known);
  const std::uint32_t index = tree_.create(key, position.to_play, moves.size());
  if (index == Tree::kNone) return index;
  Transition* t = tree_.at(index).begin();
  for (const Candidate& c : moves) {
    t->move = c.move;
    t->prior_code = visit_code(c.visits);
    t->prior_mean.store(byte_of(c.visits > 0 ? 255 * c.wins / c.visits : 0),
                        std::memory_order_relaxed);
    tree_.at(index).prior_visits += static_cast<std::uint32_t>(t->prior_visits());
    ++t;
  }
  return index;
}

void Worker::make_root(bool with_pass) {
  shift_ = common_.komi.shift();
  const bool passed = task_.last_was_pass;
  steps_ = stones_ = 0;
  Position root = position(task_.board, task_.to_play, task_.last, task_.before);
  root.may_pass = with_pass;
  rooted_.root = make_node(root, key_in_tree(task_.board, task_.to_play, passed));
  tree_.publish(rooted_.root);
  if (!by_policy_) return;
  // Counted by the first simulation.
  tree_.at(rooted_.root).visits.store(0, std::memory_order_relaxed);
  count_root_owners();
}

void Worker::simulate() {
  const Leaf leaf = descend();
  if (!leaf.over) play(leaf, game_, rng_);
  finish(game_);
}

void Worker::play(const Leaf& leaf, Simulation& game, Rng& rng) const {
  const double komi = task_.komi + leaf.komi;
  game.score =
      playout_->run(game.board, leaf.to_play, leaf.last, leaf.before, komi, rng, game.log) -
      leaf.stones;
}

void Worker::simulate(LeafCrew& crew, std::vector<LeafGame>& games, std::uint32_t count) {
  leaf_ = descend();
  if (!leaf_.over) crew.lead(count, [&](std::uint32_t i) { play_leaf(*this, games[i]); });
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0 && virtual_loss_) count_visits();
    finish(leaf_.over ? game_ : games[i].game);
  }
}

void Worker::help(LeafCrew& crew, const Worker& leader, std::vector<LeafGame>& games) {
  crew.help([&](std::uint32_t i) { play_leaf(leader, games[i]); });
}

// By any thread: the game is the leader's so far and has its own chance.
void Worker::play_leaf(const Worker& leader, LeafGame& leaf) const {
  leaf.game.board = leader.game_.board;
  leaf.game.log = leader.game_.log;
  play(leader.leaf_, leaf.game, leaf.rng);
}

Worker::Leaf Worker::descend() {
  Board& board = game_.board;
  board = task_.board;
  game_.log.clear();
  game_.decided = false;
  steps_ = 0;
  stones_ = 0;
  ko_ = task_.ko;
  ko_color_ = task_.ko_color;
  ko_step_ = -task_.ko_age;
  shift_ = common_.komi.shift();
  std::uint32_t index = rooted_.root;
  Color c = task_.to_play;
  Point last = task_.last, before = task_.before;
  bool passed = task_.last_was_pass;
  const auto leaf = [&](bool over) {
    return Leaf{c, last, before, shift_ + stones_, stones_, over};
  };
  for (;;) {
    Node& node = tree_.at(index);
    const int i = choose(node, steps_ == 0);
    Transition& t = node.begin()[i];
    const std::uint32_t visits = virtual_loss_ ? count_visit(node, t, steps_ == 0)
                                               : t.visits.load(std::memory_order_relaxed);
    const Point at =
        parameters_.frisbee > 0 ? land(board, t.move, c, parameters_.frisbee, rng_) : t.move;
    board.play(at, c);
    game_.log.add(t.move, c);  // what was aimed at gets the credit
    const Color mover = c;
    c = opponent(c);
    const std::uint64_t key = position_key(board, c) ^ (at == kPass ? pass_key_ : 0);
    path_[steps_++] = {&node, &t, board.hash()};
    before = last;
    last = at;
    if (task_.stones_count && at != kPass) stones_ += mover == kBlack ? 1 : -1;
    if (board.ko() != kPass) {
      ko_ = board.ko();
      ko_color_ = board.ko_color();
      ko_step_ = steps_;
    }
    if (t.move == kPass && passed) {
      // Under territory rules dead stones are taken off first, as a playout does.
      if (task_.stones_count) return leaf(false);
      game_.score = count_area(board) - stones_;
      return leaf(true);
    }
    passed = t.move == kPass;
    // Triple ko and longer cycles: lost for who completes them (4.3.2).
    if (at != kPass && parameters_.cycles > 0 && repeats(board.hash())) {
      game_.decided = true;
      game_.score = mover == kBlack ? -kDecided : kDecided;
      return leaf(true);
    }
    std::uint32_t child = Tree::kNone;
    if (at != t.move) {
      child = stray(position(board, c, last, before), key, visits);
    } else {
      child = t.child.load(std::memory_order_acquire);
      if (child <= Tree::kBusy && visits >= parameters_.expand_after)
        child = link(t, position(board, c, last, before), key);
    }
    if (child <= Tree::kBusy || steps_ == kDeepest) return leaf(false);
    index = child;
  }
}

// The visits of the transition before.
std::uint32_t Worker::count_visit(Node& node, Transition& t, bool at_root) {
  if (!at_root) count_in_groups(node, &t - node.begin());
  node.visits.fetch_add(1, std::memory_order_relaxed);
  return t.visits.fetch_add(1, std::memory_order_relaxed);
}

// Were the stones the same four or six plies before, in the tree or in the game? The player to move
// is the same, too; what the simple ko forbids may differ.
bool Worker::repeats(std::uint64_t hash) const {
  for (const int back : {4, 6}) {
    if (steps_ > back) {
      if (path_[steps_ - 1 - back].hash == hash) return true;
    } else if (steps_ == back) {
      if (task_.board.hash() == hash) return true;
    } else {
      const auto plies = static_cast<std::size_t>(back - steps_);  // before the root
      if (plies <= task_.earlier.size() && task_.earlier[plies - 1] == hash) return true;
    }
  }
  return false;
}

std::uint32_t Worker::link(Transition& t, const Position& position, std::uint64_t key) {
  std::uint32_t none = Tree::kNone;
  if (!t.child.compare_exchange_strong(none, Tree::kBusy, std::memory_order_acq_rel)) {
    if (!by_policy_) return Tree::kNone;
    // Another thread is asking the network, which takes long: its node is worth waiting for.
    t.child.wait(Tree::kBusy, std::memory_order_acquire);
    return t.child.load(std::memory_order_acquire);
  }
  const bool alone = !(parameters_.transpositions > 0);
  const std::uint32_t found = alone ? Tree::kNone : tree_.find(key);
  std::uint32_t index = found;
  try {
    if (found == Tree::kNone && !tree_.is_full()) {
      index = make_node(position, key);
      if (index != Tree::kNone) tree_.publish(index);
    }
  } catch (...) {
    t.child.store(Tree::kNone, std::memory_order_release);
    t.child.notify_all();
    throw;
  }
  t.child.store(index, std::memory_order_release);
  if (by_policy_) t.child.notify_all();
  return found;
}

// A stone that has missed its point: the position is found, or made, but not linked.
std::uint32_t Worker::stray(const Position& position, std::uint64_t key, std::uint32_t visits) {
  const std::uint32_t found = tree_.find(key);
  if (found == Tree::kNone && visits >= parameters_.expand_after && !tree_.is_full()) {
    const std::uint32_t made = make_node(position, key);
    if (made != Tree::kNone) tree_.publish(made);
  }
  return found;
}

int Worker::choose(Node& node, bool at_root) {
  if (!at_root && parameters_.replies > 0)
    if (const int reply = node.reply.load(std::memory_order_relaxed)) return reply - 1;
  switch (static_cast<int>(parameters_.bandit)) {
    case 1:
      return choose_by<Bandit::kUcb1>(node, at_root);
    case 2:
      return choose_by<Bandit::kUcb1Tuned>(node, at_root);
    case 3:
      return choose_by_policy(node, at_root);
    default:
      return choose_by<Bandit::kNone>(node, at_root);
  }
}

template <Bandit bandit>
int Worker::choose_by(Node& node, bool at_root) {
  const Owners* owners = tree_.owners_of(node);
  const Geometry& g = task_.board.geometry();
  if (at_root)
    return select<bandit>(node, owners, parameters_, g, rng_,
                          [this](Point p) { return common_.allowed[p]; });
  if (parameters_.grouping > 0)
    if (Groups* groups = tree_.groups(node))
      return select_in_groups<bandit>(node, *groups, parameters_, rng_);
  return select<bandit>(node, owners, parameters_, g, rng_, [](Point) { return true; });
}

}  // namespace keima
