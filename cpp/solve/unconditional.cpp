#include "solve/unconditional.h"

namespace keima::solve {

namespace {

bool any(Both s) { return (s[0] | s[1]) != 0; }

// For each side the regions of empty points and of the other's stones in which every empty point
// touches one of its own: others, mostly all of the board, are nobody's eyes.
Both closed_regions(const Grid& g, Bits mine, Bits theirs) {
  const Both stones = {mine, theirs}, other = g.board & ~stones;
  for (Both open = g.board & ~mine & ~theirs & ~g.spread(stones);;) {
    const Both grown = g.spread(g.spread(open) & other) & other;
    const Both closed = other & ~grown;
    if (!any(closed) || !any(grown ^ open)) return closed;
    open = grown;
  }
}

// What is alive by such regions: blocks with two that are vital to them, which means that all of a
// region's empty points are the block's liberties and that no stone beside it is in danger.
Life benson_by(const Grid& g, Bits closed, Bits mine, Bits theirs) {
  const Bits empty = g.board & ~mine & ~theirs;
  if (closed == 0) return {};
  for (Bits alive = mine; g.fill(first_of(closed), closed) != closed;) {
    Bits left = 0, eyes = 0;
    for (Bits rest = alive; rest != 0;) {
      const Bits block = g.fill(first_of(rest), alive);
      rest &= ~block;
      Bits vital = closed;
      if (const Bits far = closed & empty & ~g.spread(block); far != 0)
        vital &= ~g.fill(far, closed);
      if (vital != 0 && g.fill(first_of(vital), vital) != vital) left |= block, eyes |= vital;
    }
    if (left == alive) return {alive, eyes};
    if (left == 0) break;
    alive = left;
    closed &= ~g.fill(closed & g.spread(mine & ~alive), closed);
  }
  return {};
}

}  // namespace

Life benson(const Grid& g, Bits mine, Bits theirs) {
  return benson_by(g, closed_regions(g, mine, theirs)[0], mine, theirs);
}

namespace {

// What of a region closed in by `alive` stones of the defender is the defender's for sure.
Bits closed_region(const Grid& g, Bits region, Bits alive, Bits defender, Bits invader) {
  const Bits empty = region & ~defender & ~invader;
  // Points where the invader could have an eye, by the defender's stones diagonally beside them.
  const Bits a = g.left(alive), b = g.right(alive);
  const Bits d1 = g.height > 1 ? g.up(a) : 0, d2 = g.height > 1 ? g.down(a) : 0,
             d3 = g.height > 1 ? g.up(b) : 0, d4 = g.height > 1 ? g.down(b) : 0;
  const Bits one = d1 | d2 | d3 | d4;
  const Bits two = (d1 & d2) | (d3 & d4) | ((d1 | d2) & (d3 | d4));
  // No eye touches an alive stone. The thesis does not say so for its static rule (its appendix A
  // does); without it what is declared could be lost again when more stones come alive.
  const Bits space = region & ~invader & ~g.spread(alive);
  Bits hollow = space & ((g.rim & one) | (~g.rim & two));
  // In a ring both sides of a false eye are connected anyway.
  if (hollow != 0 && g.euler(region) < 1) hollow = 0;
  Bits eyes = space & ~hollow;
  const Bits inside = region & defender;
  for (Bits rest = inside & hollow; rest != 0; rest &= rest - 1) {
    const Bits stone = first_of(rest), beside = g.around(stone);
    if ((beside & defender) == 0) eyes &= ~(beside & empty);
  }
  const int n = count(eyes);
  if (n < 2) return region;
  if (n == 2 && (g.spread(first_of(eyes)) & eyes) == eyes) return region;
  const Bits stones = eyes & defender;
  switch (count(stones)) {
    case 1:
      return (eyes & ~g.spread(stones)) == 0 ? region : 0;
    case 2: {
      const Bits first = first_of(stones), second = stones & ~first;
      if ((g.spread(first) & second) == 0 || (eyes & ~g.spread(stones)) != 0) return 0;
      const Bits liberties = g.around(stones) & eyes;
      const int free = count(liberties);
      if (free <= 3) return region;
      // Liberties that touch no other liberty.
      const Bits touching = liberties & (g.left(liberties) | g.right(liberties) |
                                         (g.height > 1 ? g.up(liberties) | g.down(liberties) : 0));
      const int apart = count(liberties & ~touching);
      const bool seki = free == 6 || (free == 5 && apart > 1) ||
                        (free == 4 && apart == 4 && count(liberties & g.spread(first)) == 2 &&
                         count(liberties & g.spread(second)) == 2);
      return seki ? stones : region;
    }
    default:
      return 0;
  }
}

Bits sure(const Grid& g, Bits mine, Bits theirs, const Life& life, Bits alive_theirs) {
  Bits all = life.stones | life.eyes;
  for (Bits rest = g.board & ~life.stones; rest != 0;) {
    const Bits region = g.fill(first_of(rest), g.board & ~life.stones);
    rest &= ~region;
    if ((region & alive_theirs) != 0 || (region & ~all) == 0) continue;
    all |= closed_region(g, region, life.stones, mine & ~life.stones, theirs);
  }
  return all;
}

}  // namespace

Sure unconditional(const Grid& g, Bits mine, Bits theirs) {
  const Both closed = closed_regions(g, mine, theirs);
  if (!any(closed)) return {};
  const Life m = benson_by(g, closed[0], mine, theirs), t = benson_by(g, closed[1], theirs, mine);
  Sure s;
  if (m.stones != 0) s.mine = sure(g, mine, theirs, m, t.stones);
  if (t.stones != 0) s.theirs = sure(g, theirs, mine, t, m.stones);
  return s;
}

}  // namespace keima::solve
