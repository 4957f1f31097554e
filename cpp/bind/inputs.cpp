#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bind.h"
#include "features/input_pack.h"
#include "features/input_replay.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

template <class T, int dimensions>
using Array = nb::ndarray<T, nb::numpy, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;

// ko, suicide, territory, tax, friendly pass
using RulesTuple = std::tuple<std::string_view, bool, bool, std::string_view, bool>;

template <class Enum, std::size_t N>
Enum named(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  throw std::invalid_argument("unknown rule '" + std::string(name) + "'");
}

InputRules rules_from(const RulesTuple& t) {
  constexpr std::array<std::string_view, 5> kKo = {"simple", "positional", "situational", "full",
                                                   "cycle"};
  constexpr std::array<std::string_view, 3> kTax = {"none", "seki", "all"};
  return {named<Ko>(kKo, std::get<0>(t)), std::get<1>(t), std::get<2>(t),
          named<InputRules::Tax>(kTax, std::get<3>(t)), std::get<4>(t)};
}

// More than that says nothing: the side has 2^100 playouts for each of the other's.
constexpr double kMostDoublings = 100;

double finite(const char* what, double x) {
  if (!std::isfinite(x)) throw std::invalid_argument(std::string(what) + " must be finite");
  return x;
}

template <class T>
nb::ndarray<nb::numpy, T> owned(std::unique_ptr<T[]> data,
                                std::initializer_list<std::size_t> shape) {
  T* const kept = data.release();
  const nb::capsule owner(kept, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::ndarray<nb::numpy, T>(kept, shape, owner);
}

nb::tuple history_inputs(const History& h, int color, int symmetry, const RulesTuple& rules,
                         double komi, bool pass_ends, bool over, bool passing_hacks,
                         double playout_doublings, bool suicide_area) {
  const Color c = color_from(color);
  const Geometry& g = h.board().geometry();
  if (!(std::abs(playout_doublings) <= kMostDoublings))
    throw std::invalid_argument("the advantage must be from -100 to 100");
  auto planes = std::make_unique_for_overwrite<float[]>(kInputPlanes * g.area);
  auto globals = std::make_unique_for_overwrite<float[]>(kInputGlobals);
  // Another thread of Python may play on meanwhile: the game is copied.
  const ReplayedGame game{h.start(),         h.start_to_play(),
                          rules_from(rules), finite("komi", komi),
                          h.rules().button,  h.start_prisoners()};
  const std::vector<Move> moves = h.moves();
  {
    const nb::gil_scoped_release unlocked;
    InputReplay replay(game);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (i + 2 >= moves.size()) replay.read_ladders();
      replay.play(moves[i].point, moves[i].color);
    }
    InputPosition in = replay.position(c);
    in.pass_ends = pass_ends;
    in.over = over;
    in.passing_hacks = passing_hacks;
    in.playout_doublings = playout_doublings;
    in.suicide_area = suicide_area;
    fill_inputs(in, symmetry, planes.get(), globals.get());
  }
  return nb::make_tuple(
      owned<float>(std::move(planes), {kInputPlanes, static_cast<std::size_t>(g.height),
                                       static_cast<std::size_t>(g.width)}),
      owned<float>(std::move(globals), {kInputGlobals}));
}

template <class T>
std::vector<T> copied(const Array<const T, 1>& a) {
  return {a.data(), a.data() + a.size()};
}

void need_shape(bool yes, const char* what) {
  if (!yes)
    throw std::invalid_argument(std::string(what) + " does not have the shape it must have");
}

std::vector<InputRow> rows_from(const Array<const std::int32_t, 1>& games,
                                const Array<const std::int32_t, 1>& moves,
                                const Array<const std::uint8_t, 1>& symmetries) {
  need_shape(moves.size() == games.size(), "the list of moves");
  need_shape(symmetries.size() == games.size(), "the list of symmetries");
  std::vector<InputRow> rows(games.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = {games.data()[i], moves.data()[i], symmetries.data()[i]};
  return rows;
}

void fill(const InputPack& pack, const Array<const std::int32_t, 1>& games,
          const Array<const std::int32_t, 1>& moves, const Array<const std::uint8_t, 1>& symmetries,
          const Array<float, 4>& planes, const Array<float, 2>& globals,
          const Array<std::int32_t, 1>& targets, bool reuse) {
  const auto rows = rows_from(games, moves, symmetries);
  const auto side = static_cast<std::size_t>(pack.size);
  need_shape(planes.shape(0) == rows.size() && planes.shape(1) == kInputPlanes &&
                 planes.shape(2) == side && planes.shape(3) == side,
             "the array of planes");
  need_shape(globals.shape(0) == rows.size() && globals.shape(1) == kInputGlobals,
             "the array of globals");
  need_shape(targets.size() == rows.size(), "the array of targets");
  const InputBatch out{planes.data(), nullptr, globals.data(), targets.data()};
  const nb::gil_scoped_release unlocked;
  fill_batch(pack, rows, out, reuse);
}

void fill_packed(const InputPack& pack, const Array<const std::int32_t, 1>& games,
                 const Array<const std::int32_t, 1>& moves,
                 const Array<const std::uint8_t, 1>& symmetries,
                 const Array<std::uint8_t, 3>& packed, const Array<float, 2>& globals,
                 const Array<std::int32_t, 1>& targets) {
  const auto rows = rows_from(games, moves, symmetries);
  need_shape(packed.shape(0) == rows.size() && packed.shape(1) == kInputPlanes &&
                 packed.shape(2) == static_cast<std::size_t>(packed_bytes(pack.size * pack.size)),
             "the array of packed planes");
  need_shape(globals.shape(0) == rows.size() && globals.shape(1) == kInputGlobals,
             "the array of globals");
  need_shape(targets.size() == rows.size(), "the array of targets");
  const InputBatch out{nullptr, packed.data(), globals.data(), targets.data()};
  const nb::gil_scoped_release unlocked;
  fill_batch(pack, rows, out);
}

}  // namespace

void bind_inputs(nb::module_& m) {
  m.def("history_inputs", &history_inputs, "history"_a, "color"_a, "symmetry"_a, "rules"_a,
        "komi"_a, "pass_ends"_a, "over"_a, "passing_hacks"_a = false, "playout_doublings"_a = 0.0,
        "suicide_area"_a = false);
  m.def(
      "symmetry_map",
      [](int width, int height, int symmetry) {
        const Geometry& g = Geometry::of(width, height);
        const Symmetry to(g, symmetry);
        std::vector<int> all;
        for (int i = 0; i < g.area; ++i) all.push_back(to(i / g.width, i % g.width));
        return all;
      },
      "width"_a, "height"_a, "symmetry"_a);

  nb::class_<InputPack>(m, "InputPack")
      .def(
          "__init__",
          [](InputPack* self, int size, const Array<const std::uint16_t, 1>& moves,
             const Array<const std::int64_t, 1>& offsets, const Array<const std::uint8_t, 1>& first,
             const Array<const std::uint16_t, 1>& setup,
             const Array<const std::int64_t, 1>& setup_offsets, const Array<const float, 1>& komi,
             const Array<const std::uint8_t, 1>& rules, const std::vector<RulesTuple>& kinds) {
            InputPack pack{size,          copied(moves), copied(offsets),
                           copied(first), copied(setup), copied(setup_offsets),
                           copied(komi),  copied(rules), {}};
            for (const RulesTuple& t : kinds) pack.kinds.push_back(rules_from(t));
            pack.check();
            new (self) InputPack(std::move(pack));
          },
          "size"_a, "moves"_a, "offsets"_a, "first"_a, "setup"_a, "setup_offsets"_a, "komi"_a,
          "rules"_a, "kinds"_a)
      .def_prop_ro("size", [](const InputPack& p) { return p.size; })
      .def("__len__", &InputPack::games)
      .def(
          "moves_of",
          [](const InputPack& p, std::int64_t game) {
            const auto i =
                count_from("the game", game, 0, static_cast<std::int64_t>(p.games()) - 1);
            return p.offsets[i + 1] - p.offsets[i];
          },
          "game"_a)
      // What is written to must not be a copy, and numbers that do not fit would be cut.
      .def("fill", &fill, "games"_a.noconvert(), "moves"_a.noconvert(), "symmetries"_a.noconvert(),
           "planes"_a.noconvert(), "globals"_a.noconvert(), "targets"_a.noconvert(),
           "reuse"_a = true)
      .def("fill_packed", &fill_packed, "games"_a.noconvert(), "moves"_a.noconvert(),
           "symmetries"_a.noconvert(), "packed"_a.noconvert(), "globals"_a.noconvert(),
           "targets"_a.noconvert());
}

}  // namespace keima
