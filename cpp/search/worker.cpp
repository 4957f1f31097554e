#include "search/worker.h"

#include <algorithm>
#include <cmath>

#include "rules/area.h"
#include "search/position_key.h"
#include "search/selection.h"

namespace keima {
namespace {

std::uint8_t byte_of(double x) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(x, 0., 255.)));
}

}  // namespace

Worker::Worker(const Common& common, RootedTree& tree, std::uint64_t seed)
    : common_(common),
      parameters_(common.parameters),
      task_(common.task),
      rooted_(tree),
      tree_(tree.tree),
      rng_(seed),
      playout_(make_playout(common.policy, common.policy_parameters, common.tables)),
      expansion_(common.parameters, *playout_, common.tables.patterns.get()),
      root_key_(position_key(task_.board, task_.to_play)),
      game_{task_.board, {}},
      owner_(static_cast<std::size_t>(task_.board.area())),
      after_(owner_.size() + 1),
      owner_after_(task_.move_owner ? after_.size() * owner_.size() : 0) {}

std::uint32_t Worker::make_node(const Board& board, Color to_play, Point last, Point before,
                                std::uint64_t key) {
  const auto& moves = expansion_.run({board, to_play, last, before});
  const std::uint32_t index = tree_.create(key, to_play, moves.size());
  if (index == Tree::kNone) return index;
  Transition* t = tree_.at(index).begin();
  for (const Candidate& c : moves) {
    t->move = c.move;
    // More than a byte holds is scaled down, the mean being the same.
    t->prior_visits = byte_of(c.visits);
    t->prior_mean = byte_of(c.visits > 0 ? 255 * c.wins / c.visits : 0);
    tree_.at(index).prior_visits += t->prior_visits;
    ++t;
  }
  return index;
}

void Worker::make_root() {
  rooted_.root = make_node(task_.board, task_.to_play, task_.last, task_.before, root_key_);
  tree_.publish(rooted_.root);
}

void Worker::simulate() {
  const Leaf leaf = descend();
  if (!leaf.over)
    game_.score = playout_->run(game_.board, leaf.to_play, leaf.last, leaf.before, task_.komi, rng_,
                                game_.log);
  finish(game_);
}

Worker::Leaf Worker::descend() {
  Board& board = game_.board;
  board = task_.board;
  game_.log.clear();
  game_.decided = false;
  steps_ = 0;
  std::uint32_t index = rooted_.root;
  Color c = task_.to_play;
  Point last = task_.last, before = task_.before;
  for (;;) {
    Node& node = tree_.at(index);
    const int i = choose(node, steps_ == 0);
    Transition& t = node.begin()[i];
    node.visits.fetch_add(1, std::memory_order_relaxed);
    const std::uint32_t visits = t.visits.fetch_add(1, std::memory_order_relaxed);
    board.play(t.move, c);
    game_.log.add(t.move, c);
    const Color mover = c;
    c = opponent(c);
    const std::uint64_t key = position_key(board, c);
    path_[steps_++] = {&node, &t, key};
    before = last;
    last = t.move;
    if (t.move == kPass && before == kPass && (steps_ > 1 || task_.last_was_pass)) {
      game_.score = count_area(board);
      return {c, last, before, true};
    }
    // Triple ko and longer cycles: lost for who completes them (4.3.2).
    if (t.move != kPass && repeats(key)) {
      game_.decided = true;
      game_.score = mover == kBlack ? -kDecided : kDecided;
      return {c, last, before, true};
    }
    std::uint32_t child = t.child.load(std::memory_order_acquire);
    if (child == Tree::kNone && visits >= parameters_.expand_after)
      child = link(t, c, last, before, key);
    if (child <= Tree::kBusy || steps_ == kDeepest) return {c, last, before, false};
    index = child;
  }
}

bool Worker::repeats(std::uint64_t key) const {
  for (const int back : {4, 6}) {
    if (steps_ == back && root_key_ == key) return true;
    if (steps_ > back && path_[steps_ - 1 - back].key == key) return true;
  }
  return false;
}

std::uint32_t Worker::link(Transition& t, Color c, Point last, Point before, std::uint64_t key) {
  std::uint32_t none = Tree::kNone;
  if (!t.child.compare_exchange_strong(none, Tree::kBusy, std::memory_order_acq_rel))
    return Tree::kNone;
  const std::uint32_t found = tree_.find(key);
  std::uint32_t index = found;
  if (found == Tree::kNone && !tree_.is_full()) {
    index = make_node(game_.board, c, last, before, key);
    if (index != Tree::kNone) tree_.publish(index);
  }
  t.child.store(index, std::memory_order_release);
  return found;
}

int Worker::choose(Node& node, bool at_root) {
  if (!at_root && parameters_.replies > 0)
    if (const int reply = node.reply.load(std::memory_order_relaxed)) return reply - 1;
  const std::uint32_t index = node.owners.load(std::memory_order_acquire);
  Owners* owners = index <= Tree::kBusy ? nullptr : reinterpret_cast<Owners*>(&tree_.at(index));
  const auto pick = [&](auto allowed) {
    switch (static_cast<int>(parameters_.bandit)) {
      case 1:
        return select<Bandit::kUcb1>(node, owners, parameters_, rng_, allowed);
      case 2:
        return select<Bandit::kUcb1Tuned>(node, owners, parameters_, rng_, allowed);
      default:
        return select<Bandit::kNone>(node, owners, parameters_, rng_, allowed);
    }
  };
  if (!at_root) return pick([](Point) { return true; });
  return pick([this](Point p) { return common_.allowed[p]; });
}

}  // namespace keima
