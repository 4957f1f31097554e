// How well outputs for all points tell the move that was played (Ferreira 2016, 4.5.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace keima {

// How far an output is from that of a move to be played, +1: the nearest is the best.
inline float distance_to_target(float output) { return output < 1 ? 1 - output : output - 1; }

struct Rank {
  float among_all;    // points, from 1; of those that are even, the middle
  float among_legal;  // the same among the points that may be played
  int legal;          // how many these are
};

Rank rank_of(std::span<const std::uint8_t> states, std::span<const float> outputs, int move);

}  // namespace keima
