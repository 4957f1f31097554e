#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "bind/arrays.h"
#include "bind/bind.h"
#include "nets/samples.h"
#include "nets/shallow.h"
#include "playout/patterns.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Signs = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Points = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using States = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The best so many moves are told apart.
constexpr int kRanks = 10;

// Where the points of a turned board come from.
std::vector<int> turned_points(int size, int symmetry) {
  std::vector<int> from;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      int a = symmetry & 1 ? size - 1 - x : x, b = symmetry & 2 ? size - 1 - y : y;
      if (symmetry & 4) std::swap(a, b);
      from.push_back(b * size + a);
    }
  return from;
}

// A table of positions, as MoveSamples makes it, with the checks that Python needs.
struct Table {
  const States& states;
  const Points& last;
  const Points& before;
  const Points& moves;
  const std::optional<Signs>& owners;
  const Bytes& symmetries;

  void check(const ShallowShape& shape) const {
    const std::size_t count = states.shape(0), area = static_cast<std::size_t>(shape.area());
    if (states.shape(1) != area) throw std::invalid_argument("states of another size of board");
    for (const std::size_t other : {last.size(), before.size(), moves.size(), symmetries.size()})
      if (other != count) throw std::invalid_argument("columns of different lengths");
    if (shape.owner && !owners) throw std::invalid_argument("the network needs owners");
    if (owners && (owners->shape(0) != count || owners->shape(1) != area))
      throw std::invalid_argument("owners do not fit the states");
    if (std::any_of(states.data(), states.data() + states.size(),
                    [](std::uint8_t s) { return s >= kShallowStates; }))
      throw std::invalid_argument("there is no such state of a point");
    const auto outside = [&](const Points& points, int least) {
      return std::any_of(points.data(), points.data() + points.size(),
                         [&](int p) { return p < least || p >= shape.area(); });
    };
    if (outside(last, -1) || outside(before, -1) || outside(moves, 0))
      throw std::invalid_argument("a point is not on the board");
    for (std::size_t i = 0; i < count; ++i) {
      if (symmetries.data()[i] > 7) throw std::invalid_argument("symmetries are from 0 to 7");
      if (!is_shallow_move(states.data()[i * area + static_cast<std::size_t>(moves.data()[i])]))
        throw std::invalid_argument("a move is none of the position's");
    }
  }
};

nb::tuple learn(const ShallowNet& net, const Table& table, bool with_gradient) {
  const ShallowShape& shape = net.shape();
  table.check(shape);
  std::array<std::vector<int>, 8> turned, back;
  for (int s = 0; s < 8; ++s) {
    turned[s] = turned_points(shape.size, s);
    back[s].resize(turned[s].size());
    for (std::size_t i = 0; i < turned[s].size(); ++i) back[s][turned[s][i]] = static_cast<int>(i);
  }
  ShallowGradient gradient(net);
  std::vector<std::int64_t> ranks(kRanks);
  double likelihood = 0;
  {
    const nb::gil_scoped_release unlocked;
    ShallowInput input;
    std::array<float, kMaxArea> owners;
    const auto area = static_cast<std::size_t>(shape.area());
    for (std::size_t i = 0; i < table.moves.size(); ++i) {
      const auto& from = turned[table.symmetries.data()[i]];
      const auto& to = back[table.symmetries.data()[i]];
      const auto place = [&](int p) { return p < 0 ? -1 : to[p]; };
      const std::uint8_t* states = table.states.data() + i * area;
      for (std::size_t p = 0; p < area; ++p) input.states[p] = states[from[p]];
      input.last = place(table.last.data()[i]);
      input.before = place(table.before.data()[i]);
      if (shape.owner) {
        const std::int8_t* known = table.owners->data() + i * area;
        for (std::size_t p = 0; p < area; ++p) owners[p] = known[from[p]] / 127.0f;
        input.owners = owners.data();
      }
      int better = 0;
      likelihood += gradient.add(input, place(table.moves.data()[i]), with_gradient, better);
      for (int r = better; r < kRanks; ++r) ++ranks[r];
    }
  }
  return nb::make_tuple(array_of(gradient.sums()), likelihood, ranks);
}

std::vector<float> predict(const ShallowNet& net, const Board& board, int to_play, int last,
                           int before, const std::optional<Floats>& owners, bool logits) {
  const Geometry& g = board.geometry();
  const ShallowShape& shape = net.shape();
  if (g.width != shape.size || g.height != shape.size)
    throw std::invalid_argument("the network is for boards of " + std::to_string(shape.size) + "x" +
                                std::to_string(shape.size));
  const auto move = [&](int index) { return index < 0 ? kPass : move_from(g, index); };
  ShallowInput input(board, color_from(to_play), move(last), move(before));
  if (owners) {
    if (owners->size() != static_cast<std::size_t>(g.area))
      throw std::invalid_argument("owners are one number for each point");
    input.owners = owners->data();
  }
  ShallowRoom room;
  net.predict(input, room);
  const float* from = logits ? room.logits.data() : room.probabilities.data();
  std::vector<float> result(from, from + g.area);
  for (int p = 0; p < g.area; ++p)
    if (!is_shallow_move(input.states[p])) result[p] = 0;
  return result;
}

}  // namespace

void bind_shallow(nb::module_& m) {
  m.attr("SHALLOW_STATES") = kShallowStates;
  nb::class_<ShallowNet>(m, "ShallowNet")
      .def(
          "__init__",
          [](ShallowNet* self, int size, int kernels, bool history, bool owner,
             const Floats& weights) {
            const ShallowShape shape{size, kernels, history, owner};
            shape.check();
            new (self) ShallowNet(shape, {weights.data(), weights.size()});
          },
          "size"_a, "kernels"_a, "history"_a, "owner"_a, "weights"_a)
      .def_prop_ro("size", [](const ShallowNet& net) { return net.shape().size; })
      .def_prop_ro("kernels", [](const ShallowNet& net) { return net.shape().kernels; })
      .def_prop_ro("history", [](const ShallowNet& net) { return net.shape().history; })
      .def_prop_ro("owner", [](const ShallowNet& net) { return net.shape().owner; })
      .def("predict", &predict, "board"_a, "to_play"_a, "last"_a = -1, "before"_a = -1,
           "owners"_a.none() = nb::none(), "logits"_a = false)
      .def(
          "learn",
          [](const ShallowNet& net, const States& states, const Points& last, const Points& before,
             const Points& moves, const std::optional<Signs>& owners, const Bytes& symmetries,
             bool gradient) {
            return learn(net, {states, last, before, moves, owners, symmetries}, gradient);
          },
          "states"_a, "last"_a, "before"_a, "moves"_a, "owners"_a.none(), "symmetries"_a,
          nb::kw_only(), "gradient"_a = true)
      .def(
          "time",
          [](const ShallowNet& net, const Board& board, int to_play, int count) {
            const Geometry& g = board.geometry();
            if (g.width != net.shape().size || g.height != net.shape().size)
              throw std::invalid_argument("the network is for another size of board");
            const Color c = color_from(to_play);
            const nb::gil_scoped_release unlocked;
            ShallowRoom room;
            std::vector<float> owners(static_cast<std::size_t>(g.area), 0.5f);
            float sum = 0;
            for (int i = 0; i < count; ++i) {
              ShallowInput input(board, c, kPass, kPass);
              input.owners = owners.data();
              net.predict(input, room);
              sum += room.probabilities[0];
            }
            return sum;
          },
          "board"_a, "to_play"_a, "count"_a);

  nb::class_<MoveSamples>(m, "MoveSamples")
      .def(
          "__init__",
          [](MoveSamples* self, int size, const std::string& policy,
             const std::map<std::string, double>& parameters,
             const std::shared_ptr<PatternTable>& patterns, int playouts, std::uint64_t seed) {
            count_from("playouts", playouts, 0, 1000);
            auto playout =
                playouts ? make_playout(policy, parameters, {patterns, nullptr, nullptr}) : nullptr;
            new (self) MoveSamples(Geometry::of(size, size), std::move(playout), playouts, seed);
          },
          "size"_a, "policy"_a = "uniform", "parameters"_a = std::map<std::string, double>{},
          "patterns"_a.none() = nb::none(), "playouts"_a = 0, "seed"_a = 0)
      .def(
          "add_game",
          [](MoveSamples& self, const Board& board, int first, const std::vector<int>& moves,
             const std::vector<int>& wanted) {
            const Color c = color_from(first);
            std::vector<Point> points;
            for (const int p : moves) points.push_back(move_from(board.geometry(), p));
            const nb::gil_scoped_release unlocked;
            self.add_game(board, c, points, wanted);
          },
          "board"_a, "first"_a, "moves"_a, "wanted"_a)
      .def("__len__", &MoveSamples::size)
      .def("take", [](MoveSamples& self) {
        const std::size_t count = self.size(), area = count ? self.states.size() / count : 0;
        const bool owned = !self.owners.empty();
        const nb::object owners =
            owned ? nb::cast(rows_of(std::exchange(self.owners, {}), area)) : nb::none();
        return nb::make_tuple(rows_of(std::exchange(self.states, {}), area),
                              array_of(std::exchange(self.last, {})),
                              array_of(std::exchange(self.before, {})),
                              array_of(std::exchange(self.moves, {})), owners);
      });
}

}  // namespace keima
