// What is known of a position where moves are selected by a network's policy.
#pragma once

#include <cstdint>

#include "search/loose.h"

namespace keima {

// What an evaluation, a playout or the end of a game says, as Black sees it.
struct Word {
  double result;        // from -1, lost, to 1
  double score, stdev;  // expected margin, komi included, and how sure it is
  double lead;          // the fair komi
  double weight;        // among other words
};

// All of it as Black sees it. Means are made anew from the moves of a node each time one of them
// has been followed, so that it does not matter in which ways a position was reached.
struct Valued {
  // The node's own word, and what it is worth.
  Loose<float> result, score, stdev, lead, weight, utility;
  // Of the own word and of what was found below: visits that are finished, sums of weights and of
  // their squares, means.
  Loose<float> visits, weights, weight_squares;
  Loose<float> mean, square;  // of utilities and their squares
  Loose<float> results, scores, leads;
  // Its place in the table of biases, and what it has put there.
  std::uint32_t bias;
  Loose<float> bias_sum, bias_weight;

  void say(const Word& w) {
    result.set(static_cast<float>(w.result));
    score.set(static_cast<float>(w.score));
    stdev.set(static_cast<float>(w.stdev));
    lead.set(static_cast<float>(w.lead));
    weight.set(static_cast<float>(w.weight));
  }
};

}  // namespace keima
