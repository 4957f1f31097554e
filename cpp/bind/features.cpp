#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bind.h"
#include "features/move_model.h"
#include "features/move_trainer.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

Record record_from(int width, int height, const std::vector<std::pair<int, int>>& setup, int first,
                   const std::vector<int>& moves) {
  const Geometry& g = Geometry::of(width, height);
  Record record{&g, {}, color_from(first), {}};
  for (const auto& [p, c] : setup) record.setup.emplace_back(point_from(g, p), color_from(c));
  for (const int p : moves) record.moves.push_back(move_from(g, p));
  return record;
}

std::vector<std::pair<int, float>> predict(const MoveModel& model, const Board& board, int to_play,
                                           int last, int before) {
  const Geometry& g = board.geometry();
  const Color c = color_from(to_play);
  const auto move = [&](int index) { return index < 0 ? kPass : move_from(g, index); };
  std::vector<Point> moves;
  for (const Point p : board.empties())
    if (board.is_legal(p, c) && !board.is_eye(p, c)) moves.push_back(p);
  std::vector<float> probabilities;
  model.predict(board, c, move(last), move(before), moves, probabilities);
  std::vector<std::pair<int, float>> result;
  for (std::size_t i = 0; i < moves.size(); ++i)
    result.emplace_back(index_from(g, moves[i]), probabilities[i]);
  return result;
}

}  // namespace

void bind_features(nb::module_& m) {
  nb::class_<MoveModel>(m, "MoveModel")
      .def(
          "__init__",
          [](MoveModel* self, const std::vector<std::uint32_t>& codes,
             const std::vector<std::int16_t>& weights) { new (self) MoveModel(codes, weights); },
          "codes"_a, "weights"_a)
      .def("predict", &predict, "board"_a, "to_play"_a, "last"_a = -1, "before"_a = -1,
           "Legal points that fill no eye, each with the probability that it is played.");

  nb::class_<MoveTrainer>(m, "MoveTrainer")
      .def(nb::init<>())
      .def(
          "count",
          [](MoveTrainer& self, int width, int height,
             const std::vector<std::pair<int, int>>& setup, int first,
             const std::vector<int>& moves) {
            self.count(record_from(width, height, setup, first, moves));
          },
          "width"_a, "height"_a, "setup"_a, "first"_a, "moves"_a)
      .def("keep", &MoveTrainer::keep, "least"_a)
      .def(
          "learn",
          [](MoveTrainer& self, int width, int height,
             const std::vector<std::pair<int, int>>& setup, int first,
             const std::vector<int>& moves, float rate) {
            const Prediction p = self.learn(record_from(width, height, setup, first, moves), rate);
            return std::tuple(p.positions, p.first, p.five, p.ten, p.log_likelihood);
          },
          "width"_a, "height"_a, "setup"_a, "first"_a, "moves"_a, "rate"_a,
          "Positions, moves that were first, among the first five and ten, log-likelihood.")
      .def("model", &MoveTrainer::model, "Codes and weights.");
}

}  // namespace keima
