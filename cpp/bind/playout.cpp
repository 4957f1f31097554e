#include "bind/playout.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "bind/bind.h"
#include "playout/board_playout.h"
#include "playout/frisbee.h"
#include "playout/uniform.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

// What one call may be asked for, so that it ends and its answer fits into memory.
constexpr std::int64_t kMaxSigned = 1'000'000;
constexpr std::int64_t kMaxNumbers = 10'000'000;

// A light board of any size, with the checks that Python needs.
class CheckedLightBoard {
 public:
  CheckedLightBoard(const Board& board, int to_play, const char* eyes, int words)
      : geometry_(board.geometry()),
        light_(light_board(board, color_from(to_play), eye_rule_from(eyes), words)) {}

  std::vector<int> playable(int color) {
    const Color c = color_from(color);
    std::vector<int> all;
    for (int i = 0; i < geometry_.area; ++i)
      if (is_playable(geometry_.cell[i], c)) all.push_back(i);
    return all;
  }

  void play(int move, int color) {
    const Point p = move_from(geometry_, move);
    const Color c = color_from(color);
    if (p != kPass && !is_playable(p, c))
      throw std::invalid_argument("point " + std::to_string(move) + " is not playable");
    std::visit(
        [&](auto& light) {
          if (p == kPass)
            light.pass();
          else if (c == kBlack)
            light.template play<kBlack>(p);
          else
            light.template play<kWhite>(p);
        },
        light_);
  }

  std::vector<int> each_point(auto value) const {
    std::vector<int> all;
    for (int i = 0; i < geometry_.area; ++i) {
      const Point p = geometry_.cell[i];
      all.push_back(std::visit([&](const auto& light) { return value(light, p); }, light_));
    }
    return all;
  }
  std::vector<int> stones() const {
    return each_point([](const auto& light, Point p) { return int{light.at(p)}; });
  }
  std::vector<int> owners() const {
    return each_point([](const auto& light, Point p) { return int{light.owner(p)}; });
  }
  int ko() const {
    return std::visit([&](const auto& light) { return index_from(geometry_, light.ko()); }, light_);
  }
  int score() const {
    return std::visit([](const auto& light) { return light.score(); }, light_);
  }

 private:
  bool is_playable(Point p, Color c) {
    return std::visit(
        [&](auto& light) {
          return c == kBlack ? light.template is_playable<kBlack>(p)
                             : light.template is_playable<kWhite>(p);
        },
        light_);
  }

  const Geometry& geometry_;
  AnyLightBoard light_;
};

using Moves = std::vector<std::pair<int, int>>;

std::tuple<int, Moves, std::vector<int>> play_out(const Board& board, int to_play,
                                                  std::uint64_t seed, const char* eyes,
                                                  const char* policy) {
  const auto run = [&](auto playout) {
    const Geometry& g = board.geometry();
    Moves moves;
    Rng rng(seed);
    const int score =
        playout.run(rng, [&](Point p, Color c) { moves.push_back({index_from(g, p), c}); }).score;
    std::vector<int> owners;
    for (int i = 0; i < g.area; ++i) owners.push_back(playout.owner(g.cell[i]));
    return std::tuple(score, std::move(moves), std::move(owners));
  };
  const Color c = color_from(to_play);
  const EyeRule rule = eye_rule_from(eyes);
  return policy_from(policy) == PlayoutPolicy::kUniform ? run(UniformPlayout(board, c, rule))
                                                        : run(BoardPlayout(board, c, rule));
}

}  // namespace

void bind_playout(nb::module_& m) {
  nb::class_<CheckedLightBoard>(m, "LightBoard")
      .def(nb::init<const Board&, int, const char*, int>(), "board"_a, "to_play"_a = 1,
           "eyes"_a = "usual", "words"_a = 0)
      .def("playable", &CheckedLightBoard::playable, "color"_a)
      .def("play", &CheckedLightBoard::play, "move"_a, "color"_a)
      .def_prop_ro("stones", &CheckedLightBoard::stones)
      .def_prop_ro("owners", &CheckedLightBoard::owners)
      .def_prop_ro("ko", &CheckedLightBoard::ko)
      .def_prop_ro("score", &CheckedLightBoard::score);

  m.def(
      "land",
      [](const Board& board, int aim, int color, double epsilon, std::uint64_t seed) {
        if (!(epsilon >= 0 && epsilon <= 1))
          throw std::invalid_argument("epsilon must be from 0 to 1");
        const Geometry& g = board.geometry();
        Rng rng(seed);
        return index_from(g, land(board, move_from(g, aim), color_from(color), epsilon, rng));
      },
      "board"_a, "aim"_a, "color"_a, "epsilon"_a, "seed"_a);
  m.def("play_out", &play_out, "board"_a, "to_play"_a, "seed"_a = 0, "eyes"_a = "usual",
        "policy"_a = "uniform");

  m.def(
      "run_playouts",
      [](const Board& board, int to_play, double seconds, std::uint64_t seed, const char* eyes,
         const char* policy) {
        const Color c = color_from(to_play);
        const EyeRule rule = eye_rule_from(eyes);
        const PlayoutPolicy name = policy_from(policy);
        seconds_from(seconds);
        const nb::gil_scoped_release unlocked;
        const PlayoutTotals t = run_playouts(board, c, name, rule, seed, seconds);
        return std::tuple(t.playouts, t.moves, t.score, t.seconds);
      },
      "board"_a, "to_play"_a, "seconds"_a, "seed"_a = 0, "eyes"_a = "usual",
      "policy"_a = "uniform");

  m.def(
      "playout_signature",
      [](const Board& board, int to_play, std::int64_t playouts, std::uint64_t seed,
         const char* eyes, const char* policy) {
        const auto count = static_cast<int>(count_from("playouts", playouts, 0, kMaxSigned));
        return playout_signature(board, color_from(to_play), policy_from(policy),
                                 eye_rule_from(eyes), seed, count);
      },
      "board"_a, "to_play"_a, "playouts"_a, "seed"_a = 0, "eyes"_a = "usual",
      "policy"_a = "uniform");

  m.def(
      "time_board",
      [](int width, int height, double seconds, std::uint64_t seed) {
        seconds_from(seconds);
        const nb::gil_scoped_release unlocked;
        const BoardTimes t = time_board(width, height, seed, seconds);
        return std::tuple(t.copy, t.play, t.test);
      },
      "width"_a, "height"_a, "seconds"_a, "seed"_a = 0);

  m.def(
      "random_numbers",
      [](std::uint64_t seed, std::uint32_t below, std::int64_t count) {
        if (!below) throw std::invalid_argument("there is no number below 0");
        count_from("count", count, 0, kMaxNumbers);
        Rng rng(seed);
        std::vector<std::uint32_t> all;
        for (std::int64_t i = 0; i < count; ++i) all.push_back(rng.below(below));
        return all;
      },
      "seed"_a, "below"_a, "count"_a);
}

}  // namespace keima
