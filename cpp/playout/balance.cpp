#include "playout/balance.h"

#include <cmath>

#include "playout/pachi.h"
#include "playout/trained_policy.h"

namespace keima {

namespace {

struct Game {
  PolicyTrace trace;
  std::vector<float> owners;
  double won;
};

}  // namespace

// The mean of games with results r is m; an error is (t - m)^2, and half of its fall (t - m) times
// the slope of m, which is the mean of r times the trace of its game. So that chance does not count
// twice, t - m is taken without that game; r is counted from the same mean, which changes nothing
// but the noise.
Balance balance(std::span<const Judged> positions, const PlayoutTables& tables, int games,
                double win_weight, std::uint64_t seed) {
  PolicyTrace trace;
  const auto playout = make_pachi(classic_parameters(), {}, tables, &trace);
  Balance sum;
  sum.slope.assign(static_cast<std::size_t>(TrainedPolicy::size()), 0);
  Rng rng(seed);
  std::vector<Game> played(static_cast<std::size_t>(games));
  std::vector<double> means;
  // Half of the fall of one error, by one game.
  const auto fall = [&](double target, double mean, double result) {
    const double others = mean + (mean - result) / (games - 1);
    return (target - others) * (result - others);
  };
  for (const Judged& position : positions) {
    const Geometry& g = position.board.geometry();
    const auto area = static_cast<std::size_t>(g.area);
    means.assign(area, 0);
    double won = 0;
    for (Game& game : played) {
      trace.clear();
      Board board(position.board);
      MoveLog log;
      const double margin = playout->run(board, position.to_play, position.last, position.before,
                                         position.komi, rng, log) -
                            position.komi;
      game.trace = trace;
      game.won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
      won += game.won / games;
      game.owners.resize(area);
      for (std::size_t i = 0; i < area; ++i) {
        const Color c = final_owner(board, g.cell[i]);
        game.owners[i] = static_cast<float>((c == kBlack) - (c == kWhite));
        means[i] += static_cast<double>(game.owners[i]) / games;
      }
    }
    for (std::size_t i = 0; i < area; ++i)
      sum.owner_error += std::pow(position.owners[i] - means[i], 2) / g.area;
    sum.win_error += std::pow(position.win - won, 2);
    for (const Game& game : played) {
      double reward = 0;
      for (std::size_t i = 0; i < area; ++i)
        reward += fall(position.owners[i], means[i], game.owners[i]) / g.area;
      reward += win_weight * fall(position.win, won, game.won);
      for (const auto& [number, part] : game.trace)
        sum.slope[static_cast<std::size_t>(number)] += reward * static_cast<double>(part) / games;
    }
  }
  const auto count = static_cast<double>(positions.size());
  if (positions.empty()) return sum;
  sum.owner_error /= count;
  sum.win_error /= count;
  for (double& each : sum.slope) each /= count;
  return sum;
}

}  // namespace keima
