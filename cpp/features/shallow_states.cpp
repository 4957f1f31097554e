#include "features/shallow_states.h"

#include <algorithm>

#include "tactics/atari.h"

namespace keima {
namespace {

constexpr int kMost = 4;

// How many stones a move takes, up to kMost.
int taken_by(const Board& board, Point p, Color c) {
  int count = 0;
  Point heads[4];
  int groups = 0;
  const unsigned others = adjacent(board, p, opponent(c));
  each_neighbour(board, p, with_liberties(board, p, others, 1, 1), [&](Point n) {
    const Point head = board.head(n);
    if (std::find(heads, heads + groups, head) != heads + groups) return;
    heads[groups++] = head;
    count += board.group_size(n);
  });
  return std::min(count, kMost);
}

std::uint8_t state_of_empty(const Board& board, Point p, Color c) {
  if (is_ko(board, p, c)) return kShallowKo;
  if (const int taken = taken_by(board, p, c))
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
