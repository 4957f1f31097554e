#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "bind/bind.h"
#include "mlp/examples.h"
#include "mlp/judging.h"
#include "mlp/sane.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Places = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

SaneRules rules_from(double komi, int most_moves, float cutoff) {
  if (!std::isfinite(komi) || std::isnan(cutoff))
    throw std::invalid_argument("komi and cut-off must be numbers");
  return {komi, static_cast<int>(count_from("most_moves", most_moves, 0, 1 << 20)), cutoff};
}

}  // namespace

void bind_sane(nb::module_& m) {
  nb::class_<SaneNetwork>(m, "SaneNetwork")
      .def(
          "__init__",
          [](SaneNetwork* self, int side, int bits, const Places& inputs, const Places& outputs,
             const Weights& weights) {
            new (self)
                SaneNetwork(side, bits, {inputs.data(), inputs.size()},
                            {outputs.data(), outputs.size()}, {weights.data(), weights.size()});
          },
          "side"_a, "bits"_a, "inputs"_a, "outputs"_a, "weights"_a)
      .def_prop_ro("side", &SaneNetwork::side)
      .def("__len__", &SaneNetwork::nodes)
      .def(
          "outputs",
          [](const SaneNetwork& net, const Board& board, int to_play) {
            if (net.side() != board.width() || net.side() != board.height())
              throw std::invalid_argument("the network is for another size of board");
            std::vector<std::uint8_t> states(static_cast<std::size_t>(board.area()));
            std::vector<float> outputs(states.size());
            point_states(board, color_from(to_play), states);
            net.evaluate(states, outputs);
            return outputs;
          },
          "board"_a, "to_play"_a)
      .def(
          "move",
          [](const SaneNetwork& net, const History& game, int color, float cutoff) {
            const Geometry& g = game.board().geometry();
            if (net.side() != g.width || net.side() != g.height)
              throw std::invalid_argument("the network is for another size of board");
            return index_from(g, network_move(net, game, color_from(color), cutoff));
          },
          "game"_a, "color"_a, "cutoff"_a)
      .def(
          "ranks",
          [](const SaneNetwork& net, const Examples& examples, std::size_t most) {
            if (net.side() != examples.side())
              throw std::invalid_argument("the network is for another size of board");
            std::vector<std::tuple<float, float, int>> rows;
            const nb::gil_scoped_release unlocked;
            std::vector<std::uint8_t> states(static_cast<std::size_t>(net.side() * net.side()));
            std::vector<float> outputs(states.size());
            for (std::size_t i = 0; i < std::min(most, examples.size()); ++i) {
              const int move = examples.get(i, 0, states);
              net.evaluate(states, outputs);
              const Rank rank = rank_of(states, outputs, move);
              rows.emplace_back(rank.among_all, rank.among_legal, rank.legal);
            }
            return rows;
          },
          "examples"_a, "most"_a);

  m.def(
      "play_sane_game",
      [](int side, const SaneNetwork* black, const SaneNetwork* white, double komi, int most_moves,
         float cutoff, std::uint64_t seed) {
        const SaneRules rules = rules_from(komi, most_moves, cutoff);
        const nb::gil_scoped_release unlocked;
        const SaneResult result = play_sane_game(side, black, white, rules, seed);
        return std::tuple(result.winner, result.too_long, result.moves);
      },
      "side"_a, "black"_a.none(), "white"_a.none(), nb::kw_only(), "komi"_a, "most_moves"_a,
      "cutoff"_a, "seed"_a);
  m.def(
      "sane_random_move",
      [](const History& game, int color, std::uint64_t seed) {
        Rng rng(seed);
        return index_from(game.board().geometry(), random_move(game, color_from(color), rng));
      },
      "game"_a, "color"_a, "seed"_a);
}

}  // namespace keima
