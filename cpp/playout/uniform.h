// Playouts whose moves are drawn uniformly from those that are legal and fill no own eye.
#pragma once

#include <variant>

#include "board/board.h"
#include "playout/light_board.h"
#include "playout/rng.h"

namespace keima {

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
      : start_(light_board(start, to_play, eyes)),
        now_(start_),
        to_play_(to_play),
        limit_(3 * start.area()) {}

  template <class Observer = NoObserver>
  PlayoutResult run(Rng& rng, Observer&& observer = {}) {
    return std::visit([&](auto& board) { return play(board, rng, observer); }, now_);
  }

  // Who has the point at the end of the last playout: its stone, or the only colour that an
  // empty point touches; kEmpty if that is not one. (Empty points with empty neighbours are left
  // only by playouts that reached the move limit.)
  Color owner(Point p) const {
    return std::visit([p](const auto& board) { return board.owner(p); }, now_);
  }

 private:
  template <class Light, class Observer>
  PlayoutResult play(Light& board, Rng& rng, Observer& observer) {
    board.copy_position(std::get<Light>(start_));
    int moves = 0, passes = 0;
    const auto goes_on = [&]<Color c>() {
      const auto p = board.template choose<c>(rng);
      if (p == kPass) [[unlikely]] {
        board.pass();
        return ++passes < 2;
      }
      passes = 0;
      board.template play<c>(p);
      observer(static_cast<Point>(p), c);
      return ++moves < limit_;
    };
    bool running = to_play_ == kBlack || goes_on.template operator()<kWhite>();
    while (running)
      running = goes_on.template operator()<kBlack>() && goes_on.template operator()<kWhite>();
    return {board.score(), moves};
  }

  AnyLightBoard start_, now_;
  Color to_play_;
  int limit_;
};

}  // namespace keima
