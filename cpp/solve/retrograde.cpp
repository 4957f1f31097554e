#include "solve/retrograde.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace keima::solve {

namespace {

constexpr int kNone = -127;             // less than any number of points
constexpr std::size_t kMany = 1 << 20;  // boards noted for a round before those noted twice go
constexpr std::size_t kTell = 1 << 10;  // boards between two looks at the clock and at memory
constexpr std::size_t kMore = 8;        // positions that a board may add to those that are kept
constexpr std::size_t kBefore = 32;     // and boards to those of the next round, more or less

}  // namespace

// A board with one side to move, and what its stones are worth.
struct Retrograde::Side {
  struct Stone {
    int point;
    std::uint64_t key;  // of the position after it
    bool ko;
    int lower, upper;          // if no ko stood before
    int old_lower, old_upper;  // if one did
  };
  Bits mine, theirs;
  Bits kos;  // where the last move may have taken a ko
  int n = 0;
  std::array<Stone, 32> stones;
  int lower, upper;  // by the best of them
};

Retrograde::Retrograde(const Grid& g, const Go::Position& root, std::size_t most_bytes)
    : grid_(g),
      root_(root),
      go_(g, Ko::kBasic, 0, Switches{}),
      mirrors_(g),
      most_bytes_(most_bytes),
      table_(g.points) {
  // On a board of one line two of the four are the same.
  for (int i = 1; i < mirrors_.count(); ++i) {
    const auto same = [&](int j) {
      for (int p = 0; p < g.points; ++p)
        if (mirrors_.point(p, i) != mirrors_.point(p, j)) return false;
      return true;
    };
    if (!same(0) && std::none_of(mirror_.begin(), mirror_.end(), same)) mirror_.push_back(i);
  }
  tell();
}

bool Retrograde::run() {
  const std::lock_guard lock(working_);
  stop_ = false;
  if (!begun_) {
    next_.clear();
    unique_ = ends_seen_ = 0;
    begun_ = find_ends(0, 0, 0, 0.0, 1.0);
    if (!begun_) return false;
    next_round();
  }
  while (!now_.empty()) {
    for (; at_ < now_.size(); ++at_) {
      if (at_ % kTell == 0) {
        tell();
        if (told_.full || stop_) return false;
      }
      look(now_[at_]);
    }
    next_round();
  }
  tell();
  return true;
}

void Retrograde::tell() {
  Progress p;
  p.rounds = told_.rounds;
  p.share = !begun_        ? ends_share_
            : now_.empty() ? 1.0
                           : static_cast<double>(at_) / static_cast<double>(now_.size());
  p.states = table_.size();
  const std::size_t boards = (now_.capacity() + next_.capacity()) * sizeof(now_[0]);
  p.bytes = table_.bytes() + boards;
  const Seen s = see(root_);
  p.root = {s.lower, s.upper};
  p.done = begun_ && now_.empty();
  // When the list of the next round grows there are two of it.
  const bool grows = next_.size() + kBefore * kTell > next_.capacity();
  const std::size_t growth = grows ? 2 * next_.capacity() * sizeof(next_[0]) : 0;
  p.full = !p.done && table_.bytes_with(kMore * kTell) + boards + growth > most_bytes_;
  const std::lock_guard lock(telling_);
  told_ = p;
}

Retrograde::Progress Retrograde::progress() const {
  const std::lock_guard lock(telling_);
  return told_;
}

Retrograde::Worth Retrograde::worth(const Go::Position& p) const {
  const std::lock_guard lock(working_);
  const Seen s = see(p);
  return {s.lower, s.upper};
}

void Retrograde::next_round() {
  sort_next();
  now_.clear();
  std::swap(now_, next_);
  at_ = unique_ = 0;
  const std::lock_guard lock(telling_);
  told_.rounds += !now_.empty();
}

void Retrograde::sort_next() {
  std::sort(next_.begin(), next_.end());
  next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
  unique_ = next_.size();
}

// The least of a board and its mirrors.
std::uint64_t Retrograde::key(Bits mine, Bits theirs) const {
  std::uint64_t least = pack(mine, theirs);
  for (const int i : mirror_)
    least = std::min(least, pack(mirrors_.of(mine, i), mirrors_.of(theirs, i)));
  return least;
}

std::uint64_t Retrograde::pair(Bits mine, Bits theirs) const {
  return std::min(key(mine, theirs), key(theirs, mine));
}

int Retrograde::area(Bits mine, Bits theirs) const {
  Go::Position p;
  p.mine = mine;
  p.theirs = theirs;
  return go_.area(p) / 2;
}

// Where the other's last move may have taken a ko: an empty point among his stones, one of which
// has no other liberty and stands alone.
Bits Retrograde::kos(Bits mine, Bits theirs) const {
  const Grid& g = grid_;
  const Bits other = g.board & ~theirs;
  const Bits beside =
      g.left(other) | g.right(other) | (g.height > 1 ? g.up(other) | g.down(other) : 0);
  Bits found = 0;
  for (Bits rest = other & ~mine & ~beside; rest != 0; rest &= rest - 1) {
    const Bits k = first_of(rest);
    for (Bits by = g.around(k); by != 0; by &= by - 1)
      if ((g.around(first_of(by)) & ~mine) == k) found |= k;
  }
  return found;
}

// Boards on which one side has no stone to set, but for one that takes back a ko: no two empty
// points of theirs are neighbours. Points that are not looked at yet count as free. The boards with
// these stones are a `part` of all, and `from` is the part before them.
bool Retrograde::find_ends(int p, Bits mine, Bits theirs, double from, double part) {
  const Grid& g = grid_;
  if (stop_) return false;
  if (p == g.points) {
    if (++ends_seen_ % kTell == 0) {
      ends_share_ = from;
      tell();
      if (told_.full) return false;
    }
    const auto ends = [&](Bits a, Bits b) {
      StoneMoves m;
      find_moves(g, a, b, kNowhere, m);
      return m.legal == 0 || ((m.legal & (m.legal - 1)) == 0 && kos(a, b) == m.legal);
    };
    if (ends(mine, theirs) || ends(theirs, mine)) note(pair(mine, theirs));
    return true;
  }
  const Bits stone = bit(p), earlier = (stone - 1) & g.around(stone);
  const Bits empty = g.board & ~(mine | theirs | stone);
  part /= 3;
  if ((earlier & empty) == 0 && !find_ends(p + 1, mine, theirs, from, part)) return false;
  const auto alive = [&](Bits stones) {
    for (Bits rest = stones & (earlier | stone); rest != 0;) {
      const Bits block = g.fill(first_of(rest), stones);
      if ((g.spread(block) & empty) == 0) return false;
      rest &= ~block;
    }
    return true;
  };
  return (!alive(mine | stone) || !alive(theirs) ||
          find_ends(p + 1, mine | stone, theirs, from + part, part)) &&
         (!alive(mine) || !alive(theirs | stone) ||
          find_ends(p + 1, mine, theirs | stone, from + 2 * part, part));
}

// A board for the next round.
void Retrograde::note(std::uint64_t both) {
  next_.push_back(both);
  if (next_.size() >= kMany && next_.size() >= 2 * unique_) sort_next();
}

// The stones that can be set, while the table is asked for what comes after them.
void Retrograde::list(Side& s) const {
  StoneMoves m;
  find_moves(grid_, s.mine, s.theirs, kNowhere, m);
  s.n = 0;
  for (Bits rest = m.legal; rest != 0; rest &= rest - 1) {
    const Bits stone = first_of(rest), taken = m.taken(stone), left = s.theirs & ~taken;
    auto& q = s.stones[s.n++];
    q.point = lowest(stone);
    q.ko = taken != 0 && ko_after(grid_, stone, taken, left) != kNowhere;
    q.key = key(q.ko ? s.theirs : left, s.mine | stone);
    table_.prefetch(q.key);
  }
  s.kos = kos(s.mine, s.theirs);
}

void Retrograde::read(Side& s) const {
  s.lower = s.upper = kNone;
  for (int i = 0; i < s.n; ++i) {
    auto& q = s.stones[i];
    const Worths& w = table_.find(q.key);
    q.lower = -w.upper;
    q.upper = -w.lower;
    q.old_lower = q.ko ? -w.old_upper : q.lower;
    q.old_upper = q.ko ? -w.old_lower : q.upper;
    s.lower = std::max(s.lower, q.lower);
    s.upper = std::max(s.upper, q.upper);
  }
}

void Retrograde::look(std::uint64_t both) {
  Side s, t;
  s.mine = t.theirs = both & 0xffffffff;
  s.theirs = t.mine = both >> 32;
  list(s);
  list(t);
  read(s);
  read(t);
  // Counting takes longer than all the rest, and is seldom needed.
  int counted = kNone;
  const auto area_of = [&](const Side& a) {
    if (counted == kNone) counted = area(s.mine, s.theirs);
    return &a == &s ? counted : -counted;
  };
  // The best of some stones, or a pass that counts: the other one passes too, or sets a stone.
  const auto or_pass = [&](const Side& a, int stones, int reply) {
    return -reply <= stones ? stones : std::max(stones, std::min(area_of(a), -reply));
  };
  const auto worth_of = [&](const Side& a, const Side& b) {
    return Worth{or_pass(a, a.lower, b.upper), or_pass(a, a.upper, b.lower)};
  };
  const Worth here = worth_of(s, t), there = worth_of(t, s);
  const auto settle = [&](const Side& a, const Side& b, const Worth& mine, const Worth& theirs) {
    bool changed = set(key(a.mine, a.theirs), mine, mine);
    for (Bits rest = a.kos; rest != 0; rest &= rest - 1) {
      const int k = lowest(rest);
      int lower = kNone, upper = kNone;
      for (int i = 0; i < a.n; ++i)
        if (a.stones[i].point != k) {
          lower = std::max(lower, a.stones[i].old_lower);
          upper = std::max(upper, a.stones[i].old_upper);
        }
      const Worth fresh{std::max(lower, -theirs.upper), std::max(upper, -theirs.lower)};
      const Worth old{or_pass(a, lower, b.upper), or_pass(a, upper, b.lower)};
      changed |= set(key(a.mine | bit(k), a.theirs), fresh, old);
    }
    if (changed) note_before(a.mine, a.theirs);
  };
  settle(s, t, here, there);
  settle(t, s, there, here);
}

// Keeps what is known of a position now; whether anything is new.
bool Retrograde::set(std::uint64_t k, const Worth& now, const Worth& old) {
  const Worths& known = table_.find(k);
  const bool lower = known.lower != now.lower || known.old_lower != old.lower;
  const bool upper = known.upper != now.upper || known.old_upper != old.upper;
  if (!lower && !upper) return false;
  Worths& w = table_.at(k);
  w.lower = static_cast<std::int8_t>(now.lower);
  w.upper = static_cast<std::int8_t>(now.upper);
  w.old_lower = static_cast<std::int8_t>(old.lower);
  w.old_upper = static_cast<std::int8_t>(old.upper);
  ++clock_;
  if (lower) w.lower_at = clock_;
  if (upper) w.upper_at = clock_;
  return true;
}

// Boards from which the other's last stone may have led here. What it took filled whole empty parts
// of the board among his stones.
void Retrograde::note_before(Bits mine, Bits theirs) {
  const Grid& g = grid_;
  const Bits empty = g.board & ~mine & ~theirs;
  std::array<Bits, 32> part;
  int parts = 0;
  for (Bits rest = empty; rest != 0;) {
    const Bits one = g.fill(first_of(rest), empty);
    rest &= ~one;
    if ((g.around(one) & ~theirs) == 0) part[parts++] = one;
  }
  for (Bits rest = theirs; rest != 0; rest &= rest - 1) {
    const Bits stone = first_of(rest), beside = g.around(stone), his = theirs & ~stone;
    std::array<Bits, 4> near;
    int n = 0;
    for (int i = 0; i < parts; ++i)
      if ((part[i] & beside) != 0) near[n++] = part[i];
    for (int chosen = 0; chosen < 1 << n; ++chosen) {
      Bits taken = 0;
      for (int i = 0; i < n; ++i)
        if (chosen >> i & 1) taken |= near[i];
      // The stones around what was taken must have had another liberty.
      const Bits free = (empty & ~taken) | stone;
      bool stood = true;
      for (Bits edge = g.around(taken) & his; edge != 0 && stood;) {
        const Bits block = g.fill(first_of(edge), his);
        stood = (g.spread(block) & free) != 0;
        edge &= ~block;
      }
      if (stood) note(pair(his, mine | taken));
    }
  }
}

Retrograde::Seen Retrograde::see(const Go::Position& p) const {
  if (p.passes == 0) {
    const int a = area(p.mine, p.theirs);
    return {a, a, 0, 0};
  }
  const bool ko = p.ko != kNowhere;
  if (p.passes == 1 || (ko && !(kos(p.mine, p.theirs) >> p.ko & 1))) return see_after_moves(p);
  const Worths& w = table_.find(key(ko ? p.mine | bit(p.ko) : p.mine, p.theirs));
  if (ko && !p.fresh) return {w.old_lower, w.old_upper, w.lower_at, w.upper_at};
  return {w.lower, w.upper, w.lower_at, w.upper_at};
}

template <class Visit>
void Retrograde::each_move(const Go::Position& p, const Visit& visit) const {
  Go::Moves m;
  go_.all_moves(p, m);
  for (Bits rest = m.legal; rest != 0; rest &= rest - 1)
    visit(lowest(rest), see(go_.play(p, m, lowest(rest))));
  visit(go_.pass(), see(go_.play(p, m, go_.pass())));
}

// The same from the positions after it.
Retrograde::Seen Retrograde::see_after_moves(const Go::Position& p) const {
  Seen best{kNone, kNone, 0, 0};
  each_move(p, [&](int, const Seen& after) {
    if (-after.upper > best.lower) best.lower_at = after.upper_at;
    best.lower = std::max(best.lower, -after.upper);
    best.upper = std::max(best.upper, -after.lower);
    best.upper_at = std::max(best.upper_at, after.lower_at);
  });
  return best;
}

// The best moves of a position: one, or where the player to move has something to hold on to all
// that keep it, those first by which it was known first.
std::vector<int> Retrograde::best_moves(const Go::Position& p) const {
  using Merit = std::array<std::int64_t, 4>;
  std::vector<std::pair<Merit, int>> found;
  each_move(p, [&](int move, const Seen& after) {
    const int lower = -after.upper, upper = -after.lower;
    const int value = lower > 0 ? lower : std::min(upper, 0);
    // Who has what he wants goes where it was known first, which comes to an end; who has not goes
    // where it was known last.
    const std::int64_t when = value < 0 ? after.lower_at : -std::int64_t{after.upper_at};
    found.push_back({{value, lower, when, upper}, move});
  });
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const Merit best = found.front().first;
  const bool holds = best[0] > 0 || (best[0] == 0 && best[1] == 0);
  std::vector<int> moves;
  for (const auto& [merit, move] : found)
    if (moves.empty() || (holds && merit[0] == best[0] && merit[1] == best[1]))
      moves.push_back(move);
  return moves;
}

// A ko has one moment at which it was known, whether it is fresh or not, so that going where it was
// known first could lead round a circle: then the next best move is tried. As long as one side has
// a number that it can force one of its moves comes nearer to the end, whatever the other plays.
std::vector<int> Retrograde::line(const Go::Position& from, int longest) const {
  const std::lock_guard lock(working_);
  struct Turn {
    Go::Position now;
    std::vector<int> moves;
    std::size_t tried = 0;
  };
  std::set<std::array<std::uint64_t, 3>> seen;
  const auto enter = [&](const Go::Position& p) {
    const std::uint64_t state = p.ko | std::uint64_t{p.ko != kNowhere && p.fresh} << 8 |
                                std::uint64_t{p.passes} << 9 | std::uint64_t{p.white} << 12;
    return seen.insert({p.mine, p.theirs, state}).second;
  };
  std::vector<Turn> turns;
  std::vector<int> moves, first;
  if (from.passes == 0 || longest <= 0) return moves;
  enter(from);
  turns.push_back({from, best_moves(from)});
  while (!turns.empty()) {
    Turn& turn = turns.back();
    if (turn.tried == turn.moves.size()) {
      turns.pop_back();
      if (!moves.empty()) moves.pop_back();
      continue;
    }
    const int move = turn.moves[turn.tried++];
    Go::Moves m;
    go_.all_moves(turn.now, m);
    const Go::Position next = go_.play(turn.now, m, move);
    moves.push_back(move);
    if (next.passes == 0 || static_cast<int>(moves.size()) == longest) return moves;
    if (enter(next)) {
      turns.push_back({next, best_moves(next)});
    } else {
      if (first.empty()) first = moves;
      moves.pop_back();
    }
  }
  return first;
}

}  // namespace keima::solve
