// What a position will come to: how likely its blocks live, and whose the empty points will be
// (van der Werf 2004, chapters 9 and 10), with what is sure by Benson's theorem.
#pragma once

#include <vector>

#include "features/life_net.h"
#include "features/territory_net.h"

namespace keima {

// By point, row by row: the mean owner at the end, from 1 (Black) to -1 (White), and how likely the
// stone there lives, 1 without a stone.
struct Judged {
  std::vector<float> owners, alive;
};

// Both networks must outlive it.
class PositionJudge {
 public:
  // Throws std::invalid_argument unless the second one sees how likely stones live.
  PositionJudge(const LifeNet& life, const TerritoryNet& territory);

  Judged judge(const Board& board, Color to_play) const;
  std::vector<float> owners(const Board& board, Color to_play) const {
    return judge(board, to_play).owners;
  }
  // The sum of the mean owners: Black's area minus White's.
  float area(const Board& board, Color to_play) const;

 private:
  const LifeNet& life_;
  const TerritoryNet& territory_;
};

}  // namespace keima
