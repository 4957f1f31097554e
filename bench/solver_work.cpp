// A search of the empty board by the core alone, as `keima solve go` and `keima bench solve` begin
// it: who wins? For counting instructions, which say more than seconds on a busy machine.
//
//   g++ -O3 -DNDEBUG -std=c++20 -ffp-contract=off -march=x86-64-v3 -Icpp bench/solver_work.cpp
//       cpp/solve/*.cpp -o work
//   valgrind --tool=callgrind --callgrind-out-file=/dev/null ./work 4 4 ssk
//   valgrind --tool=callgrind --callgrind-out-file=/dev/null ./work 5 5 basic 1000000 plain
//
// WIDTH HEIGHT KO [NODES at most, 0 for no limit] [`plain`: without the static analysis]
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "solve/go.h"
#include "solve/solver.h"

using namespace keima::solve;

namespace {

Ko ko_from(const std::string& name) {
  if (name == "basic") return Ko::kBasic;
  if (name == "japanese") return Ko::kJapanese;
  if (name == "ssk") return Ko::kSuperko;
  throw std::invalid_argument("no ko rule " + name + ": basic, japanese or ssk");
}

// As the bindings set them.
Switches switches(const Grid& g, bool plain) {
  Switches on;
  on.territory = !plain;
  if (g.points <= 16 && !plain) on.cutoffs_from = 2;
  if (plain) on.refutations = false, on.siblings_from = 5;
  return on;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return std::fprintf(stderr, "WIDTH HEIGHT KO [NODES] [plain]\n"), 2;
  const Grid g(std::atoi(argv[1]), std::atoi(argv[2]));
  const std::uint64_t given = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 0;
  const std::uint64_t most = given != 0 ? given : kNoLimit;
  const Switches on = switches(g, argc > 5 && std::string(argv[5]) == "plain");
  const std::size_t megabytes = g.points <= 16 ? 32 : 256;
  Solver<Go> solver(Go(g, ko_from(argv[3]), 0, on), "work", {}, megabytes << 20, on, 1);
  for (int depth = 1; depth < 2 * g.points + 10; ++depth) {
    const std::uint64_t left = most == kNoLimit ? kNoLimit : most - solver.nodes();
    const Iteration i = solver.search(depth, -kInfinite, kInfinite, left);
    if (!i.complete) break;
    std::printf("depth %d: %d\n", depth, i.value);
    if (is_final(i.value) || i.exhausted) break;
  }
  std::printf("%llu positions\n", static_cast<unsigned long long>(solver.nodes()));
}
