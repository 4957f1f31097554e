#include "solve/go.h"

#include <algorithm>

namespace keima::solve {

// What a stone of `p` takes off the board of `q`.
void Go::capture(const Position& p, const Moves& m, Bits stone, Position& q) const {
  const Bits taken = m.taken(stone);
  q.mine &= ~taken;
  q.captured = static_cast<std::uint16_t>(q.captured + count(taken));
  q.ko = static_cast<std::uint8_t>(ko_after(grid_, stone, taken, q.mine));
  q.fresh = q.ko != kNowhere && p.ko == kNowhere;
}

int Go::area(const Position& p) const {
  const Grid& g = grid_;
  Sure s;
  if (on_.territory) s = unconditional(g, p.mine, p.theirs);
  const Bits decided = s.mine | s.theirs;
  Bits mine = p.mine, theirs = p.theirs;
  const Bits empty = g.board & ~mine & ~theirs;
  if (!superko()) {
    const auto dead = [&](Bits stones) {
      Bits all = 0;
      for (Bits rest = stones & ~decided; rest != 0;) {
        const Bits block = g.fill(first_of(rest), stones), free = g.spread(block) & empty;
        if ((free & (free - 1)) == 0) all |= block;
        rest &= ~block;
      }
      return all;
    };
    const Bits dead_mine = dead(mine), dead_theirs = dead(theirs);
    mine &= ~dead_mine;
    theirs &= ~dead_theirs;
  }
  Bits near = (mine & ~s.theirs) | s.mine, far = (theirs & ~s.mine) | s.theirs;
  Bits open = g.board & ~near & ~far;
  while (open != 0) {
    const Bits n = g.spread(near) & open, f = g.spread(far) & open;
    if ((n | f) == 0) break;
    near |= n & ~f;
    far |= f & ~n;
    open &= ~(n | f);
  }
  return 2 * (count(near) - count(far));
}

Go::Range Go::range(Bits mine, Bits theirs) const {
  const Sure s = unconditional(grid_, mine, theirs);
  return {2 * (2 * count(s.mine) - grid_.points), 2 * (grid_.points - 2 * count(s.theirs)),
          s.mine | s.theirs};
}

bool Go::sure(Bits mine, Bits theirs, bool white, int& value) const {
  const Range r = range(mine, theirs);
  value = result(r.lower, white);
  if (value > kFinal) return true;
  value = result(r.upper, white);
  return value < -kFinal;
}

void Go::moves(const Position& p, Moves& m) const {
  Bits decided = 0;
  if (on_.territory && on_.bounds) {
    const Range r = range(p.mine, p.theirs);
    m.lower = result(r.lower, p.white);
    m.upper = result(r.upper, p.white);
    if (m.lower == m.upper) return;
    if (!superko()) decided = r.decided;
  }
  all_moves(p, m);
  m.legal &= ~decided;
}

bool Go::end_by_pass(const Position& p, int& value) const {
  if (p.passes != 1 || (p.ko != kNowhere && p.fresh)) return false;
  Position q = p;
  std::swap(q.mine, q.theirs);
  q.white = !p.white;
  value = -end(q);
  return true;
}

int Go::stood_before(const Position&, const std::vector<Key>& path, int now) const {
  for (int i = now - 2; i >= 0; i -= 2)
    if (path[i] == path[now]) return i;
  return -1;
}

int Go::repeated(const Position& p, const std::vector<char>& passes, int from, int now) const {
  const int most = kFinal + 2 * grid_.points + std::abs(komi_) + 1;
  int more = 0;  // passes of the player to move less those of the other
  if (ko_ == Ko::kJapanese)
    for (int i = from; i < now; ++i) more += ((now - i) % 2 == 0 ? 1 : -1) * passes[i];
  if (more == 0) more = p.white ? -endless_ : endless_;
  return more > 0 ? most : more < 0 ? -most : 0;
}

bool Go::stood(const Position& q, const std::vector<Key>& path, int now) const {
  const std::uint64_t rest = state(q), plain = Key::plain(q.mine, q.theirs, rest);
  for (int i = now - 1; i >= 0; i -= 2)
    if (path[i].place == plain && path[i].lock == Key::lock_of(q.mine, q.theirs, rest)) return true;
  return false;
}

}  // namespace keima::solve
