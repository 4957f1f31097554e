// The weights of all moves of both colours by a trained model, kept up to date move by move: only
// what a move can have changed is looked at again.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "board/board.h"
#include "playout/gammas.h"
#include "playout/rng.h"

namespace keima {

// The model in whole numbers, whose sums are exact: the empty neighbourhood's gamma is kUnit. No
// weight is 0 or above kMost.
class TeamWeights {
 public:
  static constexpr std::uint32_t kUnit = 1 << 12, kMost = 1 << 24;

  // All gammas are raised to `exponent`.
  TeamWeights(const Gammas& gammas, double exponent);

  // Of a move at an empty point, leaving out the last move; 0 if it is never chosen.
  std::uint32_t of(const Board& b, Point p, Color c) const {
    const int tactics = tactics_of(b, p, c);
    if (tactics < 0) return 0;
    return teams_[static_cast<unsigned>(shapes_.number(b.code(p), c)) * kSets +
                  (static_cast<unsigned>(tactics) >> kSelfAtari)];
  }
  // The weight of a move beside the last one.
  std::uint32_t near(const Board& b, std::uint32_t weight) const {
    const std::uint64_t more = weight * near_[b.area() > 11 * 11] / kUnit;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(more, 1, kMost));
  }

 private:
  static constexpr unsigned kSets =
      kFeatureSets >> kSelfAtari;  // those of the last move come first

  const Shapes& shapes_;
  std::vector<std::uint32_t> teams_;
  std::array<std::uint64_t, 2> near_;
};

// For each move: before(), Board::play, after(). Then refresh<c>() before c's weights are read. A
// pass changes nothing. The ko is the caller's to respect.
class MoveWeights {
 public:
  void start(const Board& board);
  void before(const Board& board, Point p, Color c);
  void after(const Board& board, Point p, Color c);
  template <Color c>
  void refresh(const Board& board, const TeamWeights& teams);

  std::uint32_t at(Point p, Color c) const { return sides_[c - 1].weight[p]; }
  std::uint64_t total(Color c) const { return sides_[c - 1].total; }
  // Until the point is looked at again.
  void set(Point p, Color c, std::uint32_t weight) {
    Side& side = sides_[c - 1];
    const std::uint64_t more = std::uint64_t{weight} - side.weight[p];  // may wrap, and back
    side.rows[row_[p]] += more;
    side.total += more;
    side.weight[p] = weight;
  }
  // Look at the point again when c's weights are read next.
  void mark(Point p, Color c) { sides_[c - 1].stale[p >> 6] |= std::uint64_t{1} << (p & 63); }

  // By weight; the total must not be 0.
  Point draw(Color c, Rng& rng) const;

 private:
  static constexpr int kWords = kMaxCells / 64 + 1;
  using Set = std::array<std::uint64_t, kWords>;
  struct Side {
    std::uint64_t total;
    std::array<std::uint64_t, kMaxSide + 3> rows;  // walls too
    std::array<std::uint32_t, kMaxCells> weight;
    Set stale;
  };

  void mark(Point p) { changed_[p >> 6] |= std::uint64_t{1} << (p & 63); }
  void mark_three(int first);
  void mark_around(Point p) {
    for (int row = -stride_; row <= stride_; row += stride_) mark_three(p + row - 1);
  }
  void mark_liberties(const Board& board, Point stone) {
    board.each_liberty(stone, [&](Point p) { mark(p); });
  }

  const Geometry* geometry_ = nullptr;
  int stride_ = 0, words_ = 0;
  Set changed_;  // for both colours, since the last refresh
  std::array<Side, 2> sides_;
  std::array<std::uint8_t, kMaxCells> row_;
};

inline void MoveWeights::mark_three(int first) {
  const int shift = first & 63;
  changed_[first >> 6] |= std::uint64_t{7} << shift;
  if (shift > 61) changed_[(first >> 6) + 1] |= std::uint64_t{7} >> (64 - shift);
}

template <Color c>
void MoveWeights::refresh(const Board& board, const TeamWeights& teams) {
  Side& own = sides_[c - 1];
  Side& other = sides_[2 - c];
  for (int w = 0; w < words_; ++w) {
    std::uint64_t stale = own.stale[w] | changed_[w];
    other.stale[w] |= changed_[w];
    own.stale[w] = changed_[w] = 0;
    for (; stale; stale &= stale - 1) {
      const auto p = static_cast<Point>(64 * w + std::countr_zero(stale));
      set(p, c, board.at(p) == kEmpty ? teams.of(board, p, c) : 0);
    }
  }
}

}  // namespace keima
