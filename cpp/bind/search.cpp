#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bind/bind.h"
#include "bind/playout.h"
#include "search/flat.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

FlatTask task_from(const Board& board, int to_play, const char* eyes, double komi,
                   std::uint64_t seed, std::int64_t threads, std::int64_t games, double seconds) {
  FlatTask task{board, color_from(to_play), eye_rule_from(eyes), komi, seed};
  task.threads = static_cast<int>(count_from("threads", threads, 1, kMaxThreads));
  if (games) task.games = games;
  if (seconds > 0) task.seconds = seconds;
  if (games < 0 || (games == 0 && !(seconds > 0)))
    throw std::invalid_argument("a search needs a number of games or of seconds");
  return task;
}

// Lets Ctrl-C and a Python observer into a search that runs without the interpreter's lock.
Poll poll_of(const nb::object& observer) {
  return [&observer](std::int64_t games) {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals()) throw nb::python_error();
    if (!observer.is_none()) observer(games);
  };
}

using Counts = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

Counts counts_of(const Tally& t) { return {t.games, t.score, t.squares, t.halves}; }

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<FlatResult>(m, "FlatResult")
      .def_prop_ro("moves",
                   [](const FlatResult& r) {
                     std::vector<Counts> all;
                     for (const Tally& t : r.moves) all.push_back(counts_of(t));
                     return all;
                   })
      .def_prop_ro("all", [](const FlatResult& r) { return counts_of(r.all); })
      .def_ro("owner", &FlatResult::owner);

  nb::class_<FlatSearch>(m, "FlatSearch")
      .def(nb::init<>())
      .def("stop", &FlatSearch::stop)
      .def("reset", &FlatSearch::reset)
      .def(
          "all_moves_as_first",
          [](FlatSearch& search, const Board& board, int to_play, const char* eyes, double komi,
             std::uint64_t seed, std::int64_t threads, std::int64_t games, double seconds,
             const nb::object& observer) {
            const FlatTask task =
                task_from(board, to_play, eyes, komi, seed, threads, games, seconds);
            const nb::gil_scoped_release unlocked;
            return search.all_moves_as_first(task, poll_of(observer));
          },
          "board"_a, "to_play"_a, nb::kw_only(), "eyes"_a = "strict", "komi"_a = 0.0, "seed"_a = 0,
          "threads"_a = 1, "games"_a = 0, "seconds"_a = 0.0, "observer"_a.none() = nb::none())
      .def(
          "expected_outcome",
          [](FlatSearch& search, const Board& board, int to_play, const std::vector<int>& moves,
             const char* eyes, double komi, std::uint64_t seed, std::int64_t threads,
             std::int64_t games, double seconds, const nb::object& observer) {
            const FlatTask task =
                task_from(board, to_play, eyes, komi, seed, threads, games, seconds);
            if (static_cast<int>(moves.size()) > board.area() + 1)
              throw std::invalid_argument("more moves to value than there are on the board");
            std::vector<Point> points;
            for (const int move : moves) {
              const Point p = move_from(board.geometry(), move);
              if (p != kPass && !board.is_legal(p, task.to_play, true))
                throw std::invalid_argument("illegal move " + std::to_string(move));
              points.push_back(p);
            }
            if (points.empty()) throw std::invalid_argument("there is no move to value");
            const nb::gil_scoped_release unlocked;
            return search.expected_outcome(task, points, poll_of(observer));
          },
          "board"_a, "to_play"_a, "moves"_a, nb::kw_only(), "eyes"_a = "strict", "komi"_a = 0.0,
          "seed"_a = 0, "threads"_a = 1, "games"_a = 0, "seconds"_a = 0.0,
          "observer"_a.none() = nb::none());

  m.def(
      "playable_points",
      [](const History& history, int color, const char* eyes) {
        std::vector<int> all;
        for (const Point p : playable_points(history, color_from(color), eye_rule_from(eyes)))
          all.push_back(index_from(history.board().geometry(), p));
        return all;
      },
      "history"_a, "color"_a, "eyes"_a = "strict");

  m.def(
      "record_games",
      [](const Board& board, int to_play, std::int64_t games, std::uint64_t seed,
         const char* eyes) {
        count_from("games", games, 1, kMaxRecordedGames);
        std::vector<std::pair<std::vector<std::pair<int, int>>, int>> all;
        for (const RecordedGame& game :
             record_games(task_from(board, to_play, eyes, 0, seed, 1, games, 0))) {
          auto& [moves, score] = all.emplace_back();
          for (const auto& [c, p] : game.moves)
            moves.emplace_back(c, index_from(board.geometry(), p));
          score = game.score;
        }
        return all;
      },
      "board"_a, "to_play"_a, "games"_a, "seed"_a = 0, "eyes"_a = "strict");
}

}  // namespace keima
