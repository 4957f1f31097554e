#include "board/board.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.h"
#include "board/enumerate.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

// Shares of the positions of 25 points: their number times this fits into 63 bits.
constexpr int kMaxParts = 1'000'000;

Point stone_from(const Board& b, int index) {
  const Point p = point_from(b.geometry(), index);
  if (b.at(p) == kEmpty)
    throw std::invalid_argument("there is no stone at point " + std::to_string(index));
  return p;
}

std::vector<int> stones(const Board& b) {
  std::vector<int> all;
  for (int i = 0; i < b.area(); ++i) all.push_back(b.at(b.geometry().cell[i]));
  return all;
}

Board from_stones(int width, int height, const std::vector<int>& all) {
  Board b(width, height);
  if (static_cast<int>(all.size()) != b.area())
    throw std::invalid_argument("expected " + std::to_string(b.area()) + " stones, got " +
                                std::to_string(all.size()));
  std::vector<Color> colors;
  for (const int c : all) {
    if (c < kEmpty || c > kWhite)
      throw std::invalid_argument("stone " + std::to_string(c) +
                                  " is neither 0 (empty) nor 1 (black) nor 2 (white)");
    colors.push_back(static_cast<Color>(c));
  }
  if (!b.set_stones(colors)) throw std::invalid_argument("a group has no liberties");
  return b;
}

}  // namespace

void bind_board(nb::module_& m) {
  nb::class_<Board>(m, "Board")
      .def(nb::init<int, int>(), "width"_a, "height"_a)
      .def_static("from_stones", &from_stones, "width"_a, "height"_a, "stones"_a)
      .def_prop_ro("width", &Board::width)
      .def_prop_ro("height", &Board::height)
      .def_prop_ro("area", &Board::area)
      .def_prop_ro("hash", &Board::hash)
      .def_prop_ro("ko", [](const Board& b) { return index_from(b.geometry(), b.ko()); })
      .def_prop_ro("ko_color", [](const Board& b) { return int{b.ko() ? b.ko_color() : kEmpty}; })
      .def_prop_ro("stones", &stones)
      .def("copy", [](const Board& b) { return Board(b); })
      .def("at", [](const Board& b, int p) { return int{b.at(point_from(b.geometry(), p))}; })
      .def("code", [](const Board& b, int p) { return b.code(point_from(b.geometry(), p)); })
      .def("liberties",
           [](const Board& b, int p) {
             std::vector<int> all;
             b.each_liberty(stone_from(b, p),
                            [&](Point q) { all.push_back(index_from(b.geometry(), q)); });
             return all;
           })
      .def("group",
           [](const Board& b, int p) {
             std::vector<int> all;
             const Point first = stone_from(b, p);
             Point s = first;
             do all.push_back(index_from(b.geometry(), s));
             while ((s = b.next(s)) != first);
             return all;
           })
      .def(
          "is_legal",
          [](const Board& b, int p, int color, bool allow_suicide) {
            return b.is_legal(move_from(b.geometry(), p), color_from(color), allow_suicide);
          },
          "move"_a, "color"_a, "allow_suicide"_a = false)
      .def("is_eye",
           [](const Board& b, int p, int color) {
             const Point q = point_from(b.geometry(), p);
             return b.at(q) == kEmpty && b.is_eye(q, color_from(color));
           })
      .def("is_strict_eye",
           [](const Board& b, int p, int color) {
             const Point q = point_from(b.geometry(), p);
             return b.at(q) == kEmpty && b.is_strict_eye(q, color_from(color));
           })
      .def(
          "play",
          [](Board& b, int p, int color, bool allow_suicide) {
            const Point q = move_from(b.geometry(), p);
            const Color c = color_from(color);
            if (!b.is_legal(q, c, allow_suicide))
              throw std::invalid_argument("illegal move " + std::to_string(p) + ": " +
                                          (b.at(q) != kEmpty ? "the point is not empty"
                                           : q == b.ko() && c == b.ko_color()
                                               ? "the ko was just taken"
                                               : "it would be suicide"));
            return b.play(q, c);
          },
          "move"_a, "color"_a, "allow_suicide"_a = false);

  m.def(
      "count_legal_positions",
      [](int width, int height, int part, int parts) {
        count_from("parts", parts, 1, kMaxParts);
        if (part < 0 || part >= parts)
          throw std::invalid_argument("part " + std::to_string(part) + " is not one of " +
                                      std::to_string(parts));
        if (width < 1 || height < 1 || width > 25 || height > 25 || width * height > 25)
          throw std::invalid_argument("cannot try all positions of a " + std::to_string(width) +
                                      "x" + std::to_string(height) +
                                      " board: expected 1 to 25 points");
        const nb::gil_scoped_release unlocked;
        return count_legal_positions(width, height, part, parts);
      },
      "width"_a, "height"_a, "part"_a = 0, "parts"_a = 1);
}

}  // namespace keima
