#include "features/local_pairs.h"

#include "playout/rng.h"

namespace keima {

LocalPairs::LocalPairs(LocalShape shape) : shape_(shape), length_(0) {
  if (!shape.valid()) throw std::invalid_argument("regions reach from 2 to 5 points far");
  length_ = local_length(shape);
}

void LocalPairs::add_game(const Board& board, Color first, std::span<const std::uint16_t> moves,
                          int most, std::uint64_t seed) {
  Rng rng(seed);
  const auto count = static_cast<std::uint32_t>(moves.size());
  std::vector<Point> near;
  each_move(board, first, moves, [&](const Board& b, Color c, Point last, Point played) {
    if (most > 0 && rng.below(count) >= static_cast<std::uint32_t>(most)) return;
    near.clear();
    for (const Point p : b.empties())
      if (p != played && is_near(b, p, played) && b.is_legal(p, c)) near.push_back(p);
    if (near.empty()) return;
    const Point other = near[rng.below(static_cast<std::uint32_t>(near.size()))];
    const LocalFeatures features(b, c, last, shape_);
    const std::size_t at = played_.size(), length = static_cast<std::size_t>(length_);
    played_.resize(at + length);
    others_.resize(at + length);
    features.describe(played, &played_[at]);
    features.describe(other, &others_[at]);
  });
}

}  // namespace keima
