// Which move a strong player makes: a weight for each code of a move (Bradley-Terry), learned
// from games.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"
#include "features/move_features.h"

namespace keima {

class MoveModel {
 public:
  // Weights are logarithms to base 2, in 1/256, so that sums are exact. Throws
  // std::invalid_argument unless there are as many codes as weights, each code once.
  MoveModel(std::span<const std::uint32_t> codes, std::span<const std::int16_t> weights);

  // The probability of each of the moves, none of them a pass, that one of them is played.
  void predict(const Board& board, Color to_play, Point last, Point before,
               std::span<const Point> moves, std::vector<float>& probabilities) const;

 private:
  struct Entry {
    std::uint32_t code = 0;
    std::int32_t weight = kFree;
  };
  static constexpr std::int32_t kFree = 1 << 20;
  const Entry* find(std::uint32_t code) const {
    for (std::uint32_t i = code & mask_;; i = (i + 1) & mask_) {
      if (table_[i].weight == kFree) return nullptr;
      if (table_[i].code == code) return &table_[i];
    }
  }

  std::vector<Entry> table_;
  std::uint32_t mask_;
};

// 2 to the power of x / 256, the same on every machine.
float power_of_two(int x);

}  // namespace keima
