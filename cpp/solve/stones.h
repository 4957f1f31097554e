// Moves that set a stone, as Go and the capture game have them: where they are legal and what they
// capture.
#pragma once

#include "solve/grid.h"

namespace keima::solve {

inline constexpr int kNowhere = 64;  // no point

struct StoneMoves {
  Bits legal = 0;
  Bits empty = 0;
  Bits prey = 0;  // where a move captures
  int blocks = 0;
  Bits liberty[32], block[32];  // theirs with one liberty

  // The stones that a move captures.
  Bits taken(Bits stone) const {
    Bits all = 0;
    if ((prey & stone) != 0)
      for (int i = 0; i < blocks; ++i)
        if (liberty[i] == stone) all |= block[i];
    return all;
  }
};

// Every legal move of `mine` but suicide; the player may not play at `ko`, if that is a point.
void find_moves(const Grid& g, Bits mine, Bits theirs, int ko, StoneMoves& m);

// Where a capture may not be taken back at once: it was one stone by a lone one that has no liberty
// but the one it took. `theirs` are the other's stones after it.
inline int ko_after(const Grid& g, Bits stone, Bits taken, Bits theirs) {
  const bool ko = count(taken) == 1 && (g.around(stone) & ~theirs) == taken;
  return ko ? lowest(taken) : kNowhere;
}

}  // namespace keima::solve
