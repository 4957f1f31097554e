// Searches with several threads in every way the search has, for ThreadSanitizer: `./test --tsan`
// builds and runs it. Prints the number of searches; races are reported by the sanitizer.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "nets/cache.h"
#include "playout/patterns.h"
#include "playout/trained_policy.h"
#include "search/tree_search.h"

namespace {

using Values = std::map<std::string, double>;

const std::vector<Values> kVariants = {
    {},
    {{"parallel", 1}},
    {{"parallel", 2}},
    {{"bandit", 2}, {"criticality", 1}, {"criticality_visits", 20}, {"replies", 1}},
    {{"effectivity", 1}, {"criticality_visits", 20}, {"rave_smoothing", 10}},
    {{"playout_replies", 2}, {"prior_grandparent", 20}},
    {{"playout_replies", 1}, {"parallel", 1}},
    {{"grouping", 10}, {"widening", 3}},
    {{"grouping", 10}, {"grouping_by", 2}, {"expand_after", 0}, {"prior_owned", 20}},
    {{"grouping", 10}, {"parallel", 2}, {"prior_playouts", 1}},
    {{"dynamic_komi", 1}, {"komi_period", 20}, {"komi_from", 0}},
    {{"dynamic_komi", 1}, {"komi_period", 20}, {"komi_from", 0}, {"parallel", 2}},
    {{"frisbee", 0.1}},
    {{"virtual_loss", 0}, {"rave_first", 0}, {"grouping", 10}, {"expand_after", 0}},
    {{"virtual_loss", 0}, {"rave_first", 0}, {"parallel", 1}},
    {{"transpositions", 0}, {"cycles", 0}, {"virtual_loss", 0}, {"parallel", 2}},
    {{"transpositions", 0}, {"expand_after", 0}},
    {{"prior_model", 300}, {"expand_after", 1}},
    {{"prior_model", 300}, {"expand_after", 1}, {"parallel", 1}},
};

const std::vector<std::pair<std::string, Values>> kPolicies = {
    {"mogo", {}},
    {"classic", {}},
    {"isgo", {{"node", 1}, {"edge", 1}, {"edge_mb", 1}}},
};

// A model that likes every tenth code.
std::shared_ptr<const keima::MoveModel> make_model() {
  std::vector<std::uint32_t> codes;
  std::vector<std::int16_t> weights;
  for (std::uint32_t code = 0; code < 1000; code += 10) {
    codes.push_back(code);
    weights.push_back(static_cast<std::int16_t>(code));
  }
  return std::make_shared<keima::MoveModel>(codes, weights);
}

// A trained policy that knows no difference.
std::shared_ptr<const keima::PatternTable> make_table() {
  const std::vector<double> numbers(static_cast<std::size_t>(keima::TrainedPolicy::size()), 0.5);
  return std::make_shared<keima::PatternTable>("", nullptr,
                                               std::make_shared<keima::TrainedPolicy>(numbers));
}

// With an evaluator.
const std::vector<Values> kValued = {
    {{"bandit", 3}, {"score_static", 0.1}, {"score_dynamic", 0.3}},
    {{"bandit", 3}, {"root_noise", 0.25}, {"parallel", 1}},
    {{"bandit", 3}, {"value_weight", 0.5}},
    {{"bandit", 3}, {"transpositions", 0}},
    {{"bandit", 3},
     {"score_dynamic", 0.3},
     {"bias", 0.45},
     {"noise_pruning", 0.15},
     {"good_exponent", 0.25},
     {"uncertainty", 0.25},
     {"root_symmetry", 1}},
    {{"prior_network", 100}, {"value_weight", 0.5}, {"expand_after", 1}},
};

// One whose values come from the hash of a position, kept in a cache as those of networks are.
class MadeUp : public keima::Evaluator {
 public:
  const keima::Geometry& geometry() const override { return geometry_; }
  std::unique_ptr<keima::EvaluatorContext> context() override {
    return std::make_unique<Context>(*this);
  }

 private:
  class Context : public keima::EvaluatorContext {
   public:
    explicit Context(MadeUp& all) : all_(all) {}
    void evaluate(std::span<const keima::Query> queries,
                  std::span<keima::Evaluated> values) override {
      for (std::size_t i = 0; i < queries.size(); ++i) values[i] = evaluate(queries[i]);
    }
    double seconds() const override { return 0; }
    std::int64_t count() const override { return 0; }

   private:
    keima::Evaluated evaluate(const keima::Query& query) {
      const keima::Board& board = *query.position.board;
      const std::uint64_t key = board.hash() ^ query.position.to_play;
      if (keima::Evaluated known = all_.cache_.find(key)) return known;
      keima::Evaluation e;
      e.win = static_cast<float>(key % 1000) / 1000;
      e.loss = 1 - e.win;
      e.lead = e.score = 10 * e.win - 5;
      e.stdev = 5;
      e.win_error = 0.1f + e.win;
      e.score_error = 3;
      const auto area = static_cast<std::size_t>(board.area());
      for (std::size_t i = 0; i <= area; ++i)
        e.policy.push_back(board.is_legal(board.geometry().cell[i], query.position.to_play) ? 0.02f
                                                                                            : 0.0f);
      e.ownership.assign(area, e.win);
      auto made = std::make_shared<const keima::Evaluation>(e);
      all_.cache_.put(key, made);
      return made;
    }

    MadeUp& all_;
  };

  const keima::Geometry& geometry_ = keima::Geometry::of(7, 7);
  keima::EvaluationCache cache_{1 << 13, geometry_};
};

// A few moves of a game against itself, the tree kept, reports read while it runs.
int play(keima::TreeSearch& search, std::uint64_t seed, int moves) {
  keima::Board board(7, 7);
  keima::Color color = keima::kBlack;
  keima::Point last = keima::kPass;
  int searches = 0;
  for (int i = 0; i < moves; ++i) {
    keima::TreeTask task{board, color, last};
    task.komi = 7.5;
    task.threads = 3;
    task.playouts = 800;
    task.seed = seed + static_cast<std::uint64_t>(i);
    task.move_owner = i % 2 == 0;
    task.symmetry = true;
    const auto report = search.search(task, [&](std::int64_t done) {
      search.report();
      if (done > 600) search.stop();
    });
    search.reset();
    ++searches;
    last = report.moves[0].move;
    board.play(last, color);
    color = keima::opponent(color);
  }
  return searches;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  const auto model = make_model();
  const auto table = make_table();
  int searches = 0;
  for (int round = 0; round < rounds; ++round)
    for (const auto& [policy, changes] : kPolicies)
      for (Values values : kVariants) {
        values["memory_mb"] = round % 2 ? 1 : 8;
        keima::TreeSearch search(policy, changes, values, table, model);
        searches += play(search, static_cast<std::uint64_t>(round), 4);
      }
  const auto evaluator = std::make_shared<MadeUp>();
  for (int round = 0; round < rounds; ++round)
    for (Values values : kValued) {
      values["memory_mb"] = round % 2 ? 1 : 8;
      keima::TreeSearch search("mogo", {}, values, nullptr, model);
      search.set_evaluator(evaluator);
      searches += play(search, static_cast<std::uint64_t>(round), 4);
    }
  std::printf("%d searches\n", searches);
}
