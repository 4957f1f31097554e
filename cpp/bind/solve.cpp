#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bind/bind.h"
#include "solve/capture.h"
#include "solve/go.h"
#include "solve/retrograde.h"
#include "solve/solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using namespace solve;

Grid grid_from(int width, int height) {
  if (width < 1 || height < 1 || width > 64 || height > 64 || width * height > 64)
    throw std::invalid_argument("a board of " + std::to_string(width) + "x" +
                                std::to_string(height) + " has not from 1 to 64 points");
  return Grid(width, height);
}

Grid retrograde_grid(int width, int height) {
  const Grid g = grid_from(width, height);
  if (g.points > Retrograde::kMostPoints)
    throw std::invalid_argument("a board of " + std::to_string(g.points) +
                                " points cannot be solved backwards: at most " +
                                std::to_string(Retrograde::kMostPoints));
  return g;
}

// Sets of points that do not overlap and stand on the board, every block with a liberty.
void check_stones(const Grid& g, Bits black, Bits white) {
  if (((black | white) & ~g.board) != 0) throw std::invalid_argument("a stone is off the board");
  if ((black & white) != 0) throw std::invalid_argument("two stones stand on one point");
  const Bits empty = g.board & ~black & ~white;
  for (const Bits stones : {black, white})
    for (Bits rest = stones; rest != 0;) {
      const Bits block = g.fill(first_of(rest), stones);
      if ((g.spread(block) & empty) == 0)
        throw std::invalid_argument("a block without a liberty stands on the board");
      rest &= ~block;
    }
}

Switches switches_from(const std::vector<std::string>& without) {
  Switches on;
  for (const std::string& part : without) {
    if (part == "table")
      on.table = false;
    else if (part == "cutoffs")
      on.cutoffs = false;
    else if (part == "symmetry")
      on.symmetry = false;
    else if (part == "bounds")
      on.bounds = false;
    else if (part == "history")
      on.history = false;
    else if (part == "killers")
      on.killers = false;
    else if (part == "siblings")
      on.siblings = false;
    else if (part == "territory")
      on.territory = false;
    else
      throw std::invalid_argument("the solver has no part '" + part + "'");
  }
  return on;
}

std::size_t bytes_from(std::int64_t megabytes) {
  return static_cast<std::size_t>(count_from("the table's megabytes", megabytes, 1, 1 << 20)) << 20;
}

Ko ko_from(const std::string& name) {
  if (name == "basic") return Ko::kBasic;
  if (name == "japanese") return Ko::kJapanese;
  if (name == "ssk") return Ko::kSuperko;
  if (name == "ssk-full") return Ko::kSuperkoFull;
  throw std::invalid_argument("no ko rule '" + name + "': basic, japanese, ssk or ssk-full");
}

// Black, White, whether White is to move, the ko's point or -1, whether it is fresh or the passes
// have lifted one that was, passes in a row.
using Situation = std::tuple<Bits, Bits, bool, int, bool, int>;

Go::Position position_from(const Grid& g, const Situation& s) {
  const auto [black, white, white_to_move, ko_point, fresh, passes] = s;
  if (ko_point != -1) count_from("the ko's point", ko_point, 0, g.points - 1);
  const bool lifted = ko_point < 0 && passes > 0 && fresh;
  count_from("passes", passes, 0, lifted ? 3 : 2);
  Go::Position p;
  p.mine = white_to_move ? white : black;
  p.theirs = white_to_move ? black : white;
  p.white = white_to_move;
  p.passes = static_cast<std::uint8_t>((lifted ? 3 : 2) - passes);
  if (ko_point >= 0) p.ko = static_cast<std::uint8_t>(ko_point);
  p.fresh = lifted || (ko_point >= 0 && fresh);
  return p;
}

Situation situation_of(const Go::Position& p) {
  const auto [black, white] = p.white ? std::tuple(p.theirs, p.mine) : std::tuple(p.mine, p.theirs);
  const int ko = p.ko == kNowhere ? -1 : p.ko;
  return {black, white, p.white, ko, p.fresh, Go::passes_in_a_row(p)};
}

// The same for a search to start at. Repetition is looked for once stones have been captured: here
// they may have been.
Go::Position root_from(const Grid& g, const Situation& s) {
  Go::Position p = position_from(g, s);
  p.captured = (p.mine | p.theirs) != 0;
  return p;
}

// The past with the players in turn up to the root: where one moved twice, or lost a turn, a
// situation that never comes back stands between.
std::vector<Key> past_from(const Go& game, const std::vector<Situation>& past, bool white) {
  std::vector<Key> keys;
  for (auto s = past.rbegin(); s != past.rend(); ++s) {
    const Go::Position p = position_from(game.grid(), *s);
    white = !white;
    if (p.white != white) {
      keys.push_back({0, 0});
      white = !white;
    }
    keys.push_back(game.on_path(p, game.key(p)));
  }
  std::reverse(keys.begin(), keys.end());
  return keys;
}

const char* name_of(Bound b) {
  return b == Bound::kLower ? "lower" : b == Bound::kUpper ? "upper" : "exact";
}

// What every game's solver can do.
template <class Game>
nb::class_<Solver<Game>> bind_solver(nb::module_& m, const char* name, const char* doc) {
  using S = Solver<Game>;
  return nb::class_<S>(m, name, doc)
      .def(
          "search",
          [](S& s, int depth, int alpha, int beta, std::optional<std::int64_t> nodes) {
            count_from("depth", depth, 1, kMaxDepth - 1);
            count_from("alpha", alpha, -kInfinite, kInfinite - 1);
            count_from("beta", beta, alpha + 1, kInfinite);
            const auto most =
                static_cast<std::uint64_t>(std::max<std::int64_t>(0, nodes.value_or(0)));
            const Iteration i = s.search(depth, alpha, beta, nodes ? most : kNoLimit);
            return std::tuple(i.value, s.best(), i.complete, i.exhausted);
          },
          "depth"_a, "alpha"_a = -kInfinite, "beta"_a = kInfinite, "nodes"_a = nb::none(),
          nb::call_guard<nb::gil_scoped_release>(),
          "One iteration: its value for the player to move, the best move, whether it ran to its "
          "end, and whether no deeper one can change the value. After so many nodes it ends.")
      .def("move_to", &S::move_to, "moves"_a,
           "Let searches start after these moves from the first position.")
      .def("stop", &S::stop, "End a search that runs in another thread.")
      .def("go_on", &S::go_on, "Let searches run again after `stop`.")
      .def("legal", &S::legal, "The legal moves but passing.")
      .def("line", &S::line, "longest"_a = 60, "The best moves for both sides.")
      .def(
          "probe",
          [](const S& s, const std::vector<int>& moves)
              -> std::optional<std::tuple<int, int, int, std::string>> {
            Found f;
            if (!s.probe(moves, f)) return std::nullopt;
            return std::tuple(f.value, f.depth, f.move == Found::kNoMove ? -1 : f.move,
                              std::string(name_of(f.bound)));
          },
          "moves"_a,
          "What the table knows of the position after these moves: value for the player to move "
          "there, depth, best move, kind of bound.")
      .def("save", &S::save, "path"_a, "least_depth"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Write the entries of at least this depth to a file.")
      .def("load", &S::load, "path"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Read saved entries back; how many there were.")
      .def_prop_ro("nodes", &S::nodes, "Positions visited so far.")
      .def_prop_ro(
          "fill", [](S& s) { return s.table().fill(); }, "Share of the table in use.")
      .def_prop_ro("entries", [](S& s) { return s.table().entries(); });
}

std::string go_name(int width, int height, const std::string& ko, int komi, int endless,
                    const Switches& on) {
  return "go " + std::to_string(width) + "x" + std::to_string(height) + " " + ko + " komi " +
         std::to_string(komi) + "/2" +
         (endless > 0   ? " endless for Black"
          : endless < 0 ? " endless for White"
                        : "") +
         (on.territory ? "" : " without territory");
}

// Takes a part of the game's own out of the list of parts of the search to leave out.
bool leave_out(std::vector<std::string>& without, const char* part) {
  return std::erase(without, part) > 0;
}

std::string capture_name(int width, int height, const CaptureOptions& o) {
  return "capture " + std::to_string(width) + "x" + std::to_string(height) + " first to " +
         std::to_string(o.captures) + (o.guess ? "" : " without guess") +
         (o.tactics ? "" : " without tactics") + (o.ladders ? " with ladders" : "");
}

}  // namespace

void bind_solve(nb::module_& m) {
  m.attr("SOLVE_FINAL") = kFinal;
  m.attr("SOLVE_INFINITE") = kInfinite;
  m.attr("SOLVE_FOREVER") = kForever;
  m.attr("SOLVE_VERSION") = kVersion;

  bind_solver<Go>(m, "GoSolver", "Go on a board of up to 64 points, as sets of points in rows.")
      .def(
          "__init__",
          [](Solver<Go>* self, int width, int height, Bits black, Bits white, bool white_to_move,
             int ko_point, std::optional<bool> fresh, int passes,
             const std::vector<Situation>& past, const std::string& ko, int komi, int endless,
             std::int64_t megabytes, int threads, const std::vector<std::string>& without) {
            const Grid g = grid_from(width, height);
            check_stones(g, black, white);
            count_from("komi", komi, -200, 200);
            count_from("endless", endless, -1, 1);
            count_from("threads", threads, 1, 256);
            Switches on = switches_from(without);
            // Where the table is small, and a visit costs more than to ask it, it is asked nearer
            // to the leaves.
            if (g.points <= 16 && on.territory) on.cutoffs_from = 2;
            // And where a visit costs nearly nothing, it is made.
            if (!on.territory) on.refutations = false, on.siblings_from = 5;
            Go::Position root = root_from(
                g, {black, white, white_to_move, ko_point, fresh.value_or(ko_point >= 0), passes});
            if (!past.empty()) root.captured = 1;
            const Go game(g, ko_from(ko), komi, on, endless, !past.empty());
            if (!past.empty() && !game.superko())
              throw std::invalid_argument("the past matters under the superko rules alone");
            const std::string name = go_name(width, height, ko, komi, endless, on);
            new (self) Solver<Go>(game, name, root, bytes_from(megabytes), on, threads,
                                  past_from(game, past, white_to_move));
          },
          "width"_a, "height"_a, "black"_a = 0, "white"_a = 0, nb::kw_only(),
          "white_to_move"_a = false, "ko_point"_a = -1, "fresh"_a = nb::none(), "passes"_a = 0,
          "past"_a = std::vector<Situation>{}, "ko"_a = "basic", "komi"_a = 0, "endless"_a = 0,
          "megabytes"_a = 256, "threads"_a = 1, "without"_a = std::vector<std::string>{},
          "A ko is fresh if the position before had none, and then three passes end the game: "
          "after "
          "a pass this says so. If it is not said a ko is fresh. Komi in half points; play without "
          "end is "
          "won by Black (1), White (-1) or nobody (0); "
          "`past` are the situations that superko forbids, oldest first; `without` names parts of "
          "the search to leave out.")
      .def(
          "begin_at",
          [](Solver<Go>& s, const Situation& root) {
            if (s.game().superko())
              throw std::invalid_argument("under superko a position has a past: make a new solver");
            check_stones(s.game().grid(), std::get<0>(root), std::get<1>(root));
            s.begin_at(root_from(s.game().grid(), root));
          },
          "root"_a, "Let searches start at another position of the board; the table is kept.")
      .def(
          "situation",
          [](const Solver<Go>& s, const std::vector<int>& moves) {
            return situation_of(s.position(moves));
          },
          "moves"_a, "The position after these moves, as `past` has it.")
      .def(
          "area", [](const Solver<Go>& s) { return s.game().area(s.root()); },
          "Half points for the player to move if the game ended now, without komi.")
      .def(
          "guess",
          [](const Solver<Go>& s) { return s.game().guess(s.root().mine, s.root().theirs); },
          "The heuristic value for the player to move.");

  bind_solver<Capture>(m, "CaptureSolver",
                       "The capture game on a board of up to 64 points, as sets of points in rows.")
      .def(
          "__init__",
          [](Solver<Capture>* self, int width, int height, Bits black, Bits white,
             bool white_to_move, int captures, int taken_by_black, int taken_by_white, int ko_point,
             bool ladders, std::int64_t megabytes, int threads, std::vector<std::string> without) {
            const Grid g = grid_from(width, height);
            check_stones(g, black, white);
            count_from("captures", captures, 1, g.points);
            count_from("stones taken by Black", taken_by_black, 0, captures - 1);
            count_from("stones taken by White", taken_by_white, 0, captures - 1);
            count_from("threads", threads, 1, 256);
            if (ko_point != -1) count_from("the ko's point", ko_point, 0, g.points - 1);
            CaptureOptions options;
            options.captures = captures;
            options.ladders = ladders;
            options.guess = !leave_out(without, "guess");
            options.tactics = !leave_out(without, "tactics");
            options.chases = !leave_out(without, "chases");
            for (const char* part : {"bounds", "territory"})  // of Go
              if (leave_out(without, part))
                throw std::invalid_argument("the capture game has no part '" + std::string(part) +
                                            "'");
            Switches on = switches_from(without);
            on.symmetry_from = 2;  // fewer nodes and less time on 5x5 and 6x6 than Go's
            on.siblings_from = 5;
            on.refutations = false;  // worth no more than a twentieth of its nodes
            Capture::Position root;
            root.mine = white_to_move ? white : black;
            root.theirs = white_to_move ? black : white;
            root.white = white_to_move;
            const int taken = white_to_move ? taken_by_white : taken_by_black;
            const int lost = white_to_move ? taken_by_black : taken_by_white;
            root.taken = static_cast<std::uint8_t>(taken);
            root.lost = static_cast<std::uint8_t>(lost);
            if (ko_point >= 0) root.ko = static_cast<std::uint8_t>(ko_point);
            new (self) Solver<Capture>(Capture(g, options), capture_name(width, height, options),
                                       root, bytes_from(megabytes), on, threads);
          },
          "width"_a, "height"_a, "black"_a = 0, "white"_a = 0, nb::kw_only(),
          "white_to_move"_a = false, "captures"_a = 1, "taken_by_black"_a = 0,
          "taken_by_white"_a = 0, "ko_point"_a = -1, "ladders"_a = false, "megabytes"_a = 256,
          "threads"_a = 1, "without"_a = std::vector<std::string>{},
          "The first to capture so many stones wins; `without` names parts of the search to leave "
          "out, here also guess, tactics and chases.")
      .def(
          "plies",
          [](const Solver<Capture>& s, int value) {
            if (!is_final(value)) throw std::invalid_argument("the value is not a proved one");
            return s.game().plies(s.root(), value);
          },
          "value"_a, "How many moves a proved value is from the end of the game.")
      .def(
          "win", [](const Solver<Capture>& s, int plies) { return s.game().win(s.root(), plies); },
          "plies"_a, "The value of a win in so many moves.")
      .def(
          "guess", [](const Solver<Capture>& s) { return s.game().guess(s.root()); },
          "Twice the heuristic value of equation 4.2 for the player to move.")
      .def(
          "stones",
          [](const Solver<Capture>& s) {
            const Capture::Position& p = s.root();
            return p.white ? std::tuple(p.theirs, p.mine) : std::tuple(p.mine, p.theirs);
          },
          "The stones of Black and of White.");

  nb::class_<Retrograde>(m, "GoRetrograde",
                         "Go under basic ko on a board of few points, solved backwards.")
      .def(
          "__init__",
          [](Retrograde* self, int width, int height, const Situation& root,
             std::int64_t megabytes) {
            const Grid g = retrograde_grid(width, height);
            check_stones(g, std::get<0>(root), std::get<1>(root));
            new (self) Retrograde(g, position_from(g, root), bytes_from(megabytes));
          },
          "width"_a, "height"_a, "root"_a = Situation{0, 0, false, -1, true, 0},
          "megabytes"_a = 4096,
          "The root is as `past` of GoSolver has it: stones, side to move, ko, passes.")
      .def("run", &Retrograde::run, nb::call_guard<nb::gil_scoped_release>(),
           "Work until all is known; false if it was stopped or needs more memory.")
      .def("stop", &Retrograde::stop, "End `run` in another thread.")
      .def(
          "progress",
          [](const Retrograde& r) {
            const Retrograde::Progress p = r.progress();
            return std::tuple(p.rounds, p.share, p.states, p.bytes, p.root.lower, p.root.upper,
                              p.done, p.full);
          },
          "Rounds (0 while ends are looked for), the share of this one that is done, positions "
          "kept, bytes for them, what the "
          "player to move at the root forces and to what he can be held, whether all is known, and "
          "whether the memory is used up.")
      .def(
          "worth",
          [](const Retrograde& r, const Situation& s) {
            const Grid& g = r.grid();
            check_stones(g, std::get<0>(s), std::get<1>(s));
            const Retrograde::Worth w = r.worth(position_from(g, s));
            return std::tuple(w.lower, w.upper);
          },
          "situation"_a, nb::call_guard<nb::gil_scoped_release>(),
          "What the player to move forces, and to what he can be held.")
      .def(
          "line",
          [](const Retrograde& r, int longest, const std::optional<Situation>& from) {
            if (!from) return r.line(r.root(), longest);
            const Grid& g = r.grid();
            check_stones(g, std::get<0>(*from), std::get<1>(*from));
            return r.line(position_from(g, *from), longest);
          },
          "longest"_a = 60, "situation"_a = nb::none(), nb::call_guard<nb::gil_scoped_release>(),
          "The best moves for both sides from the root, or from a situation.");

  m.def(
      "solve_sure",
      [](int width, int height, Bits black, Bits white) {
        const Grid g = grid_from(width, height);
        check_stones(g, black, white);
        const Sure s = unconditional(g, black, white);
        return std::tuple(s.mine, s.theirs);
      },
      "width"_a, "height"_a, "black"_a, "white"_a,
      "The points that Black and White keep whatever happens, stones and territory.");
  m.def(
      "solve_alive",
      [](int width, int height, Bits mine, Bits theirs) {
        const Grid g = grid_from(width, height);
        check_stones(g, mine, theirs);
        const Life life = benson(g, mine, theirs);
        return std::tuple(life.stones, life.eyes);
      },
      "width"_a, "height"_a, "mine"_a, "theirs"_a,
      "Stones that cannot be captured even if their owner always passes, and their eyes.");
  m.def(
      "solve_euler",
      [](int width, int height, Bits stones) { return grid_from(width, height).euler(stones); },
      "width"_a, "height"_a, "stones"_a, "Objects less holes of a set of points.");
}

}  // namespace keima
