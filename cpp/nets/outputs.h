// From what a network puts out to what it means.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "nets/evaluator.h"

namespace keima {

// What must be known of a network to read it.
struct NetworkHeader {
  int version = 8;                          // of KataGo's model format
  float score = 20, stdev = 20, lead = 20;  // what its outputs are multiplied with
  float win_error = 0.25, score_error = 30;
  bool suicide_area = false;  // see InputPosition
};

// The raw outputs for one position; the policy is of one or more channels.
struct RawOutputs {
  std::span<const float> policy, value, score, ownership;
};

// The outputs are those of the query turned by `symmetry`.
Evaluation read_outputs(const RawOutputs& raw, const NetworkHeader& header, const Query& query,
                        int symmetry);

}  // namespace keima
