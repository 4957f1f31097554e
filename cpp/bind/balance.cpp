#include "playout/balance.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <tuple>
#include <vector>

#include "bind/arrays.h"
#include "bind/bind.h"
#include "playout/patterns.h"
#include "playout/trained_policy.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Owners = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
// The board, who is to play, the last move and the one before (-1 if there is none), and komi.
using Position = std::tuple<const Board*, int, int, int, double>;

// All choices of all games of a position are kept, up to 50 kB for each.
constexpr std::int64_t kMostGames = 10'000;

}  // namespace

void bind_balance(nb::module_& m) {
  nb::class_<TrainedPolicy>(m, "TrainedPolicy")
      .def(
          "__init__",
          [](TrainedPolicy* self, const std::vector<double>& numbers) {
            new (self) TrainedPolicy(numbers);
          },
          "numbers"_a);

  m.def(
      "balance",
      [](const std::vector<Position>& positions, const Owners& owners, const Numbers& wins,
         std::shared_ptr<PatternTable> patterns, std::int64_t games, double win_weight,
         std::uint64_t seed) {
        count_from("games", games, 2, kMostGames);
        if (owners.shape(0) != positions.size() || wins.size() != positions.size())
          throw std::invalid_argument("every position needs its owners and its result");
        std::vector<Judged> judged;
        for (std::size_t i = 0; i < positions.size(); ++i) {
          const auto& [board, to_play, last, before, komi] = positions[i];
          if (!board || !std::isfinite(komi))
            throw std::invalid_argument("a position needs a board and a komi");
          const Geometry& g = board->geometry();
          const auto area = static_cast<std::size_t>(g.area);
          if (owners.shape(1) != area)
            throw std::invalid_argument("every point of a board needs its owner");
          const auto move = [&](int index) { return index < 0 ? kPass : move_from(g, index); };
          judged.push_back({*board,
                            color_from(to_play),
                            move(last),
                            move(before),
                            komi,
                            {owners.data() + i * area, area},
                            wins.data()[i]});
        }
        Balance found;
        {
          const nb::gil_scoped_release unlocked;
          found = balance(judged, {std::move(patterns), nullptr, nullptr}, static_cast<int>(games),
                          win_weight, seed);
        }
        return nb::make_tuple(array_of(std::move(found.slope)), found.owner_error, found.win_error);
      },
      "positions"_a, "owners"_a, "wins"_a, "patterns"_a, "games"_a, "win_weight"_a = 1.0,
      "seed"_a = 0);
}

}  // namespace keima
