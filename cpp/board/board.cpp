#include "board/board.h"

#include <utility>

namespace keima {
namespace {

// Shift of the neighbour in direction d (as in Geometry::around) within a code, seen from the
// point; the same stone is the neighbour in the opposite direction seen from there.
constexpr std::array<int, 8> kOpposite = {6, 4, 2, 0, 14, 12, 10, 8};

}  // namespace

Board::Board(const Geometry& geometry) : geometry_(&geometry) {
  words_ = (geometry.stride * geometry.height + 63) / 64;
  base_ = geometry.at(0, 0);
  clear();
}

void Board::copy(const Board& o) {
  geometry_ = o.geometry_;
  words_ = o.words_;
  base_ = o.base_;
  hash_ = o.hash_;
  ko_ = o.ko_;
  ko_color_ = o.ko_color_;
  empty_count_ = o.empty_count_;
  const std::size_t n = geometry_->cells;
  const auto some = [](auto& to, const auto& from, std::size_t count) {
    std::memcpy(to.data(), from.data(), count * sizeof(from[0]));
  };
  some(color_, o.color_, n);
  some(head_, o.head_, n);
  some(next_, o.next_, n);
  some(empty_, o.empty_, empty_count_);
  some(empty_slot_, o.empty_slot_, n);
  some(size_, o.size_, n);
  some(liberty_count_, o.liberty_count_, n);
  some(code_, o.code_, n);
  some(liberty_, o.liberty_, n * words_);
}

void Board::clear() {
  const Geometry& g = *geometry_;
  hash_ = 0;
  ko_ = kPass;
  ko_color_ = kEmpty;
  empty_count_ = 0;
  std::fill_n(color_.begin(), g.cells, kWall);
  std::fill_n(head_.begin(), g.cells, Point{0});
  std::fill_n(next_.begin(), g.cells, Point{0});
  std::fill_n(empty_slot_.begin(), g.cells, Point{0});
  std::fill_n(size_.begin(), g.cells, std::uint16_t{0});
  std::fill_n(liberty_count_.begin(), g.cells, std::uint16_t{0});
  std::fill_n(code_.begin(), g.cells, std::uint16_t{0});
  std::fill_n(liberty_.begin(), g.cells * words_, std::uint64_t{0});
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    color_[p] = kEmpty;
    empty_slot_[p] = empty_count_;
    empty_[empty_count_++] = p;
  }
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    int code = 0;
    for (int d = 0; d < 8; ++d) code |= color_[p + g.around[d]] << 2 * d;
    code_[p] = static_cast<std::uint16_t>(code);
  }
}

void Board::add_liberty(Point h, Point p) {
  const int b = p - base_;
  std::uint64_t& word = liberty_[h * words_ + (b >> 6)];
  const std::uint64_t bit = std::uint64_t{1} << (b & 63);
  liberty_count_[h] += !(word & bit);
  word |= bit;
}

void Board::drop_liberty(Point h, Point p) {
  const int b = p - base_;
  std::uint64_t& word = liberty_[h * words_ + (b >> 6)];
  const std::uint64_t bit = std::uint64_t{1} << (b & 63);
  liberty_count_[h] -= !!(word & bit);
  word &= ~bit;
}

// A stone of c appears at the empty point p as a group of its own; liberties of its neighbours
// are not touched.
void Board::put(Point p, Color c) {
  const Geometry& g = *geometry_;
  color_[p] = c;
  hash_ ^= zobrist_key(c, p);
  const Point last = empty_[--empty_count_];
  empty_[empty_slot_[p]] = last;
  empty_slot_[last] = empty_slot_[p];
  for (int d = 0; d < 8; ++d)
    code_[p + g.around[d]] ^= static_cast<std::uint16_t>(c << kOpposite[d]);
  head_[p] = next_[p] = p;
  size_[p] = 1;
  liberty_count_[p] = 0;
  std::fill_n(&liberty_[p * words_], words_, std::uint64_t{0});
  for (int d = 0; d < 4; ++d)
    if (color_[p + g.around[d]] == kEmpty) add_liberty(p, static_cast<Point>(p + g.around[d]));
}

void Board::take(Point p) {
  const Geometry& g = *geometry_;
  const Color c = color_[p];
  color_[p] = kEmpty;
  hash_ ^= zobrist_key(c, p);
  empty_slot_[p] = empty_count_;
  empty_[empty_count_++] = p;
  for (int d = 0; d < 8; ++d)
    code_[p + g.around[d]] ^= static_cast<std::uint16_t>(c << kOpposite[d]);
}

void Board::join(Point a, Point b) {
  a = head_[a];
  b = head_[b];
  if (a == b) return;
  if (size_[a] < size_[b]) std::swap(a, b);
  Point s = b;
  do {
    head_[s] = a;
    s = next_[s];
  } while (s != b);
  std::swap(next_[a], next_[b]);
  size_[a] += size_[b];
  int count = 0;
  for (int w = 0; w < words_; ++w)
    count += std::popcount(liberty_[a * words_ + w] |= liberty_[b * words_ + w]);
  liberty_count_[a] = static_cast<std::uint16_t>(count);
}

void Board::remove_group(Point p) {
  const Geometry& g = *geometry_;
  const Color c = color_[p];
  Point s = p;
  do {
    take(s);
    for (int d = 0; d < 4; ++d) {
      const Point n = static_cast<Point>(s + g.around[d]);
      if (color_[n] == opponent(c)) add_liberty(head_[n], s);
    }
    s = next_[s];
  } while (s != p);
}

Point Board::first_liberty(Point p) const {
  const std::uint64_t* bits = &liberty_[head_[p] * words_];
  for (int w = 0; w < words_; ++w)
    if (bits[w]) return static_cast<Point>(base_ + 64 * w + std::countr_zero(bits[w]));
  return kPass;
}

int Board::count_empty_neighbours(Point p) const {
  int count = 0;
  for (int d = 0; d < 4; ++d) count += (code_[p] >> 2 * d & 3) == kEmpty;
  return count;
}

bool Board::is_suicide(Point p, Color c) const {
  if (count_empty_neighbours(p)) return false;
  for (int d = 0; d < 4; ++d) {
    const Point n = static_cast<Point>(p + geometry_->around[d]);
    if (color_[n] == kWall) continue;
    const bool atari = liberty_count_[head_[n]] == 1;
    if ((color_[n] == c) != atari) return false;
  }
  return true;
}

bool Board::is_legal(Point p, Color c, bool allow_suicide) const {
  if (p == kPass) return true;
  if (color_[p] != kEmpty || (p == ko_ && c == ko_color_)) return false;
  if (!is_suicide(p, c)) return true;
  if (!allow_suicide) return false;
  for (int d = 0; d < 4; ++d)
    if (color_[p + geometry_->around[d]] == c) return true;
  return false;
}

bool Board::is_eye(Point p, Color c) const {
  const int code = code_[p];
  for (int d = 0; d < 4; ++d) {
    const int n = code >> 2 * d & 3;
    if (n != c && n != kWall) return false;
  }
  int enemy = 0;
  bool edge = false;
  for (int d = 4; d < 8; ++d) {
    const int n = code >> 2 * d & 3;
    enemy += n == opponent(c);
    edge |= n == kWall;
  }
  return enemy + edge < 2;
}

bool Board::is_strict_eye(Point p, Color c) const {
  for (int d = 0; d < 8; ++d) {
    const int n = code_[p] >> 2 * d & 3;
    if (n == opponent(c) || (d < 4 && n == kEmpty)) return false;
  }
  return true;
}

int Board::play(Point p, Color c) {
  ko_ = kPass;
  if (p == kPass) return 0;
  const Geometry& g = *geometry_;
  const bool surrounded = count_empty_neighbours(p) == 0;
  put(p, c);
  int captured = 0;
  Point capture = kPass;
  for (int d = 0; d < 4; ++d) {
    const Point n = static_cast<Point>(p + g.around[d]);
    if (color_[n] == c) {
      drop_liberty(head_[n], p);
      join(n, p);
    } else if (color_[n] == opponent(c)) {
      drop_liberty(head_[n], p);
      if (liberty_count_[head_[n]] == 0) {
        captured += size_[head_[n]];
        capture = n;
        remove_group(n);
      }
    }
  }
  if (captured == 1 && surrounded && size_[head_[p]] == 1) {
    ko_ = capture;
    ko_color_ = opponent(c);
  }
  if (liberty_count_[head_[p]] == 0) {
    const int own = size_[head_[p]];
    remove_group(p);
    return -own;
  }
  return captured;
}

bool Board::set_stones(std::span<const Color> stones) {
  clear();
  const Geometry& g = *geometry_;
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    const Color c = stones[i];
    if (c == kEmpty) continue;
    put(p, c);
    for (int d = 0; d < 4; ++d) {
      const Point n = static_cast<Point>(p + g.around[d]);
      if (color_[n] == kBlack || color_[n] == kWhite) drop_liberty(head_[n], p);
      if (color_[n] == c) join(n, p);
    }
  }
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    if (color_[p] != kEmpty && liberties(p) == 0) {
      clear();
      return false;
    }
  }
  return true;
}

}  // namespace keima
