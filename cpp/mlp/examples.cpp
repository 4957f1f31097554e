#include "mlp/examples.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace keima {
namespace {

// A number for a point in a state, the same on every machine (splitmix).
std::uint64_t key_of(std::size_t point, std::uint8_t state) {
  std::uint64_t x = 0x9e3779b97f4a7c15 * (kPointStates * point + state + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

int checked(int side) {
  if (side < 1 || side > kMaxSide) throw std::invalid_argument("a side must be from 1 to 25");
  return side;
}

}  // namespace

Examples::Examples(int side)
    : side_(checked(side)),
      area_(static_cast<std::size_t>(side * side)),
      words_((area_ + kPerWord - 1) / kPerWord),
      symmetries_(side) {}

void Examples::add_game(const Board& start, Color first, std::span<const std::uint16_t> moves,
                        int last, int most_stones, const Examples* without) {
  Board board(start);
  const Geometry& g = board.geometry();
  if (g.width != side_ || g.height != side_ || (without && without->side_ != side_))
    throw std::invalid_argument("another size of board");
  std::array<std::uint8_t, kMaxArea> states;
  Color to_play = first;
  for (std::size_t i = 0; i < moves.size(); ++i, to_play = opponent(to_play)) {
    if (moves[i] > area_ || !board.is_legal(g.cell[moves[i]], to_play))
      throw std::invalid_argument("move " + std::to_string(i + 1) + " cannot be played");
    const int stones = g.area - static_cast<int>(board.empties().size());
    const bool early = i + static_cast<std::size_t>(last) < moves.size();
    if (early && moves[i] != area_ && stones < most_stones) {
      point_states(board, to_play, {states.data(), area_});
      add({states.data(), area_}, moves[i], without);
    }
    board.play(g.cell[moves[i]], to_play);
  }
}

void Examples::add(std::span<const std::uint8_t> states, int move, const Examples* without) {
  // Of the eight, the one with the smallest sum of keys stands for all; where several have it, the
  // position looks the same, and the first of the moves stands for all.
  std::uint64_t best = ~std::uint64_t{0};
  int turned = 0, chosen = 0;
  for (int s = 0; s < Symmetries::kCount; ++s) {
    const auto to = symmetries_.of(s);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < area_; ++i) sum += key_of(to[i], states[i]);
    const int there = to[static_cast<std::size_t>(move)];
    if (s == 0 || sum < best || (sum == best && there < turned)) {
      best = sum;
      turned = there;
      chosen = s;
    }
  }
  if (without && without->known_.contains(best)) return;
  const auto next = static_cast<std::uint32_t>(moves_.size());
  const auto [place, is_new] = known_.try_emplace(best, next);
  if (!is_new) return count(place->second, static_cast<std::uint16_t>(turned));
  moves_.push_back(static_cast<std::uint16_t>(turned));
  packed_.resize(packed_.size() + words_);
  std::uint64_t* words = &packed_[next * words_];
  const auto to = symmetries_.of(chosen);
  for (std::size_t i = 0; i < area_; ++i)
    words[to[i] / kPerWord] |= std::uint64_t{states[i]} << kStateBits * (to[i] % kPerWord);
}

void Examples::count(std::uint32_t example, std::uint16_t move) {
  Counts& counts = counts_[example];
  if (counts.empty()) counts.emplace_back(moves_[example], 1);
  auto found =
      std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.first == move; });
  if (found == counts.end()) found = counts.insert(found, {move, 0});
  ++found->second;
  // The first of those that were played as often.
  moves_[example] =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->first;
}

int Examples::get(std::size_t example, int symmetry, std::span<std::uint8_t> states) const {
  const std::uint64_t* words = &packed_[example * words_];
  const auto to = symmetries_.of(symmetry);
  for (std::size_t w = 0, i = 0; w < words_; ++w)
    for (std::uint64_t rest = words[w], k = 0; k < kPerWord && i < area_;
         ++k, ++i, rest >>= kStateBits)
      states[to[i]] = rest & (kPointStates - 1);
  return to[moves_[example]];
}

}  // namespace keima
