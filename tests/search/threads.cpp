// Searches with several threads in every way the search has, for ThreadSanitizer: `./test --tsan`
// builds and runs it. Prints the number of searches; races are reported by the sanitizer.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "playout/patterns.h"
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
    {{"grouping", 10}, {"parallel", 2}, {"prior_playouts", 1}},
    {{"dynamic_komi", 1}, {"komi_period", 20}, {"komi_from", 0}},
    {{"dynamic_komi", 1}, {"komi_period", 20}, {"komi_from", 0}, {"parallel", 2}},
    {{"frisbee", 0.1}},
    {{"prior_model", 300}, {"expand_after", 1}},
    {{"prior_model", 300}, {"expand_after", 1}, {"parallel", 1}},
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
  int searches = 0;
  for (int round = 0; round < rounds; ++round)
    for (const char* policy : {"mogo", "classic"})
      for (Values values : kVariants) {
        values["memory_mb"] = round % 2 ? 1 : 8;
        keima::TreeSearch search(policy, {}, values, nullptr, model);
        searches += play(search, static_cast<std::uint64_t>(round), 4);
      }
  std::printf("%d searches\n", searches);
}
