#include "solve/stones.h"

namespace keima::solve {

void find_moves(const Grid& g, Bits mine, Bits theirs, int ko, StoneMoves& m) {
  const auto single = [](Bits s) { return (s & (s - 1)) == 0; };
  m.empty = g.board & ~mine & ~theirs;
  const Bits left = g.left(m.empty), right = g.right(m.empty);
  const Bits up = g.height > 1 ? g.up(m.empty) : 0, down = g.height > 1 ? g.down(m.empty) : 0;
  const Bits open = left | right | up | down;
  // Beside two empty points: the block of such a stone has two liberties, and no more is asked.
  const Bits two = (left & right) | (up & down) | ((left | right) & (up | down));
  m.prey = 0;
  m.blocks = 0;
  for (Bits rest = theirs & ~g.fill(two, theirs); rest != 0;) {
    const Bits block = g.fill(first_of(rest), theirs), free = g.spread(block) & m.empty;
    if (single(free)) {
      m.prey |= free;
      m.liberty[m.blocks] = free;
      m.block[m.blocks++] = block;
    }
    rest &= ~block;
  }
  m.legal = m.empty & (open | m.prey);
  // The others fill a last empty point of their part of the board: one of my blocks beside it must
  // have another liberty.
  if (const Bits shut = m.empty & ~m.legal; shut != 0) {
    const Bits roomy = g.fill(two, mine);
    Bits safe = g.spread(roomy);
    for (Bits rest = g.spread(shut & ~safe) & mine & ~roomy; rest != 0;) {
      const Bits block = g.fill(first_of(rest), mine), free = g.spread(block) & m.empty;
      if (!single(free)) safe |= free;
      rest &= ~block;
    }
    m.legal |= shut & safe;
  }
  if (ko != kNowhere) m.legal &= ~bit(ko);
}

}  // namespace keima::solve
