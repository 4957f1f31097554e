#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "bind/bind.h"
#include "rules/area.h"
#include "rules/benson.h"
#include "rules/history.h"
#include "rules/territory.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

constexpr std::array<std::string_view, 5> kKoNames = {"simple", "positional", "situational", "full",
                                                      "cycle"};
constexpr std::array<std::string_view, 3> kEndingNames = {"two-passes", "three-passes", "fresh-ko"};
constexpr std::array<std::string_view, 5> kVerdicts = {"legal", "occupied", "suicide", "ko",
                                                       "repeats"};

template <class Enum, std::size_t N>
Enum named(const char* what, const std::array<std::string_view, N>& names, std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
    known.append(i ? ", " : "").append(names[i]);
  }
  throw std::invalid_argument("unknown " + std::string(what) + " '" + std::string(name) +
                              "': expected one of " + known);
}

Rules rules_from(std::string_view ko, bool suicide, std::string_view ending, bool button) {
  return {named<Ko>("ko rule", kKoNames, ko), suicide,
          named<Ending>("ending", kEndingNames, ending), button};
}

// Few enough that those of a game can be added.
History::Prisoners prisoners_from(const std::array<std::int64_t, 2>& counts) {
  constexpr std::int64_t kMost = 1'000'000'000;
  return {static_cast<int>(count_from("prisoners", counts[0], 0, kMost)),
          static_cast<int>(count_from("prisoners", counts[1], 0, kMost))};
}

std::pair<int, int> move_to(const History& h, const Move& move) {
  return {move.color, index_from(h.board().geometry(), move.point)};
}

// From padded cells to a row-major list.
template <class T>
std::vector<int> on_board(const Geometry& g, const std::vector<T>& cells) {
  std::vector<int> all;
  for (int i = 0; i < g.area; ++i) all.push_back(cells[g.cell[i]]);
  return all;
}

}  // namespace

void bind_rules(nb::module_& m) {
  nb::class_<History>(m, "History")
      .def(
          "__init__",
          [](History* self, const Board& start, int to_play, std::string_view ko, bool suicide,
             std::string_view ending, bool button, const std::array<std::int64_t, 2>& prisoners) {
            new (self) History(start, color_from(to_play), rules_from(ko, suicide, ending, button),
                               prisoners_from(prisoners));
          },
          "start"_a, "to_play"_a, "ko"_a = "simple", "suicide"_a = false, "ending"_a = "two-passes",
          "button"_a = false, "prisoners"_a = std::array<std::int64_t, 2>{0, 0})
      .def(
          "set_rules",
          [](History& h, std::string_view ko, bool suicide, std::string_view ending, bool button) {
            return h.set_rules(rules_from(ko, suicide, ending, button));
          },
          "ko"_a, "suicide"_a, "ending"_a, "button"_a)
      .def_prop_ro("width", [](const History& h) { return h.board().width(); })
      .def_prop_ro("height", [](const History& h) { return h.board().height(); })
      .def_prop_ro("area", [](const History& h) { return h.board().area(); })
      .def_prop_ro("board", [](const History& h) { return Board(h.board()); })
      .def_prop_ro("hash", [](const History& h) { return h.board().hash(); })
      .def_prop_ro("start", [](const History& h) { return Board(h.start()); })
      .def_prop_ro("start_to_play", [](const History& h) { return int{h.start_to_play()}; })
      .def_prop_ro("start_prisoners", &History::start_prisoners)
      .def_prop_rw(
          "to_play", [](const History& h) { return int{h.to_play()}; },
          [](History& h, int c) { h.set_to_play(color_from(c)); })
      .def_prop_ro("moves",
                   [](const History& h) {
                     std::vector<std::pair<int, int>> all;
                     for (const Move& move : h.moves()) all.push_back(move_to(h, move));
                     return all;
                   })
      .def_prop_ro(
          "turns",
          [](const History& h) { return std::vector<int>(h.turns().begin(), h.turns().end()); })
      .def_prop_ro("last_move",
                   [](const History& h) -> std::optional<std::pair<int, int>> {
                     if (h.moves().empty()) return std::nullopt;
                     return move_to(h, h.moves().back());
                   })
      .def("__len__", [](const History& h) { return h.moves().size(); })
      .def_prop_ro("passes", &History::passes)
      .def_prop_ro("button", [](const History& h) { return int{h.button()}; })
      .def_prop_ro("is_over", &History::is_over)
      .def_prop_ro("repeats", &History::repeats)
      .def_prop_ro("cycle_balance", &History::cycle_balance)
      .def("prisoners", [](const History& h, int c) { return h.prisoners(color_from(c)); })
      .def("at", [](const History& h,
                    int p) { return int{h.board().at(point_from(h.board().geometry(), p))}; })
      .def("is_legal",
           [](const History& h, int p, int c) {
             return h.is_legal(move_from(h.board().geometry(), p), color_from(c));
           })
      .def("judge",
           [](const History& h, int p, int c) {
             return kVerdicts[static_cast<std::size_t>(
                 h.judge(move_from(h.board().geometry(), p), color_from(c)))];
           })
      .def("legal_points",
           [](const History& h, int c) {
             std::vector<int> all;
             const Geometry& g = h.board().geometry();
             const Color color = color_from(c);
             for (int i = 0; i < g.area; ++i)
               if (h.is_legal(g.cell[i], color)) all.push_back(i);
             return all;
           })
      .def("play", [](History& h, int p,
                      int c) { return h.play(move_from(h.board().geometry(), p), color_from(c)); })
      .def("undo", &History::undo)
      .def("copy", [](const History& h) { return History(h); });

  m.def("count_stones", &count_stones);
  m.def("count_stones_and_eyes", &count_stones_and_eyes);
  m.def("count_area", &count_area);
  m.def("area_owners", [](const Board& b) { return on_board(b.geometry(), area_owners(b)); });
  m.def(
      "pass_alive",
      [](const Board& b, int c, bool suicide) {
        return on_board(b.geometry(), pass_alive(b, color_from(c), suicide));
      },
      "board"_a, "color"_a, "suicide"_a = false);
  m.def("unconditional_territory", [](const Board& b, int c) {
    return on_board(b.geometry(), unconditional_territory(b, color_from(c)));
  });
  m.def(
      "nearest_owners",
      [](const Board& b, bool remove_ataris) {
        return on_board(b.geometry(), nearest_owners(b, remove_ataris));
      },
      "board"_a, "remove_ataris"_a = true);
}

}  // namespace keima
