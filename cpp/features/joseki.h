// A dictionary of moves that strong players make in a corner.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "board/board.h"

namespace keima {

// What lies in a corner of nine lines, seen from who moves, and what he plays there. Corners are
// the same in all four places, reflected at their diagonal and with colours exchanged. Boards whose
// corners would overlap have none.
class Joseki {
 public:
  static constexpr int kSide = 9;

  struct Keys {
    std::uint32_t position, move;  // of the stones, and of the stones with the move
  };

  // Keys of moves, ascending; throws std::invalid_argument if they are not.
  explicit Joseki(std::vector<std::uint32_t> keys);

  // The keys of a move of c at the empty point p; none outside of the corners.
  static std::optional<Keys> keys_of(const Board& b, Point p, Color c);

  // Is it in the dictionary?
  bool has(const Board& b, Point p, Color c) const;

  std::size_t size() const { return keys_.size(); }

 private:
  std::vector<std::uint32_t> keys_;
};

}  // namespace keima
