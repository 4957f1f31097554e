#include "solve/stones.h"

namespace keima::solve {

void find_moves(const Grid& g, Bits mine, Bits theirs, int ko, StoneMoves& m) {
  const auto single = [](Bits s) { return (s & (s - 1)) == 0; };
  m.empty = g.board & ~mine & ~theirs;
  Bits safe = 0;  // liberties of my blocks that have another
  for (Bits rest = mine; rest != 0;) {
    const Bits block = g.fill(first_of(rest), mine), free = g.spread(block) & m.empty;
    if (!single(free)) safe |= free;
    rest &= ~block;
  }
  m.prey = 0;
  m.blocks = 0;
  for (Bits rest = theirs; rest != 0;) {
    const Bits block = g.fill(first_of(rest), theirs), free = g.spread(block) & m.empty;
    if (single(free)) {
      m.prey |= free;
      m.liberty[m.blocks] = free;
      m.block[m.blocks++] = block;
    }
    rest &= ~block;
  }
  const Bits open =
      g.left(m.empty) | g.right(m.empty) | (g.height > 1 ? g.up(m.empty) | g.down(m.empty) : 0);
  m.legal = m.empty & (open | safe | m.prey);
  if (ko != kNowhere) m.legal &= ~bit(ko);
}

}  // namespace keima::solve
