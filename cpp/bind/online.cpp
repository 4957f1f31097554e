// Playouts that learn: win/loss states, local contexts and the tables of learnt moves.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bind.h"
#include "playout/contexts.h"
#include "playout/learned_moves.h"
#include "playout/win_loss.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

int checked(const WinLossStates& states, int state) {
  if (state < 0 || state >= states.count())
    throw std::invalid_argument("there is no state " + std::to_string(state));
  return state;
}

// The contexts of all points, row by row, after the moves of a game, kept from move to move.
std::vector<std::uint32_t> local_contexts(const Board& start,
                                          const std::vector<std::pair<int, int>>& moves, int size) {
  const Geometry& g = start.geometry();
  Board board(start);
  Contexts contexts(size);
  contexts.set(board);
  for (const auto& [move, color] : moves) {
    const Point p = move_from(g, move);
    const Color c = color_from(color);
    if (!board.is_legal(p, c)) throw std::invalid_argument("an illegal move");
    contexts.play(board, p, c);
    board.play(p, c);
  }
  std::vector<std::uint32_t> all;
  for (int i = 0; i < g.area; ++i) all.push_back(contexts.at(contexts.place(g.cell[i])));
  return all;
}

// A place on the board, row-major.
std::size_t place(const LearnedMoves& moves, int index) {
  if (index < 0 || index >= moves.geometry().area)
    throw std::invalid_argument("there is no point " + std::to_string(index));
  return Contexts::place_of(moves.geometry(), index);
}

int index_of(const LearnedMoves& moves, std::size_t move) {
  int index = 0;
  while (Contexts::place_of(moves.geometry(), index) != move) ++index;
  return index;
}

}  // namespace

void bind_online(nb::module_& m) {
  nb::class_<WinLossStates>(m, "WinLossStates")
      .def(nb::init<int, int, int>(), "end"_a = WinLossStates::kByteEnd, "prior_wins"_a = 0,
           "prior_visits"_a = 0)
      .def_prop_ro("end", &WinLossStates::end)
      .def_prop_ro("half", &WinLossStates::half)
      .def("__len__", &WinLossStates::count)
      .def(
          "after_win",
          [](const WinLossStates& s, int state) { return s.after_win(checked(s, state)); },
          "state"_a)
      .def(
          "after_loss",
          [](const WinLossStates& s, int state) { return s.after_loss(checked(s, state)); },
          "state"_a)
      .def(
          "record",
          [](const WinLossStates& s, int state) {
            checked(s, state);
            return std::pair(s.wins(state), s.visits(state));
          },
          "state"_a)
      .def(
          "value", [](const WinLossStates& s, int state) { return s.value(checked(s, state)); },
          "state"_a)
      .def(
          "find",
          [](const WinLossStates& s, int wins, int visits) {
            if (wins < 0 || wins > visits || visits > s.end())
              throw std::invalid_argument("there is no state of " + std::to_string(wins) +
                                          " wins in " + std::to_string(visits) + " games");
            return s.find(wins, visits);
          },
          "wins"_a, "visits"_a)
      .def("nearest", &WinLossStates::nearest, "wins"_a, "visits"_a);

  m.def("local_contexts", &local_contexts, "board"_a, "moves"_a, "size"_a = 40);

  nb::class_<LearnedMoves>(m, "LearnedMoves")
      .def(
          "__init__",
          [](LearnedMoves* self, int width, int height, bool balance, int best, int node_threshold,
             int edge_threshold, int bits) {
            LearningOptions options;
            options.node = options.edge = true;
            options.balance = balance;
            options.best = best;
            options.node_threshold = node_threshold;
            options.edge_threshold = edge_threshold;
            if (bits < 1 || bits > 32) throw std::invalid_argument("contexts have 1 to 32 bits");
            options.node_bits = std::min(bits, 16);  // every value of them has its own states
            options.edge_bits = bits;
            options.edge_mb = 1;
            if (best < 1 || best > LearnedMoves::kMostAnswers)
              throw std::invalid_argument("a list has from 1 to 8 answers");
            new (self) LearnedMoves(Geometry::of(width, height), options);
          },
          "width"_a, "height"_a, "balance"_a = true, "best"_a = 8, "node_threshold"_a = 122,
          "edge_threshold"_a = 174, "bits"_a = 32)
      .def("clear", &LearnedMoves::clear)
      .def(
          "node",
          [](const LearnedMoves& moves, int color, int move, std::uint32_t context) {
            return moves.node(color_from(color), place(moves, move), context);
          },
          "color"_a, "move"_a, "context"_a)
      .def(
          "update_node",
          [](LearnedMoves& moves, int color, int move, std::uint32_t context, bool won) {
            moves.update_node(color_from(color), place(moves, move), context, won);
          },
          "color"_a, "move"_a, "context"_a, "won"_a)
      .def(
          "edge",
          [](const LearnedMoves& moves, int color, int move, std::uint32_t context, int answer,
             std::uint32_t answer_context) {
            return moves.edge(color_from(color), place(moves, move), context, place(moves, answer),
                              answer_context);
          },
          "color"_a, "move"_a, "context"_a, "answer"_a, "answer_context"_a)
      .def(
          "update_edge",
          [](LearnedMoves& moves, int color, int move, std::uint32_t context, int answer,
             std::uint32_t answer_context, bool won) {
            moves.update_edge(color_from(color), place(moves, move), context, place(moves, answer),
                              answer_context, won);
          },
          "color"_a, "move"_a, "context"_a, "answer"_a, "answer_context"_a, "won"_a)
      .def(
          "answers",
          [](LearnedMoves& moves, int color, int move, std::uint32_t context) {
            std::vector<std::tuple<int, std::uint32_t, int, int>> all;
            const auto asked = moves.asked(color_from(color), place(moves, move), context);
            for (auto& each : moves.answers(asked))
              if (const auto a = LearnedMoves::load(each); a.move)
                all.push_back({index_of(moves, a.move), a.context ^ asked.tag, a.state, a.illegal});
            return all;
          },
          "color"_a, "move"_a, "context"_a)
      .def(
          "threshold",
          [](const LearnedMoves& moves, bool edge, int color) {
            return moves.threshold(edge ? LearnedMoves::kEdge : LearnedMoves::kNode,
                                   color_from(color));
          },
          "edge"_a, "color"_a)
      .def(
          "count",
          [](LearnedMoves& moves, int black_node, int white_node, int black_edge, int white_edge) {
            moves.count({{{black_node, white_node}, {black_edge, white_edge}}});
          },
          "black_node"_a, "white_node"_a, "black_edge"_a = 0, "white_edge"_a = 0);
}

}  // namespace keima
