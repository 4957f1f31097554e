#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "bind/bind.h"
#include "bind/nets.h"
#include "features/move_model.h"
#include "playout/patterns.h"
#include "search/before.h"
#include "search/selection.h"
#include "search/tree_search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

std::vector<int> indices_of(const Geometry& g, const std::vector<Point>& points) {
  std::vector<int> all;
  for (const Point p : points) all.push_back(index_from(g, p));
  return all;
}

nb::object number_or_none(double x) {
  return std::isnan(x) ? nb::none() : nb::object(nb::float_(x));
}

// What the search needs of the positions before, the last one first, with the players in turn.
void add_earlier(TreeTask& task, const std::vector<const Board*>& earlier, bool superko) {
  const Board* board = &task.board;
  for (std::size_t age = 0;; ++age) {
    if (task.ko == kPass && board->ko() != kPass) {
      task.ko = board->ko();
      task.ko_color = board->ko_color();
      task.ko_age = static_cast<int>(age);
    }
    if (age == earlier.size()) return;
    board = earlier[age];
    if (!board || &board->geometry() != &task.board.geometry())
      throw std::invalid_argument("a position before is of another size of board");
    task.past.push_back(board->hash());
    if (superko) task.earlier.push_back(board->hash());
  }
}

nb::dict dict_of(const Geometry& g, const TreeReport& r) {
  nb::list moves;
  for (const MoveReport& m : r.moves) {
    nb::dict move;
    move["move"] = index_from(g, m.move);
    move["visits"] = m.visits;
    move["wins"] = m.wins;
    move["amaf_visits"] = m.amaf_visits;
    move["amaf_wins"] = m.amaf_wins;
    move["prior_visits"] = m.prior_visits;
    move["prior_mean"] = m.prior_mean;
    move["score"] = number_or_none(m.score);
    move["real_winrate"] = number_or_none(m.real_winrate);
    move["pv"] = indices_of(g, m.pv);
    move["pv_visits"] = m.pv_visits;
    move["owner"] = m.owner;
    move["utility"] = number_or_none(m.utility);
    move["deviation"] = number_or_none(m.deviation);
    move["samples"] = number_or_none(m.samples);
    move["criticality"] = number_or_none(m.criticality);
    moves.append(move);
  }
  nb::dict result;
  result["moves"] = moves;
  result["playouts"] = r.playouts;
  result["root_visits"] = r.root_visits;
  result["owner"] = r.owner;
  result["score"] = r.score;
  result["komi_shift"] = r.komi_shift;
  result["nodes"] = r.nodes;
  result["bytes"] = r.bytes;
  result["depth"] = r.depth;
  result["full"] = r.full;
  result["winrate"] = number_or_none(r.winrate);
  result["evaluations"] = r.evaluations;
  result["network_seconds"] = r.network_seconds;
  result["expansions"] = r.expansions;
  result["steps"] = r.steps;
  return result;
}

}  // namespace

void bind_tree_search(nb::module_& m) {
  nb::class_<TreeSearch>(m, "TreeSearch")
      .def(nb::init<const std::string&, const std::map<std::string, double>&,
                    const std::map<std::string, double>&, std::shared_ptr<PatternTable>,
                    std::shared_ptr<MoveModel>>(),
           "policy"_a, "policy_parameters"_a, "parameters"_a, "patterns"_a.none() = nb::none(),
           "model"_a.none() = nb::none())
      .def("stop", &TreeSearch::stop)
      .def("reset", &TreeSearch::reset)
      .def("clear", &TreeSearch::clear)
      .def("set_evaluator", &TreeSearch::set_evaluator, "evaluator"_a.none())
      .def(
          "set_shallow",
          [](TreeSearch& search, std::shared_ptr<ShallowNet> near,
             std::shared_ptr<ShallowNet> deep) {
            search.set_shallow(std::move(near), std::move(deep));
          },
          "near"_a.none(), "deep"_a.none() = nb::none())
      .def(
          "set_mlp",
          [](TreeSearch& search, std::shared_ptr<Perceptron> mlp) { search.set_mlp(mlp); },
          "mlp"_a.none())
      .def(
          "set_joseki",
          [](TreeSearch& search, std::shared_ptr<Joseki> joseki) { search.set_joseki(joseki); },
          "joseki"_a.none())
      .def(
          "set_local",
          [](TreeSearch& search, std::shared_ptr<LocalModel> local) { search.set_local(local); },
          "local"_a.none())
      .def(
          "set_judge",
          [](TreeSearch& search, std::shared_ptr<PositionJudge> judge) { search.set_judge(judge); },
          "judge"_a.none())
      .def("report",
           [](const TreeSearch& search) {
             const Geometry* g = search.geometry();
             return g ? nb::object(dict_of(*g, search.report())) : nb::none();
           })
      .def(
          "search",
          [](TreeSearch& search, const Board& board, int to_play, int last, int before,
             bool last_was_pass, double komi, std::optional<int> stones, int handicap,
             const std::vector<const Board*>& earlier, bool superko, const std::vector<int>& moves,
             std::uint64_t seed, int threads, std::int64_t playouts, double seconds,
             bool early_stop, bool move_owner, bool symmetry, const History* history,
             std::string_view tax, bool friendly_pass, std::uint64_t network_seed,
             const nb::object& observer) {
            const Geometry& g = board.geometry();
            if (!std::isfinite(komi)) throw std::invalid_argument("komi must be a finite number");
            TreeTask task{board, color_from(to_play), move_from(g, last), move_from(g, before)};
            // What is gone from the board can no longer be answered. The move before it may be
            // gone, as it may in the tree: it was taken by the last one.
            if (board.at(task.last) != opponent(task.to_play)) task.last = kPass;
            task.last_was_pass = last_was_pass;
            task.komi = komi;
            task.stones_count = stones.has_value();
            task.stones = stones.value_or(0);
            task.handicap = static_cast<int>(count_from("handicap", handicap, 0, kMaxArea));
            add_earlier(task, earlier, superko);
            for (const int move : moves) task.moves.push_back(move_from(g, move));
            task.seed = seed;
            if (threads < 1 || threads > 256)
              throw std::invalid_argument("threads must be from 1 to 256");
            task.threads = threads;
            if (playouts > 0) task.playouts = playouts;
            if (seconds > 0) task.seconds = seconds;
            if (playouts <= 0 && !(seconds > 0))
              throw std::invalid_argument("a search needs a number of playouts or of seconds");
            task.early_stop = early_stop;
            task.move_owner = move_owner;
            task.symmetry = symmetry;
            if (history) {
              check_history(*history, board);
              task.rules = input_rules_from(task.stones_count, tax, friendly_pass);
              add_history(task, *history);
            }
            task.network_seed = network_seed;
            const TreePoll poll = [&](std::int64_t done) {
              const nb::gil_scoped_acquire lock;
              if (PyErr_CheckSignals()) throw nb::python_error();
              if (!observer.is_none()) observer(done);
            };
            TreeReport report;
            {
              const nb::gil_scoped_release unlocked;
              report = search.search(task, poll);
            }
            return dict_of(g, report);
          },
          "board"_a, "to_play"_a, nb::kw_only(), "last"_a, "before"_a, "last_was_pass"_a = false,
          "komi"_a = 0.0, "stones"_a.none() = nb::none(), "handicap"_a = 0,
          "earlier"_a = std::vector<const Board*>{}, "superko"_a = true,
          "moves"_a = std::vector<int>{}, "seed"_a = 0, "threads"_a = 1, "playouts"_a = 0,
          "seconds"_a = 0.0, "early_stop"_a = true, "move_owner"_a = false, "symmetry"_a = false,
          "history"_a.none() = nb::none(), "tax"_a = "none", "friendly_pass"_a = false,
          "network_seed"_a = 0, "observer"_a.none() = nb::none());

  m.def(
      "move_value",
      [](std::uint32_t visits, double wins, double amaf_visits, double amaf_wins, int prior_visits,
         int prior_mean, double critical, double local,
         const std::map<std::string, double>& parameters) {
        Transition t{};
        t.visits = visits;
        t.wins.set(static_cast<float>(wins));
        t.amaf_visits.set(static_cast<float>(amaf_visits));
        t.amaf_wins.set(static_cast<float>(amaf_wins));
        t.prior_code = visit_code(prior_visits);
        t.prior_mean = static_cast<std::uint8_t>(prior_mean);
        return estimate(t, TreeParameters::from(parameters), {critical, local}).mean;
      },
      nb::kw_only(), "visits"_a, "wins"_a, "amaf_visits"_a = 0.0, "amaf_wins"_a = 0.0,
      "prior_visits"_a = 0, "prior_mean"_a = 0, "critical"_a = 0.0, "local"_a = 0.5,
      "parameters"_a = std::map<std::string, double>{});
  m.def("criticality", &criticality, "own"_a, "by_winner"_a, "won"_a);
  m.def("local_value", &local_value, "own"_a, "neighbours"_a);

  m.def("tree_parameters", [] {
    nb::list all;
    for (const Parameter& p : TreeParameters::list())
      all.append(nb::make_tuple(p.name, p.value, p.low, p.high, p.meaning));
    return all;
  });
  m.def(
      "visits_in_a_byte", [](double visits) { return kVisitsOfCode[visit_code(visits)]; },
      "visits"_a);
}

}  // namespace keima
