// Positions valued by a network, alone or together with a playout: this part of Worker.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "rules/area.h"
#include "search/before.h"
#include "search/position_key.h"
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

// Each number is the mean of those that it has in all.
Evaluated mean_of(std::span<const Evaluated> all) {
  const auto part = 1 / static_cast<float>(all.size());
  const auto mean = std::make_shared<Evaluation>();
  mean->policy.resize(all[0]->policy.size());
  mean->ownership.resize(all[0]->ownership.size());
  mean->win_error = mean->score_error = 0;
  for (const Evaluated& one : all) {
    for (const auto number :
         {&Evaluation::win, &Evaluation::loss, &Evaluation::no_result, &Evaluation::score,
          &Evaluation::stdev, &Evaluation::lead, &Evaluation::win_error, &Evaluation::score_error})
      *mean.*number += part * (*one.*number);
    for (const auto list : {&Evaluation::policy, &Evaluation::ownership})
      for (std::size_t i = 0; i < (*one.*list).size(); ++i)
        (*mean.*list)[i] += part * (*one.*list)[i];
  }
  return mean;
}

}  // namespace

void Worker::lease(Evaluator* evaluator) {
  if (!evaluator) return;
  network_ = evaluator->context();
  room_.reset(new NetworkRoom{task_.board, task_.board, {}, {}, nullptr});
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
  int symmetries = at_root ? static_cast<int>(parameters_.root_symmetries) : 1;
  if (symmetries == 0) symmetries = task_.playouts == 1 ? 8 : 1;
  if (symmetries >= 2)
    evaluate_turned(query, symmetries);
  else
    network_->evaluate({&query, 1}, {&evaluation_, 1});
  if (!at_root) room_->last_board = query.position.before;
}

// The mean of what the network says of a position in several symmetries.
void Worker::evaluate_turned(const Query& query, int symmetries) {
  const Geometry& g = task_.board.geometry();
  const auto count = static_cast<std::size_t>(std::min(symmetries, g.width == g.height ? 8 : 4));
  std::vector<Query> queries(count, query);
  std::vector<Evaluated> values(count);
  for (std::size_t s = 0; s < count; ++s) queries[s].symmetry = static_cast<int>(s);
  network_->evaluate(queries, values);
  evaluation_ = mean_of(values);
}

// The network's word as Black sees it. The surer it is of the next moves, the more it counts; what
// it knows nothing of counts once.
Word Worker::word_of(const Evaluation& e, Color to_play) const {
  const double sign = to_play == kBlack ? 1 : -1;
  Word w{sign * (static_cast<double>(e.win) - e.loss), sign * e.score, e.stdev, sign * e.lead, 1};
  if (parameters_.uncertainty > 0 && e.win_error >= 0) {
    const double error = e.win_error + common_.score_value.slope(w.score) * e.score_error;
    const double least = parameters_.uncertainty / parameters_.uncertainty_most;
    w.weight = parameters_.uncertainty / (error + least);
  }
  return w;
}

// That of a game that has ended, or of a playout.
Word Worker::word_of(const Simulation& game) const {
  const double margin = game.score - task_.komi;
  const double won = margin > 0 ? 1 : margin < 0 ? 0 : parameters_.draw;
  const double score = game.decided ? 0 : margin;
  return {2 * won - 1, score, 0, score, 1};
}

double Worker::utility_of(const Word& w, bool decided) const {
  return decided ? w.result : w.result + common_.score_value(w.score, w.stdev);
}

// One simulation with a network where moves are selected otherwise.
void Worker::simulate_valued() {
  if (by_policy_) {
    simulate_by_policy();
    return;
  }
  evaluation_.reset();
  const Leaf leaf = descend();
  if (leaf.over && !game_.decided) add_owners(game_.board, 1);
  const Word w = leaf.over ? word_of(game_) : word_at(leaf);
  const double value = 0.5 + 0.5 * utility_of(w, game_.decided);
  update_path(game_.log, value, 1 - value);
  count_simulation(w);
}

// What the network and a playout say of a leaf, each with its part.
Word Worker::word_at(const Leaf& leaf) {
  const double weight = parameters_.value_weight;
  Word word{};
  if (weight > 0) {
    if (!evaluation_) evaluate(leaf.to_play);
    word = word_of(*evaluation_, leaf.to_play);
    add_owners(*evaluation_, leaf.to_play, weight);
  }
  if (weight < 1) {
    play(leaf, game_, rng_);
    const Word played = word_of(game_);
    const auto mix = [&](double& a, double b) { a = weight * a + (1 - weight) * b; };
    mix(word.result, played.result);
    mix(word.score, played.score);
    mix(word.lead, played.lead);
    if (!(weight > 0)) word.weight = 1;
    add_owners(game_.board, 1 - weight);
  }
  return word;
}

// What a search tells of a simulation that has come back.
void Worker::count_simulation(const Word& w) {
  depth_.set(std::max(depth_.get(), steps_));
  playouts_.add(1);
  if (game_.decided) return;
  scored_.add(1);
  const double score = w.lead + task_.komi;
  score_sum_.add(score);
  After& after = after_[task_.board.geometry().index[game_.log.point(0)]];
  after.score.add(score);
  const double won = 0.5 + 0.5 * w.result;
  after.won.add(task_.to_play == kBlack ? won : 1 - won);
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
