// 3x3 patterns around a point, written as drawings and looked up by Board::code.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "board/board.h"

namespace keima {

class Gammas;
class TrainedPolicy;

// Every neighbourhood that one of the patterns matches, in any of the eight symmetries, has the
// weight of that pattern (the greatest, if several match).
//
// The text has three lines of three characters for a pattern, then, if wanted, a line ":N" with
// its weight from 1 to 255 (1 if there is none); patterns are divided by empty lines, and "#"
// starts a comment. The characters:
//   *  the move, in the middle          X  own stone       x  own stone or empty
//   .  empty                            O  enemy stone     o  enemy stone or empty
//   ?  own, enemy or empty              - | +  off the board
class PatternTable {
 public:
  // Throws std::invalid_argument that names line and column. The gammas are of all moves; what is
  // trained is for policies that can use it.
  explicit PatternTable(std::string_view text, std::shared_ptr<const Gammas> gammas = nullptr,
                        std::shared_ptr<const TrainedPolicy> trained = nullptr);

  // The weight of a move of c on a point with this code; 0 if no pattern matches.
  int weight(unsigned code, Color c) const { return weight_[c - 1][code]; }
  // 1 if a pattern matches, else 0. Reads a table small enough for the nearest cache.
  unsigned matches(unsigned code, Color c) const {
    return static_cast<unsigned>(match_[c - 1][code >> 6] >> (code & 63) & 1);
  }
  // Null if there are none.
  const Gammas* gammas() const { return gammas_.get(); }
  const TrainedPolicy* trained() const { return trained_.get(); }
  int patterns() const { return patterns_; }
  // How many different neighbourhoods match.
  int neighbourhoods() const;

 private:
  std::shared_ptr<const Gammas> gammas_;
  std::shared_ptr<const TrainedPolicy> trained_;
  int patterns_ = 0;
  std::array<std::vector<std::uint8_t>, 2> weight_;
  std::array<std::array<std::uint64_t, 1024>, 2> match_{};  // one bit for each code
};

}  // namespace keima
