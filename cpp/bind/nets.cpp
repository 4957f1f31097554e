#include "bind/nets.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <vector>

#include "bind/bind.h"
#include "nets/network.h"
#include "search/before.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace keima {
namespace {

constexpr std::size_t kMegabyte = 1 << 20;

nb::dict dict_of(const Evaluation& e) {
  nb::dict result;
  result["win"] = e.win;
  result["loss"] = e.loss;
  result["no_result"] = e.no_result;
  result["score"] = e.score;
  result["stdev"] = e.stdev;
  result["lead"] = e.lead;
  result["win_error"] = e.win_error >= 0 ? nb::object(nb::float_(e.win_error)) : nb::none();
  result["score_error"] = e.score_error >= 0 ? nb::object(nb::float_(e.score_error)) : nb::none();
  result["policy"] = e.policy;
  result["ownership"] = e.ownership;
  return result;
}

}  // namespace

void bind_nets(nb::module_& m) {
  nb::class_<Evaluator>(m, "Evaluator");
  nb::class_<Network, Evaluator>(m, "Network")
      .def(
          "__init__",
          [](Network* self, const std::string& library, const std::string& path, int width,
             int height, int version, const std::array<float, 3>& multipliers,
             const std::array<float, 2>& errors, bool suicide_area, int streams, bool shared,
             double cache_mb) {
            count_from("streams", streams, 1, 256);
            if (!(cache_mb >= 0 && cache_mb <= 1 << 20))
              throw std::invalid_argument("cache_mb must be from 0 to 2^20");
            const NetworkHeader header{version,   multipliers[0], multipliers[1], multipliers[2],
                                       errors[0], errors[1],      suicide_area};
            const Geometry& g = Geometry::of(width, height);
            const nb::gil_scoped_release unlocked;
            auto model = shared ? openvino::Model::shared(library, path, streams)
                                : std::make_shared<const openvino::Model>(library, path, streams);
            new (self) Network(std::move(model), g, header,
                               static_cast<std::size_t>(cache_mb * kMegabyte));
          },
          "library"_a, "path"_a, "width"_a, "height"_a, nb::kw_only(), "version"_a = 8,
          "multipliers"_a = std::array<float, 3>{20, 20, 20},
          "errors"_a = std::array<float, 2>{0.25f, 30}, "suicide_area"_a = false, "streams"_a = 1,
          "shared"_a = false, "cache_mb"_a = 64.0)
      .def_prop_ro("streams", &Network::streams)
      .def_prop_ro("cache_hits", &Network::cache_hits)
      .def(
          "evaluate",
          [](Network& network, const History& history, int to_play, double komi, bool territory,
             std::string_view tax, bool friendly_pass, bool passing_hacks, int symmetry,
             double temperature, double optimism) {
            const Geometry& g = network.geometry();
            if (&history.board().geometry() != &g)
              throw std::invalid_argument("the network is for another size of board");
            count_from("symmetry", symmetry, 0, g.width == g.height ? 7 : 3);
            TreeTask task{history.board(), color_from(to_play)};
            task.last_was_pass = history.passes() > 0;
            task.komi = komi;
            task.rules = input_rules_from(territory, tax, friendly_pass);
            add_history(task, history);
            Query query;
            query.position = input_at_root(task);
            query.position.over = history.is_over();
            query.position.passing_hacks = passing_hacks;
            query.temperature = static_cast<float>(temperature);
            query.optimism = static_cast<float>(optimism);
            query.symmetry = symmetry;
            Evaluated value;
            {
              const nb::gil_scoped_release unlocked;
              network.context()->evaluate({&query, 1}, {&value, 1});
            }
            return dict_of(*value);
          },
          "history"_a, "to_play"_a, nb::kw_only(), "komi"_a, "territory"_a = false,
          "tax"_a = "none", "friendly_pass"_a = false, "passing_hacks"_a = false, "symmetry"_a = 0,
          "temperature"_a = 1.0, "optimism"_a = 0.0);
}

}  // namespace keima
