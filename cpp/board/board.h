// A position without history: stones, groups, exact liberties, the simple ko point, the hash
// and the 3x3 neighbourhood codes, all kept up to date by each move.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "board/geometry.h"

namespace keima {

// Cheap to copy: the cost follows the real size of the board, not the largest one.
//
// A group is named by its head, one of its stones; heads change when groups join. Liberties are
// bit sets over the rows of the board, so joining two groups is an `or` and the one liberty of
// a group in atari is a bit scan.
class Board {
 public:
  explicit Board(const Geometry& geometry);
  Board(int width, int height) : Board(Geometry::of(width, height)) {}
  Board(const Board& other) { copy(other); }
  Board& operator=(const Board& other) {
    if (this != &other) copy(other);
    return *this;
  }

  const Geometry& geometry() const { return *geometry_; }
  int width() const { return geometry_->width; }
  int height() const { return geometry_->height; }
  int area() const { return geometry_->area; }

  Color at(Point p) const { return color_[p]; }
  // Hash of the stones alone (neither ko nor the player to move).
  std::uint64_t hash() const { return hash_; }
  // The point that the simple ko rule forbids to `ko_color`, or kPass.
  Point ko() const { return ko_; }
  Color ko_color() const { return ko_color_; }
  // The empty points, in an order that depends on the history of moves.
  std::span<const Point> empties() const { return {empty_.data(), empty_count_}; }
  // Two bits for each of the eight neighbours, N W E S NW NE SW SE from the lowest: its Color.
  // Valid for every point on the board, empty or not.
  std::uint16_t code(Point p) const { return code_[p]; }

  // For a stone at p:
  Point head(Point p) const { return head_[p]; }
  int liberties(Point p) const { return liberty_count_[head_[p]]; }
  int group_size(Point p) const { return size_[head_[p]]; }
  // The next stone of p's group; following it visits the whole group and returns to p.
  Point next(Point p) const { return next_[p]; }
  // A liberty of the group of p: the only one if it is in atari.
  Point first_liberty(Point p) const {
    const std::uint64_t* bits = &liberty_[head_[p] * words_];
    for (int w = 0; w < words_; ++w)
      if (bits[w]) return static_cast<Point>(base_ + 64 * w + std::countr_zero(bits[w]));
    return kPass;
  }
  bool is_liberty(Point stone, Point empty) const {
    const int b = empty - base_;
    return liberty_[head_[stone] * words_ + (b >> 6)] >> (b & 63) & 1;
  }
  // Calls f(Point) for each liberty of the group of p.
  template <class F>
  void each_liberty(Point p, F f) const {
    const std::uint64_t* bits = &liberty_[head_[p] * words_];
    for (int w = 0; w < words_; ++w)
      for (std::uint64_t rest = bits[w]; rest; rest &= rest - 1)
        f(static_cast<Point>(base_ + 64 * w + std::countr_zero(rest)));
  }

  bool has_empty_neighbour(Point p) const { return matches(code_[p], kEmpty) & 0xff; }
  int count_empty_neighbours(Point p) const {
    return std::popcount(matches(code_[p], kEmpty) & 0xff);
  }
  // Would a stone of c at the empty point p be left without liberties after captures?
  bool is_suicide(Point p, Color c) const { return !has_empty_neighbour(p) && !breathes(p, c); }
  // Is p empty, not a suicide (unless of several stones and allowed) and not a simple ko?
  bool is_legal(Point p, Color c, bool allow_suicide = false) const {
    if (p == kPass) return true;
    if (color_[p] != kEmpty || (p == ko_ && c == ko_color_)) return false;
    return has_empty_neighbour(p) || breathes(p, c) || (allow_suicide && touches(p, c));
  }
  // All four neighbours are of colour c or wall, and so few diagonals are the opponent's that a
  // stone of c need not be played here: none at the edge, at most one inside.
  bool is_eye(Point p, Color c) const {
    if (!is_enclosed(p, c)) return false;
    const unsigned corners = code_[p] >> 8;
    const bool edge = corners & corners >> 1 & 0x55;
    return std::popcount(matches(code_[p], opponent(c)) >> 8) + edge < 2;
  }
  // All four neighbours are of colour c or wall, and no diagonal is the opponent's (Palsson 2008,
  // Definition 3).
  bool is_strict_eye(Point p, Color c) const {
    return is_enclosed(p, c) && !(matches(code_[p], opponent(c)) >> 8);
  }

  // Puts a stone of c on the board and returns how many stones of the opponent it captured, or
  // minus the number of own stones removed by suicide. kPass clears the ko. The move must be
  // legal but for the ko, which is the caller's to respect.
  int play(Point p, Color c);

  // Sets up a whole position, row by row from the top left, without capturing. Returns false,
  // and leaves the board empty, if a group would have no liberty.
  bool set_stones(std::span<const Color> stones);
  void clear();

  // The neighbours of a code that are of colour c, as the low bits of their pairs.
  static constexpr unsigned matches(unsigned code, Color c) {
    const unsigned differs = code ^ 0x5555u * c;
    return ~(differs | differs >> 1) & 0x5555;
  }
  // A code with black and white exchanged.
  static constexpr unsigned swap_colors(unsigned code) {
    return (code & 0x5555) << 1 | (code >> 1 & 0x5555);
  }
  // Calls f(word, bits) for the liberties of the group of p; words of the same number mean the
  // same points in all groups of boards of one size.
  template <class F>
  void each_liberty_word(Point p, F f) const {
    const std::uint64_t* bits = &liberty_[head_[p] * words_];
    for (int w = 0; w < words_; ++w) f(w, bits[w]);
  }

  // By padded point, what at(), head() and next() give: for readers that keep a board of their own.
  const Color* colors() const { return color_.data(); }
  const Point* heads() const { return head_.data(); }
  const Point* nexts() const { return next_.data(); }
  static constexpr int kMaxWords = ((kMaxSide + 1) * kMaxSide + 63) / 64;

 private:
  using Index = std::ptrdiff_t;

  void copy(const Board& other);
  template <Color c>
  void toggle(Point p);
  template <Color c>
  void add_stone(Point p);
  template <Color c>
  int remove_group(Point p);
  template <Color c>
  int play_stone(Point p);
  void add_liberty(Index head, Index bit, unsigned really);
  Index join(Index a, Index b);

  bool is_enclosed(Point p, Color c) const {
    const unsigned mask = c == kBlack ? 0x55 : 0xaa;
    return (code_[p] & mask) == mask;
  }
  bool touches(Point p, Color c) const { return matches(code_[p], c) & 0xff; }
  // For an empty point without empty neighbours: would a stone of c here join a group with
  // another liberty, or capture?
  bool breathes(Point p, Color c) const {
    bool yes = false;
    for (int d = 0; d < 4; ++d) {
      const Point n = static_cast<Point>(p + geometry_->around[d]);
      const unsigned count = liberty_count_[head_[n]];
      yes |= (color_[n] == c) & (count > 1);
      yes |= (color_[n] == opponent(c)) & (count == 1);
    }
    return yes;
  }

  const Geometry* geometry_;
  Index stride_;
  Index words_;  // 64-bit words of a liberty set
  Index base_;   // the padded point of bit 0
  std::uint64_t hash_;
  Point ko_;
  Color ko_color_;
  std::uint16_t empty_count_;

  // Points without a stone have head 0. What is kept by head is all zero for a point that is
  // none; only the entries of 0 are never read, and written to spare a branch.
  std::array<Color, kMaxCells> color_;
  std::array<Point, kMaxCells> head_, next_, empty_, empty_slot_;
  std::array<std::uint16_t, kMaxCells> size_, liberty_count_, code_;
  std::array<std::uint64_t, kMaxCells * kMaxWords> liberty_;
};

}  // namespace keima
