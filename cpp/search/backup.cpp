// What a simulation leaves behind: the way back up of Worker.
#include <algorithm>
#include <cmath>

#include "search/groups.h"
#include "search/worker.h"

namespace keima {

void Worker::finish(const Simulation& game) {
  const double real = game.score - task_.komi;
  const double margin = real - shift_;
  const double black = value_of(margin, game.decided), white = value_of(-margin, game.decided);
  update_path(game.log, black, white);
  if (parameters_.replies > 0) update_replies(margin);
  if (rooted_.replies)
    rooted_.replies->update(game.log, margin > 0 ? kBlack : margin < 0 ? kWhite : kEmpty);
  const bool is_black = task_.to_play == kBlack;
  common_.komi.add(is_black ? black : white);
  depth_.set(std::max(depth_.get(), steps_));
  playouts_.add(1);
  if (game.decided) return;  // there is no final board
  scored_.add(1);
  score_sum_.add(game.score);
  After& after = after_[task_.board.geometry().index[game.log.point(0)]];
  after.score.add(game.score);
  const double won = real > 0 ? 1 : real < 0 ? 0 : 0.5;
  after.won.add(is_black ? won : 1 - won);
  after.games.add(1);
  update_owners(game, margin);
}

// For a game that was not counted on the way down.
void Worker::count_visits() {
  for (int s = 0; s < steps_; ++s) count_visit(*path_[s].node, *path_[s].transition, s == 0);
}

// A move below the root has been chosen, by its group or not.
void Worker::count_in_groups(Node& node, std::ptrdiff_t move) {
  if (!(parameters_.grouping > 0)) return;
  if (Groups* groups = tree_.groups(node))
    each_group_of(*groups, static_cast<std::size_t>(move),
                  [](Transition& group) { group.visits.fetch_add(1, std::memory_order_relaxed); });
}

// What a game is worth to a player with this margin.
double Worker::value_of(double margin, bool decided) const {
  const double won = margin > 0 ? 1 : margin < 0 ? 0 : parameters_.draw;
  if (decided || !(parameters_.score_weight > 0)) return won;
  const double scale = std::max(1e-9, parameters_.score_scale * task_.board.area());
  return (1 - parameters_.score_weight) * won +
         parameters_.score_weight * (0.5 + 0.5 * std::tanh(margin / scale));
}

// Own results, and all moves as first: a move counts for a transition if its point is played
// later in the simulation, by the same player first (3.3.4) or, without rave_first, by him at all.
void Worker::update_path(const MoveLog& log, double black, double white) {
  if (!virtual_loss_) count_visits();
  ++stamp_;
  const bool amaf = parameters_.rave_equivalence > 0, firsts = parameters_.rave_first > 0;
  for (int i = log.size - 1; i >= 0; --i) {
    const Point p = log.point(i);
    if (p != kPass) {
      first_[p] = 2 * stamp_ + (log.color(i) == kWhite);
      when_[p] = static_cast<std::uint16_t>(i);
      if (!firsts) later_[log.color(i) == kWhite][p] = {stamp_, i};
    }
    if (i >= steps_) continue;
    Node& node = *path_[i].node;
    const bool is_white = node.to_play == kWhite;
    const float result = static_cast<float>(is_white ? white : black);
    path_[i].transition->wins.add(result);
    Groups* groups = i > 0 && parameters_.grouping > 0 ? tree_.groups(node) : nullptr;
    const auto number = [&](Transition& t) { return static_cast<std::size_t>(&t - node.begin()); };
    if (groups)
      each_group_of(*groups, number(*path_[i].transition),
                    [&](Transition& group) { group.wins.add(result); });
    if (!amaf) continue;
    const std::uint32_t wanted = 2 * stamp_ + is_white;
    for (Transition& t : node.transitions()) {
      const Later& later = later_[is_white][t.move];
      if (firsts ? first_[t.move] != wanted : later.stamp != stamp_) continue;
      const int plies = (firsts ? when_[t.move] : later.when) - i;
      add_amaf(t, result, plies);
      if (groups)
        each_group_of(*groups, number(t),
                      [&](Transition& group) { add_amaf(group, result, plies); });
    }
  }
}

void Worker::add_amaf(Transition& t, float result, int plies) const {
  if (parameters_.rave_smoothing > 0) {
    // (3.10 to 3.12): the later, the less a result moves the mean.
    const double part = 1 - std::tanh(plies / parameters_.rave_smoothing);
    const double n = t.amaf_visits.get() + 1.0;
    const double mean = n > 1 ? t.amaf_wins.get() / (n - 1) : 0.5;
    t.amaf_visits.set(static_cast<float>(n));
    t.amaf_wins.set(static_cast<float>((mean + part * (result - mean) / n) * n));
    return;
  }
  t.amaf_visits.add(1);
  t.amaf_wins.add(result);
}

// 3.3.9: a move that was answered by the winner gets the answer as its reply, one that the
// winner made forgets its own.
void Worker::update_replies(double margin) {
  for (int s = 1; s < steps_; ++s) {
    Node& node = *path_[s].node;  // reached by the opponent's move
    const bool won = margin != 0 && (margin > 0) == (node.to_play == kBlack);
    const auto number = path_[s].transition - node.begin() + 1;
    node.reply.store(won ? static_cast<std::uint16_t>(number) : std::uint16_t{0},
                     std::memory_order_relaxed);
  }
}

void Worker::update_owners(const Simulation& game, double margin) {
  const Geometry& g = game.board.geometry();
  for (std::size_t i = 0; i < owner_.size(); ++i) {
    const Color c = final_owner(game.board, g.cell[i]);
    final_[g.cell[i]] = c;
    owner_[i].add((c == kBlack) - (c == kWhite));
  }
  if (!owner_after_.empty()) {
    Loose<float>* row = &owner_after_[g.index[game.log.point(0)] * owner_.size()];
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      const Color c = final_[g.cell[i]];
      row[i].add((c == kBlack) - (c == kWhite));
    }
  }
  if (parameters_.criticality + parameters_.effectivity > 0 && margin != 0) update_points(margin);
}

// Owners of points for the nodes on the way: criticality and effectivity.
void Worker::update_points(double margin) {
  const Geometry& g = task_.board.geometry();
  const int area = parameters_.effectivity > 0 ? g.area : 0;
  const Color winner = margin > 0 ? kBlack : kWhite;
  for (int s = 0; s < steps_; ++s) {
    Node& node = *path_[s].node;
    if (2 * node.visits.load(std::memory_order_relaxed) < parameters_.criticality_visits) break;
    Owners* owners = tree_.owners(node, area);
    if (!owners) continue;
    owners->games.add(1);
    if (winner == node.to_play) owners->won.add(1);
    const Transition* t = node.begin();
    for (Owners::Counts& counts : owners->counts()) {
      const Color c = (t++)->move == kPass ? kEmpty : final_[t[-1].move];
      if (c == node.to_play) counts.by_mover.add(1);
      if (c == winner) counts.by_winner.add(1);
    }
    std::size_t point = 0;
    for (Loose<float>& by_mover : owners->points())
      if (final_[g.cell[point++]] == node.to_play) by_mover.add(1);
  }
}

}  // namespace keima
