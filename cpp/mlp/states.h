// What the small networks see (Ferreira 2016, 3.4.2): each point is in one of eight states, which
// are given as three bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"

namespace keima {

// Seen by who is to move. From kOneLiberty on a point may be played, and the state says how many
// liberties the stone would have then, five and more being the same.
enum PointState : std::uint8_t {
  kOwnStone,
  kOtherStone,
  kForbidden,  // a suicide or the ko
  kOneLiberty,
  kTwoLiberties,
  kThreeLiberties,
  kFourLiberties,
  kManyLiberties,
};
inline constexpr int kPointStates = 8, kStateBits = 3;

// The bits of a state. The document does not say them: here states that are alike differ in one.
inline constexpr std::array<std::uint8_t, kPointStates> kBitsOfState = {0b000, 0b001, 0b011, 0b010,
                                                                        0b110, 0b111, 0b101, 0b100};

// What an input unit is given for a bit: +1 or -1, as a unit that is given 0 says nothing in a
// network without biases.
constexpr float input_level(int state, int bit) {
  return kBitsOfState[static_cast<std::size_t>(state)] >> bit & 1 ? 1.0f : -1.0f;
}

inline bool is_playable(std::uint8_t state) { return state >= kOneLiberty; }

// Of all points, row by row.
void point_states(const Board& board, Color to_play, std::span<std::uint8_t> states);

// Where each point of a square board goes under the eight symmetries; the first changes nothing.
class Symmetries {
 public:
  static constexpr int kCount = 8;

  explicit Symmetries(int side);
  std::span<const std::uint16_t> of(int symmetry) const {
    return {&to_[static_cast<std::size_t>(symmetry) * area_], area_};
  }

 private:
  std::size_t area_;
  std::vector<std::uint16_t> to_;
};

}  // namespace keima
