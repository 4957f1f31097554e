#include "solve/capture.h"

#include <algorithm>

namespace keima::solve {

namespace {

constexpr std::uint64_t kMostLooks = 1000;  // of one chase

bool single(Bits s) { return (s & (s - 1)) == 0; }  // or none

// One row up or down; a board of one row has none.
Bits above(const Grid& g, Bits s) { return g.height > 1 ? g.up(s) : 0; }
Bits below(const Grid& g, Bits s) { return g.height > 1 ? g.down(s) : 0; }

}  // namespace

Capture::Position Capture::play(const Position& p, const Moves& m, int move) const {
  Position q;
  const Bits stone = bit(move);
  q.theirs = p.mine | stone;
  q.mine = p.theirs;
  q.taken = p.lost;
  q.lost = p.taken;
  q.white = !p.white;
  if (const Bits taken = m.taken(stone); taken != 0) {
    q.mine &= ~taken;
    q.lost = static_cast<std::uint8_t>(q.lost + count(taken));
    q.ko = static_cast<std::uint8_t>(ko_after(grid_, stone, taken, q.mine));
  }
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

void Capture::see(Bits mine, Bits theirs, Sight& s) const {
  const Grid& g = grid_;
  const Bits empty = g.board & ~mine & ~theirs;
  Bits common = empty;  // liberties of all their blocks, when these have two each
  for (Bits rest = theirs; rest != 0;) {
    const Bits block = g.fill(first_of(rest), theirs), free = g.spread(block) & empty;
    rest &= ~block;
    const Bits more = free & (free - 1);
    if (more == 0) {
      s.plies = 1;
      s.reply = lowest(free);
      return;
    }
    if (single(more)) {
      s.pair[s.pairs++] = free;
      common &= free;
    } else {
      common = 0;
    }
  }
  // My blocks with one liberty must be saved at once; of those with two neither may be filled
  // unless that makes another.
  Bits atari = 0, open = 0;
  Bits pair[32];
  int pairs = 0;
  for (Bits rest = mine; rest != 0;) {
    const Bits block = g.fill(first_of(rest), mine), free = g.spread(block) & empty;
    rest &= ~block;
    const Bits more = free & (free - 1);
    if (more == 0)
      atari |= free;
    else if (single(more))
      pair[pairs++] = free;
    else
      open |= free;
  }
  const Bits l = g.left(empty), r = g.right(empty), u = above(g, empty), d = below(g, empty);
  open |= empty & ((l & r) | (u & d) | ((l | r) & (u | d)));  // moves that leave two liberties
  if (single(atari)) {
    const Bits wanted = atari != 0 ? atari : empty;
    for (Bits rest = wanted & ~open; rest != 0; rest &= rest - 1) {
      const Bits e = first_of(rest);
      Bits left = g.around(e) & empty;
      for (int i = 0; i < pairs; ++i)
        if ((pair[i] & e) != 0) left |= pair[i] & ~e;
      if (!single(left)) open |= e;
    }
    s.safe = open & wanted;
    // Only when all their blocks are in atari can they be left without a move.
    for (Bits rest = s.safe & common; rest != 0; rest &= rest - 1) {
      Sight other;
      see(theirs, mine | first_of(rest), other);
      if (other.plies != 0) continue;
      s.plies = 1;
      s.reply = lowest(rest);
      return;
    }
    if (s.safe != 0) return;
  }
  Bits legal = (l | r | u | d) & empty;
  for (int i = 0; i < pairs; ++i) legal |= pair[i];
  legal |= open;
  s.plies = legal != 0 ? 2 : 0;
  if (legal != 0) s.reply = lowest((legal & atari) != 0 ? legal & atari : legal);
}

// Every atari has one answer, so a chase branches for the chaser alone.
int Capture::chase(Bits mine, Bits theirs, const Sight& s, int most, int& reply,
                   std::uint64_t& looks) const {
  const Grid& g = grid_;
  Bits ataris = 0;
  for (int i = 0; i < s.pairs; ++i) ataris |= s.pair[i];
  for (Bits rest = ataris & s.safe; rest != 0; rest &= rest - 1) {
    const Bits e = first_of(rest);
    Bits answers = 0;
    for (int i = 0; i < s.pairs; ++i)
      if ((s.pair[i] & e) != 0) answers |= s.pair[i] & ~e;
    reply = lowest(e);
    if (!single(answers)) return 3;
    const Bits block = g.fill(answers, theirs | answers);
    const Bits empty = g.board & ~mine & ~theirs & ~e & ~answers;
    if (single(g.spread(block) & empty)) return 3;
    if (most < 5 || ++looks > kMostLooks) continue;
    Sight next;
    see(mine | e, theirs | answers, next);
    if (next.plies >= 0) continue;
    int deeper;
    if (const int n = chase(mine | e, theirs | answers, next, most - 2, deeper, looks); n != 0)
      return n + 2;
  }
  return 0;
}

void Capture::first_look(const Position& p, int depth, Moves& m, int& reply) const {
  if (!tactics()) return;
  Sight s;
  see(p.mine, p.theirs, s);
  m.empty = grid_.board & ~p.mine & ~p.theirs;
  m.legal = s.safe;
  int move = s.reply;
  if (s.plies >= 0) {
    m.lower = m.upper = s.plies % 2 == 1 ? win(p, s.plies) : -win(p, s.plies);
    reply = move;
    return;
  }
  // Nothing is captured in the next two plies, but he may be left without a move.
  m.lower = -win(p, 2);
  m.upper = win(p, 3);
  if (!chasing() || s.pairs == 0) return;
  if (const int plies = chase(p.mine, p.theirs, s, farthest(depth), move, m.looks); plies != 0) {
    m.lower = win(p, plies);
    reply = move;
  }
}

int Capture::leaf(const Position& p) const {
  if (tactics()) {
    Moves m;
    int reply;
    Sight s;
    see(p.mine, p.theirs, s);
    if (s.plies >= 0) return s.plies % 2 == 1 ? win(p, s.plies) : -win(p, s.plies);
    if (options_.ladders && s.pairs > 0)
      if (const int plies = chase(p.mine, p.theirs, s, kMaxDepth, reply, m.looks); plies != 0)
        return win(p, plies);
  }
  return options_.guess ? guess(p) : 0;
}

}  // namespace keima::solve
