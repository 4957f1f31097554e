// The network of Keller & Perez 2016 (section 3.1): one hidden layer of a few 5x5 kernels, a 3x3
// convolution as output, a bias for each point in both layers, softmax over the moves. It belongs
// to one size of board.
//
// Every point has exactly one of the states of shallow_states.h, so that the first convolution is
// a sum of rows of a table: no multiplication, and no plane is ever made.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"
#include "features/shallow_states.h"

namespace keima {

struct ShallowShape {
  static constexpr int kMostKernels = 64;
  static constexpr int kReach = 2, kKernel = 2 * kReach + 1;  // of the hidden layer
  static constexpr int kOutput = 3;

  int size;      // of the board, which is square
  int kernels;   // of the hidden layer
  bool history;  // two planes more: the last move, and the one before
  bool owner;    // one more: who owns each point after a few playouts

  int area() const { return size * size; }
  int planes() const { return kShallowStates + 2 * history + owner; }
  // Weights: planes x 5 x 5 x kernels, area x kernels, 3 x 3 x kernels, area.
  int input_weights() const { return planes() * kKernel * kKernel * kernels; }
  int bias_weights() const { return area() * kernels; }
  int output_weights() const { return kOutput * kOutput * kernels; }
  int weights() const { return input_weights() + bias_weights() + output_weights() + area(); }
  // Throws std::invalid_argument.
  void check() const;
};

// A position as the network sees it.
struct ShallowInput {
  std::array<std::uint8_t, kMaxArea> states;
  int last = -1, before = -1;     // by row-major index; -1 if there is none
  const float* owners = nullptr;  // 1 if all playouts give a point to who is to play, to -1

  ShallowInput() = default;
  ShallowInput(const Board& board, Color to_play, Point last_move, Point move_before);
};

// Room to compute in: one for each thread.
struct ShallowRoom {
  std::vector<float> sums, active, slopes, activity;
  std::array<float, kMaxArea> logits, probabilities;
};

class ShallowNet {
 public:
  // Throws std::invalid_argument if the weights are not as many as they should be, or no numbers.
  ShallowNet(const ShallowShape& shape, std::span<const float> weights);

  const ShallowShape& shape() const { return shape_; }
  // The logit and the probability of each point, by row-major index; 0 for what is no move.
  // Probabilities come from logits in steps of 1/256 of a power of two, so that they are the same
  // on every machine.
  void predict(const ShallowInput& input, ShallowRoom& room) const;
  // The logits alone.
  void forward(const ShallowInput& input, ShallowRoom& room) const;

 private:
  friend class ShallowGradient;

  ShallowShape shape_;
  int lanes_;       // kernels, with those that are always 0
  int wide_, row_;  // sides of the grids of sums and activity
  std::vector<float> table_, biases_, output_, output_biases_;
};

// Sums of gradients of the likelihood of moves, in the order of the weights.
class ShallowGradient {
 public:
  explicit ShallowGradient(const ShallowNet& net);

  // Adds one position; returns the natural logarithm of the probability of its move. `better`
  // becomes the number of moves that are more likely.
  double add(const ShallowInput& input, int move, bool learn, int& better);
  std::vector<float> sums() const;

 private:
  const ShallowNet& net_;
  ShallowRoom room_;
  std::vector<float> table_, biases_, output_, output_biases_;
};

}  // namespace keima
