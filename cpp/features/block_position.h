// A position as blocks: connected stones of one colour, their liberties, neighbours and chains.
#pragma once

#include <array>
#include <vector>

#include "board/board.h"
#include "features/block_points.h"

namespace keima {

struct Block {
  Color color;
  Points stones, liberties;
  int size, liberty_count;
  int chain;                   // number of its optimistic chain
  std::vector<int> opponents;  // blocks of the other colour next to it
  std::vector<int> friends;    // blocks of its colour that share a liberty with it
};

// All blocks that hang together by shared liberties (van der Werf 2004, 8.3.1).
struct Chain {
  Color color;
  std::vector<int> blocks;
  Points stones, liberties;
  Points shared;  // liberties that two of its blocks share
};

// Blocks are numbered by their first stones, row by row from the top left.
struct BlockPosition {
  explicit BlockPosition(const Board& position);

  int number_at(int row, int column) const { return number[row * width + column]; }
  const Points& stones(Color c) const { return stones_[c - 1]; }
  // The empty points that a colour should not play: it would be suicide, or leave a block with
  // one liberty, and captures nothing.
  const Points& protected_from(Color enemy) const { return shunned_[enemy - 1]; }
  // The liberties of the block that a stone of c at an empty point makes if it captures nothing.
  Points liberties_after(int row, int column, Color c) const;
  bool captures(int row, int column, Color c) const;

  int width, height;
  Points board, empty;
  std::vector<Block> blocks;
  std::vector<Chain> chains;
  std::vector<int> number;  // of the block at each point, row by row; -1 without a stone

 private:
  void find_blocks(const Board& position);
  void find_neighbours();
  void find_chains();
  void find_shunned();
  // Calls f(number) for each block of c next to a point, perhaps more than once.
  template <class F>
  void each_next(int row, int column, Color c, F f) const {
    constexpr std::array<std::array<int, 2>, 4> kSteps = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
    for (const auto& [dr, dc] : kSteps) {
      const int r = row + dr, k = column + dc;
      if (r < 0 || r >= height || k < 0 || k >= width) continue;
      const int n = number_at(r, k);
      if (n >= 0 && blocks[n].color == c) f(n);
    }
  }

  std::array<Points, 2> stones_, shunned_;
};

}  // namespace keima
