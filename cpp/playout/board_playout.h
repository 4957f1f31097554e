// Uniform playouts over the full Board: the yardstick of the light one, and the frame of
// policies that look at groups and patterns.
#pragma once

#include <array>

#include "board/board.h"
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

// The same policy, end and score as UniformPlayout.
class BoardPlayout {
 public:
  BoardPlayout(const Board& start, Color to_play, EyeRule eyes = EyeRule::kUsual)
      : start_(start), now_(start), to_play_(to_play), eyes_(eyes) {}

  template <class Observer = NoObserver>
  PlayoutResult run(Rng& rng, Observer&& observer = {}) {
    now_ = start_;
    const int limit = 3 * now_.area();
    int moves = 0;
    Color c = to_play_;
    for (int passes = 0; passes < 2 && moves < limit; c = opponent(c)) {
      const Point p = draw_empty(
          now_, rng, [&](Point q) { return !is_eye(now_, q, c, eyes_) && now_.is_legal(q, c); });
      now_.play(p, c);
      if (p == kPass) {
        ++passes;
      } else {
        passes = 0;
        ++moves;
        observer(p, c);
      }
    }
    return {score(), moves};
  }

  Color owner(Point p) const {
    if (now_.at(p) != kEmpty) return now_.at(p);
    bool black = false, white = false, empty = false;
    for (int d = 0; d < 4; ++d) {
      const Color n = now_.at(static_cast<Point>(p + now_.geometry().around[d]));
      black |= n == kBlack;
      white |= n == kWhite;
      empty |= n == kEmpty;
    }
    return empty || black == white ? kEmpty : black ? kBlack : kWhite;
  }

 private:
  int score() const {
    int sum = 0;
    for (int i = 0; i < now_.area(); ++i) {
      const Color c = owner(now_.geometry().cell[i]);
      sum += (c == kBlack) - (c == kWhite);
    }
    return sum;
  }

  Board start_, now_;
  Color to_play_;
  EyeRule eyes_;
};

}  // namespace keima
