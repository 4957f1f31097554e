// Colours, points and the shape of a board.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace keima {

enum Color : std::uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2, kWall = 3 };

constexpr Color opponent(Color c) { return static_cast<Color>(c ^ 3); }

// An index into a padded board: `stride` = width + 1 cells to a row, the first of them wall (and
// so the right wall of the row before), one row of wall above and one below. All eight
// neighbours of a point are cells. Index 0 is always wall, so it can stand for "pass" and for
// "no point".
using Point = std::uint16_t;
constexpr Point kPass = 0;

constexpr int kMaxSide = 25;
constexpr int kMaxArea = kMaxSide * kMaxSide;
constexpr int kMaxCells = (kMaxSide + 1) * (kMaxSide + 2) + 1;

// What depends on the size alone, shared by all boards of that size.
//
// Outside the core a point is its row-major index from the top left, 0 .. area-1, and `area`
// is a pass; `cell` and `index` translate.
struct Geometry {
  int width, height, stride, area, cells;
  std::vector<Point> cell;                 // row-major index -> padded point; cell[area] == kPass
  std::vector<std::uint16_t> index;        // padded point -> row-major index; index[kPass] == area
  std::array<int, 8> around;               // N W E S then NW NE SW SE, as offsets
  std::vector<Color> empty_colors;         // of the empty board, by padded point: kEmpty or kWall
  std::vector<std::uint16_t> empty_codes;  // of the empty board, as Board::code; 0 off the board

  // Throws std::invalid_argument unless 1 <= width, height <= 25. The reference never dies.
  static const Geometry& of(int width, int height);

  Point at(int column, int row) const {
    return static_cast<Point>((row + 1) * stride + column + 1);
  }
};

// Hash keys: the same on every machine and in every run.
inline constexpr auto kZobrist = [] {
  std::array<std::array<std::uint64_t, kMaxCells>, 2> keys{};
  for (std::uint64_t c = 0; c < 2; ++c)
    for (std::uint64_t p = 0; p < kMaxCells; ++p) {
      std::uint64_t x = 0x6b65696d61 * (2 * p + c + 1) + 0x9e3779b97f4a7c15;  // splitmix
      x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
      x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
      keys[c][p] = x ^ (x >> 31);
    }
  return keys;
}();

inline std::uint64_t zobrist_key(Color color, Point p) { return kZobrist[color - 1][p]; }

}  // namespace keima
