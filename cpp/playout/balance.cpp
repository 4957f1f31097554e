#include "playout/balance.h"

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

// For an error (t - m)^2 of a mean m over games with results r, the slope is (t - m) times that of
// m, which is the covariance of r with the trace of the game. So each game counts by how much its
// own results lie in the direction in which the means have to move.
Balance balance(std::span<const Judged> positions, const std::map<std::string, double>& parameters,
                const PlayoutTables& tables, int games, double owner_weight, double win_weight,
                std::uint64_t seed) {
  PolicyTrace trace;
  const auto playout = make_pachi(classic_parameters(), parameters, tables, &trace);
  Balance sum;
  sum.slope.assign(static_cast<std::size_t>(TrainedPolicy::size()), 0);
  Rng rng(seed);
  std::vector<Game> played(static_cast<std::size_t>(games));
  std::vector<double> off;
  for (const Judged& position : positions) {
    const Geometry& g = position.board.geometry();
    const auto area = static_cast<std::size_t>(g.area);
    off.assign(position.owners.begin(), position.owners.end());
    double win_off = position.win;
    for (Game& game : played) {
      trace.clear();
      Board board(position.board);
      MoveLog log;
      const double margin = playout->run(board, position.to_play, position.last, position.before,
                                         position.komi, rng, log) -
                            position.komi;
      game.trace = trace;
      game.won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
      win_off -= game.won / games;
      game.owners.resize(area);
      for (std::size_t i = 0; i < area; ++i) {
        const Color c = final_owner(board, g.cell[i]);
        game.owners[i] = static_cast<float>((c == kBlack) - (c == kWhite));
        off[i] -= static_cast<double>(game.owners[i]) / games;
      }
    }
    double error = 0;
    for (const double each : off) error += each * each;
    sum.owner_error += error / static_cast<double>(area);
    sum.win_error += win_off * win_off;
    std::vector<double> reward(played.size());
    double mean = 0;
    for (std::size_t k = 0; k < played.size(); ++k) {
      for (std::size_t i = 0; i < area; ++i) reward[k] += off[i] * played[k].owners[i];
      reward[k] *= owner_weight / static_cast<double>(area);
      reward[k] += win_weight * win_off * played[k].won;
      mean += reward[k] / games;
    }
    for (std::size_t k = 0; k < played.size(); ++k)
      for (const auto& [number, part] : played[k].trace)
        sum.slope[static_cast<std::size_t>(number)] +=
            (reward[k] - mean) * static_cast<double>(part) / games;
  }
  const auto count = static_cast<double>(positions.size());
  if (positions.empty()) return sum;
  sum.owner_error /= count;
  sum.win_error /= count;
  for (double& each : sum.slope) each /= count;
  return sum;
}

}  // namespace keima
