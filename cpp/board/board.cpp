#include "board/board.h"

#include <algorithm>
#include <utility>

#include "board/branchless.h"

namespace keima {
Board::Board(const Geometry& geometry) : geometry_(&geometry) {
  stride_ = geometry.stride;
  words_ = (geometry.stride * geometry.height + 63) / 64;
  base_ = geometry.at(0, 0);
  clear();
}

void Board::copy(const Board& o) {
  geometry_ = o.geometry_;
  stride_ = o.stride_;
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
  std::copy_n(g.empty_colors.begin(), g.cells, color_.begin());
  std::copy_n(g.empty_codes.begin(), g.cells, code_.begin());
  std::fill_n(head_.begin(), g.cells, Point{0});
  std::fill_n(next_.begin(), g.cells, Point{0});
  std::fill_n(empty_slot_.begin(), g.cells, Point{0});
  std::fill_n(size_.begin(), g.cells, std::uint16_t{0});
  std::fill_n(liberty_count_.begin(), g.cells, std::uint16_t{0});
  std::fill_n(liberty_.begin(), g.cells * words_, std::uint64_t{0});
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    empty_slot_[p] = empty_count_;
    empty_[empty_count_++] = p;
  }
}

// A stone of c at p appears in the codes of its neighbours and in the hash, or disappears.
template <Color c>
inline void Board::toggle(Point p) {
  hash_ ^= zobrist_key(c, p);
  std::uint16_t* const code = &code_[p];
  const Index s = stride_;
  // Seen from the neighbour, the stone is in the opposite direction.
  code[-s] ^= c << 6;
  code[-1] ^= c << 4;
  code[1] ^= c << 2;
  code[s] ^= c;
  code[-s - 1] ^= c << 14;
  code[-s + 1] ^= c << 12;
  code[s - 1] ^= c << 10;
  code[s + 1] ^= c << 8;
}

// Adds the liberty with this bit to a group if `really` is 1, not if it is 0.
inline void Board::add_liberty(Index head, Index bit, unsigned really) {
  std::uint64_t& word = liberty_[head * words_ + (bit >> 6)];
  const std::uint64_t here = std::uint64_t{really} << (bit & 63);
  liberty_count_[head] += (here & ~word) != 0;
  word |= here;
}

// The two groups become one; returns its head. The smaller one is renamed.
inline Board::Index Board::join(Index a, Index b) {
  const Index swap = (a ^ b) & opaque(-Index{size_[a] < size_[b]});
  a ^= swap;
  b ^= swap;
  Index s = b;
  do {
    head_[s] = static_cast<Point>(a);
    s = next_[s];
  } while (s != b);
  std::swap(next_[a], next_[b]);
  size_[a] += size_[b];
  size_[b] = 0;
  std::uint64_t* const to = &liberty_[a * words_];
  std::uint64_t* const from = &liberty_[b * words_];
  int count = 0;
  for (int w = 0; w < words_; ++w) {
    count += std::popcount(to[w] |= from[w]);
    from[w] = 0;
  }
  liberty_count_[a] = static_cast<std::uint16_t>(count);
  liberty_count_[b] = 0;
  return a;
}

// A stone of c appears at the empty point p and joins its neighbours. Nothing is captured.
template <Color c>
inline void Board::add_stone(Point p) {
  color_[p] = c;
  const Point last = empty_[--empty_count_];
  const Point slot = empty_slot_[p];
  empty_[slot] = last;
  empty_slot_[last] = slot;
  toggle<c>(p);

  const Index bit = p - base_;
  const std::uint64_t here = std::uint64_t{1} << (bit & 63);
  const unsigned mine = matches(code_[p], c), free = matches(code_[p], kEmpty);
  // Fills a liberty of the neighbour; returns its head if it is an own group, else 0.
  const auto fill = [&](Index step, int shift) {
    const Index head = head_[p + step];
    std::uint64_t& word = liberty_[head * words_ + (bit >> 6)];
    liberty_count_[head] -= (word & here) != 0;
    word &= ~here;
    return opaque(static_cast<int>(head) & -static_cast<int>(mine >> shift & 1));
  };
  const int n = fill(-stride_, 0), w = fill(-1, 2), e = fill(1, 4), s = fill(stride_, 6);

  // The stone joins the own group with the greatest head, or becomes one.
  const int top = max_of(max_of(n, w), max_of(e, s));
  const Index alone = (top - 1) >> 31;
  Index head = top | (p & alone);
  head_[p] = static_cast<Point>(head);
  next_[p] = static_cast<Point>((next_[head] & ~alone) | (p & alone));
  next_[head] = p;
  ++size_[head];
  add_liberty(head, bit - stride_, free & 1);
  add_liberty(head, bit - 1, free >> 2 & 1);
  add_liberty(head, bit + 1, free >> 4 & 1);
  add_liberty(head, bit + stride_, free >> 6 & 1);

  // Negative if an own group has a head below the limit.
  const auto more = [&](int limit) {
    return ((n - limit) & -n) | ((w - limit) & -w) | ((e - limit) & -e) | ((s - limit) & -s);
  };
  for (int limit = top; more(limit) < 0;) {
    const auto below = [limit](int h) { return h & ((h - limit) >> 31); };
    limit = max_of(max_of(below(n), below(w)), max_of(below(e), below(s)));
    head = join(head, limit);
  }
}

// Takes the group of p from the board and returns its size.
template <Color c>
int Board::remove_group(Point p) {
  const int head = head_[p];
  const int count = size_[head];
  Point s = p;
  do {
    color_[s] = kEmpty;
    head_[s] = 0;
    empty_slot_[s] = empty_count_;
    empty_[empty_count_++] = s;
    toggle<c>(s);
    const Index bit = s - base_;
    add_liberty(head_[s - stride_], bit, 1);
    add_liberty(head_[s - 1], bit, 1);
    add_liberty(head_[s + 1], bit, 1);
    add_liberty(head_[s + stride_], bit, 1);
    s = next_[s];
  } while (s != p);
  std::fill_n(&liberty_[head * words_], words_, std::uint64_t{0});
  liberty_count_[head] = size_[head] = 0;
  return count;
}

template <Color c>
inline int Board::play_stone(Point p) {
  constexpr Color o = opponent(c);
  const unsigned before = code_[p];
  const unsigned enemies = matches(before, o);
  add_stone<c>(p);
  const auto dead = [&](Index step, int shift) {
    return (enemies >> shift & 1) & (liberty_count_[head_[p + step]] == 0);
  };
  if (opaque(dead(-stride_, 0) | dead(-1, 2) | dead(1, 4) | dead(stride_, 6))) [[unlikely]] {
    int captured = 0;
    for (const Index step : {-stride_, Index{-1}, Index{1}, stride_}) {
      const auto n = static_cast<Point>(p + step);
      // A group may be beside the stone twice.
      if (color_[n] != o || liberty_count_[head_[n]]) continue;
      captured += remove_group<o>(n);
      ko_ = n;
    }
    // A ko is a single stone, surrounded by the opponent, that has taken a single stone.
    const bool surrounded = !((matches(before, kEmpty) | matches(before, c)) & 0xff);
    if (captured > 1 || !surrounded) ko_ = kPass;
    ko_color_ = o;
    return captured;
  }
  return liberty_count_[head_[p]] ? 0 : -remove_group<c>(p);
}

int Board::play(Point p, Color c) {
  ko_ = kPass;
  if (p == kPass) return 0;
  return c == kBlack ? play_stone<kBlack>(p) : play_stone<kWhite>(p);
}

bool Board::set_stones(std::span<const Color> stones) {
  clear();
  const Geometry& g = *geometry_;
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    const Color c = stones[i];
    if (c == kEmpty) continue;
    c == kBlack ? add_stone<kBlack>(p) : add_stone<kWhite>(p);
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
