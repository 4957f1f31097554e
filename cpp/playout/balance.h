// Simulation balancing (Silver and Tesauro 2009; Huang, Coulom and Lin 2010): how to change a
// trained policy so that the mean of many playouts is right, whether or not each of their moves is
// good.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"
#include "playout/playout.h"

namespace keima {

// A position, and what is thought to be true of it: who owns each point in the end, from -1
// (White) to 1 (Black), in row-major order, and how likely Black wins.
struct Judged {
  Board board;
  Color to_play;
  Point last, before;
  double komi;
  std::span<const float> owners;
  double win;
};

struct Balance {
  // The mean over the positions of the squared error of the owner of a point, and of the result.
  double owner_error = 0, win_error = 0;
  // Half of how fast the first and `win_weight` times the second fall together when the numbers of
  // the policy grow, as PolicyTrace has them.
  std::vector<double> slope;
};

// What `games` playouts of the policy classic, at least two, make of each position. The tables must
// have a trained policy.
Balance balance(std::span<const Judged> positions, const PlayoutTables& tables, int games,
                double win_weight, std::uint64_t seed);

}  // namespace keima
