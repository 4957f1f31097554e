#include "features/move_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace keima {

float power_of_two(int x) {
  // Roots and products are rounded alike everywhere, as logarithms and powers are not.
  static const std::array<double, 256> fractions = [] {
    std::array<double, 256> made;
    double step = 2;
    for (int i = 0; i < 8; ++i) step = std::sqrt(step);
    made[0] = 1;
    for (int i = 1; i < 256; ++i) made[i] = made[i - 1] * step;
    return made;
  }();
  return static_cast<float>(std::ldexp(fractions[x & 255], x >> 8));
}

MoveModel::MoveModel(std::span<const std::uint32_t> codes, std::span<const std::int16_t> weights) {
  if (codes.size() != weights.size() || codes.size() > (1u << 24))
    throw std::invalid_argument("expected one weight for each code, and at most 2^24 of them");
  table_.resize(std::bit_ceil(2 * codes.size() + 2));
  mask_ = static_cast<std::uint32_t>(table_.size() - 1);
  for (std::size_t k = 0; k < codes.size(); ++k) {
    std::uint32_t i = codes[k] & mask_;
    for (; table_[i].weight != kFree; i = (i + 1) & mask_)
      if (table_[i].code == codes[k]) throw std::invalid_argument("a code has two weights");
    table_[i] = {codes[k], weights[k]};
  }
}

void MoveModel::predict(const Board& board, Color to_play, Point last, Point before,
                        std::span<const Point> moves, std::vector<float>& probabilities) const {
  const MoveFeatures features(board, to_play, last, before);
  thread_local std::vector<int> sums;
  sums.clear();
  int most = -(1 << 30);
  for (const Point p : moves) {
    int sum = 0;
    features.each(p, [&](std::uint32_t code) {
      const Entry* entry = find(code);
      if (entry) sum += entry->weight;
      return entry != nullptr;
    });
    sums.push_back(sum);
    most = std::max(most, sum);
  }
  probabilities.resize(moves.size());
  float total = 0;
  for (std::size_t i = 0; i < sums.size(); ++i)
    total += probabilities[i] = power_of_two(std::max(sums[i] - most, -100 * 256));
  for (float& p : probabilities) p /= total;
}

}  // namespace keima
