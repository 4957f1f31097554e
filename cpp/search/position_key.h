// A position with the player to move and the ko, as one number.
#pragma once

#include <cstdint>

#include "board/board.h"

namespace keima {

inline std::uint64_t position_key(const Board& board, Color to_play) {
  std::uint64_t key = board.hash();
  if (to_play == kWhite) key ^= 0x9e3779b97f4a7c15;
  if (board.ko() != kPass && board.ko_color() == to_play)
    key ^= 0xd1b54a32d192ed03 * (board.ko() + 1u);
  return key ^ key >> 29;
}

// Where a network values positions, a pass before makes another one of it: the next ends the game.
inline constexpr std::uint64_t kAfterPass = 0xa0761d6478bd642f;

// And so does the end of the game, or, where stones cost points, how many more Black has played.
inline constexpr std::uint64_t kGameOver = 0x8ebc6af09c88c6e3;
inline std::uint64_t stones_key(int stones) {
  return 0x589965cc75374cc3 * static_cast<std::uint64_t>(stones);
}

// What superko compares: stones, or stones and the player to move.
inline std::uint64_t situation_key(std::uint64_t stones, Color to_play, bool situational) {
  return situational && to_play == kWhite ? stones ^ 0xe7037ed1a0b428db : stones;
}

}  // namespace keima
