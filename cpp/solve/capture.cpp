#include "solve/capture.h"

#include <algorithm>

namespace keima::solve {

namespace {

bool single(Bits s) { return (s & (s - 1)) == 0; }  // or none

// One row up or down; a board of one row has none.
Bits above(const Grid& g, Bits s) { return g.height > 1 ? g.up(s) : 0; }
Bits below(const Grid& g, Bits s) { return g.height > 1 ? g.down(s) : 0; }

}  // namespace

void Capture::all_moves(const Position& p, Moves& m) const {
  const Grid& g = grid_;
  m.empty = g.board & ~p.mine & ~p.theirs;
  Bits safe = 0;  // liberties of my blocks that have another
  for (Bits rest = p.mine; rest != 0;) {
    const Bits block = g.fill(first_of(rest), p.mine), free = g.spread(block) & m.empty;
    if (!single(free)) safe |= free;
    rest &= ~block;
  }
  m.prey = 0;
  m.blocks = 0;
  for (Bits rest = p.theirs; rest != 0;) {
    const Bits block = g.fill(first_of(rest), p.theirs), free = g.spread(block) & m.empty;
    if (single(free)) {
      m.prey |= free;
      m.liberty[m.blocks] = free;
      m.block[m.blocks++] = block;
    }
    rest &= ~block;
  }
  m.legal = m.empty & (g.left(m.empty) | g.right(m.empty) | above(g, m.empty) | below(g, m.empty) | safe | m.prey);
  if (p.ko != kNowhere) m.legal &= ~bit(p.ko);
}

Capture::Position Capture::play(const Position& p, const Moves& m, int move) const {
  Position q;
  const Bits stone = bit(move);
  q.theirs = p.mine | stone;
  q.mine = p.theirs;
  q.taken = p.lost;
  q.lost = p.taken;
  q.white = !p.white;
  if ((m.prey & stone) == 0) return q;
  Bits taken = 0;
  for (int i = 0; i < m.blocks; ++i)
    if (m.liberty[i] == stone) taken |= m.block[i];
  q.mine &= ~taken;
  const int n = count(taken);
  q.lost = static_cast<std::uint8_t>(q.lost + n);
  // A lone stone with no liberty but the one it took.
  if (n == 1 && (grid_.around(stone) & ~q.mine) == taken)
    q.ko = static_cast<std::uint8_t>(lowest(taken));
  return q;
}

int Capture::guess(const Position& p) const {
  const Grid& g = grid_;
  const Bits empty = g.board & ~p.mine & ~p.theirs;
  // First, second and third order liberties, by twice their weights.
  const auto free = [&](Bits stones) {
    const Bits one = g.spread(stones), two = g.spread(one), three = g.spread(two);
    return 2 * count(two & empty) + count(three & ~two & empty);
  };
  return std::clamp(free(p.mine) - free(p.theirs), -6, 6) -
         8 * (g.euler(p.mine) - g.euler(p.theirs));
}

bool Capture::first_look(const Position& p, int, Moves& m, int& reply) const {
  if (!tactics()) return false;
  const Grid& g = grid_;
  const Bits empty = m.empty = g.board & ~p.mine & ~p.theirs;
  for (Bits rest = p.theirs; rest != 0;) {
    const Bits block = g.fill(first_of(rest), p.theirs), free = g.spread(block) & empty;
    if (single(free)) {
      m.lower = m.upper = win(p, 1);
      reply = lowest(free);
      return true;
    }
    rest &= ~block;
  }
  // My blocks with one liberty must be saved at once; those with two can be brought into atari by
  // filling one of them.
  Bits atari = 0, open = 0;
  Bits pairs[32];
  int n = 0;
  for (Bits rest = p.mine; rest != 0;) {
    const Bits block = g.fill(first_of(rest), p.mine), free = g.spread(block) & empty;
    rest &= ~block;
    if (single(free))
      atari |= free;
    else if (const Bits more = free & (free - 1); single(more))
      pairs[n++] = free;
    else
      open |= free;
  }
  const Bits l = g.left(empty), r = g.right(empty), u = above(g, empty), d = below(g, empty);
  const Bits beside = (l | r | u | d) & empty;
  open |= empty & ((l & r) | (u & d) | ((l | r) & (u | d)));  // moves that leave two liberties
  const bool any = (beside | open) != 0 || n > 0;  // whether there is a legal move
  if (single(atari)) {
    const Bits wanted = atari != 0 ? atari : empty;
    for (Bits rest = wanted & ~open; rest != 0; rest &= rest - 1) {
      const Bits e = first_of(rest);
      Bits left = g.around(e) & empty;
      for (int i = 0; i < n; ++i)
        if ((pairs[i] & e) != 0) left |= pairs[i] & ~e;
      if (!single(left)) open |= e;
    }
    m.legal = open & wanted;
    if (m.legal != 0) return false;
  }
  m.lower = m.upper = any ? -win(p, 2) : -win(p, 0);
  return true;
}

int Capture::leaf(const Position& p) const {
  if (tactics()) {
    Moves m;
    int reply;
    if (first_look(p, 0, m, reply)) return m.lower;
  }
  return options_.guess ? guess(p) : 0;
}

}  // namespace keima::solve
