#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "bind/bind.h"
#include "playout/gammas.h"
#include "playout/learned_moves.h"
#include "playout/measure.h"
#include "playout/patterns.h"
#include "playout/playout.h"
#include "playout/replies.h"
#include "playout/trained_policy.h"
#include "playout/vital.h"
#include "tactics/atari.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Moves = std::vector<std::pair<int, int>>;

// A policy with the replies it reads.
struct CheckedPlayout {
  std::unique_ptr<Playout> policy;
  std::shared_ptr<Replies> replies;

  CheckedPlayout(std::string_view name, const std::map<std::string, double>& parameters,
                 std::shared_ptr<PatternTable> patterns, std::shared_ptr<Replies> table,
                 std::shared_ptr<LearnedMoves> learned)
      : policy(make_playout(name, parameters, {std::move(patterns), table, std::move(learned)})),
        replies(std::move(table)) {}
};

void check_size(const Replies& replies, const Board& board) {
  if (!replies.fits(board.geometry()))
    throw std::invalid_argument("the replies are of another size of board");
}

struct Start {
  Color to_play;
  Point last, before;
};

Start start_from(const CheckedPlayout& playout, const Board& board, int to_play, int last,
                 int before) {
  if (playout.replies) check_size(*playout.replies, board);
  const Geometry& g = board.geometry();
  const auto move = [&](int index) { return index < 0 ? kPass : move_from(g, index); };
  const Start start{color_from(to_play), move(last), move(before)};
  if (start.last != kPass && board.at(start.last) == kEmpty)
    throw std::invalid_argument("there is no stone at the last move " + std::to_string(last));
  return start;
}

MoveLog log_from(const Geometry& g, const Moves& moves) {
  MoveLog log;
  if (moves.size() > MoveLog::kCapacity) throw std::invalid_argument("too many moves");
  for (const auto& [move, color] : moves) log.add(move_from(g, move), color_from(color));
  return log;
}

std::tuple<int, Moves, std::vector<int>> run(CheckedPlayout& playout, const Board& board,
                                             int to_play, int last, int before, double komi,
                                             std::uint64_t seed) {
  const Geometry& g = board.geometry();
  const Start start = start_from(playout, board, to_play, last, before);
  Board end(board);
  Rng rng(seed);
  MoveLog log;
  const int score =
      playout.policy->run(end, start.to_play, start.last, start.before, komi, rng, log);
  Moves moves;
  for (int i = 0; i < log.size; ++i) moves.push_back({index_from(g, log.point(i)), log.color(i)});
  std::vector<int> owners;
  for (int i = 0; i < g.area; ++i) owners.push_back(final_owner(end, g.cell[i]));
  return {score, std::move(moves), std::move(owners)};
}

// Sums over playouts from one position: black wins in halves, scores, and per point black
// owners minus white ones; and the first moves, passes last.
std::tuple<int, std::int64_t, std::vector<int>, std::vector<int>> run_many(
    CheckedPlayout& playout, const Board& board, int to_play, int playouts, int last, int before,
    double komi, std::uint64_t seed) {
  const Geometry& g = board.geometry();
  const Start start = start_from(playout, board, to_play, last, before);
  const nb::gil_scoped_release unlocked;
  Board end(board);
  Rng rng(seed);
  MoveLog log;
  int halves = 0;
  std::int64_t scores = 0;
  std::vector<int> owners(g.area), firsts(g.area + 1);
  for (int i = 0; i < playouts; ++i) {
    end = board;
    log.clear();
    const int score =
        playout.policy->run(end, start.to_play, start.last, start.before, komi, rng, log);
    halves += (score > komi) + (score >= komi);
    scores += score;
    for (int j = 0; j < g.area; ++j) {
      const Color owner = final_owner(end, g.cell[j]);
      owners[j] += (owner == kBlack) - (owner == kWhite);
    }
    if (log.size) ++firsts[index_from(g, log.point(0))];
    if (playout.replies)
      playout.replies->update(log, score > komi ? kBlack : score < komi ? kWhite : kEmpty);
  }
  return {halves, scores, std::move(owners), std::move(firsts)};
}

}  // namespace

void bind_policies(nb::module_& m) {
  nb::class_<PatternTable>(m, "PatternTable")
      .def(nb::init<std::string_view, std::shared_ptr<Gammas>, std::shared_ptr<TrainedPolicy>>(),
           "text"_a, "gammas"_a = nb::none(), "trained"_a = nb::none())
      .def_prop_ro("patterns", &PatternTable::patterns)
      .def_prop_ro("neighbourhoods", &PatternTable::neighbourhoods)
      .def(
          "weight",
          [](const PatternTable& table, const Board& board, int move, int color) {
            return table.weight(board.code(point_from(board.geometry(), move)), color_from(color));
          },
          "board"_a, "move"_a, "color"_a);

  nb::class_<Replies>(m, "Replies")
      .def(
          "__init__",
          [](Replies* self, int width, int height, int order) {
            if (order < 1 || order > 2)
              throw std::invalid_argument("order " + std::to_string(order) + " is neither 1 nor 2");
            new (self) Replies(Geometry::of(width, height), order);
          },
          "width"_a, "height"_a, "order"_a = 1)
      .def(
          "update",
          [](Replies& replies, const Board& board, const Moves& moves, int winner) {
            check_size(replies, board);
            replies.update(log_from(board.geometry(), moves), winner ? color_from(winner) : kEmpty);
          },
          "board"_a, "moves"_a, "winner"_a)
      .def(
          "after",
          [](const Replies& replies, const Board& board, int color, int last, int before) {
            check_size(replies, board);
            const Geometry& g = board.geometry();
            const Color c = color_from(color);
            const Point p = before < 0 ? replies.after(c, move_from(g, last))
                                       : replies.after(c, move_from(g, before), move_from(g, last));
            return index_from(g, p);
          },
          "board"_a, "color"_a, "last"_a, "before"_a = -1)
      .def("clear", &Replies::clear);

  nb::class_<CheckedPlayout>(m, "Playout")
      .def(nb::init<std::string_view, const std::map<std::string, double>&,
                    std::shared_ptr<PatternTable>, std::shared_ptr<Replies>,
                    std::shared_ptr<LearnedMoves>>(),
           "policy"_a, "parameters"_a = std::map<std::string, double>{}, "patterns"_a = nb::none(),
           "replies"_a = nb::none(), "learned"_a = nb::none())
      .def("run", &run, "board"_a, "to_play"_a, "last"_a = -1, "before"_a = -1, "komi"_a = 0.0,
           "seed"_a = 0)
      .def("run_many", &run_many, "board"_a, "to_play"_a, "playouts"_a, "last"_a = -1,
           "before"_a = -1, "komi"_a = 0.0, "seed"_a = 0)
      .def(
          "suggest",
          [](CheckedPlayout& playout, const Board& board, int to_play, int last, int before) {
            const Start start = start_from(playout, board, to_play, last, before);
            std::vector<std::pair<Point, float>> found;
            playout.policy->suggest(board, start.to_play, start.last, start.before, found);
            std::vector<std::pair<int, float>> moves;
            for (const auto& [p, weight] : found)
              moves.push_back({index_from(board.geometry(), p), weight});
            return moves;
          },
          "board"_a, "to_play"_a, "last"_a = -1, "before"_a = -1)
      .def("steps", [](const CheckedPlayout& playout) { return playout.policy->steps(); })
      .def(
          "measure",
          [](CheckedPlayout& playout, const Board& board, int to_play, double seconds,
             std::uint64_t seed) {
            const Color c = start_from(playout, board, to_play, -1, -1).to_play;
            const nb::gil_scoped_release unlocked;
            const PlayoutTotals t = run_playouts(board, c, *playout.policy, seed, seconds);
            return std::tuple(t.playouts, t.moves, t.score, t.seconds);
          },
          "board"_a, "to_play"_a, "seconds"_a, "seed"_a = 0)
      .def(
          "signature",
          [](CheckedPlayout& playout, const Board& board, int to_play, int playouts,
             std::uint64_t seed) {
            const Color c = start_from(playout, board, to_play, -1, -1).to_play;
            return playout_signature(board, c, *playout.policy, seed, playouts);
          },
          "board"_a, "to_play"_a, "playouts"_a, "seed"_a = 0);

  m.def(
      "playout_parameters",
      [](std::string_view policy) {
        std::vector<std::tuple<std::string, double, double, double, std::string>> all;
        for (const Parameter& p : playout_parameters(policy))
          all.push_back({p.name, p.value, p.low, p.high, p.meaning});
        return all;
      },
      "policy"_a);

  m.def(
      "count_liberties_after",
      [](const Board& b, int move, int color, int limit) {
        const Point p = point_from(b.geometry(), move);
        if (b.at(p) != kEmpty) throw std::invalid_argument("the point is not empty");
        return liberties_after(b, p, color_from(color), limit);
      },
      "board"_a, "move"_a, "color"_a, "limit"_a);
  m.def(
      "rescues",
      [](const Board& b, int stone) {
        const Point p = point_from(b.geometry(), stone);
        if (b.at(p) == kEmpty || b.liberties(p) != 1)
          throw std::invalid_argument("there is no stone in atari at " + std::to_string(stone));
        std::vector<std::pair<int, bool>> all;
        each_rescue(b, p, [&](Point q, bool by_capture) {
          all.push_back({index_from(b.geometry(), q), by_capture});
        });
        return all;
      },
      "board"_a, "stone"_a);
  m.def(
      "gives_atari",
      [](const Board& b, int move, int color) {
        return gives_atari(b, point_from(b.geometry(), move), color_from(color));
      },
      "board"_a, "move"_a, "color"_a);
  m.def(
      "vital_point",
      [](const Board& b, int point, int wall) {
        const Point p = point_from(b.geometry(), point);
        if (b.at(p) != kEmpty) throw std::invalid_argument("the point is not empty");
        return index_from(b.geometry(), vital_point(b, p, color_from(wall)));
      },
      "board"_a, "point"_a, "wall"_a);
}

}  // namespace keima
