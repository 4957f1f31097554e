#include "tactics/scratch.h"

#include <algorithm>
#include <utility>

namespace keima {

Scratch::Scratch(const Board& b) : ko_(b.ko()), ko_color_(b.ko_color()) {
  const int cells = b.geometry().cells;
  std::copy_n(b.geometry().around.begin(), 4, around_.begin());
  std::copy_n(b.colors(), cells, color_.begin());
  std::copy_n(b.heads(), cells, head_.begin());
  std::copy_n(b.nexts(), cells, next_.begin());
}

bool Scratch::has_liberty(Point p, Point q) const {
  Point s = p;
  do {
    for (int d = 0; d < 4; ++d) {
      const Point n = around(s, d);
      if (color_[n] == kEmpty && n != q) return true;
    }
    s = next_[s];
  } while (s != p);
  return false;
}

bool Scratch::is_legal(Point p, Color c) const {
  if (color_[p] != kEmpty || (p == ko_ && c == ko_color_)) return false;
  for (int d = 0; d < 4; ++d)
    if (color_[around(p, d)] == kEmpty) return true;
  for (int d = 0; d < 4; ++d) {
    const Point n = around(p, d);
    if (color_[n] != kWall && has_liberty(n, p) == (color_[n] == c)) return true;
  }
  return false;
}

void Scratch::rename(Point p, Point head) {
  Point s = p;
  do head_[s] = head;
  while ((s = next_[s]) != p);
}

void Scratch::play(Point p, Color c) {
  Move& m = trail_[moves_++];
  m.point = p;
  m.head = head_[p];
  m.next = next_[p];
  m.ko = ko_;
  m.ko_color = ko_color_;
  m.color = c;
  m.captures = m.joins = 0;
  color_[p] = c;
  head_[p] = next_[p] = p;
  int captured = 0;
  bool surrounded = true;
  for (int d = 0; d < 4; ++d) {
    const Point n = around(p, d);
    surrounded &= color_[n] != kEmpty && color_[n] != c;
    if (color_[n] == c) {
      if (head_[n] == head_[p]) continue;
      m.joined_head[m.joins] = head_[n];
      m.joined[m.joins] = n;
      // The stone takes the name of the first group, the other groups that of the stone.
      if (m.joins++)
        rename(n, head_[p]);
      else
        head_[p] = head_[n];
      std::swap(next_[p], next_[n]);
    }
  }
  for (int d = 0; d < 4; ++d) {
    const Point n = around(p, d);
    if (color_[n] != opponent(c) || has_liberty(n, kPass)) continue;
    m.captured[m.captures++] = n;
    Point s = n;
    do {
      color_[s] = kEmpty;
      ++captured;
    } while ((s = next_[s]) != n);
  }
  ko_ = captured == 1 && surrounded ? m.captured[0] : kPass;
  ko_color_ = opponent(c);
}

void Scratch::pass() {
  Move& m = trail_[moves_++];
  m.point = kPass;
  m.ko = ko_;
  m.ko_color = ko_color_;
  ko_ = kPass;
}

void Scratch::undo() {
  const Move& m = trail_[--moves_];
  ko_ = m.ko;
  ko_color_ = m.ko_color;
  const Point p = m.point;
  if (p == kPass) return;
  for (int i = m.captures; i--;) {
    const Point n = m.captured[i];
    Point s = n;
    do color_[s] = opponent(m.color);
    while ((s = next_[s]) != n);
  }
  for (int i = m.joins; i--;) {
    const Point n = m.joined[i];
    std::swap(next_[p], next_[n]);
    if (i) rename(n, m.joined_head[i]);
  }
  color_[p] = kEmpty;
  head_[p] = m.head;
  next_[p] = m.next;
}

}  // namespace keima
