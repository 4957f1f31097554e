// Connected parts of a set of points.
#pragma once

#include <array>
#include <cstdint>

#include "board/geometry.h"

namespace keima {

// Rows with an empty one above and below, so that all have neighbours.
struct Grid {
  std::array<std::uint32_t, kMaxSide + 2> rows{};
  std::uint32_t operator[](int r) const { return rows[r + 1]; }
  std::uint32_t& operator[](int r) { return rows[r + 1]; }
};

// Points side by side in a row.
struct Run {
  int row;
  std::uint32_t mask;
  int parent;  // while regions are found: another run of the region, or itself
  int next;    // the next run of the region, or -1
  std::uint32_t beside() const { return mask << 1 | mask >> 1; }
  // Is a point of the set next to it?
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

}  // namespace keima
