#include "playout/move_weights.h"

#include <algorithm>
#include <cmath>

#include "playout/power.h"

namespace keima {

TeamWeights::TeamWeights(const Gammas& gammas, double exponent) : shapes_(Shapes::get()) {
  const auto whole = [&](double gamma) {
    const double units = power(gamma, exponent) * kUnit;
    return static_cast<std::uint32_t>(std::clamp(std::round(units), 1.0, double{kMost}));
  };
  for (int shape = 0; shape < shapes_.count(); ++shape)
    for (unsigned set = 0; set < kSets; ++set)
      teams_.push_back(whole(gammas.team(shape, set << kSelfAtari)));
  near_ = {whole(gammas.feature(kNearSmall)), whole(gammas.feature(kNearLarge))};
}

void MoveWeights::start(const Board& board) {
  const Geometry& g = board.geometry();
  if (geometry_ != &g) {
    geometry_ = &g;
    stride_ = g.stride;
    words_ = g.cells / 64 + 1;
    for (int p = 0; p < g.cells; ++p) row_[p] = static_cast<std::uint8_t>(p / stride_);
  }
  std::fill_n(changed_.begin(), words_, 0);
  for (Side& side : sides_) {
    side.total = 0;
    side.rows.fill(0);
    std::fill_n(side.weight.begin(), g.cells, 0);
    std::fill_n(side.stale.begin(), words_, 0);
  }
  for (const Point p : board.empties()) mark(p);
}

// What a move changes: the shapes around it and around what it takes, and the tactics of the
// liberties of every group that has at most two liberties before or after. More than two are safe
// and not in atari, however many.
void MoveWeights::before(const Board& b, Point p, Color c) {
  if (p == kPass) return;
  const Color o = opponent(c);
  mark(p);
  mark_around(p);
  each_neighbour(b, p, with_liberties(b, p, adjacent(b, p, c), 1, 2),
                 [&](Point n) { mark_liberties(b, n); });
  each_neighbour(b, p, with_liberties(b, p, adjacent(b, p, o), 1, 1), [&](Point n) {
    Point s = n;
    do {
      mark_around(s);
      each_neighbour(b, s, with_liberties(b, s, adjacent(b, s, c), 1, 2),
                     [&](Point own) { mark_liberties(b, own); });
      s = b.next(s);
    } while (s != n);
  });
}

void MoveWeights::after(const Board& b, Point p, Color c) {
  if (p == kPass || b.at(p) != c) return;
  if (b.liberties(p) <= 2) mark_liberties(b, p);
  each_neighbour(b, p, with_liberties(b, p, adjacent(b, p, opponent(c)), 1, 2),
                 [&](Point n) { mark_liberties(b, n); });
}

Point MoveWeights::draw(Color c, Rng& rng) const {
  __extension__ using Wide = unsigned __int128;
  const Side& side = sides_[c - 1];
  auto rest = static_cast<std::uint64_t>(Wide{rng.next()} * side.total >> 64);
  int row = 1;
  while (rest >= side.rows[row]) rest -= side.rows[row++];
  int p = row * stride_ + 1;
  while (rest >= side.weight[p]) rest -= side.weight[p++];
  return static_cast<Point>(p);
}

}  // namespace keima
