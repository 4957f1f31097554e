// The symmetries of a board: rotations and reflections, four where it is not square.
#pragma once

#include <array>
#include <vector>

#include "solve/grid.h"

namespace keima::solve {

class Mirrors {
 public:
  explicit Mirrors(const Grid& g);

  int count() const { return static_cast<int>(to_.size()); }  // the first is the board as it is
  int point(int p, int i) const { return to_[i][p]; }
  // Where a point of the mirrored board came from.
  int back(int p, int i) const { return from_[i][p]; }
  Bits of(Bits s, int i) const {
    Bits all = 0;
    for (int b = 0; b < bytes_; ++b) all |= moved_[i][b][s >> 8 * b & 0xff];
    return all;
  }

 private:
  int bytes_;
  std::vector<std::array<int, 64>> to_, from_;
  std::vector<std::array<std::array<Bits, 256>, 8>> moved_;
};

}  // namespace keima::solve
