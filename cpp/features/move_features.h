// What can be said about a move without playing it out, as a short list of codes: shapes of
// several sizes, tactics, distances.
#pragma once

#include <array>
#include <cstdint>

#include "board/board.h"
#include "features/surroundings.h"

namespace keima {

// At most so many codes for a move.
inline constexpr int kMaxMoveCodes = 24;

struct MoveCodes {
  int count = 0;
  std::array<std::uint32_t, kMaxMoveCodes> codes;
  void add(std::uint32_t code) { codes[count++] = code; }
};

// A position whose moves are described. `last` and `before` are the last two moves, kPass if
// there is none.
class MoveFeatures {
 public:
  MoveFeatures(const Board& board, Color to_play, Point last, Point before);

  // Calls f(code) for each code of the move p. Where it returns false for a shape, the code is
  // unknown, and no larger shape is asked for.
  template <class F>
  void each(Point p, F f) const {
    around_.each_shape(p, [&](int, std::uint32_t code) { return f(code); });
    MoveCodes others;
    describe(p, others);
    for (int i = 0; i < others.count; ++i) f(others.codes[i]);
  }

 private:
  void describe(Point p, MoveCodes& codes) const;

  const Board& board_;
  Color to_play_;
  Point last_, before_;
  int stage_;
  Surroundings around_;
};

}  // namespace keima
