// A board on which a reader plays and takes back.
#pragma once

#include <array>
#include <cstdint>

#include "board/board.h"
#include "tactics/liberties.h"

namespace keima {

// Stones, groups and the simple ko, no more: a few kilobytes, filled by three short copies. The
// liberties of a group are looked for when asked. Moves are taken back in the opposite order.
class Scratch {
 public:
  // How many moves can be played before the first is taken back.
  static constexpr int kMostMoves = 700;

  explicit Scratch(const Board& b);

  Color at(Point p) const { return color_[p]; }
  Point head(Point p) const { return head_[p]; }
  Point next(Point p) const { return next_[p]; }
  Point around(Point p, int d) const { return static_cast<Point>(p + around_[d]); }
  bool is_full() const { return moves_ == kMostMoves; }

  // Writes the liberties of the group of p, up to `most` of them; returns how many.
  int liberties(Point p, int most, Point* out) const { return list_liberties(*this, p, most, out); }
  bool is_in_atari(Point p) const {
    Point two[2];
    return liberties(p, 2, two) == 1;
  }
  // The empty points next to p, but for q.
  int open_points(Point p, Point q) const {
    int count = 0;
    for (int d = 0; d < 4; ++d) {
      const Point n = around(p, d);
      count += color_[n] == kEmpty && n != q;
    }
    return count;
  }
  // Empty, no suicide, no simple ko.
  bool is_legal(Point p, Color c) const;
  // The move must be legal; the board must not be full.
  void play(Point p, Color c);
  // Only clears the ko.
  void pass();
  void undo();

 private:
  struct Move {
    Point point, head, next, ko;
    Color color, ko_color;
    std::uint8_t captures, joins;
    std::array<Point, 4> captured;     // a stone of each group
    std::array<Point, 4> joined;       // a stone of each group
    std::array<Point, 4> joined_head;  // what its head was
  };

  // Has the group of p another liberty than q?
  bool has_liberty(Point p, Point q) const;
  void rename(Point p, Point head);

  int moves_ = 0;
  Point ko_;
  Color ko_color_;
  std::array<int, 4> around_;
  std::array<Color, kMaxCells> color_;
  std::array<Point, kMaxCells> head_, next_;
  std::array<Move, kMostMoves> trail_;
};

}  // namespace keima
