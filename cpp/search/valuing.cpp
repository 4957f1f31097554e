// Positions valued by a network, alone or together with a playout: this part of Worker.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "rules/area.h"
#include "search/before.h"
#include "search/position_key.h"
#include "search/puct.h"
#include "search/worker.h"

namespace keima {
namespace {

// The stones after a move that may capture; 0 if it captures nothing.
std::uint64_t stones_after_capture(const Board& board, Point p, Color c) {
  std::uint64_t hash = board.hash() ^ zobrist_key(c, p);
  Point heads[4];
  int count = 0;
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(p + board.geometry().around[d]);
    if (board.at(n) != opponent(c) || board.liberties(n) != 1) continue;
    if (std::find(heads, heads + count, board.head(n)) != heads + count) continue;
    heads[count++] = board.head(n);
    Point s = n;
    do hash ^= zobrist_key(opponent(c), s);
    while ((s = board.next(s)) != n);
  }
  return count > 0 ? hash : 0;
}

}  // namespace

void Worker::lease(Evaluator* evaluator) {
  if (!evaluator) return;
  network_ = evaluator->context();
  room_.reset(new NetworkRoom{task_.board, task_.board, {}, {}});
}

void Worker::release() {
  if (!network_) return;
  network_seconds_.add(network_->seconds());
  evaluations_.add(network_->count());
  network_.reset();
}

// What superko forbids in the tree: only a capture can bring back an earlier position.
const PointSet* Worker::banned(const Board& board, Color to_play) {
  if (task_.positions.empty()) return nullptr;
  const bool situational = task_.rules.ko != Ko::kPositional;
  const Geometry& g = board.geometry();
  bool any = false;
  for (const Point p : board.empties()) {
    const std::uint64_t stones =
        board.is_legal(p, to_play) ? stones_after_capture(board, p, to_play) : 0;
    if (!stones) continue;
    const std::uint64_t key = situation_key(stones, opponent(to_play), situational);
    bool seen = std::binary_search(task_.positions.begin(), task_.positions.end(), key);
    for (int s = 0; s < steps_ && !seen; ++s)
      seen = situation_key(path_[s].hash, opponent(path_[s].node->to_play), situational) == key;
    if (!seen) continue;
    if (!any) room_->banned = {};
    any = true;
    room_->banned.add(g.index[p] / g.width, g.index[p] % g.width);
  }
  return any ? &room_->banned : nullptr;
}

// The position that the descent has come to, below the root.
InputPosition Worker::input_in_tree(Color to_play) {
  const MoveLog& log = game_.log;
  InputPosition p = input_at_root(task_);
  p.board = &game_.board;
  p.to_play = to_play;
  const int known = std::min(steps_, InputPosition::kMoves);
  p.move_count = std::min(known + p.move_count, InputPosition::kMoves);
  std::copy_backward(p.moves.begin(), p.moves.end() - known, p.moves.end());
  for (int i = 0; i < known; ++i)
    p.moves[static_cast<std::size_t>(i)] = {log.color(steps_ - 1 - i), log.point(steps_ - 1 - i)};
  // Boards before are played again from the root.
  p.earlier = p.before;
  p.before = &task_.board;
  if (steps_ >= 2) {
    room_->earlier = task_.board;
    for (int i = 0; i < steps_ - 2; ++i) room_->earlier.play(log.point(i), log.color(i));
    room_->before = room_->earlier;
    room_->before.play(log.point(steps_ - 2), log.color(steps_ - 2));
    p.before = &room_->before;
    p.earlier = &room_->earlier;
  }
  for (int i = 0; i < steps_; ++i) p.button = p.button && log.point(i) != kPass;
  p.pass_ends = log.point(steps_ - 1) == kPass && !p.button;
  p.white_bonus = task_.komi + stones_;
  p.banned = banned(game_.board, to_play);
  return p;
}

// Asks the network about where the descent is.
void Worker::evaluate(Color to_play) {
  const bool at_root = steps_ == 0;
  Query query;
  query.position = at_root ? input_at_root(task_) : input_in_tree(to_play);
  query.position.passing_hacks = true;
  query.temperature = static_cast<float>(parameters_.policy_temperature);
  query.optimism = static_cast<float>(at_root ? parameters_.root_optimism : parameters_.optimism);
  query.symmetry = parameters_.symmetry > 0 ? kAnySymmetry : 0;
  query.seed = task_.network_seed;
  network_->evaluate({&query, 1}, {&evaluation_, 1});
}

// The network's word as Black sees it.
Worker::Outcome Worker::outcome_of(const Evaluation& e, Color to_play) const {
  const double sign = to_play == kBlack ? 1 : -1;
  const double result = sign * (static_cast<double>(e.win) - e.loss);
  const double utility = result + common_.score_value(sign * e.score, e.stdev);
  return {0.5 + 0.5 * utility, 0.5 + 0.5 * result, sign * e.lead};
}

// A game that has ended, or a playout.
Worker::Outcome Worker::outcome_of(const Simulation& game) const {
  const double margin = game.score - task_.komi;
  const double won = margin > 0 ? 1 : margin < 0 ? 0 : parameters_.draw;
  if (game.decided) return {won, won, 0};
  return {won + 0.5 * common_.score_value(margin, 0), won, margin};
}

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
  const Outcome o = outcome_of(*evaluation_, position.to_play);
  node.valued().begin(o.value, o.win, o.margin);
  node.visits.store(1, std::memory_order_relaxed);
  return index;
}

int Worker::choose_by_policy(const Node& node, bool at_root) const {
  const TreeParameters& p = parameters_;
  if (!at_root)
    return select_by_policy(
        node, p, p.fpu_reduction, true, [](const Transition& t) { return t.policy(); },
        [](Point) { return true; });
  const RootPolicy& root = common_.root_policy;
  return select_by_policy(
      node, p, p.root_fpu_reduction, root.in_order,
      [&](const Transition& t) { return root.of[t.move]; },
      [&](Point move) { return common_.allowed[move]; });
}

// What margins are worth depends on the one that the root begins with: its own value comes last.
void Worker::value_root() {
  const Outcome o = outcome_of(*evaluation_, task_.to_play);
  tree_.at(rooted_.root).valued().begin(o.value, o.win, o.margin);
}

// The first simulation of a new root is its own evaluation.
bool Worker::count_root() {
  if (!by_policy_) return false;
  std::uint32_t none = 0;
  return tree_.at(rooted_.root).visits.compare_exchange_strong(none, 1);
}

void Worker::simulate_valued() {
  if (count_root()) {
    playouts_.add(1);
    return;
  }
  evaluation_.reset();
  const Leaf leaf = descend();
  if (leaf.over) {
    finish_valued(outcome_of(game_), game_.decided ? 0 : 1);
    return;
  }
  const double weight = parameters_.value_weight;
  Outcome outcome{};
  if (weight > 0) {
    if (!evaluation_) evaluate(leaf.to_play);
    outcome = outcome_of(*evaluation_, leaf.to_play);
  }
  if (weight < 1) {
    play(leaf, game_, rng_);
    const Outcome played = outcome_of(game_);
    const auto mix = [&](double& a, double b) { a = weight * a + (1 - weight) * b; };
    mix(outcome.value, played.value);
    mix(outcome.win, played.win);
    mix(outcome.margin, played.margin);
  }
  if (weight > 0) add_owners(*evaluation_, leaf.to_play, weight);
  finish_valued(outcome, 1 - weight);
}

// `played` is the part of a final board that is in it.
void Worker::finish_valued(const Outcome& o, double played) {
  update_path(game_.log, o.value, 1 - o.value);
  if (by_policy_)
    for (int s = 0; s < steps_; ++s) path_[s].node->valued().add(o.value, o.win, o.margin);
  depth_.set(std::max(depth_.get(), steps_));
  playouts_.add(1);
  if (game_.decided) return;
  if (played > 0) add_owners(game_.board, played);
  scored_.add(1);
  const double score = o.margin + task_.komi;
  score_sum_.add(score);
  After& after = after_[task_.board.geometry().index[game_.log.point(0)]];
  after.score.add(score);
  after.won.add(task_.to_play == kBlack ? o.win : 1 - o.win);
  after.games.add(1);
}

template <class Owner>
void Worker::add_each_owner(double weight, Owner owner) {
  const std::size_t first = game_.log.size > 0
                                ? task_.board.geometry().index[game_.log.point(0)] * owner_.size()
                                : owner_after_.size();
  for (std::size_t i = 0; i < owner_.size(); ++i) {
    const auto mean = static_cast<float>(weight * owner(i));
    owner_[i].add(mean);
    if (first < owner_after_.size()) owner_after_[first + i].add(mean);
  }
}

void Worker::add_owners(const Evaluation& e, Color to_play, double weight) {
  const double sign = to_play == kBlack ? weight : -weight;
  add_each_owner(sign, [&](std::size_t i) { return e.ownership[i]; });
}

void Worker::add_owners(const Board& board, double weight) {
  const Geometry& g = board.geometry();
  add_each_owner(weight, [&](std::size_t i) {
    const Color c = final_owner(board, g.cell[i]);
    return (c == kBlack) - (c == kWhite);
  });
}

}  // namespace keima
