#include "mlp/sane.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "mlp/judging.h"
#include "rules/area.h"

namespace keima {
namespace {

// Of two bits: own, the opponent's, forbidden, playable.
constexpr std::array<std::uint8_t, 4> kTwoBits = {0b00, 0b01, 0b11, 0b10};

float level(std::uint8_t state, std::size_t bit, std::size_t bits) {
  if (bits == kStateBits) return input_level(state, static_cast<int>(bit));
  return kTwoBits[std::min<std::size_t>(state, kOneLiberty)] >> bit & 1 ? 1.0f : -1.0f;
}

}  // namespace

SaneNetwork::SaneNetwork(int side, int bits, std::span<const std::uint16_t> inputs,
                         std::span<const std::uint16_t> outputs, std::span<const float> weights)
    : side_(side), bits_(static_cast<std::size_t>(bits)), count_(inputs.size() / kInputs) {
  if (side < 1 || side > kMaxSide) throw std::invalid_argument("a side must be from 1 to 25");
  if (bits != 2 && bits != kStateBits) throw std::invalid_argument("expected two or three bits");
  if (inputs.size() != count_ * kInputs || outputs.size() != count_ * kOutputs ||
      weights.size() != count_ * kWeights)
    throw std::invalid_argument("expected 8 inputs, 6 outputs and 14 weights of each node");
  const auto area = static_cast<std::size_t>(side * side);
  const auto within = [](std::size_t most) { return [most](std::uint16_t i) { return i < most; }; };
  if (!std::all_of(inputs.begin(), inputs.end(), within(bits_ * area)) ||
      !std::all_of(outputs.begin(), outputs.end(), within(area)))
    throw std::invalid_argument("a connection with nothing");
  if (!std::all_of(weights.begin(), weights.end(), [](float w) { return std::isfinite(w); }))
    throw std::invalid_argument("a weight is not a number");
  // Nodes that fill up the last block have weights of 0.
  blocks_ = (count_ + kLanes - 1) / kLanes;
  weights_.assign(blocks_ * kWeights, Lanes{});
  inputs_.assign(blocks_ * kInputs * kLanes, 0);
  outputs_.assign(blocks_ * kOutputs * kLanes, 0);
  for (std::size_t n = 0; n < count_; ++n) {
    const std::size_t block = n / kLanes, lane = n % kLanes;
    for (std::size_t k = 0; k < kWeights; ++k)
      weights_[block * kWeights + k][lane] = weights[n * kWeights + k];
    for (std::size_t k = 0; k < kInputs; ++k)
      inputs_[(block * kInputs + k) * kLanes + lane] = inputs[n * kInputs + k];
    for (std::size_t k = 0; k < kOutputs; ++k)
      outputs_[(block * kOutputs + k) * kLanes + lane] = outputs[n * kOutputs + k];
  }
}

void SaneNetwork::evaluate(std::span<const std::uint8_t> states, std::span<float> outputs) const {
  const auto area = static_cast<std::size_t>(side_ * side_);
  std::array<float, kStateBits * kMaxArea> levels;
  for (std::size_t i = 0; i < area; ++i)
    for (std::size_t bit = 0; bit < bits_; ++bit)
      levels[i * bits_ + bit] = level(states[i], bit, bits_);
  std::array<Lanes, (kMaxArea + kLanes - 1) / kLanes> sums{};
  auto* sum = reinterpret_cast<float*>(sums.data());
  for (std::size_t block = 0; block < blocks_; ++block) {
    const Lanes* w = &weights_[block * kWeights];
    const std::uint16_t* from = &inputs_[block * kInputs * kLanes];
    const std::uint16_t* to = &outputs_[block * kOutputs * kLanes];
    Lanes x{};
    for (std::size_t k = 0; k < kInputs; ++k, from += kLanes) {
      Lanes given;
      for (std::size_t lane = 0; lane < kLanes; ++lane) given[lane] = levels[from[lane]];
      x += w[k] * given;
    }
    activate(x);
    for (std::size_t k = 0; k < kOutputs; ++k, to += kLanes) {
      const Lanes part = w[kInputs + k] * x;
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[to[lane]] += part[lane];
    }
  }
  for (Lanes& x : sums) activate(x);
  std::copy_n(sum, area, outputs.begin());
}

Point network_move(const SaneNetwork& net, const History& game, Color to_play, float cutoff) {
  const Board& board = game.board();
  const Geometry& g = board.geometry();
  const auto area = static_cast<std::size_t>(g.area);
  std::array<std::uint8_t, kMaxArea> states;
  std::array<float, kMaxArea> outputs;
  point_states(board, to_play, {states.data(), area});
  net.evaluate({states.data(), area}, {outputs.data(), area});
  std::array<std::pair<float, std::uint16_t>, kMaxArea> order;
  std::size_t count = 0;
  for (std::size_t i = 0; i < area; ++i)
    if (is_playable(states[i]) && outputs[i] >= cutoff)
      order[count++] = {distance_to_target(outputs[i]), static_cast<std::uint16_t>(i)};
  // The nearest is nearly always legal: only a repetition is not.
  for (std::size_t first = 0; first < count; ++first) {
    std::iter_swap(&order[first], std::min_element(&order[first], order.data() + count));
    const Point p = g.cell[order[first].second];
    if (game.is_legal(p, to_play)) return p;
  }
  return kPass;
}

Point random_move(const History& game, Color to_play, Rng& rng) {
  const Board& board = game.board();
  const Geometry& g = board.geometry();
  const auto is_corner = [&](Point p) {
    const int x = g.index[p] % g.width, y = g.index[p] / g.width;
    return (x == 0 || x == g.width - 1) && (y == 0 || y == g.height - 1);
  };
  std::array<Point, kMaxArea> moves;
  for (const bool corners : {false, true}) {
    std::uint32_t count = 0;
    for (const Point p : board.empties())
      if (is_corner(p) == corners && board.is_legal(p, to_play) && !board.is_eye(p, to_play))
        moves[count++] = p;
    while (count) {
      Point& chosen = moves[rng.below(count)];
      if (game.is_legal(chosen, to_play)) return chosen;
      chosen = moves[--count];
    }
  }
  return kPass;
}

SaneResult play_sane_game(int side, const SaneNetwork* black, const SaneNetwork* white,
                          const SaneRules& rules, std::uint64_t seed) {
  for (const SaneNetwork* net : {black, white})
    if (net && net->side() != side)
      throw std::invalid_argument("the network is for another size of board");
  Rng rng(seed);
  History game(Board(side, side), kBlack, Rules{Ko::kPositional});
  SaneResult result;
  for (; !game.is_over(); ++result.moves) {
    if (result.moves >= rules.most_moves) {
      result.too_long = true;
      return result;
    }
    const Color c = game.to_play();
    const SaneNetwork* net = c == kBlack ? black : white;
    game.play(net ? network_move(*net, game, c, rules.cutoff) : random_move(game, c, rng), c);
  }
  const double margin = count_area(game.board()) - rules.komi;
  result.winner = margin > 0 ? kBlack : margin < 0 ? kWhite : kEmpty;
  return result;
}

}  // namespace keima
