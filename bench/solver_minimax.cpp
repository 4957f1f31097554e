// A plain minimax for small Go positions, to check the solver against: its own board of cells, its
// own rules and scoring, no table of positions, no ordering, no bounds. Used by solver_minimax.py.
//
// Reads lines "WIDTH HEIGHT CELLS TO_MOVE KO_POINT RULE KOMI BUDGET" (cells as . x o in rows, x is
// Black; komi in half points) and answers each with who wins and the depth that shows it: "x 7",
// "o 4", "- 9" where neither can win (repetition), "? 0" where the budget of nodes is spent.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using std::string;
using std::vector;

int width, height, points, komi;
string rule;
bool superko;

vector<int> beside(int p) {
  vector<int> all;
  const int x = p % width, y = p / width;
  if (x > 0) all.push_back(p - 1);
  if (x + 1 < width) all.push_back(p + 1);
  if (y > 0) all.push_back(p - width);
  if (y + 1 < height) all.push_back(p + width);
  return all;
}

vector<vector<int>> neighbours;

// In the search a set of points is a number: each point has a bit, and a set of neighbours.
vector<unsigned> near;

struct State {
  unsigned stones[2] = {0, 0};  // Black's and White's
  char turn = 0;                // an index of these
  signed char ko = -1;
  char passes = 0;     // in a row
  bool fresh = false;  // the last stone made a ko where there was none before
  bool operator==(const State&) const = default;

  // A.4 of van der Werf 2004.
  bool same_situation(const State& s) const {
    return stones[0] == s.stones[0] && stones[1] == s.stones[1] && turn == s.turn && ko == s.ko &&
           passes == s.passes;
  }
  // A.5: by three passes where a ko has just come up, else by two.
  bool over() const { return passes == (fresh ? 3 : 2); }
};

char other(char c) { return c == 'x' ? 'o' : 'x'; }

// The points connected to p whose cells satisfy a test.
template <class Test>
vector<int> connected(int p, Test&& test) {
  vector<int> found{p};
  vector<char> seen(points, 0);
  seen[p] = 1;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const int q : neighbours[found[i]])
      if (!seen[q] && test(q)) {
        seen[q] = 1;
        found.push_back(q);
      }
  return found;
}

vector<int> block_of(const string& cells, int p) {
  return connected(p, [&](int q) { return cells[q] == cells[p]; });
}

int liberties(const string& cells, const vector<int>& block) {
  vector<char> seen(points, 0);
  int n = 0;
  for (const int p : block)
    for (const int q : neighbours[p])
      if (cells[q] == '.' && !seen[q]) {
        seen[q] = 1;
        ++n;
      }
  return n;
}

// A block and its neighbours.
unsigned grown(unsigned block) {
  unsigned all = block;
  for (unsigned rest = block; rest; rest &= rest - 1) all |= near[__builtin_ctz(rest)];
  return all;
}

unsigned whole(unsigned block, unsigned stones) {
  for (;;) {
    const unsigned more = grown(block) & stones;
    if (more == block) return block;
    block = more;
  }
}

bool play(const State& s, int p, State& t) {
  const unsigned stone = 1u << p;
  if (((s.stones[0] | s.stones[1]) & stone) || p == s.ko) return false;
  const int me = s.turn, you = 1 - me;
  t = State{};
  t.turn = static_cast<char>(you);
  t.stones[me] = s.stones[me] | stone;
  const unsigned empty = (1u << points) - 1 - t.stones[me] - s.stones[you];
  unsigned taken = 0;
  for (unsigned rest = near[p] & s.stones[you]; rest; rest &= rest - 1) {
    const unsigned block = whole(rest & -rest, s.stones[you]);
    if (!(grown(block) & empty)) taken |= block;
  }
  t.stones[you] = s.stones[you] & ~taken;
  const unsigned own = whole(stone, t.stones[me]);
  const unsigned free = grown(own) & (empty | taken);
  if (!free) return false;
  if (own == stone && free == taken && !(taken & (taken - 1))) {
    t.ko = static_cast<signed char>(__builtin_ctz(taken));
    t.fresh = s.ko < 0;
  }
  return true;
}

State pass(const State& s) {
  State t = s;
  t.turn = static_cast<char>(1 - s.turn);
  ++t.passes;
  t.ko = -1;
  return t;
}

// --- scoring ---

// Benson's algorithm as he wrote it: chains and the regions they enclose, both struck out until
// nothing changes.
void benson(const string& cells, char c, vector<char>& alive, vector<char>& eyes) {
  alive.assign(points, 0);
  eyes.assign(points, 0);
  vector<vector<int>> chains, regions;
  vector<char> seen(points, 0);
  for (int p = 0; p < points; ++p)
    if (!seen[p]) {
      const bool mine = cells[p] == c;
      const auto group = connected(p, [&](int q) { return (cells[q] == c) == mine; });
      for (const int q : group) seen[q] = 1;
      (mine ? chains : regions).push_back(group);
    }
  const auto touches = [&](int p, const vector<int>& chain) {
    for (const int q : neighbours[p])
      if (std::find(chain.begin(), chain.end(), q) != chain.end()) return true;
    return false;
  };
  const auto vital = [&](const vector<int>& region, const vector<int>& chain) {
    return std::all_of(region.begin(), region.end(),
                       [&](int p) { return cells[p] != '.' || touches(p, chain); }) &&
           std::any_of(region.begin(), region.end(), [&](int p) { return touches(p, chain); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < chains.size();) {
      int n = 0;
      for (const auto& r : regions) n += vital(r, chains[i]);
      if (n < 2) {
        chains.erase(chains.begin() + i);
        changed = true;
      } else {
        ++i;
      }
    }
    for (std::size_t i = 0; i < regions.size();) {
      bool closed = true;
      for (const int p : regions[i])
        for (const int q : neighbours[p])
          if (cells[q] == c && std::none_of(chains.begin(), chains.end(), [&](const auto& ch) {
                return std::find(ch.begin(), ch.end(), q) != ch.end();
              }))
            closed = false;
      if (closed) {
        ++i;
      } else {
        regions.erase(regions.begin() + i);
        changed = true;
      }
    }
  }
  for (const auto& chain : chains) {
    for (const int p : chain) alive[p] = 1;
    for (const auto& region : regions)
      if (vital(region, chain))
        for (const int p : region) eyes[p] = 1;
  }
}

// Whether a connected region goes round something: points outside it (the world beyond the edge is
// one of them) fall into more than one part, where diagonals connect.
bool ring(const vector<char>& in) {
  const int w = width + 2, h = height + 2;
  vector<char> seen(w * h, 0);
  const auto outside = [&](int x, int y) {
    return x < 1 || y < 1 || x > width || y > height || !in[(y - 1) * width + x - 1];
  };
  int parts = 0;
  for (int start = 0; start < w * h; ++start) {
    if (seen[start] || !outside(start % w, start / w)) continue;
    ++parts;
    vector<int> todo{start};
    seen[start] = 1;
    while (!todo.empty()) {
      const int p = todo.back();
      todo.pop_back();
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int x = p % w + dx, y = p / w + dy;
          if (x < 0 || y < 0 || x >= w || y >= h || seen[y * w + x] || !outside(x, y)) continue;
          seen[y * w + x] = 1;
          todo.push_back(y * w + x);
        }
    }
  }
  return parts > 1;
}

// The points of a region closed in by alive stones of c that are c's for sure (section 5.1.2; an
// eye of the invader cannot touch an alive stone).
vector<int> closed_region(const string& cells, char c, const vector<int>& region,
                          const vector<char>& alive) {
  vector<char> in(points, 0);
  for (const int p : region) in[p] = 1;
  const bool loop = ring(in);
  vector<char> eye(points, 0), hollow(points, 0);
  for (const int p : region) {
    if (cells[p] == other(c)) continue;
    const auto& near = neighbours[p];
    if (std::any_of(near.begin(), near.end(), [&](int q) { return alive[q] != 0; })) continue;
    int diagonal = 0;
    for (const int dx : {-1, 1})
      for (const int dy : {-1, 1}) {
        const int x = p % width + dx, y = p / width + dy;
        if (x >= 0 && y >= 0 && x < width && y < height) diagonal += alive[y * width + x];
      }
    const bool edge = near.size() < 4;
    if (!loop && diagonal >= (edge ? 1 : 2))
      hollow[p] = 1;
    else
      eye[p] = 1;
  }
  for (const int p : region)
    if (hollow[p] && cells[p] == c && block_of(cells, p).size() == 1)
      for (const int q : neighbours[p])
        if (cells[q] == '.') eye[q] = 0;
  vector<int> eyes, stones;
  for (const int p : region)
    if (eye[p]) {
      eyes.push_back(p);
      if (cells[p] == c) stones.push_back(p);
    }
  const auto adjacent = [&](int p, int q) {
    return std::find(neighbours[p].begin(), neighbours[p].end(), q) != neighbours[p].end();
  };
  if (eyes.size() < 2) return region;
  if (eyes.size() == 2 && adjacent(eyes[0], eyes[1])) return region;
  if (stones.empty() || stones.size() > 2) return {};
  for (const int p : eyes)
    if (std::none_of(stones.begin(), stones.end(), [&](int s) { return s == p || adjacent(s, p); }))
      return {};
  if (stones.size() == 1) return region;
  if (!adjacent(stones[0], stones[1])) return {};
  vector<int> free;
  for (const int p : eyes)
    if (p != stones[0] && p != stones[1]) free.push_back(p);
  int apart = 0, first = 0, second = 0;
  for (const int p : free) {
    apart += std::none_of(free.begin(), free.end(), [&](int q) { return adjacent(p, q); });
    first += adjacent(p, stones[0]);
    second += adjacent(p, stones[1]);
  }
  const auto n = free.size();
  if (n == 6 || (n == 5 && apart > 1) || (n == 4 && apart == 4 && first == 2 && second == 2))
    return stones;
  return region;
}

vector<char> sure(const string& cells, char c) {
  vector<char> alive, eyes, enemy, unused;
  benson(cells, c, alive, eyes);
  vector<char> all(points, 0);
  if (std::find(alive.begin(), alive.end(), 1) == alive.end()) return all;
  benson(cells, other(c), enemy, unused);
  vector<char> seen = alive;
  for (int p = 0; p < points; ++p) all[p] = alive[p] || eyes[p];
  for (int p = 0; p < points; ++p) {
    if (seen[p]) continue;
    const auto region = connected(p, [&](int q) { return !alive[q]; });
    bool open = false, known = true;
    for (const int q : region) {
      seen[q] = 1;
      open |= enemy[q] != 0;
      known &= all[q] != 0;
    }
    if (open || known) continue;
    for (const int q : closed_region(cells, c, region, alive)) all[q] = 1;
  }
  return all;
}

// Half points for Black at the end of a game.
int score(const string& cells) {
  const vector<char> black = sure(cells, 'x'), white = sure(cells, 'o');
  string owner = cells;
  if (!superko)
    for (int p = 0; p < points; ++p)
      if (cells[p] != '.' && !black[p] && !white[p] && liberties(cells, block_of(cells, p)) == 1)
        owner[p] = '.';
  for (int p = 0; p < points; ++p)
    if (black[p])
      owner[p] = 'x';
    else if (white[p])
      owner[p] = 'o';
  // Distances go through everything that is nobody's now; stones block.
  string last;
  do {
    last = owner;
    for (int p = 0; p < points; ++p) {
      if (last[p] != '.') continue;
      bool x = false, o = false;
      for (const int q : neighbours[p]) {
        x |= last[q] == 'x';
        o |= last[q] == 'o';
      }
      if (x && o)
        owner[p] = '=';
      else if (x || o)
        owner[p] = x ? 'x' : 'o';
    }
  } while (owner != last);
  return 2 * static_cast<int>(std::count(owner.begin(), owner.end(), 'x') -
                              std::count(owner.begin(), owner.end(), 'o'));
}

// The same, remembered: it is a function of the stones.
int score(const State& s) {
  static std::unordered_map<std::uint64_t, int> memory;
  const std::uint64_t name = s.stones[0] | std::uint64_t{s.stones[1]} << 16 |
                             std::uint64_t(width) << 32 | std::uint64_t(height) << 36 |
                             std::uint64_t(superko) << 40;
  if (const auto found = memory.find(name); found != memory.end()) return found->second;
  string cells(points, '.');
  for (int p = 0; p < points; ++p)
    if (s.stones[0] >> p & 1)
      cells[p] = 'x';
    else if (s.stones[1] >> p & 1)
      cells[p] = 'o';
  return memory[name] = score(cells);
}

// --- search ---

enum Answer { kNo, kUnknown, kYes };

struct Minimax {
  int hero;  // who is asked to win
  long budget;
  long nodes = 0;
  vector<State> path;
  vector<char> passed;

  // Whether the hero wins from the last state of the path.
  Answer wins(int depth) {
    if (++nodes > budget) return kUnknown;
    const State s = path.back();
    if (s.over()) {
      return (score(s) > komi) == (hero == 0) ? kYes : kNo;
    }
    if (!superko)
      for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (rule == "basic" ? path[i] == s : path[i].same_situation(s)) return repetition(i);
    if (depth == 0) return kUnknown;
    const bool mine = s.turn == hero;
    Answer best = mine ? kNo : kYes;
    const auto tried = [&](const State& t, bool is_pass) {
      path.push_back(t);
      passed.push_back(is_pass);
      const Answer a = wins(depth - 1);
      path.pop_back();
      passed.pop_back();
      best = mine ? std::max(best, a) : std::min(best, a);
      return best == (mine ? kYes : kNo);
    };
    if (tried(pass(s), true)) return best;
    for (int p = 0; p < points; ++p) {
      State t;
      if (!play(s, p, t)) continue;
      if (superko && std::any_of(path.begin(), path.end(),
                                 [&](const State& before) { return before.same_situation(t); }))
        continue;
      if (tried(t, false)) return best;
    }
    return best;
  }

  Answer repetition(std::size_t from) const {
    if (rule == "basic") return kNo;
    int more = 0;  // passes of the hero in the cycle less those of the other
    for (std::size_t i = from; i + 1 < path.size(); ++i)
      if (passed[i]) more += path[i].turn == hero ? 1 : -1;
    return more > 0 ? kYes : kNo;
  }
};

}  // namespace

int main() {
  string cells, turn;
  int ko;
  long budget;
  while (std::cin >> width >> height >> cells >> turn >> ko >> rule >> komi >> budget) {
    points = width * height;
    superko = rule.rfind("ssk", 0) == 0;
    neighbours.clear();
    near.assign(points, 0);
    State root;
    for (int p = 0; p < points; ++p) {
      neighbours.push_back(beside(p));
      for (const int q : neighbours[p]) near[p] |= 1u << q;
      if (cells[p] != '.') root.stones[cells[p] == 'o'] |= 1u << p;
    }
    root.turn = turn == "o";
    root.ko = static_cast<signed char>(ko);
    root.fresh = ko >= 0;
    Minimax sides[2] = {{0, budget, 0, {root}, {}}, {1, budget, 0, {root}, {}}};
    char winner = '?';
    int depth = 0;
    bool lost[2] = {false, false};
    for (int d = 1; winner == '?' && d < 60; ++d) {
      for (int i = 0; i < 2 && winner == '?'; ++i) {
        if (lost[i] || sides[i].nodes > budget) continue;
        const Answer a = sides[i].wins(d);
        if (sides[i].nodes > budget) continue;
        if (a == kYes) winner = "xo"[i];
        if (a == kNo) lost[i] = true;
        depth = d;
      }
      if (winner == '?' && lost[0] && lost[1]) winner = '-';
      if ((lost[0] || sides[0].nodes > budget) && (lost[1] || sides[1].nodes > budget)) break;
    }
    std::printf("%c %d %ld\n", winner, winner == '?' ? 0 : depth, sides[0].nodes + sides[1].nodes);
    std::fflush(stdout);
  }
}
