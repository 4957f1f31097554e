// What a simulation leaves behind: the way back up of Worker.
#include <algorithm>
#include <cmath>

#include "search/worker.h"

namespace keima {

void Worker::finish(const Simulation& game) {
  const double margin = game.score - task_.komi;
  update_path(game.log, value_of(margin, game.decided));
  if (parameters_.replies > 0) update_replies(margin);
  depth_.set(std::max(depth_.get(), steps_));
  playouts_.add(1);
  if (game.decided) return;  // there is no final board
  scored_.add(1);
  score_sum_.add(game.score);
  After& after = after_[task_.board.geometry().index[game.log.point(0)]];
  after.score.add(game.score);
  after.games.add(1);
  update_owners(game, margin);
}

// What a game is worth to Black.
double Worker::value_of(double margin, bool decided) const {
  const double won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
  if (decided || !(parameters_.score_weight > 0)) return won;
  const double scale = std::max(1e-9, parameters_.score_scale * task_.board.area());
  return (1 - parameters_.score_weight) * won +
         parameters_.score_weight * (0.5 + 0.5 * std::tanh(margin / scale));
}

// Own results, and all moves as first: a move counts for a transition if its point is played
// later in the simulation, by the same player first (3.2).
void Worker::update_path(const MoveLog& log, double black) {
  ++stamp_;
  const bool amaf = parameters_.rave_equivalence > 0;
  for (int i = log.size - 1; i >= 0; --i) {
    const Point p = log.point(i);
    if (p != kPass) {
      first_[p] = 2 * stamp_ + (log.color(i) == kWhite);
      when_[p] = static_cast<std::uint16_t>(i);
    }
    if (i >= steps_) continue;
    Node& node = *path_[i].node;
    const bool is_white = node.to_play == kWhite;
    const float result = static_cast<float>(is_white ? 1 - black : black);
    path_[i].transition->wins.add(result);
    if (!amaf) continue;
    const std::uint32_t wanted = 2 * stamp_ + is_white;
    for (Transition& t : node.transitions())
      if (first_[t.move] == wanted) add_amaf(t, result, when_[t.move] - i);
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

// (3.6): a move that was answered by the winner gets the answer as its reply, one that the
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
  if (parameters_.criticality > 0 && margin != 0) update_criticality(margin);
}

void Worker::update_criticality(double margin) {
  const Color winner = margin > 0 ? kBlack : kWhite;
  for (int s = 0; s < steps_; ++s) {
    Node& node = *path_[s].node;
    if (2 * node.visits.load(std::memory_order_relaxed) < parameters_.criticality_visits) break;
    Owners* owners = tree_.owners(node);
    if (!owners) continue;
    owners->games.add(1);
    if (winner == node.to_play) owners->won.add(1);
    const Transition* t = node.begin();
    for (Owners::Counts& counts : owners->counts()) {
      const Color c = (t++)->move == kPass ? kEmpty : final_[t[-1].move];
      if (c == node.to_play) counts.by_mover.add(1);
      if (c == winner) counts.by_winner.add(1);
    }
  }
}

}  // namespace keima
