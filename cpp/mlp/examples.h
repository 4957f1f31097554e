// What the small networks learn from and are judged by (Ferreira 2016, 4.5.3): positions that are
// all different, each with the move that was played most often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "board/board.h"
#include "mlp/states.h"

namespace keima {

// Positions that are the same after a symmetry, or with the colours exchanged, are the same.
class Examples {
 public:
  // Throws std::invalid_argument unless 1 <= side <= 25.
  explicit Examples(int side);

  int side() const { return side_; }
  std::size_t size() const { return moves_.size(); }

  // Adds the positions of a game, of each the move that followed, but passes, the last `last`
  // moves, and positions with `most_stones` stones or more. Positions that are in `without`, if it
  // is given, are left out. Throws std::invalid_argument at a move that cannot be played; what came
  // before it is kept.
  void add_game(const Board& start, Color first, std::span<const std::uint16_t> moves, int last,
                int most_stones, const Examples* without);

  // The states of an example, turned; returns the move.
  int get(std::size_t example, int symmetry, std::span<std::uint8_t> states) const;

 private:
  static constexpr std::size_t kPerWord = 21;
  using Counts = std::vector<std::pair<std::uint16_t, std::uint32_t>>;

  void add(std::span<const std::uint8_t> states, int move, const Examples* without);
  void count(std::uint32_t example, std::uint16_t move);

  int side_;
  std::size_t area_, words_;
  Symmetries symmetries_;
  std::vector<std::uint64_t> packed_;
  std::vector<std::uint16_t> moves_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::unordered_map<std::uint32_t, Counts> counts_;  // of those that came more than once
};

}  // namespace keima
