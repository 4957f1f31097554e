// Local contexts: for every point a hash of the stones around it, kept up to date by each move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "board/board.h"

namespace keima {

// A neighbour of a point.
struct ContextStep {
  int x, y;
};

// One of each kind of neighbour; the others are its mirror images.
inline constexpr std::array<ContextStep, 8> kContextKinds = {
    {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {3, 0}, {3, 1}, {4, 0}}};

// The 40 neighbours, nearest first: as many of each kind as Contexts::kSizes says.
inline constexpr auto kContextSteps = [] {
  std::array<ContextStep, 40> steps{};
  std::size_t count = 0;
  for (const ContextStep kind : kContextKinds)
    for (int y = -4; y <= 4; ++y)
      for (int x = -4; x <= 4; ++x) {
        const int a = x < 0 ? -x : x, b = y < 0 ? -y : y;
        if ((a == kind.x && b == kind.y) || (a == kind.y && b == kind.x)) steps[count++] = {x, y};
      }
  return steps;
}();

// What two points see differs in these bits by chance alone. That they lie at different places, or
// near a wall, is no part of it: who learns from contexts learns for each place apart.
//
// A place is the number of a point in rows that have kReach cells between them and around all, so
// that the points around one are found without looking whether they are on the board.
class Contexts {
 public:
  static constexpr int kReach = 4;
  // How many points around are looked at, in order of distance; 40 are those within four steps.
  static constexpr std::array<int, 8> kSizes = {4, 8, 12, 20, 24, 28, 36, 40};
  // Throws std::invalid_argument for another size.
  explicit Contexts(int size = 40);

  // Looks at a whole board.
  void set(const Board& board);
  // What is about to be played on the board, which must not be a suicide, and what it takes.
  void play(const Board& board, Point p, Color c);

  std::size_t place(Point p) const { return place_[p]; }
  Point point(std::size_t place) const { return point_[place]; }
  std::uint32_t at(std::size_t place) const { return hash_[place]; }
  // All ones if it is an empty point of the board, else 0.
  std::uint32_t is_empty(std::size_t place) const { return empty_[place]; }

  // The same for eight places in a row at once, from this one on.
  static constexpr int kLanes = 2 * kReach;
  using Row = std::uint32_t __attribute__((vector_size(32)));
  void load_row(Row& row, std::size_t place) const { load(row, &hash_[place]); }
  void load_empty(Row& row, std::size_t place) const { load(row, &empty_[place]); }
  static void load(Row& row, const std::uint32_t* from) { std::memcpy(&row, from, sizeof row); }
  // The window of five such rows around a place: where its rows begin, and where in it the i-th
  // nearest place is. They begin where play() writes them: a processor waits for the end of a
  // write if it must read half of it.
  static constexpr int kWindow = 5;
  std::size_t window_row(std::size_t place, int y) const {
    return place + (y - 2) * stride_ - kReach;
  }
  static constexpr std::array<std::uint8_t, 20> kInWindow = [] {
    std::array<std::uint8_t, 20> places{};
    for (int i = 0; i < 20; ++i)
      places[i] = static_cast<std::uint8_t>((kContextSteps[i].y + 2) * kLanes + kContextSteps[i].x +
                                            kReach);
    return places;
  }();

  // Of a point given by its row-major index; and how many there are, those around the board too.
  static std::size_t place_of(const Geometry& g, int index) {
    return static_cast<std::size_t>((index / g.width + kReach) * (g.width + kReach) +
                                    index % g.width + kReach);
  }
  static std::size_t places(const Geometry& g) {
    return static_cast<std::size_t>((g.height + 2 * kReach) * (g.width + kReach));
  }

 private:
  // Of the points that see a stone, eight in a row and nine rows hold all but the one furthest
  // right.
  static constexpr int kRows = 2 * kReach + 1;
  static constexpr int kMost = (kMaxSide + 2 * kReach) * (kMaxSide + kReach) + kLanes;

  struct Keys {
    std::array<Row, kRows> row{};
    std::uint32_t right = 0;
  };

  void use(const Geometry& geometry);
  void toggle(Point p, Color c) {
    const Keys& keys = keys_[c - 1];
    const std::size_t place = place_[p];
    empty_[place] = ~empty_[place];
    std::uint32_t* const here = &hash_[place];
    std::uint32_t* row = here - kReach * stride_ - kReach;
    for (const Row& key : keys.row) {
      Row seen;
      load(seen, row);
      seen ^= key;
      std::memcpy(row, &seen, sizeof seen);
      row += stride_;
    }
    here[kReach] ^= keys.right;
  }

  const Geometry* geometry_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  std::array<Keys, 2> keys_;
  std::array<std::uint16_t, kMaxCells> place_;  // of a point
  std::array<Point, kMost> point_;              // at a place; kPass off the board
  std::array<std::uint32_t, kMost> hash_, empty_;
};

}  // namespace keima
