// Whose points are whose, as the networks of KataGo's family are shown it.
#pragma once

#include "board/board.h"
#include "features/point_set.h"

namespace keima {

struct AreaPlanes {
  PointSet black, white;
  // With `no_seki`: independent regions of White less those of Black.
  int regions = 0;

  PointSet& of(Color c) { return c == kBlack ? black : white; }
  const PointSet& of(Color c) const { return c == kBlack ? black : white; }
};

// Area without any reading: pass-alive groups (Benson 1976) with their regions, then regions
// without stones of the opponent, then all other stones. With `suicide` the opponent of a
// pass-alive group may play suicide. With `no_seki` only stones count in areas that have an own
// stone in atari or touch a neutral point.
AreaPlanes find_area(const Board& board, bool suicide, bool no_seki);

// The stones of one colour.
PointSet stones_of(const Board& board, Color c);

}  // namespace keima
