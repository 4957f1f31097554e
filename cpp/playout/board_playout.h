// Uniform playouts over the full Board: the yardstick of the light one, and the frame of
// policies that look at groups and patterns.
#pragma once

#include <algorithm>
#include <array>

#include "board/board.h"
#include "playout/frisbee.h"
#include "playout/playout.h"
#include "playout/rng.h"
#include "playout/uniform.h"

namespace keima {

inline bool is_eye(const Board& board, Point p, Color c, EyeRule eyes) {
  return eyes == EyeRule::kUsual ? board.is_eye(p, c) : board.is_strict_eye(p, c);
}

// Draws uniformly from the empty points with test(p); kPass if there is none.
template <class Test>
Point draw_empty(const Board& board, Rng& rng, Test test) {
  const auto empties = board.empties();
  auto count = static_cast<std::uint32_t>(empties.size());
  if (!count) return kPass;
  std::uint32_t i = rng.below(count);
  if (test(empties[i])) return empties[i];
  // Without replacement from here on; most draws never come here.
  std::array<Point, kMaxArea> rest;
  std::copy(empties.begin(), empties.end(), rest.begin());
  for (;;) {
    rest[i] = rest[--count];
    if (!count) return kPass;
    i = rng.below(count);
    if (test(rest[i])) return rest[i];
  }
}

// Plays uniformly on the board until two passes or `limit` stones; returns the stones played. The
// observer is told of stones and passes. Stones miss their point as often as epsilon says.
template <class Observer>
int play_uniformly(Board& board, Color c, EyeRule eyes, int limit, Rng& rng, Observer&& observer,
                   double epsilon = 0) {
  int moves = 0;
  for (int passes = 0; passes < 2 && moves < limit; c = opponent(c)) {
    const Point p = draw_empty(
        board, rng, [&](Point q) { return !is_eye(board, q, c, eyes) && board.is_legal(q, c); });
    board.play(epsilon > 0 ? land(board, p, c, epsilon, rng) : p, c);
    observer(p, c);
    passes = p == kPass ? passes + 1 : 0;
    moves += p != kPass;
  }
  return moves;
}

// The same policy, end and score as UniformPlayout.
class BoardPlayout {
 public:
  BoardPlayout(const Board& start, Color to_play, EyeRule eyes = EyeRule::kUsual)
      : start_(start), now_(start), to_play_(to_play), eyes_(eyes) {}

  template <class Observer = NoObserver>
  PlayoutResult run(Rng& rng, Observer&& observer = {}) {
    now_ = start_;
    const int moves =
        play_uniformly(now_, to_play_, eyes_, 3 * now_.area(), rng, [&](Point p, Color c) {
          if (p != kPass) observer(p, c);
        });
    int score = 0;
    for (int i = 0; i < now_.area(); ++i) {
      const Color c = owner(now_.geometry().cell[i]);
      score += (c == kBlack) - (c == kWhite);
    }
    return {score, moves};
  }

  // Empty points with empty neighbours are left only by playouts that reached the limit.
  Color owner(Point p) const {
    const bool open = now_.at(p) == kEmpty && now_.has_empty_neighbour(p);
    return open ? kEmpty : final_owner(now_, p);
  }

 private:
  Board start_, now_;
  Color to_play_;
  EyeRule eyes_;
};

}  // namespace keima
