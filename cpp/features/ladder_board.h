// A board on which ladders are played and taken back.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "board/board.h"
#include "tactics/liberties.h"

namespace keima {

// Stones, groups and the ko point, which binds whoever moves. Filled by three short copies; all
// stones are taken back in the opposite order before the next ladder.
class LadderBoard {
 public:
  // What is needed to take a stone back.
  struct Stone {
    Point point, head, next, ko;  // what was there: a captured stone may stand there again
    Color color;
    std::uint8_t captures, joins;
    std::array<Point, 4> captured;     // a stone of each group
    std::array<Point, 4> joined;       // a stone of each group
    std::array<Point, 4> joined_head;  // what its head was
  };

  void load(const Board& b) {
    const int cells = b.geometry().cells;
    std::copy_n(b.geometry().around.begin(), 4, around_.begin());
    std::copy_n(b.colors(), cells, color_.begin());
    std::copy_n(b.heads(), cells, head_.begin());
    std::copy_n(b.nexts(), cells, next_.begin());
    ko = b.ko();
  }

  Point ko = kPass;

  Color at(Point p) const { return color_[p]; }
  Point head(Point p) const { return head_[p]; }
  Point next(Point p) const { return next_[p]; }
  Point around(Point p, int d) const { return static_cast<Point>(p + around_[d]); }

  // Writes the liberties of the group of p, up to `most` of them; returns how many.
  int liberties(Point p, int most, Point* out) const { return list_liberties(*this, p, most, out); }
  bool is_in_atari(Point p) const {
    Point two[2];
    return liberties(p, 2, two) == 1;
  }

  // For an empty point: neither ko nor suicide?
  bool is_legal(Point p, Color c) const {
    if (p == ko) return false;
    for (int d = 0; d < 4; ++d)
      if (color_[around(p, d)] == kEmpty) return true;
    for (int d = 0; d < 4; ++d) {
      const Point n = around(p, d);
      if (color_[n] != kWall && is_in_atari(n) != (color_[n] == c)) return true;
    }
    return false;
  }

  // A legal move. Where `keep` is joined with others, they take its head.
  void play(Point p, Color c, Point keep, Stone& m) {
    m.point = p;
    m.head = head_[p];
    m.next = next_[p];
    m.ko = ko;
    m.color = c;
    m.captures = m.joins = 0;
    color_[p] = c;
    bool surrounded = true;
    for (int d = 0; d < 4; ++d) {
      const Point n = around(p, d);
      surrounded &= color_[n] != kEmpty && color_[n] != c;
      if (color_[n] != c) continue;
      const Point h = head_[n];
      const auto end = m.joined_head.begin() + m.joins;
      if (std::find(m.joined_head.begin(), end, h) != end) continue;
      m.joined_head[m.joins] = h;
      m.joined[m.joins++] = n;
      if (h == keep) {
        std::swap(m.joined[0], m.joined[m.joins - 1]);
        std::swap(m.joined_head[0], m.joined_head[m.joins - 1]);
      }
    }
    // The stone takes the name of the first group, the other groups that of the stone.
    head_[p] = m.joins ? m.joined_head[0] : p;
    next_[p] = p;
    for (int i = 0; i < m.joins; ++i) {
      if (i) rename(m.joined[i], head_[p]);
      std::swap(next_[p], next_[m.joined[i]]);
    }
    int captured = 0;
    for (int d = 0; d < 4; ++d) {
      const Point n = around(p, d);
      Point one[1];
      if (color_[n] != opponent(c) || liberties(n, 1, one)) continue;
      m.captured[m.captures++] = n;
      Point s = n;
      do {
        color_[s] = kEmpty;
        ++captured;
      } while ((s = next_[s]) != n);
    }
    ko = captured == 1 && surrounded ? m.captured[0] : kPass;
  }

  void undo(const Stone& m) {
    for (int i = m.captures; i--;) {
      Point s = m.captured[i];
      do color_[s] = opponent(m.color);
      while ((s = next_[s]) != m.captured[i]);
    }
    for (int i = m.joins; i--;) {
      std::swap(next_[m.point], next_[m.joined[i]]);
      if (i) rename(m.joined[i], m.joined_head[i]);
    }
    color_[m.point] = kEmpty;
    head_[m.point] = m.head;
    next_[m.point] = m.next;
    ko = m.ko;
  }

 private:
  void rename(Point p, Point head) {
    Point s = p;
    do head_[s] = head;
    while ((s = next_[s]) != p);
  }

  std::array<int, 4> around_;
  std::array<Color, kMaxCells> color_;
  std::array<Point, kMaxCells> head_, next_;
};

}  // namespace keima
