// What the learned estimates of territory see of a point (van der Werf 2004, section 10.3).
//
// A view is the board as seen from a point so that the nearest edges are to the left and above and
// the left one is not farther than the upper one. A point that is equally far from two edges has
// more than one such view: up to eight.
#pragma once

#include <span>
#include <vector>

#include "board/geometry.h"
#include "features/territory_direct.h"

namespace keima {

// Bits along each of the two lines to the nearest edges.
constexpr int kEdgeBits = 9;
constexpr int kMostRadius = 8;
constexpr int kMostViews = 8;

// Which inputs there are.
struct TerritorySight {
  int radius;     // points within this Manhattan distance are seen
  bool enhanced;  // with edges and nearest colours (10.3.2)

  int points() const { return 2 * radius * (radius + 1); }
  int inputs() const { return points() + (enhanced ? 2 * kEdgeBits + 2 : 0); }
};

// A position as a player sees it: his stones are positive.
class TerritoryScene {
 public:
  // `alive` has for each point, row by row, how likely a stone there lives, from 0 to 1; where it
  // is below a half the stone does not count for the nearest living one.
  TerritoryScene(const Signs& signs, Color to_play, std::span<const float> alive);

  // Writes the inputs of each view of a point, one after the other, and returns how many there are.
  // `out` has room for kMostViews views.
  //
  // In this order: the stones within reach, row by row of the view; with `enhanced` bits that are 1
  // beyond the left and beyond the upper edge, from the nearest point on; the nearest colour, and
  // the nearest that lives. The simple sight has plain stones, the enhanced one how likely they
  // live.
  int views(int point, const TerritorySight& sight, std::span<float> out) const;

 private:
  int width_, height_;
  std::vector<float> stones_, strengths_;
  std::vector<int> nearest_, nearest_alive_;
};

}  // namespace keima
