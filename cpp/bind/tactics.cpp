#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>
#include <vector>

#include "bind/bind.h"
#include "playout/measure_tactics.h"
#include "tactics/dragons.h"
#include "tactics/eyes.h"
#include "tactics/ladder.h"
#include "tactics/nakade.h"
#include "tactics/reader.h"
#include "tactics/seki.h"
#include "tactics/self_atari.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

Point empty_from(const Board& b, int index) {
  const Point p = point_from(b.geometry(), index);
  if (b.at(p) != kEmpty)
    throw std::invalid_argument("point " + std::to_string(index) + " is not empty");
  return p;
}

Point stone_from(const Board& b, int index) {
  const Point p = point_from(b.geometry(), index);
  if (b.at(p) == kEmpty)
    throw std::invalid_argument("there is no stone at point " + std::to_string(index));
  return p;
}

// A question about an empty point and a colour.
template <class F>
auto ask_empty(F f) {
  return
      [f](const Board& b, int p, int color) { return f(b, empty_from(b, p), color_from(color)); };
}

}  // namespace

void bind_tactics(nb::module_& m) {
  m.def("is_false_eye", ask_empty(&is_false_eye), "board"_a, "point"_a, "color"_a);
  m.def("is_real_eye", ask_empty(&is_real_eye), "board"_a, "point"_a, "color"_a);
  m.def("is_simple_eye_shape", ask_empty(&is_simple_eye_shape), "board"_a, "point"_a, "color"_a);
  m.def(
      "is_bad_self_atari",
      [](const Board& b, int p, int color, bool ko_is_bad) {
        return is_bad_self_atari(b, empty_from(b, p), color_from(color), ko_is_bad);
      },
      "board"_a, "point"_a, "color"_a, "ko_is_bad"_a = true);
  m.def(
      "liberties_after",
      [](const Board& b, int p, int color) {
        Point only = kPass;
        const int count = liberties_after(b, empty_from(b, p), color_from(color), &only);
        return std::tuple(count, index_from(b.geometry(), only));
      },
      "board"_a, "point"_a, "color"_a);
  m.def(
      "nakade_point",
      [](const Board& b, int inside, int attacker) {
        const Point p = point_from(b.geometry(), inside);
        const Color c = color_from(attacker);
        if (b.at(p) == opponent(c))
          throw std::invalid_argument("point " + std::to_string(inside) + " is the defender's");
        return index_from(b.geometry(), nakade_point(b, p, c));
      },
      "board"_a, "inside"_a, "attacker"_a);

  m.def(
      "is_captured_in_ladder",
      [](const Board& b, int group) { return is_captured_in_ladder(b, stone_from(b, group)); },
      "board"_a, "group"_a);
  m.def(
      "ladder_move",
      [](const Board& b, int group) {
        Point first = kPass;
        ladder_works(b, stone_from(b, group), &first);
        return index_from(b.geometry(), first);
      },
      "board"_a, "group"_a);
  const auto reading = [](Reading (*read)(const Board&, Point, int)) {
    return [read](const Board& b, int group, int nodes) {
      const Reading r = read(b, stone_from(b, group), nodes);
      std::vector<int> moves;
      for (int i = 0; i < r.count; ++i) moves.push_back(index_from(b.geometry(), r.moves[i]));
      return std::tuple(r.result, std::move(moves), r.complete, r.nodes);
    };
  };
  m.def("can_be_killed", reading(&can_be_killed), "board"_a, "group"_a, "nodes"_a = 1000);
  m.def("can_be_saved", reading(&can_be_saved), "board"_a, "group"_a, "nodes"_a = 1000);

  m.def(
      "is_seki_liberty", [](const Board& b, int p) { return is_seki_liberty(b, empty_from(b, p)); },
      "board"_a, "point"_a);
  m.def(
      "seki_partner",
      [](const Board& b, int stone) {
        return index_from(b.geometry(), seki_partner(b, stone_from(b, stone)));
      },
      "board"_a, "stone"_a);
  m.def(
      "dragons",
      [](const Board& b) {
        const Dragons dragons(b);
        std::vector<std::tuple<int, int>> all;
        for (int i = 0; i < b.area(); ++i) {
          const Point p = b.geometry().cell[i];
          if (b.at(p) == kEmpty)
            all.push_back({b.area(), 0});
          else
            all.push_back({index_from(b.geometry(), dragons.of(b, p)), dragons.eyes(b, p)});
        }
        return all;
      },
      "board"_a);

  m.def(
      "time_tactics",
      [](int width, int height, double seconds, std::uint64_t seed) {
        std::vector<std::tuple<std::string, int, double>> all;
        for (const TacticsTime& t : time_tactics(width, height, seed, seconds))
          all.push_back({t.name, t.calls, t.nanoseconds});
        return all;
      },
      "width"_a, "height"_a, "seconds"_a, "seed"_a = 0);
}

}  // namespace keima
