// The trained network of Ferreira 2016 (3.4.4): three input maps, one hidden map, one output map, a
// unit connected with the units of the map before it up to a distance. No biases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mlp/lanes.h"
#include "mlp/states.h"
#include "playout/rng.h"

namespace keima {

class Perceptron {
 public:
  // Where a thread computes.
  struct Room {
    std::vector<Lanes> hidden, output, hidden_error, output_error;
  };

  // With all weights 0. Throws std::invalid_argument unless 1 <= side <= 25 and 0 <= distance <=
  // 2 (side - 1).
  Perceptron(int side, int distance);

  int side() const { return side_; }
  int area() const { return side_ * side_; }
  int distance() const { return distance_; }

  // All weights: first those to the hidden map, by input point, then hidden point, then bit; after
  // them those to the output map, by hidden point, then output point.
  std::size_t weight_count() const { return weight_count_; }
  std::vector<float> weights() const;
  // Throws std::invalid_argument for another number of them, or for what is no number.
  void set_weights(std::span<const float> weights);

  // Uniform in [-2.4 / n, 2.4 / n] without [-0.001, 0.001], n being the inputs of the unit.
  void randomize(std::uint64_t seed);

  // The output for each point. States and outputs are `area` numbers.
  void evaluate(std::span<const std::uint8_t> states, std::span<float> outputs, Room& room) const;
  // One step of back-propagation: the target is +1 at `move` and -1 elsewhere.
  void learn(std::span<const std::uint8_t> states, int move, float rate, Room& room);

 private:
  // The connections of a unit with a row of the next map: whole blocks of eight, some of them with
  // weights that are no connections and always 0.
  struct Run {
    std::uint16_t target;  // block of the next map
    std::uint16_t blocks;
    std::uint32_t first;  // block among the weights
  };

  std::span<const Run> runs(std::size_t unit) const {
    return {runs_.data() + starts_[unit], runs_.data() + starts_[unit + 1]};
  }
  void forward(std::span<const std::uint8_t> states, Room& room) const;
  void make_room(Room& room) const;
  std::size_t slot(int i) const {  // of a point among the numbers of a map
    return static_cast<std::size_t>(i / side_ * stride_ + i % side_);
  }
  // Calls f(weight, source, target, layer) for all, in the order of weights().
  template <class Self, class F>
  static void each_weight(Self& self, F f);

  int side_, distance_, stride_;
  std::size_t weight_count_ = 0;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint8_t> masks_;    // by block: which of its lanes are connections
  std::vector<Lanes> first_, second_;  // weights to the hidden map, three blocks each, and output
};

}  // namespace keima
