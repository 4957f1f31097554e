#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bind.h"
#include "features/joseki.h"
#include "features/move_model.h"
#include "features/move_trainer.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

Record record_from(const Board& start, int first, const std::vector<int>& moves) {
  Record record{start, color_from(first), {}};
  for (const int p : moves) record.moves.push_back(move_from(start.geometry(), p));
  return record;
}

// Calls f(lesson) for one that Python describes; its chances need not add up to 1.
template <class F>
auto with_lesson(const Board& board, int to_play, int last, int before,
                 const std::vector<float>& chances, F f) {
  const Geometry& g = board.geometry();
  const Color color = color_from(to_play);
  if (chances.size() != static_cast<std::size_t>(board.area()))
    throw std::invalid_argument("there must be a chance for each point");
  double sum = 0;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    if (!(chances[i] >= 0 && chances[i] <= 1))
      throw std::invalid_argument("chances must be between 0 and 1");
    if (chances[i] > 0 && !board.is_legal(g.cell[i], color))
      throw std::invalid_argument("a move with a chance must be legal");
    sum += chances[i];
  }
  if (sum <= 0) throw std::invalid_argument("some point must have a chance");
  std::vector<float> scaled;
  for (const float chance : chances) scaled.push_back(static_cast<float>(chance / sum));
  const auto move = [&](int index) { return index < 0 ? kPass : move_from(g, index); };
  return f(Lesson{board, color, move(last), move(before), scaled});
}

std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, double> tuple_of(
    const Prediction& p) {
  return {p.positions, p.first, p.five, p.ten, p.log_likelihood};
}

void check_rate(float rate) {
  if (!std::isfinite(rate)) throw std::invalid_argument("the rate must be a number");
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
      .def("predict", &predict, "board"_a, "to_play"_a, "last"_a = -1, "before"_a = -1);

  nb::class_<Joseki>(m, "Joseki")
      .def(
          "__init__",
          [](Joseki* self, const std::vector<std::uint32_t>& keys) { new (self) Joseki(keys); },
          "keys"_a)
      .def("__len__", &Joseki::size)
      .def(
          "has",
          [](const Joseki& self, const Board& board, int point, int color) {
            return self.has(board, point_from(board.geometry(), point), color_from(color));
          },
          "board"_a, "point"_a, "color"_a)
      .def_static(
          "keys_of",
          [](const Board& board, int point,
             int color) -> std::optional<std::pair<unsigned, unsigned>> {
            const auto keys =
                Joseki::keys_of(board, point_from(board.geometry(), point), color_from(color));
            if (!keys) return std::nullopt;
            return std::pair{keys->position, keys->move};
          },
          "board"_a, "point"_a, "color"_a);

  nb::class_<MoveTrainer>(m, "MoveTrainer")
      .def(nb::init<>())
      .def(
          "count",
          [](MoveTrainer& self, const Board& start, int first, const std::vector<int>& moves) {
            self.count(record_from(start, first, moves));
          },
          "start"_a, "first"_a, "moves"_a)
      .def("keep", &MoveTrainer::keep, "least"_a)
      .def(
          "learn",
          [](MoveTrainer& self, const Board& start, int first, const std::vector<int>& moves,
             float rate) {
            check_rate(rate);
            return tuple_of(self.learn(record_from(start, first, moves), rate));
          },
          "start"_a, "first"_a, "moves"_a, "rate"_a)
      .def(
          "count_lesson",
          [](MoveTrainer& self, const Board& board, int to_play, int last, int before,
             const std::vector<float>& chances) {
            with_lesson(board, to_play, last, before, chances,
                        [&](const Lesson& lesson) { self.count(lesson); });
          },
          "board"_a, "to_play"_a, "last"_a, "before"_a, "chances"_a)
      .def(
          "learn_lesson",
          [](MoveTrainer& self, const Board& board, int to_play, int last, int before,
             const std::vector<float>& chances, float rate) {
            check_rate(rate);
            return with_lesson(board, to_play, last, before, chances, [&](const Lesson& lesson) {
              return tuple_of(self.learn(lesson, rate));
            });
          },
          "board"_a, "to_play"_a, "last"_a, "before"_a, "chances"_a, "rate"_a)
      .def("model", &MoveTrainer::model);
}

}  // namespace keima
