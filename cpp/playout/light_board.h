// The board of uniform playouts: only what they need, arranged for speed (docs/board.md).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <variant>

#include "board/board.h"
#include "board/branchless.h"
#include "playout/pseudo_liberties.h"
#include "playout/rng.h"
#include "playout/select_bit.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace keima {

enum class EyeRule : std::uint8_t {
  kUsual,   // Board::is_eye
  kStrict,  // Board::is_strict_eye
};

// The position of a running playout, for boards whose rows fit into `kWords` 64-bit words.
//
// Moves are drawn from bit sets. `empty_` is exact. `closed_[c]` holds points found unplayable
// for c, and is allowed to miss some: those are found when they are drawn. A point leaves it
// when it might have become playable again:
// - an own eye, when the opponent plays on a diagonal or a stone beside it is captured;
// - the inside of an eye of the opponent, when a stone beside it is captured or when it becomes
//   the last liberty of a group. To notice that, groups around such a point are "watched".
template <int kWords>
class LightBoard {
 public:
  using Index = std::ptrdiff_t;

  LightBoard() {}  // not usable before `set`
  void set(const Board& board, Color to_play, EyeRule eyes);
  // Only from a board that was set to the same size and eye rule.
  void copy_position(const LightBoard& other);

  Color at(Point p) const {
    return id_[p] > 0 ? kBlack : id_[p] < 0 ? kWhite : free_[p] ? kEmpty : kWall;
  }
  Point ko() const { return static_cast<Point>(ko_); }
  // Stones of Black minus stones of White, and the same for empty points with neighbours of one
  // colour only.
  int score() const;
  // The stone at p, or the only colour around an empty p, else kEmpty.
  Color owner(Point p) const;

  // A point where c may play and that is not its eye, each with the same probability; kPass if
  // there is none.
  template <Color c>
  Index choose(Rng& rng);
  // Plays a stone of c at a playable point.
  template <Color c>
  void play(Index p);
  void pass() { ko_ = kPass; }

  // May `choose` return p?
  template <Color c>
  bool is_playable(Point p);

 private:
  static constexpr int kCells = 64 * kWords + 2 * (kMaxSide + 1) + 2;
  static constexpr int kSign[3] = {0, 1, -1};
  // Not the liberties of anything, and of more than one point.
  static constexpr std::uint64_t kNobody = PseudoLiberties::of(1) + PseudoLiberties::of(2);

  std::uint64_t& liberties(Index id) { return liberties_[kCells + id]; }
  std::uint64_t liberties(Index id) const { return liberties_[kCells + id]; }
  PseudoLiberties record(Index id) const { return {liberties(id)}; }
  std::uint64_t free_around(Index p) const {
    return free_[p - stride_] + free_[p - 1] + free_[p + 1] + free_[p + stride_];
  }

  // kClosed: never worth a test again, until the point is opened. kIllegal: for now.
  enum class Verdict : std::uint8_t { kPlayable, kIllegal, kClosed };
  // May c play at p, which has no empty neighbour and is not a ko, and is it no eye of c?
  // Closes the point to both colours, where it can.
  template <Color c>
  Verdict test(Index p);
  // As `choose`, where p was drawn and found illegal.
  template <Color c>
  Index choose_without(Rng& rng, Index p);
  template <Color c>
  Index join(Index a, Index b);
  // Takes the group of p, or one stone, off the board.
  int remove(Index p);
  void take(Index p);
  unsigned urgent(Index a, Index b, Index c, Index d) const;

  void open(Color c, Index p) {
    const Index x = p - base_;
    closed_[c - 1][1 + (x >> 6)] &= ~(std::uint64_t{1} << (x & 63));
  }
  // Opens points around p: `window` has bit 0 for its north-west neighbour and stride_ bits to
  // a row. Three rows of at most 26 points span no more than two words.
  void open_around(Color c, Index p, std::uint64_t window) {
    const Index x = p - base_ - stride_ - 1;
    std::uint64_t* words = &closed_[c - 1][1 + (x >> 6)];
    words[0] &= ~(window << (x & 63));
    words[1] &= ~(window >> 1 >> (~x & 63));
  }

  // Of the size:
  const Geometry* geometry_;
  Index stride_, base_;
  std::uint64_t cross_, diagonals_;            // windows of open_around
  std::array<std::uint64_t, kWords> fragile_;  // points where one diagonal spoils an eye

  // Of the position:
  Index ko_;
  int stones_;  // Black minus White
  // A word of padding on both sides of closed_, for windows that reach beyond the board.
  std::array<std::uint64_t, kWords + 2> empty_;
  std::array<std::array<std::uint64_t, kWords + 2>, 2> closed_;
  // The group of a stone, by one of its stones: positive for Black, negative for White; 0
  // without a stone.
  std::array<std::int16_t, kCells> id_;
  std::array<std::uint16_t, kCells> next_;  // the stones of a group form a ring
  std::array<std::uint64_t, kCells> free_;  // PseudoLiberties::of an empty point, else 0
  // PseudoLiberties by id; entry 0 is written for points without stones and never read but
  // as kNobody.
  std::array<std::uint64_t, 2 * kCells> liberties_;
};

template <int kWords>
void LightBoard<kWords>::set(const Board& board, Color to_play, EyeRule eyes) {
  const Geometry& g = board.geometry();
  geometry_ = &g;
  stride_ = g.stride;
  base_ = g.at(0, 0);
  const auto bit = [](Index i) { return std::uint64_t{1} << i; };
  diagonals_ = bit(0) | bit(2) | bit(2 * stride_) | bit(2 * stride_ + 2);
  cross_ = bit(1) | bit(stride_) | bit(stride_ + 1) | bit(stride_ + 2) | bit(2 * stride_ + 1);
  ko_ = board.ko_color() == to_play ? board.ko() : kPass;
  stones_ = 0;
  fragile_.fill(0);
  empty_.fill(0);
  closed_[0].fill(0);
  closed_[1].fill(0);
  id_.fill(0);
  next_.fill(0);
  free_.fill(0);
  liberties_.fill(0);
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    if (board.at(p) == kEmpty) {
      free_[p] = PseudoLiberties::of(p);
      empty_[1 + (p - base_) / 64] |= bit((p - base_) % 64);
    } else {
      id_[p] = static_cast<std::int16_t>(kSign[board.at(p)] * board.head(p));
      next_[p] = board.next(p);
      stones_ += kSign[board.at(p)];
    }
    bool edge = eyes == EyeRule::kStrict;
    for (int d = 0; d < 4; ++d) edge |= board.at(static_cast<Point>(p + g.around[d])) == kWall;
    fragile_[(p - base_) / 64] |= edge * bit((p - base_) % 64);
  }
  for (int i = 0; i < g.area; ++i)
    if (const Point p = g.cell[i]; id_[p]) liberties(id_[p]) += free_around(p);
  // What is closed now will be so at the start of every playout.
  for (const Point p : board.empties())
    if (!free_around(p)) test<kBlack>(p);
}

template <int kWords>
void LightBoard<kWords>::copy_position(const LightBoard& o) {
  const std::size_t cells = geometry_->cells;
  ko_ = o.ko_;
  stones_ = o.stones_;
  empty_ = o.empty_;
  closed_ = o.closed_;
  std::memcpy(id_.data(), o.id_.data(), cells * sizeof(id_[0]));
  std::memcpy(next_.data(), o.next_.data(), cells * sizeof(next_[0]));
  std::memcpy(free_.data(), o.free_.data(), cells * sizeof(free_[0]));
  std::memcpy(&liberties_[kCells - cells], &o.liberties_[kCells - cells],
              2 * cells * sizeof(liberties_[0]));
}

template <int kWords>
Color LightBoard<kWords>::owner(Point p) const {
  if (id_[p] || free_around(p)) return at(p);
  bool black = false, white = false;
  for (const Index n : {p - stride_, p - Index{1}, p + Index{1}, p + stride_}) {
    black |= id_[n] > 0;
    white |= id_[n] < 0;
  }
  return black == white ? kEmpty : black ? kBlack : kWhite;
}

template <int kWords>
int LightBoard<kWords>::score() const {
  int sum = stones_;
  for (int w = 0; w < kWords; ++w)
    for (std::uint64_t rest = empty_[1 + w]; rest; rest &= rest - 1)
      sum += kSign[owner(static_cast<Point>(base_ + 64 * w + std::countr_zero(rest)))];
  return sum;
}

template <int kWords>
template <Color c>
[[gnu::noinline]] typename LightBoard<kWords>::Verdict LightBoard<kWords>::test(Index p) {
  const std::uint64_t here = free_[p];
  const std::array<Index, 4> ids = {id_[p - stride_], id_[p - 1], id_[p + 1], id_[p + stride_]};
  // Only the signs of these count: negative for yes.
  Index black = 0, white = 0, black_may = 0, white_may = 0;
  for (const Index id : ids) {
    const std::uint64_t bits = liberties(id);
    const Index last = -Index{2 * bits == 2 * record(id).count() * here};
    // A colour may play if it has a group here with another liberty, or if it takes the last
    // liberty of a group of the opponent.
    const Index may = (id ^ last) - last;
    black |= -id;
    white |= id;
    black_may |= -may;
    white_may |= may;
  }
  const Index whose = white < 0;  // the colour around, as an index, if it is only one
  const bool single = (black & white) >= 0;
  unsigned enemies = 0;  // at the corners, of the colour around
  for (const Index n : {p - stride_ - 1, p - stride_ + 1, p + stride_ - 1, p + stride_ + 1}) {
    const Index v = (id_[n] ^ -whose) + whose;
    enemies += static_cast<std::uint64_t>(v) >> 63;
  }
  const Index word = (p - base_) >> 6, shift = (p - base_) & 63;
  const unsigned fragile = fragile_[word] >> shift & 1;
  const bool eye = single & (enemies + fragile < 2);
  const bool shut = single & ((whose ? black_may : white_may) >= 0);
  closed_[whose][1 + word] |= std::uint64_t{eye} << shift;
  closed_[1 - whose][1 + word] |= std::uint64_t{shut} << shift;
  for (const Index id : ids) liberties(id) |= std::uint64_t{single} << 63;

  const bool mine = whose == c - 1;
  if (mine ? eye : shut) return Verdict::kClosed;
  return (c == kBlack ? black_may : white_may) < 0 ? Verdict::kPlayable : Verdict::kIllegal;
}

template <int kWords>
template <Color c>
inline typename LightBoard<kWords>::Index LightBoard<kWords>::choose(Rng& rng) {
  for (;;) {
    std::array<std::uint64_t, kWords> words;
    // A vector load of words that were just stored one by one would stall; hence `opaque`.
    for (int w = 0; w < kWords; ++w) words[w] = opaque(empty_[1 + w]) & ~closed_[c - 1][1 + w];
    if (ko_ != kPass) [[unlikely]] {
      const Index x = ko_ - base_;
      for (int w = 0; w < kWords; ++w) words[w] &= ~(std::uint64_t{w == x >> 6} << (x & 63));
    }
    std::array<unsigned, kWords> before;  // how many candidates in the words before
    unsigned count = 0;
    for (int w = 0; w < kWords; ++w) {
      before[w] = count;
      count += std::popcount(words[w]);
    }
    if (!count) [[unlikely]]
      return kPass;
    const unsigned k = rng.below(count);
    std::uint64_t word = words[0];
    unsigned skipped = 0;
    Index first = base_;
    for (int w = 1; w < kWords; ++w) {
      const std::uint64_t later = opaque(-std::uint64_t{k >= before[w]});
      word ^= (word ^ words[w]) & later;
      skipped ^= (skipped ^ before[w]) & static_cast<unsigned>(later);
      first += 64 & later;
    }
    const Index p = first + select_bit(word, k - skipped);
    if (free_around(p)) [[likely]]
      return p;
    const Verdict verdict = test<c>(p);
    if (verdict == Verdict::kPlayable) [[likely]]
      return p;
    if (verdict == Verdict::kIllegal) return choose_without<c>(rng, p);
  }
}

template <int kWords>
template <Color c>
[[gnu::noinline]] typename LightBoard<kWords>::Index LightBoard<kWords>::choose_without(Rng& rng,
                                                                                        Index p) {
  std::array<std::uint64_t, kWords> words;
  const auto drop = [&](Index q) {
    words[(q - base_) >> 6] &= ~(std::uint64_t{1} << ((q - base_) & 63));
  };
  for (int w = 0; w < kWords; ++w) words[w] = empty_[1 + w] & ~closed_[c - 1][1 + w];
  if (ko_ != kPass) drop(ko_);
  for (;;) {
    drop(p);
    unsigned count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
    if (!count) return kPass;
    unsigned k = rng.below(count);
    int w = 0;
    for (unsigned here; k >= (here = std::popcount(words[w])); ++w) k -= here;
    p = base_ + 64 * w + select_bit(words[w], k);
    if (free_around(p) || test<c>(p) == Verdict::kPlayable) return p;
  }
}

template <int kWords>
inline void LightBoard<kWords>::take(Index p) {
  const Index x = p - base_;
  empty_[1 + (x >> 6)] |= std::uint64_t{1} << (x & 63);
  open_around(kBlack, p, cross_);
  open_around(kWhite, p, cross_);
  id_[p] = 0;
  const std::uint64_t here = PseudoLiberties::of(p);
  free_[p] = here;
  liberties(id_[p - stride_]) += here;
  liberties(id_[p - 1]) += here;
  liberties(id_[p + 1]) += here;
  liberties(id_[p + stride_]) += here;
}

template <int kWords>
[[gnu::noinline]] int LightBoard<kWords>::remove(Index p) {
  int count = 0;
  Index s = p;
  do {
    const Index after = next_[s];
    take(s);
    s = after;
    ++count;
  } while (s != p);
  return count;
}

// Joins two groups of c and returns the name of both. The one with fewer liberties is renamed.
template <int kWords>
template <Color c>
inline typename LightBoard<kWords>::Index LightBoard<kWords>::join(Index a, Index b) {
  const PseudoLiberties of_a = record(kSign[c] * a), of_b = record(kSign[c] * b);
  const Index swap = (a ^ b) & opaque(-Index{of_a.count() < of_b.count()});
  const Index keep = a ^ swap, drop = b ^ swap;
  Index s = drop;
  do {
    id_[s] = static_cast<std::int16_t>(kSign[c] * keep);
    s = next_[s];
  } while (s != drop);
  std::swap(next_[keep], next_[drop]);
  constexpr std::uint64_t kWatched = PseudoLiberties::kWatched;
  liberties(kSign[c] * keep) =
      ((of_a.bits & ~kWatched) + (of_b.bits & ~kWatched)) | ((of_a.bits | of_b.bits) & kWatched);
  liberties(kSign[c] * drop) = kNobody;
  return keep;
}

// Which of four groups have no liberty left, or a single one and are watched; as bits.
template <int kWords>
inline unsigned LightBoard<kWords>::urgent(Index a, Index b, Index c, Index d) const {
#ifdef __AVX2__
  const auto load = [this](Index id) { return static_cast<long long>(liberties(id)); };
  const auto all = [](long long x) { return _mm256_set1_epi64x(x); };
  const __m256i bits = _mm256_set_m128i(_mm_insert_epi64(_mm_cvtsi64_si128(load(c)), load(d), 1),
                                        _mm_insert_epi64(_mm_cvtsi64_si128(load(a)), load(b), 1));
  const __m256i count = _mm256_and_si256(bits, all(0x3ff));
  const __m256i sum = _mm256_and_si256(_mm256_srli_epi64(bits, 10), all(0xfffff));
  // The bit of kWatched falls beyond the 32 bits that are multiplied.
  const __m256i squares = _mm256_srli_epi64(bits, 30);
  const __m256i one =
      _mm256_cmpeq_epi64(_mm256_mul_epu32(count, squares), _mm256_mul_epu32(sum, sum));
  const __m256i none = _mm256_cmpeq_epi64(_mm256_add_epi64(bits, bits), all(0));
  const __m256i hit = _mm256_or_si256(_mm256_and_si256(one, bits), none);
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(hit)));
#else
  unsigned hits = 0, bit = 1;
  for (const Index id : {a, b, c, d}) {
    const PseudoLiberties r = record(id);
    hits |= bit * (r.one_or_none() & ((r.bits >> 63) | r.none()));
    bit <<= 1;
  }
  return hits;
#endif
}

template <int kWords>
template <Color c>
inline void LightBoard<kWords>::play(Index p) {
  constexpr Color o = opponent(c);
  const Index north = p - stride_, west = p - 1, east = p + 1, south = p + stride_;
  const std::uint64_t around = free_around(p), here = free_[p];
  const Index x = p - base_;
  empty_[1 + (x >> 6)] &= ~(std::uint64_t{1} << (x & 63));
  free_[p] = 0;
  stones_ += kSign[c];
  ko_ = kPass;
  open_around(o, p, diagonals_);

  const Index in = id_[north], iw = id_[west], ie = id_[east], is = id_[south];
  liberties(in) -= here;
  liberties(iw) -= here;
  liberties(ie) -= here;
  liberties(is) -= here;
  liberties(0) = kNobody;

  // Own groups have positive names here. The stone joins the one with the greatest name, or
  // becomes a group of its own (`alone` is then all ones).
  const int vn = static_cast<int>(kSign[c] * in), vw = static_cast<int>(kSign[c] * iw),
            ve = static_cast<int>(kSign[c] * ie), vs = static_cast<int>(kSign[c] * is);
  const int top = std::max(std::max(vn, vw), std::max(ve, vs));
  const Index alone = (top - 1) >> 31;
  Index head = (top & ~alone) | (p & alone);
  const Index after = (next_[head] & ~alone) | (p & alone);
  next_[p] = static_cast<std::uint16_t>(after);
  next_[head] = static_cast<std::uint16_t>(p);
  std::uint64_t& own = liberties(kSign[c] * head);
  own = (own & ~static_cast<std::uint64_t>(alone)) + around;
  id_[p] = static_cast<std::int16_t>(kSign[c] * head);

  // Negative if another own group is beside the stone.
  const auto lesser = [](int v, int limit) { return (v - limit) & -v; };
  if ((lesser(vn, top) | lesser(vw, top) | lesser(ve, top) | lesser(vs, top)) < 0) [[unlikely]] {
    int limit = top;
    for (;;) {
      const auto below = [limit](int v) { return v & ((v - limit) >> 31); };
      limit = std::max(std::max(below(vn), below(vw)), std::max(below(ve), below(vs)));
      if (limit <= 0) break;
      head = join<c>(head, limit);
    }
  }

  if (unsigned hits = urgent(in, iw, ie, is)) [[unlikely]] {
    const std::array<Index, 4> beside = {north, west, east, south};
    int captured = 0;
    Index last = kPass;
    for (; hits; hits &= hits - 1) {
      const Index n = beside[std::countr_zero(hits)];
      if (kSign[c] * id_[n] >= 0) continue;
      const PseudoLiberties its = record(id_[n]);
      if (its.none()) {
        captured += remove(n);
        last = n;
      } else {
        open(c, its.last());
      }
    }
    const PseudoLiberties mine = record(kSign[c] * head);
    if (mine.one_or_none()) open(o, mine.last());
    stones_ += kSign[c] * captured;
    if ((captured == 1) & (around == 0) & (top <= 0)) ko_ = last;
  }
}

template <int kWords>
template <Color c>
bool LightBoard<kWords>::is_playable(Point p) {
  if (p == ko_ || !free_[p]) return false;
  const Index x = p - base_;
  if (closed_[c - 1][1 + (x >> 6)] >> (x & 63) & 1) return false;
  return free_around(p) || test<c>(p) == Verdict::kPlayable;
}

using AnyLightBoard = std::variant<LightBoard<2>, LightBoard<3>, LightBoard<6>, LightBoard<11>>;

// The smallest that holds the board, of at least `words`.
inline AnyLightBoard light_board(const Board& board, Color to_play, EyeRule eyes, int words = 0) {
  words = std::max(words, (board.geometry().stride * board.height() + 63) / 64);
  AnyLightBoard any;
  if (words > 6)
    any.emplace<LightBoard<11>>();
  else if (words > 3)
    any.emplace<LightBoard<6>>();
  else if (words > 2)
    any.emplace<LightBoard<3>>();
  std::visit([&](auto& light) { light.set(board, to_play, eyes); }, any);
  return any;
}

}  // namespace keima
