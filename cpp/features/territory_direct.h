// Direct methods for potential territory (van der Werf 2004, section 10.2): no learning, no search.
//
// All take points as signs, 1 for Black, -1 for White and 0 for nobody, row by row from the top
// left, so that dead stones may be taken off or be given to the other side before, whatever
// position that makes. All give a number for every point, stones too: above 0 where Black has it,
// below where White has it. The other side's stones give the negative numbers, a turned board the
// turned ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace keima {

// Points and their signs. Throws std::invalid_argument where they do not fit together.
class Signs {
 public:
  Signs(int width, int height, std::span<const int> signs);
  int width() const { return width_; }
  int height() const { return height_; }
  int area() const { return width_ * height_; }
  int at(int p) const { return signs_[p]; }
  const std::vector<int>& all() const { return signs_; }

 private:
  int width_, height_;
  std::vector<int> signs_;
};

using Values = std::vector<int>;

// The sign of a colour at empty points all of whose neighbours are of that colour (10.2.1); the
// signs of the stones themselves.
Values explicit_control(const Signs& signs);
// The same where a neighbour is of that colour and none of the other (10.2.2).
Values direct_control(const Signs& signs);
// The sign of the colour that is nearer by the lines of the board (10.2.3); 0 where both are
// equally near or nothing is there.
Values distance_control(const Signs& signs);
// Zobrist's influence (10.2.4): `passes` times each point adds its neighbours of the same sign and
// subtracts those of the other.
Values zobrist_influence(const Signs& signs, int passes = 4, int start = 50);
// Bouzy's dilations, then his erosions (10.2.5), from `start` at stones. With 64, a stone among
// others' points can erode away if erosions are more than 16.
Values bouzy_territory(const Signs& signs, int dilations, int erosions, int start = 64);

}  // namespace keima
