#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "bind/arrays.h"
#include "bind/bind.h"
#include "features/competitions.h"
#include "playout/gammas.h"
#include "playout/move_weights.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {

namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The weights of a running game, with the checks that Python needs.
struct CheckedWeights {
  Board board;
  TeamWeights teams;
  MoveWeights weights;

  CheckedWeights(const Board& b, const Gammas& gammas) : board(b), teams(gammas, 1) {
    weights.start(board);
  }
  void play(int move, int color) {
    const Point p = move_from(board.geometry(), move);
    const Color c = color_from(color);
    if (!board.is_legal(p, c)) throw std::invalid_argument("the move is not legal");
    weights.before(board, p, c);
    board.play(p, c);
    weights.after(board, p, c);
  }
  std::vector<std::uint32_t> of(int color) {
    const Color c = color_from(color);
    c == kBlack ? weights.refresh<kBlack>(board, teams) : weights.refresh<kWhite>(board, teams);
    std::vector<std::uint32_t> all;
    for (int i = 0; i < board.area(); ++i) all.push_back(weights.at(board.geometry().cell[i], c));
    return all;
  }
  std::uint64_t total(int color) const { return weights.total(color_from(color)); }
};

}  // namespace

void bind_learn(nb::module_& m) {
  nb::class_<Gammas>(m, "Gammas")
      .def(nb::init<std::vector<double>, std::vector<double>>(), "features"_a, "shapes"_a);
  nb::class_<CheckedWeights>(m, "MoveWeights")
      .def(nb::init<const Board&, const Gammas&>(), "board"_a, "gammas"_a)
      .def("play", &CheckedWeights::play, "move"_a, "color"_a)
      .def("of", &CheckedWeights::of, "color"_a)
      .def("total", &CheckedWeights::total, "color"_a);

  nb::class_<Competitions>(m, "Competitions")
      .def(nb::init<>())
      .def(
          "add_game",
          [](Competitions& all, const Board& board, int first,
             const std::vector<std::uint16_t>& moves) {
            all.add_game(board, color_from(first), moves);
          },
          "board"_a, "first"_a, "moves"_a)
      .def("__len__", &Competitions::size)
      .def_prop_ro("left_out", &Competitions::left_out)
      .def_prop_ro("candidates", &Competitions::candidates)
      .def("appearances", [](const Competitions& all) { return array_of(all.appearances()); })
      .def("wins", [](const Competitions& all) { return array_of(all.wins()); })
      .def(
          "weigh",
          [](const Competitions& all, const Numbers& strengths) {
            Competitions::Weighed found;
            {
              const nb::gil_scoped_release unlocked;
              found = all.weigh({strengths.data(), strengths.size()});
            }
            return nb::make_tuple(array_of(std::move(found.shares)), found.log_likelihood,
                                  found.accuracy);
          },
          "strengths"_a);

  m.def("move_features", [] {
    return std::vector<std::string>(kMoveFeatureNames.begin(), kMoveFeatureNames.end());
  });
  m.def("shape_drawings", [] {
    std::vector<std::string> all;
    for (int i = 0; i < Shapes::get().count(); ++i) all.push_back(Shapes::get().drawing(i));
    return all;
  });
}

}  // namespace keima
