// Simulations where moves are selected by a network's policy: this part of Worker. There are no
// playouts' results to be added up: the nodes on the way back take their values from their moves.
#include <algorithm>
#include <vector>

#include "features/kata_area.h"
#include "rules/area.h"
#include "search/mean.h"
#include "search/position_key.h"
#include "search/puct.h"
#include "search/worker.h"

namespace keima {

// A node whose moves are all that are legal, in the order of the policy.
std::uint32_t Worker::make_valued_node(const Position& position, std::uint64_t key) {
  const std::vector<float>& policy = evaluation_->policy;
  const Geometry& g = position.board.geometry();
  room_->order.clear();
  for (std::uint16_t i = 0; i < policy.size(); ++i)
    if (policy[i] > 0 || i == g.area) room_->order.push_back(i);
  std::stable_sort(room_->order.begin(), room_->order.end(),
                   [&](std::uint16_t a, std::uint16_t b) { return policy[a] > policy[b]; });
  const std::uint32_t index = tree_.create(key, position.to_play, room_->order.size(), true);
  if (index == Tree::kNone) return index;
  Node& node = tree_.at(index);
  Transition* t = node.begin();
  for (const std::uint16_t i : room_->order) {
    t->move = g.cell[i];
    t->set_policy(policy[i]);
    ++t;
  }
  Valued& v = node.valued();
  v.say(word_of(*evaluation_, position.to_play));
  revalue(v, common_.score_value);
  if (biases() && steps_ > 0) {
    const Point before = steps_ > 1 ? game_.log.point(steps_ - 2) : task_.last;
    const Point move = game_.log.point(steps_ - 1);
    v.bias = rooted_.biases.place(
        local_key(*room_->last_board, before, move, opponent(position.to_play)));
  }
  refresh(tree_, node, parameters_, biases(), false);
  node.visits.store(1, std::memory_order_relaxed);
  return index;
}

// The policy may be another one than before; the moves stay in its order.
void Worker::remake_root() {
  steps_ = 0;
  evaluate(task_.to_play);
  Node& root = tree_.at(rooted_.root);
  const Geometry& g = task_.board.geometry();
  for (Transition& t : root.transitions()) t.set_policy(evaluation_->policy[g.index[t.move]]);
  root.sort_by_policy();
  count_root_owners();
}

void Worker::count_root_owners() {
  scored_.add(1);
  score_sum_.add((task_.to_play == kBlack ? 1 : -1) * evaluation_->lead + task_.komi);
  game_.log.clear();
  add_owners(*evaluation_, task_.to_play, 1);
}

void Worker::value_root() {
  Node& root = tree_.at(rooted_.root);
  root.valued().say(word_of(*evaluation_, task_.to_play));
  revalue(root.valued(), common_.score_value);
  refresh(tree_, root, parameters_, biases(), true);
}

// From the leaves up. A cycle is cut where it is entered, which the next visits make good.
void Worker::value_tree() {
  struct Open {
    std::uint32_t index;
    std::uint16_t next;
  };
  tree_.unmark();
  std::vector<Open> open{{rooted_.root, 0}};
  tree_.at(rooted_.root).moved = Tree::kBusy;
  while (!open.empty()) {
    Node& node = tree_.at(open.back().index);
    if (open.back().next < node.count) {
      const std::uint32_t child = node.begin()[open.back().next++].child;
      if (child <= Tree::kBusy || tree_.at(child).moved) continue;
      tree_.at(child).moved = Tree::kBusy;
      open.push_back({child, 0});
      continue;
    }
    revalue(node.valued(), common_.score_value);
    refresh(tree_, node, parameters_, biases(), true);
    open.pop_back();
  }
}

int Worker::choose_by_policy(const Node& node, bool at_root) const {
  const TreeParameters& p = parameters_;
  if (!at_root)
    return select_by_policy(
        tree_, node, p, p.fpu_reduction, true, [](const Transition& t) { return t.policy(); },
        [](Point) { return true; });
  const RootPolicy& root = common_.root_policy;
  return select_by_policy(
      tree_, node, p, p.root_fpu_reduction, root.in_order,
      [&](const Transition& t) { return root.of[t.move]; },
      [&](Point move) { return common_.allowed[move]; });
}

// The first simulation of a new root is its own evaluation.
bool Worker::count_root() {
  std::uint32_t none = 0;
  return tree_.at(rooted_.root).visits.compare_exchange_strong(none, 1);
}

// Who has what when both have passed. Where dead stones are taken off, those in the territory of
// groups that cannot be killed are; for others the players have to agree, which a search cannot.
int Worker::final_score(const Board& board) const {
  if (!task_.rules.friendly_pass && !task_.rules.territory) return count_area(board);
  const AreaPlanes area = find_area(board, task_.rules.suicide, false);
  return area.black.count() - area.white.count();
}

// The node of a game that is over has no moves.
std::uint32_t Worker::link_end(Transition& t, Color to_play, std::uint64_t key) {
  std::uint32_t index = Tree::kNone;
  if (!t.child.compare_exchange_strong(index, Tree::kBusy, std::memory_order_acq_rel)) {
    t.child.wait(Tree::kBusy, std::memory_order_acquire);
    return t.child.load(std::memory_order_acquire);
  }
  if (parameters_.transpositions > 0) index = tree_.find(key);
  if (index == Tree::kNone) index = tree_.create(key, to_play, 0, true);
  if (index != Tree::kNone && tree_.at(index).valued().weight.get() == 0) {
    Valued& v = tree_.at(index).valued();
    Word word = word_of(game_);
    word.weight = common_.end_weight;
    v.say(word);
    revalue(v, common_.score_value);
    refresh(tree_, tree_.at(index), parameters_, nullptr, false);
    tree_.publish(index);
  }
  t.child.store(index, std::memory_order_release);
  t.child.notify_all();
  return index;
}

// The key of a position. Where stones cost points it is another one if more were played.
std::uint64_t Worker::key_in_tree(const Board& board, Color to_play, bool passed) const {
  std::uint64_t key = position_key(board, to_play) ^ (passed ? pass_key_ : 0);
  if (by_policy_ && task_.stones_count) key ^= stones_key(task_.stones + stones_);
  return key;
}

Worker::Descent Worker::descend_by_policy() {
  Board& board = game_.board;
  board = task_.board;
  game_.log.clear();
  game_.decided = false;
  steps_ = 0;
  stones_ = 0;
  std::uint32_t index = rooted_.root;
  Color c = task_.to_play;
  Point last = task_.last, before = task_.before;
  bool passed = task_.last_was_pass;
  for (;;) {
    Node& node = tree_.at(index);
    Transition& t = node.begin()[choose_by_policy(node, steps_ == 0)];
    node.visits.fetch_add(1, std::memory_order_relaxed);
    const double visits = t.begin_visit() - t.ended();
    board.play(t.move, c);
    game_.log.add(t.move, c);
    path_[steps_++] = {&node, &t, board.hash()};
    if (task_.stones_count && t.move != kPass) stones_ += c == kBlack ? 1 : -1;
    c = opponent(c);
    before = last;
    last = t.move;
    const Leaf leaf{c, last, before, static_cast<double>(stones_), stones_, false};
    const Leaf over{c, last, before, static_cast<double>(stones_), stones_, true};
    // Triple ko and longer cycles: lost for who completes them.
    if (t.move != kPass && parameters_.cycles > 0 && repeats(board.hash())) {
      game_.decided = true;
      game_.score = c == kBlack ? kDecided : -kDecided;
      return {over, Tree::kNone, false};
    }
    const bool ends = t.move == kPass && passed;
    passed = t.move == kPass;
    const std::uint64_t key = key_in_tree(board, c, passed) ^ (ends ? kGameOver : 0);
    if (ends) game_.score = final_score(board) - stones_;
    std::uint32_t child = t.child.load(std::memory_order_acquire);
    if (child <= Tree::kBusy && ends) child = link_end(t, c, key);
    if (child <= Tree::kBusy && !ends) {
      child = link(t, position(board, c, last, before), key);
      if (child <= Tree::kBusy) return {leaf, t.child.load(std::memory_order_acquire), false};
    }
    // What was found on other ways is told first: there is nothing to ask.
    const bool shared = parameters_.transpositions > 0 && child > Tree::kBusy &&
                        visits < tree_.at(child).valued().visits.get();
    if (ends) return {over, child, shared};
    if (shared || steps_ == kDeepest) return {leaf, child, true};
    index = child;
  }
}

void Worker::simulate_by_policy() {
  if (count_root()) {
    playouts_.add(1);
    return;
  }
  evaluation_.reset();
  steps_ = 0;
  try {
    const Descent d = descend_by_policy();
    const Word word = d.known ? Word{} : d.leaf.over ? word_of(game_) : word_at(d.leaf);
    if (!d.known) tell_leaf(d, word);
    end_path();
    if (d.known) {
      depth_.set(std::max(depth_.get(), steps_));
      playouts_.add(1);
    } else {
      count_simulation(word);
    }
  } catch (...) {
    end_path();
    throw;
  }
}

// What was found goes to the leaf's node, or to the move if there is none.
void Worker::tell_leaf(const Descent& d, const Word& word) {
  if (d.node <= Tree::kBusy) {
    const double mover = -sign_of(d.leaf.to_play);
    path_[steps_ - 1].transition->end_here(mover * utility_of(word, game_.decided));
  } else if (d.leaf.over) {
    Node& node = tree_.at(d.node);
    node.visits.fetch_add(1, std::memory_order_relaxed);
    node.valued().visits.add(1);
    refresh(tree_, node, parameters_, nullptr, false);
  } else if (parameters_.value_weight < 1) {
    Node& node = tree_.at(d.node);
    node.valued().say(word);
    revalue(node.valued(), common_.score_value);
    refresh(tree_, node, parameters_, biases(), false);
  }
  if (d.leaf.over && !game_.decided) add_owners(game_.board, 1);
}

// The way back.
void Worker::end_path() {
  for (int s = steps_ - 1; s >= 0; --s) {
    path_[s].transition->end_visit();
    refresh(tree_, *path_[s].node, parameters_, biases(), s == 0);
  }
}

}  // namespace keima
