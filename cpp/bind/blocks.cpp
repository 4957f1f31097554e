#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "bind/arrays.h"
#include "bind/bind.h"
#include "features/block_captures.h"
#include "features/block_features.h"
#include "features/life_net.h"
#include "features/position_judge.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Numbers of all blocks as an array with a row for each.
nb::ndarray<nb::numpy, float> table(const std::vector<float>& numbers, int rows, int columns) {
  float* const data = new float[numbers.size()];
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  std::copy(numbers.begin(), numbers.end(), data);
  return {data, {static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)}, owner};
}

std::vector<float> checked(const BlockFeatures& features, const Floats& alive) {
  if (alive.shape(0) != static_cast<std::size_t>(features.size()))
    throw std::invalid_argument("there are " + std::to_string(features.size()) +
                                " blocks, but values for " + std::to_string(alive.shape(0)));
  std::vector<float> values(alive.data(), alive.data() + alive.shape(0));
  for (const float value : values)
    if (!(value >= 0 && value <= 1))
      throw std::invalid_argument("a value of a block must be from 0 to 1, got " +
                                  std::to_string(value));
  return values;
}

// Without Python's lock.
template <class F>
auto freely(F f) {
  const nb::gil_scoped_release release;
  return f();
}

}  // namespace

void bind_blocks(nb::module_& m) {
  nb::class_<BlockFeatures>(m, "BlockFeatures")
      .def(nb::init<const Board&>(), "board"_a)
      .def("__len__", &BlockFeatures::size)
      .def_prop_ro("numbers", [](const BlockFeatures& self) { return self.position().number; })
      .def_prop_ro("colors",
                   [](const BlockFeatures& self) {
                     std::vector<int> colors;
                     for (const Block& block : self.position().blocks)
                       colors.push_back(block.color);
                     return colors;
                   })
      .def_prop_ro("chains",
                   [](const BlockFeatures& self) {
                     std::vector<int> chains;
                     for (const Block& block : self.position().blocks)
                       chains.push_back(block.chain);
                     return chains;
                   })
      .def("statics",
           [](const BlockFeatures& self) {
             return table(self.statics(), self.size(), kStaticFeatures);
           })
      .def(
          "recursive",
          [](const BlockFeatures& self, const Floats& alive) {
            return table(self.recursive(checked(self, alive)), self.size(),
                         kStaticFeatures + kRecursiveFeatures);
          },
          "alive"_a)
      .def(
          "extra",
          [](const BlockFeatures& self, int to_play) {
            return table(self.extra(color_from(to_play)), self.size(), kExtraFeatures);
          },
          "to_play"_a);
  m.def("block_feature_names", [] {
    return std::vector<std::string>(kBlockFeatureNames.begin(), kBlockFeatureNames.end());
  });

  m.def(
      "block_captures",
      [](const Board& board, int nodes) {
        const auto most = static_cast<int>(count_from("nodes", nodes, 1, 1'000'000));
        const BlockPosition position(board);
        return table(capture_features(board, position, most),
                     static_cast<int>(position.blocks.size()), kCaptureFeatures);
      },
      "board"_a, "nodes"_a = kCaptureNodes);

  nb::class_<LifeNet>(m, "LifeNet")
      .def(
          "__init__",
          [](LifeNet* self, const std::vector<int>& units, const Floats& weights) {
            new (self) LifeNet(units, {weights.data(), weights.size()});
          },
          "units"_a, "weights"_a)
      .def_prop_ro("units", &LifeNet::units)
      .def_prop_ro(
          "weights", [](const LifeNet& net) { return array_of(net.weights()); },
          nb::rv_policy::move)
      .def(
          "alive",
          [](const LifeNet& net, const Board& board, int to_play) {
            const Color c = color_from(to_play);
            return array_of(freely([&] { return net.alive(board, c); }));
          },
          "board"_a, "to_play"_a);

  nb::class_<PositionJudge>(m, "PositionJudge")
      .def(nb::init<const LifeNet&, const TerritoryNet&>(), "life"_a, "territory"_a,
           nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def(
          "owners",
          [](const PositionJudge& judge, const Board& board, int to_play) {
            const Color c = color_from(to_play);
            return array_of(freely([&] { return judge.owners(board, c); }));
          },
          "board"_a, "to_play"_a)
      .def(
          "area",
          [](const PositionJudge& judge, const Board& board, int to_play) {
            const Color c = color_from(to_play);
            return freely([&] { return judge.area(board, c); });
          },
          "board"_a, "to_play"_a);
}

}  // namespace keima
