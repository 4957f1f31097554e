#include "features/position_judge.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "rules/benson.h"

namespace keima {

PositionJudge::PositionJudge(const LifeNet& life, const TerritoryNet& territory)
    : life_(life), territory_(territory) {
  if (!territory.sight().enhanced)
    throw std::invalid_argument("the network of territory does not see how likely stones live");
}

Judged PositionJudge::judge(const Board& board, Color to_play) const {
  const Geometry& g = board.geometry();
  std::vector<float> alive = life_.alive(board, to_play), found(board.area());
  std::vector<int> stones(board.area());
  for (int i = 0; i < board.area(); ++i) {
    const Color c = board.at(g.cell[i]);
    stones[i] = c == kBlack ? 1 : c == kWhite ? -1 : 0;
  }
  for (const Color c : {kBlack, kWhite}) {
    const std::vector<bool> safe = pass_alive(board, c);
    const float sign = c == kBlack ? 1.0f : -1.0f;
    for (int i = 0; i < board.area(); ++i)
      if (safe[g.cell[i]]) {
        found[i] = sign;
        alive[i] = board.at(g.cell[i]) != opponent(c);
      }
  }
  const std::vector<float> values =
      territory_.evaluate(Signs(board.width(), board.height(), stones), to_play, alive,
                          /*empty_only=*/true);
  for (int i = 0; i < board.area(); ++i)
    if (found[i] == 0)
      found[i] = stones[i] ? static_cast<float>(stones[i]) * (2 * alive[i] - 1)
                           : std::clamp(values[i], -1.0f, 1.0f);
  return {std::move(found), std::move(alive)};
}

float PositionJudge::area(const Board& board, Color to_play) const {
  const std::vector<float> found = owners(board, to_play);
  return std::accumulate(found.begin(), found.end(), 0.0f);
}

}  // namespace keima
