// What values positions for a search: a network, or something that looks like one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/board.h"
#include "features/inputs.h"

namespace keima {

// What an evaluator says of a position; all of it as the player to move sees it.
struct Evaluation {
  float win = 0, loss = 0, no_result = 0;  // probabilities
  float score = 0, stdev = 0, lead = 0;    // expected margin, komi included, and the fair lead
  // By how much result and score will move in the next turns; below 0 if it does not tell.
  float win_error = -1, score_error = -1;
  std::vector<float> policy;     // by row-major index, pass last; 0 if illegal
  std::vector<float> ownership;  // by row-major index, from -1 to 1
};

using Evaluated = std::shared_ptr<const Evaluation>;

// One by chance, the same for the same position and seed.
inline constexpr int kAnySymmetry = -1;

// A position to be valued, and how.
struct Query {
  InputPosition position;
  // Can a game end without a result? Not where superko holds and area is counted.
  bool no_result() const {
    const InputRules& rules = position.rules;
    return rules.territory || rules.ko == Ko::kSimple || rules.ko == Ko::kCycle;
  }
  float temperature = 1;   // of the policy
  float optimism = 0;      // of the policy, for networks that have it
  int symmetry = 0;        // in which it is shown, or kAnySymmetry
  std::uint64_t seed = 0;  // of the chance that chooses it
};

// One thread's part of an evaluator.
class EvaluatorContext {
 public:
  virtual ~EvaluatorContext() = default;
  // Values each of the queries; they are as many.
  virtual void evaluate(std::span<const Query> queries, std::span<Evaluated> values) = 0;
  // Time spent in networks, and how many positions they were asked for, so far.
  virtual double seconds() const = 0;
  virtual std::int64_t count() const = 0;
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // Of this size alone.
  virtual const Geometry& geometry() const = 0;
  // From any thread; contexts must not outlive the evaluator. Throws std::runtime_error.
  virtual std::unique_ptr<EvaluatorContext> context() = 0;
};

}  // namespace keima
