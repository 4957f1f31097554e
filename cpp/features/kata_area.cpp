#include "features/kata_area.h"

#include <algorithm>
#include <array>

namespace keima {
namespace {

// Rows with an empty one above and below, so that all have neighbours.
struct Grid {
  std::array<std::uint32_t, kMaxSide + 2> rows{};
  std::uint32_t operator[](int r) const { return rows[r + 1]; }
  std::uint32_t& operator[](int r) { return rows[r + 1]; }
};

// The points next to those of a row's part.
struct Run {
  int row;
  std::uint32_t mask;
  int parent;  // while regions are found: another run of the region, or itself
  int next;    // the next run of the region, or -1
  std::uint32_t beside() const { return mask << 1 | mask >> 1; }
  bool touches(const Grid& g) const {
    return (beside() & g[row]) | (mask & (g[row - 1] | g[row + 1]));
  }
};

// The connected parts of a set, found by joining the runs of its rows.
class Regions {
 public:
  static constexpr int kMostRuns = kMaxSide * (kMaxSide + 1) / 2;

  Regions(const Grid& set, int height) {
    int above = 0;  // first run of the row above
    for (int r = 0; r < height; ++r) {
      const int here = count_;
      int k = above;
      for (std::uint32_t rest = set[r]; rest;) {
        const std::uint32_t run = rest & ~(rest + (rest & -rest));
        rest ^= run;
        const int i = count_++;
        runs_[i] = {r, run, i, -1};
        // Runs above end in order; the last that is met may meet the next run too.
        for (; k < here; ++k) {
          if (runs_[k].mask & run) join(k, i);
          if (runs_[k].mask >= run) break;
        }
      }
      above = here;
    }
    // Parents come before their children: chain the runs of each region to its first one.
    std::array<int, kMostRuns> last;
    for (int i = 0; i < count_; ++i) {
      const int root = find(i);
      if (root == i)
        firsts_[size_++] = i;
      else
        runs_[last[root]].next = i;
      last[root] = i;
    }
  }

  int size() const { return size_; }
  // Is it true of any run of region k?
  template <class F>
  bool any(int k, F f) const {
    for (int i = firsts_[k]; i >= 0; i = runs_[i].next)
      if (f(runs_[i])) return true;
    return false;
  }
  template <class F>
  void each(int k, F f) const {
    for (int i = firsts_[k]; i >= 0; i = runs_[i].next) f(runs_[i]);
  }

 private:
  int find(int i) {
    while (runs_[i].parent != i) i = runs_[i].parent = runs_[runs_[i].parent].parent;
    return i;
  }
  void join(int a, int b) {
    a = find(a);
    b = find(b);
    if (a < b)
      runs_[b].parent = a;
    else
      runs_[a].parent = b;
  }

  int count_ = 0, size_ = 0;
  std::array<Run, kMostRuns> runs_;
  std::array<int, kMostRuns> firsts_;
};

class AreaFinder {
 public:
  AreaFinder(const Board& b, bool suicide) : board_(b), suicide_(suicide), height_(b.height()) {
    for (const Color c : {kBlack, kWhite}) {
      const PointSet set = stones_of(b, c);
      for (int r = 0; r < height_; ++r) stones(c)[r] = set.rows[r];
    }
    const std::uint32_t full = (std::uint32_t{1} << b.width()) - 1;
    for (int r = 0; r < height_; ++r) empty_[r] = full & ~(stones_[0][r] | stones_[1][r]);
  }

  AreaPlanes find(bool no_seki) {
    mark(kBlack);
    mark(kWhite);
    for (int r = 0; r < height_; ++r) {
      const std::uint32_t owned = owned_[0][r] | owned_[1][r];
      for (int c = 0; c < 2; ++c) owned_[c][r] |= stones_[c][r] & ~owned;
    }
    AreaPlanes planes;
    if (no_seki) drop_seki(planes);
    for (int r = 0; r < height_; ++r) {
      planes.black.rows[r] = owned_[0][r];
      planes.white.rows[r] = owned_[1][r];
    }
    return planes;
  }

 private:
  Grid& stones(Color c) { return stones_[c - 1]; }

  // The areas of c: those of pass-alive groups, whoever had them, and others that nobody has.
  void mark(Color c) {
    const Grid& own = stones(c);
    const Grid& other = stones(opponent(c));
    Grid open;
    bool any = false;
    for (int r = 0; r < height_; ++r) {
      open[r] = empty_[r] | other[r];
      any |= own[r] != 0;
    }
    if (!any) return;
    const Regions regions(open, height_);
    Grid mortal = own;  // stones that are not pass-alive
    const bool alive = find_pass_alive(c, regions, mortal);
    Grid& mine = owned_[c - 1];
    Grid& his = owned_[2 - c];
    const auto take = [&](int row, std::uint32_t mask) {
      mine[row] |= mask;
      his[row] &= ~mask;
    };
    if (alive)
      for (int r = 0; r < height_; ++r) take(r, own[r] & ~mortal[r]);
    for (int k = 0; k < regions.size(); ++k) {
      const bool pure = !regions.any(k, [&](const Run& u) { return u.mask & other[u.row]; });
      if (alive && (pure || count_inner(regions, k, own) < 2) &&
          !regions.any(k, [&](const Run& u) { return u.touches(mortal); }))
        regions.each(k, [&](const Run& u) { take(u.row, u.mask); });
      else if (pure)
        regions.each(k, [&](const Run& u) { mine[u.row] |= u.mask & ~his[u.row]; });
    }
  }

  // Points of a region that are not next to a stone of its border.
  static int count_inner(const Regions& regions, int k, const Grid& own) {
    int count = 0;
    regions.each(k, [&](const Run& u) {
      const std::uint32_t row = own[u.row];
      const std::uint32_t near = row << 1 | row >> 1 | own[u.row - 1] | own[u.row + 1];
      count += std::popcount(u.mask & ~near);
    });
    return count;
  }

  // Takes the stones of c that are pass-alive from `mortal`; false if there are none.
  bool find_pass_alive(Color c, const Regions& regions, Grid& mortal) {
    struct Eye {
      int region;
      Point chain;  // head of a chain to which it is vital
    };
    // A region is vital to at most four chains, and a chain has at least two to live.
    std::array<Eye, 4 * Regions::kMostRuns> eyes;
    int count = 0;
    std::array<std::uint8_t, kMaxCells> vital;
    std::fill_n(vital.begin(), board_.geometry().cells, std::uint8_t{0});
    for (int k = 0; k < regions.size(); ++k) {
      std::array<Point, 4> chains;
      const int found = find_vital(c, regions, k, chains);
      for (int i = 0; i < found; ++i) {
        eyes[count++] = {k, chains[i]};
        if (vital[chains[i]] < 2) ++vital[chains[i]];
      }
    }
    // Only chains with two eyes matter; each round takes out those that have lost one.
    const Places places(board_.geometry());
    for (;;) {
      bool any = false;
      Grid now = stones(c);
      for (int i = 0; i < count; ++i) {
        const Point h = eyes[i].chain;
        if (vital[h] < 2) continue;
        any = true;
        if (now[places.row(h)] >> places.column(h) & 1)
          each_stone(h, [&](int r, int x) { now[r] &= ~(std::uint32_t{1} << x); });
      }
      mortal = now;
      if (!any) return false;
      int kept = 0;
      bool lost = false;
      for (int i = 0; i < count; ++i) {
        if (vital[eyes[i].chain] >= 2 &&
            !regions.any(eyes[i].region, [&](const Run& u) { return u.touches(mortal); }))
          eyes[kept++] = eyes[i];
        else
          lost = true;
      }
      if (!lost) return true;
      for (int i = 0; i < count; ++i) vital[eyes[i].chain] = 0;
      count = kept;
      std::fill_n(vital.begin(), board_.geometry().cells, std::uint8_t{0});
      for (int i = 0; i < count; ++i)
        if (vital[eyes[i].chain] < 2) ++vital[eyes[i].chain];
    }
  }

  // Heads of the chains of c that are next to all empty points of a region (with suicide: to all
  // its points).
  int find_vital(Color c, const Regions& regions, int k, std::array<Point, 4>& chains) {
    const Geometry& g = board_.geometry();
    int empties = 0, first_row = -1;
    std::uint32_t first = 0;
    regions.each(k, [&](const Run& u) {
      const std::uint32_t free = u.mask & empty_[u.row];
      empties += std::popcount(free);
      if (free && first_row < 0) {
        first_row = u.row;
        first = free;
      }
    });
    if (first_row < 0) return 0;
    const Point p = g.at(std::countr_zero(first), first_row);
    int count = 0;
    for (int d = 0; d < 4; ++d) {
      const Point n = static_cast<Point>(p + g.around[d]);
      if (board_.at(n) != c || board_.liberties(n) < std::max(empties, 2)) continue;
      const Point h = board_.head(n);
      const auto end = chains.begin() + count;
      if (std::find(chains.begin(), end, h) == end && is_vital(regions, k, h)) chains[count++] = h;
    }
    return count;
  }

  bool is_vital(const Regions& regions, int k, Point chain) {
    const Geometry& g = board_.geometry();
    return !regions.any(k, [&](const Run& u) {
      for (std::uint32_t rest = suicide_ ? u.mask : u.mask & empty_[u.row]; rest;
           rest &= rest - 1) {
        const Point p = g.at(std::countr_zero(rest), u.row);
        if (board_.at(p) == kEmpty) {
          if (!board_.is_liberty(chain, p)) return true;
          continue;
        }
        bool next = false;
        for (int d = 0; d < 4; ++d) {
          const Point n = static_cast<Point>(p + g.around[d]);
          next |= board_.head(n) == chain;
        }
        if (!next) return true;
      }
      return false;
    });
  }

  template <class F>
  void each_stone(Point head, F f) const {
    const Places places(board_.geometry());
    Point s = head;
    do f(places.row(s), places.column(s));
    while ((s = board_.next(s)) != head);
  }

  // Areas with an own stone in atari or next to a neutral point keep their stones alone.
  void drop_seki(AreaPlanes& planes) {
    Grid neutral, atari;
    for (int r = 0; r < height_; ++r) {
      neutral[r] = empty_[r] & ~(owned_[0][r] | owned_[1][r]);
      for (std::uint32_t rest = stones_[0][r] | stones_[1][r]; rest; rest &= rest - 1) {
        const int x = std::countr_zero(rest);
        if (board_.liberties(board_.geometry().at(x, r)) == 1) atari[r] |= rest & -rest;
      }
    }
    for (int c = 0; c < 2; ++c) {
      const Regions areas(owned_[c], height_);
      Grid kept;
      for (int k = 0; k < areas.size(); ++k) {
        if (areas.any(k, [&](const Run& u) {
              return u.touches(neutral) || (u.mask & stones_[c][u.row] & atari[u.row]);
            }))
          continue;
        areas.each(k, [&](const Run& u) { kept[u.row] |= u.mask; });
        planes.regions += c ? 1 : -1;
      }
      for (int r = 0; r < height_; ++r) owned_[c][r] &= kept[r] | stones_[c][r];
    }
  }

  const Board& board_;
  bool suicide_;
  int height_;
  Grid stones_[2], owned_[2], empty_;
};

}  // namespace

PointSet stones_of(const Board& board, Color c) {
  PointSet set;
  const Geometry& g = board.geometry();
  for (int r = 0; r < g.height; ++r) {
    const Point first = g.at(0, r);
    std::uint32_t row = 0;
    for (int x = 0; x < g.width; ++x)
      row |= static_cast<std::uint32_t>(board.at(static_cast<Point>(first + x)) == c) << x;
    set.rows[r] = row;
  }
  return set;
}

AreaPlanes find_area(const Board& board, bool suicide, bool no_seki) {
  return AreaFinder(board, suicide).find(no_seki);
}

}  // namespace keima
