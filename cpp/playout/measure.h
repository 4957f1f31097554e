// What `keima bench` runs: timed loops and fingerprints.
#pragma once

#include <cstdint>

#include "board/board.h"
#include "playout/light_board.h"
#include "playout/playout.h"

namespace keima {

enum class PlayoutPolicy : std::uint8_t {
  kUniform,  // UniformPlayout
  kBoard,    // BoardPlayout
};

struct PlayoutTotals {
  std::int64_t playouts, moves, score;  // `score` is the sum over all playouts
  double seconds;
};

// Playouts from a position until the time is over.
PlayoutTotals run_playouts(const Board& start, Color to_play, PlayoutPolicy policy, EyeRule eyes,
                           std::uint64_t seed, double seconds);

// A number that changes if any move or score of these playouts does.
std::uint64_t playout_signature(const Board& start, Color to_play, PlayoutPolicy policy,
                                EyeRule eyes, std::uint64_t seed, int playouts);

// The same for policies by name.
PlayoutTotals run_playouts(const Board& start, Color to_play, Playout& policy, std::uint64_t seed,
                           double seconds);
std::uint64_t playout_signature(const Board& start, Color to_play, Playout& policy,
                                std::uint64_t seed, int playouts);

// Nanoseconds of the board's operations, each the best of several rounds over uniform playouts.
struct BoardTimes {
  double copy, play, test;  // test: is_legal and is_eye of one empty point
};

BoardTimes time_board(int width, int height, std::uint64_t seed, double seconds);

}  // namespace keima
