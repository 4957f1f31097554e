#include "features/kata_area.h"

#include <algorithm>
#include <array>

#include "features/regions.h"

namespace keima {
namespace {

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
    std::array<Eye, 4 * Regions::kMostRuns> eyes;
    int count = 0;
    for (int k = 0; k < regions.size(); ++k) {
      std::array<Point, 4> chains;
      const int found = find_vital(c, regions, k, chains);
      for (int i = 0; i < found; ++i) eyes[count++] = {k, chains[i]};
    }
    // Each round takes out the eyes of chains that have only one, and those that touch stones
    // which are no longer alive.
    while (count > 1) {
      std::array<std::uint16_t, kMaxCells> vital;
      for (int i = 0; i < count; ++i) vital[eyes[i].chain] = 0;
      for (int i = 0; i < count; ++i) ++vital[eyes[i].chain];
      mortal = stones(c);
      for (int i = 0; i < count; ++i)
        if (vital[eyes[i].chain] >= 2) spare(eyes[i].chain, mortal);
      int kept = 0;
      for (int i = 0; i < count; ++i)
        if (vital[eyes[i].chain] >= 2 &&
            !regions.any(eyes[i].region, [&](const Run& u) { return u.touches(mortal); }))
          eyes[kept++] = eyes[i];
      if (kept == count) return true;
      count = kept;
    }
    mortal = stones(c);
    return false;
  }

  // Takes the stones of a chain from a set, if they are in it.
  void spare(Point head, Grid& set) const {
    const Places places(board_.geometry());
    if (!(set[places.row(head)] >> places.column(head) & 1)) return;
    Point s = head;
    do set[places.row(s)] &= ~(std::uint32_t{1} << places.column(s));
    while ((s = board_.next(s)) != head);
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
