#include "mlp/perceptron.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace keima {
namespace {

constexpr int kMaskCount = kLanes * (kLanes + 1);

// 1 in the lanes from `low` up to `high`, 0 elsewhere, by kLanes * high + low.
const std::array<Lanes, kMaskCount> kMasks = [] {
  std::array<Lanes, kMaskCount> all{};
  for (int high = 0; high <= kLanes; ++high)
    for (int low = 0; low < high; ++low)
      for (int lane = low; lane < high; ++lane)
        all[static_cast<std::size_t>(kLanes * high + low)][lane] = 1;
  return all;
}();

float* numbers(std::vector<Lanes>& map) { return reinterpret_cast<float*>(map.data()); }
const float* numbers(const std::vector<Lanes>& map) {
  return reinterpret_cast<const float*>(map.data());
}

}  // namespace

Perceptron::Perceptron(int side, int distance) : side_(side), distance_(distance) {
  if (side < 1 || side > kMaxSide) throw std::invalid_argument("a side must be from 1 to 25");
  if (distance < 0 || distance > 2 * (side - 1))
    throw std::invalid_argument("the distance must be from 0 to twice the side less 1");
  stride_ = (side + kLanes - 1) / kLanes * kLanes;
  std::uint32_t blocks = 0;
  for (int i = 0; i < area(); ++i) {
    const int row = i / side, column = i % side;
    starts_.push_back(static_cast<std::uint32_t>(runs_.size()));
    for (int r = std::max(0, row - distance); r <= std::min(side - 1, row + distance); ++r) {
      const int reach = distance - std::abs(r - row);
      const int low = std::max(0, column - reach), high = std::min(side, column + reach + 1);
      const int from = low / kLanes, until = (high + kLanes - 1) / kLanes;
      runs_.push_back({static_cast<std::uint16_t>(r * stride_ / kLanes + from),
                       static_cast<std::uint16_t>(until - from), blocks});
      for (int b = from; b < until; ++b) {
        const int l = std::max(low - b * kLanes, 0), h = std::min(high - b * kLanes, kLanes);
        masks_.push_back(static_cast<std::uint8_t>(kLanes * h + l));
      }
      blocks += static_cast<std::uint32_t>(until - from);
      weight_count_ += static_cast<std::size_t>((kStateBits + 1) * (high - low));
    }
  }
  starts_.push_back(static_cast<std::uint32_t>(runs_.size()));
  first_.assign(std::size_t{kStateBits} * blocks, Lanes{});
  second_.assign(blocks, Lanes{});
}

template <class Self, class F>
void Perceptron::each_weight(Self& self, F f) {
  const int area = self.area();
  for (int layer = 0; layer < 2; ++layer) {
    auto* all = numbers(layer == 0 ? self.first_ : self.second_);
    const std::size_t bits = layer == 0 ? kStateBits : 1;
    for (int i = 0; i < area; ++i)
      for (const Run& run : self.runs(static_cast<std::size_t>(i)))
        for (std::size_t b = 0; b < run.blocks; ++b)
          for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::size_t block = run.first + b;
            if (kMasks[self.masks_[block]][lane] == 0) continue;
            const int target = static_cast<int>((run.target + b) * kLanes + lane);
            const int point = target / self.stride_ * self.side_ + target % self.stride_;
            for (std::size_t bit = 0; bit < bits; ++bit)
              f(all[(block * bits + bit) * kLanes + lane], point, layer);
          }
  }
}

std::vector<float> Perceptron::weights() const {
  std::vector<float> all;
  all.reserve(weight_count_);
  each_weight(*this, [&](const float& w, int, int) { all.push_back(w); });
  return all;
}

void Perceptron::set_weights(std::span<const float> weights) {
  if (weights.size() != weight_count_)
    throw std::invalid_argument("expected " + std::to_string(weight_count_) + " weights, got " +
                                std::to_string(weights.size()));
  if (!std::all_of(weights.begin(), weights.end(), [](float w) { return std::isfinite(w); }))
    throw std::invalid_argument("a weight is not a number");
  auto next = weights.begin();
  each_weight(*this, [&](float& w, int, int) { w = *next++; });
}

void Perceptron::randomize(std::uint64_t seed) {
  // Connections go both ways: a unit has as many inputs of a map as it has targets.
  std::vector<int> inputs(static_cast<std::size_t>(area()));
  each_weight(*this, [&](float&, int target, int layer) {
    inputs[static_cast<std::size_t>(target)] += layer;
  });
  Rng rng(seed);
  each_weight(*this, [&](float& w, int target, int layer) {
    const int n = inputs[static_cast<std::size_t>(target)] * (layer == 0 ? kStateBits : 1);
    const double most = 2.4 / n;
    do {
      const double unit = static_cast<double>(rng.next() >> 11) * 0x1p-53;
      w = static_cast<float>((2 * unit - 1) * most);
    } while (std::abs(w) <= 0.001f);
  });
}

void Perceptron::make_room(Room& room) const {
  const auto blocks = static_cast<std::size_t>(side_ * stride_ / kLanes);
  for (auto* map : {&room.hidden, &room.output, &room.hidden_error, &room.output_error})
    map->resize(blocks);
  std::fill(room.hidden.begin(), room.hidden.end(), Lanes{});
  std::fill(room.output.begin(), room.output.end(), Lanes{});
}

void Perceptron::forward(std::span<const std::uint8_t> states, Room& room) const {
  make_room(room);
  const auto units = static_cast<std::size_t>(area());
  for (std::size_t i = 0; i < units; ++i) {
    const float a = input_level(states[i], 0), b = input_level(states[i], 1),
                c = input_level(states[i], 2);
    for (const Run& run : runs(i)) {
      Lanes* to = &room.hidden[run.target];
      const Lanes* w = &first_[std::size_t{kStateBits} * run.first];
      for (int k = 0; k < run.blocks; ++k, w += kStateBits)
        to[k] += (a * w[0] + b * w[1]) + c * w[2];
    }
  }
  for (Lanes& x : room.hidden) activate(x);
  const float* hidden = numbers(room.hidden);
  for (std::size_t i = 0; i < units; ++i) {
    const float a = hidden[slot(static_cast<int>(i))];
    for (const Run& run : runs(i)) {
      Lanes* to = &room.output[run.target];
      const Lanes* w = &second_[run.first];
      for (int k = 0; k < run.blocks; ++k) to[k] += a * w[k];
    }
  }
  for (Lanes& x : room.output) activate(x);
}

void Perceptron::evaluate(std::span<const std::uint8_t> states, std::span<float> outputs,
                          Room& room) const {
  forward(states, room);
  const float* output = numbers(room.output);
  for (int i = 0; i < area(); ++i) outputs[static_cast<std::size_t>(i)] = output[slot(i)];
}

void Perceptron::learn(std::span<const std::uint8_t> states, int move, float rate, Room& room) {
  forward(states, room);
  const auto units = static_cast<std::size_t>(area());
  // Beyond the edge, where rows are filled up, nothing is wrong.
  std::fill(room.hidden_error.begin(), room.hidden_error.end(), Lanes{});
  std::fill(room.output_error.begin(), room.output_error.end(), Lanes{});
  const float *hidden = numbers(room.hidden), *output = numbers(room.output);
  float *hidden_error = numbers(room.hidden_error), *output_error = numbers(room.output_error);
  for (int i = 0; i < area(); ++i) {
    const float y = output[slot(i)];
    output_error[slot(i)] = rate * ((i == move ? 1.0f : -1.0f) - y) * slope_at(y);
  }
  // All errors carry the rate from here on.
  for (std::size_t i = 0; i < units; ++i) {
    const std::size_t at = slot(static_cast<int>(i));
    const float y = hidden[at];
    Lanes sum{};
    for (const Run& run : runs(i)) {
      const Lanes* error = &room.output_error[run.target];
      const std::uint8_t* mask = &masks_[run.first];
      Lanes* w = &second_[run.first];
      for (int k = 0; k < run.blocks; ++k) {
        sum += w[k] * error[k];
        w[k] += y * (error[k] * kMasks[mask[k]]);
      }
    }
    hidden_error[at] = sum_of(sum) * slope_at(y);
  }
  for (std::size_t i = 0; i < units; ++i) {
    const float a = input_level(states[i], 0), b = input_level(states[i], 1),
                c = input_level(states[i], 2);
    for (const Run& run : runs(i)) {
      const Lanes* error = &room.hidden_error[run.target];
      const std::uint8_t* mask = &masks_[run.first];
      Lanes* w = &first_[std::size_t{kStateBits} * run.first];
      for (int k = 0; k < run.blocks; ++k, w += kStateBits) {
        const Lanes step = error[k] * kMasks[mask[k]];
        w[0] += a * step;
        w[1] += b * step;
        w[2] += c * step;
      }
    }
  }
}

}  // namespace keima
