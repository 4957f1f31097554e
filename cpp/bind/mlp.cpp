#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "bind/arrays.h"
#include "bind/bind.h"
#include "mlp/examples.h"
#include "mlp/judging.h"
#include "mlp/perceptron.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using States = std::array<std::uint8_t, kMaxArea>;

std::vector<int> states_of(const Board& board, int to_play) {
  States states;
  const auto area = static_cast<std::size_t>(board.area());
  point_states(board, color_from(to_play), {states.data(), area});
  return {states.begin(), states.begin() + board.area()};
}

void check_size(const Perceptron& net, int width, int height) {
  if (net.side() != width || net.side() != height)
    throw std::invalid_argument("the network is for another size of board");
}

// Numbers of examples, times eight, plus the symmetry.
void check_numbers(const Examples& examples, const Numbers& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers.data()[i] / Symmetries::kCount >= examples.size())
      throw std::out_of_range("there is no example of that number");
}

nb::ndarray<nb::numpy, float> outputs_of(const Perceptron& net, const Board& board, int to_play) {
  check_size(net, board.width(), board.height());
  States states;
  const auto area = static_cast<std::size_t>(board.area());
  point_states(board, color_from(to_play), {states.data(), area});
  std::vector<float> outputs(area);
  Perceptron::Room room;
  net.evaluate({states.data(), area}, outputs, room);
  return array_of(std::move(outputs));
}

void learn(Perceptron& net, const Examples& examples, const Numbers& numbers, float rate) {
  check_size(net, examples.side(), examples.side());
  check_numbers(examples, numbers);
  if (!std::isfinite(rate)) throw std::invalid_argument("the rate must be a number");
  const nb::gil_scoped_release unlocked;
  States states;
  const std::span<std::uint8_t> all{states.data(), static_cast<std::size_t>(net.area())};
  Perceptron::Room room;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint32_t number = numbers.data()[i];
    const int move = examples.get(number / Symmetries::kCount, number % Symmetries::kCount, all);
    net.learn(all, move, rate, room);
  }
}

// Rows of three: the rank among all points, among those that may be played, and how many these are.
nb::ndarray<nb::numpy, float> ranks(const Perceptron& net, const Examples& examples,
                                    const Numbers& numbers) {
  check_size(net, examples.side(), examples.side());
  check_numbers(examples, numbers);
  std::vector<float> rows;
  {
    const nb::gil_scoped_release unlocked;
    States states;
    const std::span<std::uint8_t> all{states.data(), static_cast<std::size_t>(net.area())};
    std::vector<float> outputs(all.size());
    Perceptron::Room room;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::uint32_t number = numbers.data()[i];
      const int move = examples.get(number / Symmetries::kCount, number % Symmetries::kCount, all);
      net.evaluate(all, outputs, room);
      const Rank rank = rank_of(all, outputs, move);
      rows.insert(rows.end(), {rank.among_all, rank.among_legal, static_cast<float>(rank.legal)});
    }
  }
  return rows_of(std::move(rows), 3);
}

}  // namespace

void bind_mlp(nb::module_& m) {
  m.def("point_states", &states_of, "board"_a, "to_play"_a);
  m.def("state_bits", [] { return std::vector<int>(kBitsOfState.begin(), kBitsOfState.end()); });

  nb::class_<Perceptron>(m, "Perceptron")
      .def(nb::init<int, int>(), "side"_a, "distance"_a)
      .def_prop_ro("side", &Perceptron::side)
      .def_prop_ro("distance", &Perceptron::distance)
      .def("__len__", &Perceptron::weight_count)
      .def_prop_ro(
          "weights", [](const Perceptron& net) { return array_of(net.weights()); },
          nb::rv_policy::move)
      .def(
          "set_weights",
          [](Perceptron& net, const Floats& weights) {
            net.set_weights({weights.data(), weights.size()});
          },
          "weights"_a)
      .def("randomize", &Perceptron::randomize, "seed"_a)
      .def("outputs", &outputs_of, "board"_a, "to_play"_a)
      .def("learn", &learn, "examples"_a, "numbers"_a, "rate"_a)
      .def("ranks", &ranks, "examples"_a, "numbers"_a);

  nb::class_<Examples>(m, "Examples")
      .def(nb::init<int>(), "side"_a)
      .def_prop_ro("side", &Examples::side)
      .def("__len__", &Examples::size)
      .def(
          "add_game",
          [](Examples& all, const Board& board, int first, const std::vector<std::uint16_t>& moves,
             int last, int most_stones, const Examples* without) {
            const Color color = color_from(first);
            all.add_game(board, color, moves,
                         static_cast<int>(count_from("last", last, 0, 1 << 20)), most_stones,
                         without);
          },
          "board"_a, "first"_a, "moves"_a, nb::kw_only(), "last"_a, "most_stones"_a,
          "without"_a.none() = nb::none())
      .def(
          "get",
          [](const Examples& all, std::size_t example, int symmetry) {
            if (example >= all.size()) throw std::out_of_range("there is no such example");
            const auto s = static_cast<int>(count_from("symmetry", symmetry, 0, 7));
            States states;
            const auto area = static_cast<std::size_t>(all.side() * all.side());
            const int move = all.get(example, s, {states.data(), area});
            return std::tuple(std::vector<int>(states.begin(), states.begin() + area), move);
          },
          "example"_a, "symmetry"_a = 0);
}

}  // namespace keima
