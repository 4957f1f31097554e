// Playouts whose moves are drawn uniformly from those that are legal and fill no own eye.
#pragma once

#include <array>
#include <utility>

#include "board/board.h"
#include "playout/rng.h"

namespace keima {

enum class EyeRule : std::uint8_t {
  kUsual,   // Board::is_eye
  kStrict,  // Board::is_strict_eye
};

struct PlayoutResult {
  int score;  // area at the end, Black minus White, without komi
  int moves;  // stones played, passes not counted
};

// Told of every stone that is played; this one is free.
struct NoObserver {
  void operator()(Point, Color) const {}
};

// Playouts from one position. They end after two passes in a row, or after three times as many
// moves as the board has points (long cycles are possible, as only the simple ko is forbidden).
// A player passes only when no playable point is left.
//
//   UniformPlayout playout(board, kBlack);
//   Rng rng(1);
//   playout.run(rng, [&](Point p, Color c) { ... }).score
class UniformPlayout {
 public:
  UniformPlayout(const Board& start, Color to_play, EyeRule eyes = EyeRule::kUsual)
      : start_(start), end_(start), to_play_(to_play), eyes_(eyes) {}

  template <class Observer = NoObserver>
  PlayoutResult run(Rng& rng, Observer&& observer = {}) {
    end_ = start_;
    Color c = to_play_;
    int moves = 0;
    const int limit = 3 * end_.area();
    for (int passes = 0; passes < 2 && moves < limit; c = opponent(c)) {
      const Point p = choose(rng, c);
      end_.play(p, c);
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

  // Who has the point at the end of the last playout: its stone, or the only colour that an
  // empty point touches; kEmpty if it touches both or none.
  Color owner(Point p) const {
    if (end_.at(p) != kEmpty) return end_.at(p);
    int seen = 0;
    for (int d = 0; d < 4; ++d) {
      const Color n = end_.at(static_cast<Point>(p + end_.geometry().around[d]));
      if (n != kWall) seen |= n ? n : 3;
    }
    return seen == kBlack || seen == kWhite ? static_cast<Color>(seen) : kEmpty;
  }

 private:
  Point choose(Rng& rng, Color c) {
    std::array<Point, kMaxArea> points;
    int count = 0;
    for (const Point p : end_.empties()) points[count++] = p;
    while (count) {
      const auto i = rng.below(count);
      const Point p = points[i];
      const bool eye = eyes_ == EyeRule::kUsual ? end_.is_eye(p, c) : end_.is_strict_eye(p, c);
      if (!eye && end_.is_legal(p, c)) return p;
      points[i] = points[--count];
    }
    return kPass;
  }

  int score() const {
    int sum = 0;
    for (int i = 0; i < end_.area(); ++i) {
      const Color c = owner(end_.geometry().cell[i]);
      sum += (c == kBlack) - (c == kWhite);
    }
    return sum;
  }

  Board start_, end_;
  Color to_play_;
  EyeRule eyes_;
};

}  // namespace keima
