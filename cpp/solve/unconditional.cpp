#include "solve/unconditional.h"

namespace keima::solve {

Life benson(const Grid& g, Bits mine, Bits theirs) {
  const Bits other = g.board & ~mine;  // empty points and the opponent's stones
  const Bits empty = other & ~theirs;
  // A region with an empty point that touches no stone of ours is an eye of nobody.
  const Bits open = g.fill(empty & ~g.spread(mine), other);
  const Bits closed = other & ~open;
  if (closed == 0) return {};
  constexpr int kMost = 32;
  Bits regions[kMost], blocks[kMost];
  int n_regions = 0, n_blocks = 0;
  for (Bits rest = closed; rest != 0; rest &= ~regions[n_regions++])
    regions[n_regions] = g.fill(first_of(rest), closed);
  if (n_regions < 2) return {};
  for (Bits rest = mine; rest != 0; rest &= ~blocks[n_blocks++])
    blocks[n_blocks] = g.fill(first_of(rest), mine);
  // Which regions are vital to which blocks: all their empty points are liberties of the block.
  std::uint32_t vital[kMost];
  for (int b = 0; b < n_blocks; ++b) {
    const Bits beside = g.spread(blocks[b]);
    vital[b] = 0;
    for (int r = 0; r < n_regions; ++r)
      vital[b] |= std::uint32_t{(regions[r] & beside) != 0 && (regions[r] & empty & ~beside) == 0}
                  << r;
  }
  Bits alive = mine;
  std::uint32_t regions_left = n_regions == 32 ? ~0u : (1u << n_regions) - 1;
  for (bool changed = true; changed && alive != 0;) {
    changed = false;
    for (int b = 0; b < n_blocks; ++b)
      if ((alive & blocks[b]) != 0 && std::popcount(vital[b] & regions_left) < 2) {
        alive &= ~blocks[b];
        changed = true;
      }
    if (changed)
      for (int r = 0; r < n_regions; ++r)
        if ((regions_left >> r & 1) && (g.around(regions[r]) & mine & ~alive) != 0)
          regions_left &= ~(1u << r);
  }
  if (alive == 0) return {};
  Bits eyes = 0;
  for (int r = 0; r < n_regions; ++r) {
    if (!(regions_left >> r & 1)) continue;
    for (int b = 0; b < n_blocks; ++b)
      if ((alive & blocks[b]) != 0 && (vital[b] >> r & 1)) eyes |= regions[r];
  }
  return {alive, eyes};
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
  const Life m = benson(g, mine, theirs), t = benson(g, theirs, mine);
  Sure s;
  if (m.stones != 0) s.mine = sure(g, mine, theirs, m, t.stones);
  if (t.stones != 0) s.theirs = sure(g, theirs, mine, t, m.stones);
  return s;
}

}  // namespace keima::solve
