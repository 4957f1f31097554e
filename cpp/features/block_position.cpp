#include "features/block_position.h"

#include <algorithm>

namespace keima {
namespace {

void add_once(std::vector<int>& list, int n) {
  if (std::find(list.begin(), list.end(), n) == list.end()) list.push_back(n);
}

}  // namespace

BlockPosition::BlockPosition(const Board& position)
    : width(position.width()),
      height(position.height()),
      board(Points::all(width, height)),
      number(width * height, -1) {
  find_blocks(position);
  find_neighbours();
  find_chains();
  find_shunned();
}

void BlockPosition::find_blocks(const Board& position) {
  const Geometry& g = position.geometry();
  for (int r = 0; r < height; ++r)
    for (int k = 0; k < width; ++k) {
      const Color c = position.at(g.at(k, r));
      (c == kEmpty ? empty : stones_[c - 1]).add(r, k);
    }
  for (int r = 0; r < height; ++r)
    for (int k = 0; k < width; ++k) {
      const Point p = g.at(k, r);
      if (position.at(p) == kEmpty || number_at(r, k) >= 0) continue;
      const int n = static_cast<int>(blocks.size());
      Block block{position.at(p), {}, {}, position.group_size(p), 0, 0, {}, {}};
      Point s = p;
      do {
        const int index = g.index[s];
        number[index] = n;
        block.stones.add(index / width, index % width);
      } while ((s = position.next(s)) != p);
      block.liberties = block.stones.near() & empty;
      block.liberty_count = block.liberties.count();
      blocks.push_back(std::move(block));
    }
}

void BlockPosition::find_neighbours() {
  for (int n = 0; n < static_cast<int>(blocks.size()); ++n) {
    Block& block = blocks[n];
    const Color enemy = opponent(block.color);
    (block.stones.near() & stones(enemy)).each([&](int r, int k) {
      add_once(block.opponents, number_at(r, k));
    });
    block.liberties.each([&](int r, int k) {
      each_next(r, k, block.color, [&](int other) {
        if (other != n) add_once(block.friends, other);
      });
    });
  }
}

void BlockPosition::find_chains() {
  for (Block& block : blocks) block.chain = -1;
  for (int n = 0; n < static_cast<int>(blocks.size()); ++n) {
    if (blocks[n].chain >= 0) continue;
    Chain chain{blocks[n].color, {n}, {}, {}, {}};
    blocks[n].chain = static_cast<int>(chains.size());
    for (std::size_t i = 0; i < chain.blocks.size(); ++i) {
      const Block& block = blocks[chain.blocks[i]];
      chain.shared |= chain.liberties & block.liberties;
      chain.stones |= block.stones;
      chain.liberties |= block.liberties;
      for (const int other : block.friends)
        if (blocks[other].chain < 0) {
          blocks[other].chain = blocks[n].chain;
          chain.blocks.push_back(other);
        }
    }
    chains.push_back(std::move(chain));
  }
}

bool BlockPosition::captures(int row, int column, Color c) const {
  bool yes = false;
  each_next(row, column, opponent(c), [&](int n) { yes |= blocks[n].liberty_count == 1; });
  return yes;
}

Points BlockPosition::liberties_after(int row, int column, Color c) const {
  const Points stone = Points::only(row, column);
  Points liberties = stone.near() & empty;
  each_next(row, column, c, [&](int n) { liberties |= blocks[n].liberties; });
  return liberties - stone;
}

void BlockPosition::find_shunned() {
  for (const Color c : {kBlack, kWhite})
    empty.each([&](int r, int k) {
      if (!captures(r, k, c) && liberties_after(r, k, c).count() < 2) shunned_[c - 1].add(r, k);
    });
}

}  // namespace keima
