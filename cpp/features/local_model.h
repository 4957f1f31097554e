// Which moves are good where they are: the move predictor of van der Werf 2004 (7.1), a perceptron
// with one hidden layer over LocalFeatures, for all sizes of boards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"
#include "features/local_features.h"

namespace keima {

class LocalModel {
 public:
  static constexpr int kMostHidden = 512;

  // Weights: by feature, one for each hidden neuron; of the neurons' biases; of the output from
  // them. `sharpness` is what values are multiplied with before they become probabilities. Throws
  // std::invalid_argument for other numbers of weights, or any that is no number.
  LocalModel(LocalShape shape, int hidden, std::span<const float> weights, float sharpness);

  LocalShape shape() const { return shape_; }
  int hidden() const { return hidden_; }
  float sharpness() const { return sharpness_; }
  std::span<const float> weights() const { return weights_; }
  static std::size_t count_weights(LocalShape shape, int hidden) {
    return static_cast<std::size_t>(local_length(shape) + 2) * static_cast<std::size_t>(hidden);
  }

  // What each of the moves, none of them a pass, is worth: more is better, no more is meant.
  void values(const Board& board, Color to_play, Point last, std::span<const Point> moves,
              std::vector<float>& values) const;
  // The same as probabilities that one of them is played.
  void predict(const Board& board, Color to_play, Point last, std::span<const Point> moves,
               std::vector<float>& probabilities) const;

 private:
  float value(const float* features) const;

  LocalShape shape_;
  int hidden_;
  float sharpness_;
  std::vector<float> weights_;
};

// Where the move of a game stands among all legal moves and among those within distance 3 of it,
// from 1, and how many these are. Moves that are worth the same, as mirror images, share a place.
struct LocalRank {
  int full, moves, local, near;
};

// Of all moves of a game that are no passes. Moves are row-major, `area` is a pass. Throws
// std::invalid_argument, which names the move, if one cannot be played.
std::vector<LocalRank> rank_moves(const LocalModel& model, Board board, Color first,
                                  std::span<const std::uint16_t> moves);

}  // namespace keima
