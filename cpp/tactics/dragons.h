// Groups that are joined though they do not touch, and their eyes.
#pragma once

#include <array>
#include <cstdint>

#include "board/board.h"

namespace keima {

// A dragon is a set of groups of one colour that a single move of the opponent cannot cut:
// - kosumi: two stones at a corner of each other, both points between them empty;
// - bamboo joint: two pairs of stones side by side, the two points between the pairs empty.
// A move that threatens two such joints at once is not looked for.
class Dragons {
 public:
  explicit Dragons(const Board& b);

  // The dragon of a stone, named by the head of one of its groups.
  Point of(const Board& b, Point stone) const { return parent_[b.head(stone)]; }
  bool is_same(const Board& b, Point a, Point c) const { return of(b, a) == of(b, c); }
  // The eyes it has if the opponent moves first: regions of empty points with no other stones
  // around them than its own. One point to three are one eye; of four to six points the shapes with
  // a vital point and square four are one, the others two, and so is everything larger. A region
  // with stones of the opponent in it is none.
  int eyes(const Board& b, Point stone) const { return eyes_[of(b, stone)]; }

 private:
  Point root(Point head) const {
    while (parent_[head] != head) head = parent_[head];
    return head;
  }
  void join(Point a, Point c);
  void find_joints(const Board& b);
  void find_eyes(const Board& b);

  std::array<Point, kMaxCells> parent_;       // by head
  std::array<std::uint8_t, kMaxCells> eyes_;  // by dragon, no more than 255
};

}  // namespace keima
