#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bind/arrays.h"
#include "bind/bind.h"
#include "features/local_features.h"
#include "features/local_model.h"
#include "features/local_pairs.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Shorts = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Point last_from(const Geometry& g, int last) { return last < 0 ? kPass : move_from(g, last); }

std::vector<Point> legal_points(const Board& board, Color c) {
  std::vector<Point> moves;
  for (int i = 0; i < board.area(); ++i)
    if (const Point p = board.geometry().cell[i]; board.is_legal(p, c)) moves.push_back(p);
  return moves;
}

nb::ndarray<nb::numpy, float> local_features(const Board& board, int to_play,
                                             const std::vector<int>& points, int last, int stones,
                                             int liberties) {
  const Geometry& g = board.geometry();
  const LocalFeatures features(board, color_from(to_play), last_from(g, last), {stones, liberties});
  std::vector<float> rows(points.size() * static_cast<std::size_t>(features.length()));
  float* out = rows.data();
  for (const int index : points) {
    const Point p = point_from(g, index);
    if (board.at(p) != kEmpty) throw std::invalid_argument("a point is not empty");
    features.describe(p, out);
    out += features.length();
  }
  return rows_of(std::move(rows), features.length());
}

std::vector<int> starts(int stones, int liberties) {
  const LocalShape shape{stones, liberties};
  if (!shape.valid()) throw std::invalid_argument("regions reach from 2 to 5 points far");
  const auto found = local_starts(shape);
  return {found.begin(), found.end()};
}

std::vector<std::pair<int, float>> told(const LocalModel& model, const Board& board, int to_play,
                                        int last, bool probabilities) {
  const Geometry& g = board.geometry();
  const Color c = color_from(to_play);
  const std::vector<Point> moves = legal_points(board, c);
  std::vector<float> found;
  if (probabilities)
    model.predict(board, c, last_from(g, last), moves, found);
  else
    model.values(board, c, last_from(g, last), moves, found);
  std::vector<std::pair<int, float>> result;
  for (std::size_t i = 0; i < moves.size(); ++i)
    result.emplace_back(index_from(g, moves[i]), found[i]);
  return result;
}

}  // namespace

void bind_local_moves(nb::module_& m) {
  m.def("local_starts", &starts, "stones"_a = 5, "liberties"_a = 3);
  m.def("local_features", &local_features, "board"_a, "to_play"_a, "points"_a, "last"_a = -1,
        "stones"_a = 5, "liberties"_a = 3);

  nb::class_<LocalPairs>(m, "LocalPairs")
      .def(
          "__init__",
          [](LocalPairs* self, int stones, int liberties) {
            new (self) LocalPairs({stones, liberties});
          },
          "stones"_a = 5, "liberties"_a = 3)
      .def(
          "add_game",
          [](LocalPairs& self, const Board& start, int first, const Shorts& moves, int most,
             std::uint64_t seed) {
            self.add_game(start, color_from(first), {moves.data(), moves.size()}, most, seed);
          },
          "start"_a, "first"_a, "moves"_a, "most"_a = 0, "seed"_a = 1)
      .def("__len__", &LocalPairs::size)
      .def("played", [](const LocalPairs& self) { return rows_of(self.played(), self.length()); })
      .def("others", [](const LocalPairs& self) { return rows_of(self.others(), self.length()); });

  nb::class_<LocalModel>(m, "LocalModel")
      .def(
          "__init__",
          [](LocalModel* self, int stones, int liberties, int hidden, const Floats& weights,
             float sharpness) {
            new (self) LocalModel({stones, liberties}, hidden, {weights.data(), weights.size()},
                                  sharpness);
          },
          "stones"_a, "liberties"_a, "hidden"_a, "weights"_a, "sharpness"_a = 1.0f)
      .def_prop_ro("stones", [](const LocalModel& self) { return self.shape().stones; })
      .def_prop_ro("liberties", [](const LocalModel& self) { return self.shape().liberties; })
      .def_prop_ro("hidden", &LocalModel::hidden)
      .def_prop_ro("sharpness", &LocalModel::sharpness)
      .def(
          "values",
          [](const LocalModel& self, const Board& board, int to_play, int last) {
            return told(self, board, to_play, last, false);
          },
          "board"_a, "to_play"_a, "last"_a = -1)
      .def(
          "predict",
          [](const LocalModel& self, const Board& board, int to_play, int last) {
            return told(self, board, to_play, last, true);
          },
          "board"_a, "to_play"_a, "last"_a = -1)
      .def(
          "ranks",
          [](const LocalModel& self, const Board& start, int first, const Shorts& moves) {
            std::vector<int> rows;
            for (const LocalRank& r :
                 rank_moves(self, start, color_from(first), {moves.data(), moves.size()}))
              rows.insert(rows.end(), {r.full, r.moves, r.local, r.near});
            return rows_of(std::move(rows), 4);
          },
          "start"_a, "first"_a, "moves"_a);
}

}  // namespace keima
