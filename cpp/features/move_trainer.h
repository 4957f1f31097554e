// Learns the weights of a MoveModel from games, or from what a teacher says of positions: codes
// that are played often enough are kept, and their weights follow the gradient of the likelihood of
// the moves played.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "board/board.h"

namespace keima {

// A position and the moves, in turn, that were played from it.
struct Record {
  const Board& start;
  Color first;
  std::vector<Point> moves;
};

// A position and how likely each of its points is played, by row-major index: 0 if it is illegal,
// together 1. Own eyes without a chance are no candidates.
struct Lesson {
  const Board& board;
  Color to_play;
  Point last, before;
  std::span<const float> chances;
};

struct Prediction {
  std::int64_t positions = 0, first = 0, five = 0, ten = 0;  // the likeliest move among the best
  double log_likelihood = 0;                                 // natural, summed
  void operator+=(const Prediction& other);
};

class MoveTrainer {
 public:
  // Counts the codes of the moves played; then keep() those that occur often.
  void count(const Record& record);
  void count(const Lesson& lesson);
  std::size_t keep(double least);
  // Goes over the moves of a record and corrects the weights after each (AdaGrad), a rate of 0
  // only predicts.
  Prediction learn(const Record& record, float rate);
  Prediction learn(const Lesson& lesson, float rate);

  // Codes, ascending, and weights as MoveModel wants them.
  std::pair<std::vector<std::uint32_t>, std::vector<std::int16_t>> model() const;

 private:
  std::unordered_map<std::uint32_t, double> counts_;
  std::unordered_map<std::uint32_t, std::int32_t> index_;
  std::vector<float> weights_, squares_, gradient_;
  std::vector<std::int32_t> touched_, features_;
  std::vector<std::pair<int, int>> spans_;
  std::vector<double> odds_;
  std::vector<float> wanted_;
};

}  // namespace keima
