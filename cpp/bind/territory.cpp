#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bind/arrays.h"
#include "bind/bind.h"
#include "features/territory_direct.h"
#include "features/territory_net.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Values direct(const std::string& method, const Signs& signs, int dilations, int erosions,
              int start) {
  count_from("dilations", dilations, 0, 100);
  count_from("erosions", erosions, 0, 10'000);
  count_from("start", start, 1, 1'000'000);
  if (method == "explicit") return explicit_control(signs);
  if (method == "direct") return direct_control(signs);
  if (method == "distance") return distance_control(signs);
  if (method == "zobrist") return zobrist_influence(signs);
  if (method == "bouzy") return bouzy_territory(signs, dilations, erosions, start);
  throw std::invalid_argument("unknown method '" + method +
                              "': expected explicit, direct, distance, zobrist or bouzy");
}

std::span<const float> alive_from(const Signs& signs, const Floats& alive) {
  if (static_cast<int>(alive.size()) != signs.area())
    throw std::invalid_argument("expected how likely stones live for " +
                                std::to_string(signs.area()) + " points, got " +
                                std::to_string(alive.size()));
  for (std::size_t p = 0; p < alive.size(); ++p)
    if (!(alive.data()[p] >= 0 && alive.data()[p] <= 1))
      throw std::invalid_argument("how likely a stone lives must be from 0 to 1");
  return {alive.data(), alive.size()};
}

TerritorySight sight_from(int radius, bool enhanced) {
  return {static_cast<int>(count_from("radius", radius, 1, kMostRadius)), enhanced};
}

// One view of each point, chosen by a number that may be anything.
nb::ndarray<nb::numpy, float> inputs_of(int width, int height, const std::vector<int>& stones,
                                        int to_play, const Floats& alive,
                                        const std::vector<int>& points, int radius, bool enhanced,
                                        unsigned view) {
  const TerritorySight sight = sight_from(radius, enhanced);
  const Signs signs(width, height, stones);
  const TerritoryScene scene(signs, color_from(to_play), alive_from(signs, alive));
  const auto inputs = static_cast<std::size_t>(sight.inputs());
  std::vector<float> room(inputs * kMostViews), rows;
  rows.reserve(points.size() * inputs);
  for (const int p : points) {
    point_from(Geometry::of(width, height), p);
    const auto views = static_cast<unsigned>(scene.views(p, sight, room));
    const auto from = room.begin() + static_cast<std::ptrdiff_t>(view % views * inputs);
    rows.insert(rows.end(), from, from + static_cast<std::ptrdiff_t>(inputs));
  }
  return rows_of(std::move(rows), inputs);
}

}  // namespace

void bind_territory(nb::module_& m) {
  m.def(
      "direct_territory",
      [](const std::string& method, int width, int height, const std::vector<int>& signs,
         int dilations, int erosions, int start) {
        return array_of(direct(method, Signs(width, height, signs), dilations, erosions, start));
      },
      "method"_a, "width"_a, "height"_a, "signs"_a, nb::kw_only(), "dilations"_a = 5,
      "erosions"_a = 21, "start"_a = 64);
  m.def("territory_inputs", &inputs_of, "width"_a, "height"_a, "signs"_a, "to_play"_a, "alive"_a,
        "points"_a, nb::kw_only(), "radius"_a, "enhanced"_a, "view"_a = 0);

  nb::class_<TerritoryNet>(m, "TerritoryNet")
      .def(
          "__init__",
          [](TerritoryNet* self, int radius, bool enhanced, int hidden, const Floats& weights) {
            new (self) TerritoryNet(sight_from(radius, enhanced), hidden,
                                    {weights.data(), weights.size()});
          },
          "radius"_a, "enhanced"_a, "hidden"_a, "weights"_a)
      .def_prop_ro("radius", [](const TerritoryNet& net) { return net.sight().radius; })
      .def_prop_ro("enhanced", [](const TerritoryNet& net) { return net.sight().enhanced; })
      .def_prop_ro("hidden", &TerritoryNet::hidden)
      .def_prop_ro(
          "weights", [](const TerritoryNet& net) { return array_of(net.weights()); },
          nb::rv_policy::move)
      .def(
          "evaluate",
          [](const TerritoryNet& net, int width, int height, const std::vector<int>& stones,
             int to_play, const Floats& alive) {
            const Signs signs(width, height, stones);
            return array_of(net.evaluate(signs, color_from(to_play), alive_from(signs, alive)));
          },
          "width"_a, "height"_a, "signs"_a, "to_play"_a, "alive"_a);
}

}  // namespace keima
