// What a search tells: sums over its trees and its threads.
#include <algorithm>
#include <cmath>
#include <utility>

#include "search/puct.h"
#include "search/selection.h"
#include "search/tree_search.h"
#include "search/worker.h"

namespace keima {
namespace {

constexpr std::size_t kLongestPv = 30;

const Transition* find(const Node& node, Point move) {
  for (const Transition& t : node.transitions())
    if (t.move == move) return &t;
  return nullptr;
}

const Transition* most_visited(const Node& node) {
  const Transition* best = nullptr;
  std::uint32_t most = 0;
  for (const Transition& t : node.transitions())
    if (const auto visits = t.visits.load(std::memory_order_relaxed); visits > most) {
      most = visits;
      best = &t;
    }
  return best;
}

// Of the point of a move at a node; nan if nobody has counted its owners.
double critical(const Tree& tree, std::uint32_t index, const Transition& t) {
  const Node& node = tree.at(index);
  const Owners* owners = tree.owners_of(node);
  const double games = owners ? owners->games.get() : 0;
  if (!(games > 0) || t.move == kPass) return std::nan("");
  const Owners::Counts& counts = owners->begin()[&t - node.begin()];
  return criticality(counts.by_mover.get() / games, counts.by_winner.get() / games,
                     owners->won.get() / games);
}

}  // namespace

void TreeSearch::add_best_line(const Tree& tree, const Transition& first, MoveReport& m) const {
  const Transition* t = &first;
  while (t && m.pv.size() < kLongestPv) {
    m.pv.push_back(t->move);
    m.pv_visits.push_back(t->visits.load(std::memory_order_relaxed));
    const std::uint32_t child = t->child.load(std::memory_order_acquire);
    t = child <= Tree::kBusy ? nullptr : most_visited(tree.at(child));
  }
}

// What a network makes of the position after a move, as who makes it sees it. Where that has no
// node a cycle has ended the game or memory is out: then the value itself tells who wins.
void TreeSearch::add_valued(const Tree& tree, const Transition& t, MoveReport& m) const {
  m.prior_mean = t.policy();
  if (m.visits == 0) return;
  const Color mover = tree.at(trees_[0]->root).to_play;
  const Followed f = followed(tree, t, mover);
  m.utility = f.utility;
  m.wins = value_of(f.utility) * static_cast<double>(m.visits);
  const std::uint32_t child = t.child.load(std::memory_order_acquire);
  if (child <= Tree::kBusy) {
    m.real_winrate = std::clamp(value_of(f.utility), 0.0, 1.0);
    m.deviation = 0;
    m.samples = std::max(1u, t.finished());
    return;
  }
  const Valued& v = tree.at(child).valued();
  const double win = value_of(v.results.get());
  m.real_winrate = mover == kBlack ? win : 1 - win;
  m.score = v.leads.get() + root_komi_;
  // Values that count more than others are fewer than they seem; of this position's only those
  // count here that came by this move.
  const double part = std::min(1.0, t.finished() / std::max(1.0, 1.0 * v.visits.get()));
  const double weights = v.weights.get();
  m.samples = std::max(1.0, part * weights * weights / std::max(1e-9f, v.weight_squares.get()));
  // A few values that are equal by chance are not certain.
  const double doubt = 1 / (m.samples * m.samples * m.samples);
  const double variance = std::max(0.0, v.square.get() - 1.0 * v.mean.get() * v.mean.get());
  m.deviation = std::sqrt(variance + doubt);
}

MoveReport TreeSearch::report_of(Point move) const {
  MoveReport m{};
  m.move = move;
  m.utility = m.deviation = m.samples = m.criticality = std::nan("");
  const RootedTree* best = nullptr;
  const Transition* first = nullptr;
  std::int64_t most = -1;
  for (const auto& rooted : trees_) {
    const Transition* t = find(std::as_const(rooted->tree).at(rooted->root), move);
    if (!t) continue;
    const std::int64_t visits = t->visits.load(std::memory_order_relaxed);
    m.visits += visits;
    m.wins += t->wins.get();
    m.amaf_visits += t->amaf_visits.get();
    m.amaf_wins += t->amaf_wins.get();
    if (!first) {
      m.prior_visits = t->prior_visits();
      m.prior_mean = t->prior();
      m.criticality = critical(rooted->tree, rooted->root, *t);
    }
    if (visits > most) {
      most = visits;
      first = t;
      best = rooted.get();
    }
  }
  if (first) add_best_line(best->tree, *first, m);

  const std::size_t index = geometry_->index[move];
  double score = 0, won = 0;
  std::int64_t count = 0;
  for (const auto& worker : workers_) {
    score += worker->score_after(index);
    won += worker->won_after(index);
    count += worker->games_after(index);
  }
  m.score = count ? score / static_cast<double>(count) : std::nan("");
  m.real_winrate =
      count && compensation_.is_used() ? won / static_cast<double>(count) : std::nan("");
  if (first && by_policy()) add_valued(best->tree, *first, m);
  if (!count || !workers_[0]->has_owners_after()) return m;
  m.owner.resize(static_cast<std::size_t>(geometry_->area));
  for (std::size_t i = 0; i < m.owner.size(); ++i) {
    double owner = 0;
    for (const auto& worker : workers_) owner += worker->owner_after(index, i);
    m.owner[i] = static_cast<float>(owner / static_cast<double>(count));
  }
  return m;
}

TreeReport TreeSearch::report() const {
  TreeReport r{};
  if (trees_.empty() || trees_[0]->root == Tree::kNone) return r;
  std::array<bool, kMaxCells> told{};
  for (const auto& rooted : trees_) {
    const Node& root = std::as_const(rooted->tree).at(rooted->root);
    r.root_visits += root.visits.load(std::memory_order_relaxed);
    r.nodes += rooted->tree.nodes();
    r.bytes += rooted->tree.bytes_used();
    r.full = r.full || rooted->tree.is_full();
    for (const Transition& t : root.transitions())
      if (allowed_[t.move] && !std::exchange(told[t.move], true))
        r.moves.push_back(report_of(t.move));
  }
  std::stable_sort(r.moves.begin(), r.moves.end(),
                   [](const MoveReport& a, const MoveReport& b) { return a.visits > b.visits; });

  double score = 0;
  std::int64_t scored = 0;
  for (const auto& worker : workers_) {
    r.playouts += worker->playouts();
    scored += worker->scored();
    r.depth = std::max(r.depth, worker->depth());
    score += worker->score_sum();
    r.evaluations += worker->evaluations();
    r.network_seconds += worker->network_seconds();
    for (std::size_t depth = 0; depth < Worker::kDepths; ++depth) {
      const std::int64_t made = worker->expansions(depth);
      if (!made) continue;
      if (r.expansions.size() <= depth) r.expansions.resize(depth + 1);
      r.expansions[depth] += made;
    }
    for (const auto& [step, count] : worker->steps()) r.steps[step] += count;
  }
  r.winrate = std::nan("");
  const double games = std::max<double>(1, static_cast<double>(scored));
  r.score = score / games;
  if (by_policy()) {
    const Node& root = std::as_const(trees_[0]->tree).at(trees_[0]->root);
    const double win = value_of(root.valued().results.get());
    r.winrate = root.to_play == kBlack ? win : 1 - win;
    r.score = root.valued().leads.get() + root_komi_;
  }
  r.komi_shift = compensation_.shift();
  r.owner.resize(static_cast<std::size_t>(geometry_->area));
  for (std::size_t i = 0; i < r.owner.size(); ++i) {
    double sum = 0;
    for (const auto& worker : workers_) sum += worker->owner_sum(i);
    r.owner[i] = static_cast<float>(sum / games);
  }
  return r;
}

}  // namespace keima
