// Replies that were part of the last won playout: last good reply with forgetting (Baier and
// Drake 2010).
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "board/board.h"
#include "playout/playout.h"

namespace keima {

// One table for all threads. Reads and writes are relaxed: a thread may see a reply late or see
// one that another has just replaced, which is as good. A Point is never torn.
class Replies {
 public:
  // order 1: the reply to the last move; 2: also the reply to the last two moves, asked first.
  Replies(const Geometry& geometry, int order)
      : cells_(geometry.cells),
        order_(order),
        one_(2 * cells_),
        two_(order > 1 ? 2 * cells_ * cells_ : 0) {}
  Replies(const Replies&) = delete;

  int order() const { return order_; }
  // Only boards of the same size may be asked for and learnt from.
  bool fits(const Geometry& geometry) const {
    return static_cast<std::size_t>(geometry.cells) == cells_;
  }

  // The stored replies of c to these moves; kPass if there is none, or none is kept.
  Point after(Color c, Point last) const { return get(one_[slot(c, last)]); }
  Point after(Color c, Point before, Point last) const {
    return order_ > 1 ? get(two_[slot(c, before, last)]) : kPass;
  }

  // Learns from a finished simulation: every move of the winner becomes the reply to what was
  // played before it; every move of the loser that was the stored reply is forgotten. `winner`
  // is kEmpty for a draw: both sides forget.
  void update(const MoveLog& log, Color winner) {
    for (int i = 1; i < log.size; ++i) {
      const Point reply = log.point(i), last = log.point(i - 1);
      const Color c = log.color(i);
      if (reply == kPass || last == kPass || log.color(i - 1) == c) continue;
      const bool good = c == winner;
      learn(one_[slot(c, last)], reply, good);
      if (order_ < 2 || i < 2 || log.point(i - 2) == kPass || log.color(i - 2) != c) continue;
      learn(two_[slot(c, log.point(i - 2), last)], reply, good);
    }
  }

  void clear() {
    for (auto& cell : one_) cell.store(kPass, std::memory_order_relaxed);
    for (auto& cell : two_) cell.store(kPass, std::memory_order_relaxed);
  }

 private:
  using Cell = std::atomic<Point>;

  static Point get(const Cell& cell) { return cell.load(std::memory_order_relaxed); }
  static void learn(Cell& cell, Point reply, bool good) {
    if (good)
      cell.store(reply, std::memory_order_relaxed);
    else if (get(cell) == reply)
      cell.store(kPass, std::memory_order_relaxed);
  }
  std::size_t slot(Color c, Point last) const { return (c - 1) * cells_ + last; }
  std::size_t slot(Color c, Point before, Point last) const {
    return ((c - 1) * cells_ + before) * cells_ + last;
  }

  std::size_t cells_;
  int order_;
  std::vector<Cell> one_, two_;
};

}  // namespace keima
