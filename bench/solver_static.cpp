// Checks the static analysis of closed regions against one-sided play: whatever is declared sure
// for a side must still be so after any move of the other (its owner passes), so that it holds
// after any number of them. Where a declaration does not last, all positions that the invader can
// reach are looked at: the claim is false if the game could end in one of them with a declared
// point that is not the defender's.
//
//   g++ -O2 -std=c++20 -Icpp bench/solver_static.cpp cpp/solve/unconditional.cpp -o static
//   ./static all WIDTH HEIGHT              every position of a board
//   ./static walls WIDTH HEIGHT N SEED     random regions within walls that have their eyes
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "solve/unconditional.h"

using namespace keima::solve;
using Board = std::pair<Bits, Bits>;  // stones of the defender and of the invader

namespace {

bool fits(const Grid& g, Bits a, Bits b) {
  const Bits empty = g.board & ~a & ~b;
  for (const Bits side : {a, b})
    for (Bits rest = side; rest;) {
      const Bits block = g.fill(first_of(rest), side);
      if (!(g.spread(block) & empty)) return false;
      rest &= ~block;
    }
  return true;
}

// The board after the invader plays; false where that is suicide.
bool invade(const Grid& g, Bits& d, Bits& i, int move) {
  const Bits stone = bit(move);
  i |= stone;
  const Bits empty = g.board & ~d & ~i;
  Bits taken = 0;
  for (Bits rest = g.around(stone) & d; rest;) {
    const Bits block = g.fill(first_of(rest), d);
    if (!(g.spread(block) & empty)) taken |= block;
    rest &= ~block;
  }
  d &= ~taken;
  const Bits block = g.fill(stone, i);
  return (g.spread(block) & g.board & ~d & ~i) != 0;
}

// The defender's points if the game ended now: sure ones, then stones with more than one liberty
// (all stones under superko), then empty points by distance.
Bits ending(const Grid& g, Bits d, Bits i, bool superko) {
  const Sure s = unconditional(g, d, i);
  const Bits decided = s.mine | s.theirs, empty = g.board & ~d & ~i;
  Bits stones[2] = {d, i};
  if (!superko)
    for (Bits& side : stones) {
      Bits dead = 0;
      for (Bits rest = side & ~decided; rest;) {
        const Bits block = g.fill(first_of(rest), side);
        if (count(g.spread(block) & empty) == 1) dead |= block;
        rest &= ~block;
      }
      side &= ~dead;
    }
  Bits near = (stones[0] & ~s.theirs) | s.mine, far = (stones[1] & ~s.mine) | s.theirs;
  for (Bits open = g.board & ~near & ~far; open;) {
    const Bits n = g.spread(near) & open, f = g.spread(far) & open;
    if (!(n | f)) break;
    near |= n & ~f;
    far |= f & ~n;
    open &= ~(n | f);
  }
  return near;
}

void draw(const Grid& g, Bits d, Bits i, Bits sure) {
  for (int y = 0; y < g.height; ++y) {
    for (int x = 0; x < g.width; ++x) {
      const Bits p = bit(y * g.width + x);
      std::putchar(d & p ? 'X' : i & p ? 'O' : '.');
    }
    std::printf("   ");
    for (int x = 0; x < g.width; ++x) std::putchar(sure & bit(y * g.width + x) ? '#' : '-');
    std::putchar('\n');
  }
}

struct Counts {
  long positions = 0, sure = 0, beyond = 0, fading = 0, wrong[2] = {0, 0}, living = 0;
};

// All positions that the invader can reach, the first that breaks the claim is drawn.
void explore(const Grid& g, Bits d, Bits i, Bits claim, Counts& c, int show) {
  std::set<Board> seen{{d, i}};
  std::vector<Board> stack{{d, i}};
  bool wrong[2] = {false, false}, living = false;
  Board at;
  while (!stack.empty() && seen.size() < 200000) {
    const auto [a, b] = stack.back();
    stack.pop_back();
    bool bad = false;
    for (int superko = 0; superko < 2; ++superko)
      if (!wrong[superko] && (claim & ~ending(g, a, b, superko))) bad = wrong[superko] = true;
    if (!living && (unconditional(g, a, b).theirs & claim)) bad = living = true;
    if (bad) at = {a, b};
    for (Bits rest = g.board & ~a & ~b; rest; rest &= rest - 1) {
      Bits x = a, y = b;
      if (invade(g, x, y, lowest(rest)) && seen.insert({x, y}).second) stack.push_back({x, y});
    }
  }
  c.wrong[0] += wrong[0];
  c.wrong[1] += wrong[1];
  c.living += living;
  if ((wrong[0] || wrong[1]) && c.wrong[1] <= show) {
    std::printf("false%s%s%s: declared, then\n", wrong[0] ? " counted" : "",
                wrong[1] ? " superko" : "", living ? " living" : "");
    draw(g, d, i, claim);
    std::putchar('\n');
    draw(g, at.first, at.second, unconditional(g, at.first, at.second).mine);
    std::putchar('\n');
  }
}

void check(const Grid& g, Bits d, Bits i, Counts& c, int show, bool fading) {
  ++c.positions;
  const Sure s = unconditional(g, d, i);
  if (!s.mine) return;
  ++c.sure;
  const Life life = benson(g, d, i);
  if (s.mine & ~(life.stones | life.eyes)) ++c.beyond;
  if (s.mine & s.theirs) std::puts("both sides sure of one point"), draw(g, d, i, s.mine);
  for (Bits rest = g.board & ~d & ~i; rest; rest &= rest - 1) {
    Bits a = d, b = i;
    if (!invade(g, a, b, lowest(rest))) continue;
    const Bits after = unconditional(g, a, b).mine;
    if (!(s.mine & ~after)) continue;
    if (++c.fading <= (fading ? show : 0)) {
      std::puts("fading: declared, then");
      draw(g, d, i, s.mine);
      std::putchar('\n');
      draw(g, a, b, after);
      std::putchar('\n');
    }
    explore(g, d, i, s.mine, c, show);
    return;
  }
}

void all(const Grid& g, Bits d, Bits i, int p, Counts& c, int show, bool fading) {
  if (p == g.points) {
    if (fits(g, d, i)) check(g, d, i, c, show, fading);
    return;
  }
  all(g, d, i, p + 1, c, show, fading);
  all(g, d | bit(p), i, p + 1, c, show, fading);
  all(g, d, i | bit(p), p + 1, c, show, fading);
}

void walls(const Grid& g, long n, unsigned seed, Counts& c, int show, bool fading) {
  std::mt19937 random(seed);
  const auto below = [&](int k) { return static_cast<int>(random() % k); };
  while (c.beyond < n) {
    // A region grown from a point, the wall around it with holes.
    Bits region = bit(below(g.points));
    const int size = 3 + below(std::min(14, g.points * 2 / 3));
    while (count(region) < size) {
      const Bits around = g.around(region) & g.board;
      const int pick = below(count(around));
      Bits rest = around;
      for (int k = 0; k < pick; ++k) rest &= rest - 1;
      region |= first_of(rest);
    }
    const Bits wall = g.board & ~region;
    Bits d = wall, i = 0;
    const int holes = 2 + below(4);
    for (int k = 0; k < holes; ++k) d &= ~bit(below(g.points));
    const int mine = below(5), theirs = below(9);  // in ten
    for (Bits rest = region; rest; rest &= rest - 1) {
      const int r = below(10 + mine);
      if (r < mine)
        d |= first_of(rest);
      else if (r < mine + theirs)
        i |= first_of(rest);
    }
    d &= ~i;
    if (fits(g, d, i)) check(g, d, i, c, show, fading);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const Grid g(std::atoi(argv[2]), std::atoi(argv[3]));
  const int show = std::getenv("SHOW") ? std::atoi(std::getenv("SHOW")) : 3;
  const bool fading = std::getenv("FADING") != nullptr;
  Counts c;
  if (!std::strcmp(argv[1], "all"))
    all(g, 0, 0, 0, c, show, fading);
  else if (argc == 6)
    walls(g, std::atol(argv[4]), static_cast<unsigned>(std::atol(argv[5])), c, show, fading);
  std::printf(
      "%dx%d: %ld positions, %ld with sure points, %ld by closed regions; %ld fade, false at the "
      "end %ld (superko %ld), invader lives %ld\n",
      g.width, g.height, c.positions, c.sure, c.beyond, c.fading, c.wrong[0], c.wrong[1],
      c.living);
}
