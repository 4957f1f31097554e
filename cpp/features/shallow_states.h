// What is to be said of each point of a position for a shallow network: one of 18 states, each an
// input plane of its own (Keller & Perez 2016 do not say what theirs are).
#pragma once

#include <cstdint>

#include "board/board.h"

namespace keima {

// Stones and the moves of who is to play, each in four classes: 1, 2, 3, or 4 and more of
// something. The first of a class has 1.
enum ShallowState : std::uint8_t {
  kShallowOwn = 0,       // liberties of its group
  kShallowOther = 4,     // the same of the opponent's
  kShallowQuiet = 8,     // liberties that the stone would have
  kShallowCapture = 12,  // stones that the move would take
  kShallowSuicide = 16,  // empty, and a suicide
  kShallowKo = 17,       // empty, and a ko that may not be taken yet
};
inline constexpr int kShallowStates = 18;

inline bool is_shallow_move(std::uint8_t state) {
  return state >= kShallowQuiet && state < kShallowSuicide;
}

// By row-major index.
void shallow_states(const Board& board, Color to_play, std::uint8_t* states);

}  // namespace keima
