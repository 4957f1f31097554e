#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string_view>
#include <utility>

#include "bind/bind.h"
#include "rules/area.h"
#include "rules/benson.h"
#include "rules/history.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

constexpr std::array<std::string_view, 5> kKoNames = {"simple", "positional", "situational", "full",
                                                      "cycle"};
constexpr std::array<std::string_view, 3> kEndingNames = {"two-passes", "three-passes", "fresh-ko"};

template <std::size_t N>
int named(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<int>(i);
  throw std::invalid_argument("unknown rule '" + std::string(name) + "'");
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
          [](History* self, const Board& start, int to_play, const char* ko, bool suicide,
             const char* ending) {
            new (self) History(start, color_from(to_play),
                               Rules{static_cast<Ko>(named(kKoNames, ko)), suicide,
                                     static_cast<Ending>(named(kEndingNames, ending))});
          },
          "start"_a, "to_play"_a, "ko"_a = "simple", "suicide"_a = false, "ending"_a = "two-passes")
      .def_prop_ro("width", [](const History& h) { return h.board().width(); })
      .def_prop_ro("height", [](const History& h) { return h.board().height(); })
      .def_prop_ro("board", [](const History& h) { return Board(h.board()); })
      .def_prop_ro("start", [](const History& h) { return Board(h.start()); })
      .def_prop_ro("start_to_play", [](const History& h) { return int{h.start_to_play()}; })
      .def_prop_rw(
          "to_play", [](const History& h) { return int{h.to_play()}; },
          [](History& h, int c) { h.set_to_play(color_from(c)); })
      .def_prop_ro("moves",
                   [](const History& h) {
                     std::vector<std::pair<int, int>> all;
                     for (const Move& mv : h.moves())
                       all.emplace_back(mv.color, index_from(h.board().geometry(), mv.point));
                     return all;
                   })
      .def("__len__", [](const History& h) { return h.moves().size(); })
      .def_prop_ro("passes", &History::passes)
      .def_prop_ro("is_over", &History::is_over)
      .def_prop_ro("repeats", &History::repeats)
      .def_prop_ro("cycle_balance", &History::cycle_balance)
      .def("prisoners", [](const History& h, int c) { return h.prisoners(color_from(c)); })
      .def("is_legal",
           [](const History& h, int p, int c) {
             return h.is_legal(move_from(h.board().geometry(), p), color_from(c));
           })
      .def("legal_points",
           [](const History& h, int c) {
             std::vector<int> all;
             const Geometry& g = h.board().geometry();
             for (int i = 0; i < g.area; ++i)
               if (h.is_legal(g.cell[i], color_from(c))) all.push_back(i);
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
}

}  // namespace keima
