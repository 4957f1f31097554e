#include "features/shallow_states.h"

#include <algorithm>

#include "tactics/atari.h"

namespace keima {
namespace {

constexpr int kMost = 4;

std::uint8_t state_of_empty(const Board& board, Point p, Color c) {
  if (is_ko(board, p, c)) return kShallowKo;
  if (const int taken = std::min(stones_taken(board, p, c), kMost))
    return static_cast<std::uint8_t>(kShallowCapture + taken - 1);
  const int liberties = liberties_after(board, p, c, kMost);
  return liberties ? static_cast<std::uint8_t>(kShallowQuiet + liberties - 1) : kShallowSuicide;
}

}  // namespace

void shallow_states(const Board& board, Color to_play, std::uint8_t* states) {
  const Geometry& g = board.geometry();
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    const Color c = board.at(p);
    if (c == kEmpty) {
      states[i] = state_of_empty(board, p, to_play);
      continue;
    }
    const int liberties = std::min(board.liberties(p), kMost);
    states[i] =
        static_cast<std::uint8_t>((c == to_play ? kShallowOwn : kShallowOther) + liberties - 1);
  }
}

}  // namespace keima
