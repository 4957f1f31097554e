#include "nets/shallow.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "features/move_model.h"

namespace keima {
namespace {

constexpr int kReach = ShallowShape::kReach, kKernel = ShallowShape::kKernel;
constexpr int kOutput = ShallowShape::kOutput;
constexpr int kLanes = 16;  // kernels are computed so many at a time

// a += b
void add(float* __restrict a, const float* __restrict b, int count) {
  for (int i = 0; i < count; ++i) a[i] += b[i];
}

// a += x * b
void add(float* __restrict a, const float* __restrict b, float x, int count) {
  for (int i = 0; i < count; ++i) a[i] += x * b[i];
}

// Rows of `from` numbers to rows of `to` of them, or back.
template <class Out>
void copy_rows(const float* in, int from, Out out, int to, int rows) {
  for (int r = 0; r < rows; ++r) std::copy_n(in + r * from, std::min(from, to), out + r * to);
}

}  // namespace

void ShallowShape::check() const {
  if (size < 1 || size > kMaxSide)
    throw std::invalid_argument("boards must be of size 1 to " + std::to_string(kMaxSide));
  if (kernels < 1 || kernels > kMostKernels)
    throw std::invalid_argument("there must be 1 to " + std::to_string(kMostKernels) + " kernels");
}

ShallowInput::ShallowInput(const Board& board, Color to_play, Point last_move, Point move_before) {
  shallow_states(board, to_play, states.data());
  // A stone that has been taken can no longer be answered.
  const Geometry& g = board.geometry();
  if (board.at(last_move) == opponent(to_play)) last = g.index[last_move];
  if (board.at(move_before) == to_play) before = g.index[move_before];
}

ShallowNet::ShallowNet(const ShallowShape& shape, std::span<const float> weights)
    : shape_(shape),
      lanes_((shape.kernels + kLanes - 1) / kLanes * kLanes),
      wide_(shape.size + 2 * kReach),
      row_(shape.size + 2) {
  shape.check();
  if (static_cast<int>(weights.size()) != shape.weights())
    throw std::invalid_argument("expected " + std::to_string(shape.weights()) + " weights, got " +
                                std::to_string(weights.size()));
  if (!std::all_of(weights.begin(), weights.end(), [](float x) { return std::isfinite(x); }))
    throw std::invalid_argument("a weight is no number");
  const int k = shape.kernels;
  const int cells = shape.planes() * kKernel * kKernel;
  const float* next = weights.data();
  const auto size = [&](int rows) { return static_cast<std::size_t>(rows * lanes_); };
  table_.assign(size(cells), 0);
  copy_rows(next, k, table_.begin(), lanes_, cells);
  next += shape.input_weights();
  biases_.assign(size(wide_ * wide_), 0);
  for (int r = 0; r < shape.size; ++r)
    copy_rows(next + r * shape.size * k, k,
              biases_.begin() + ((r + kReach) * wide_ + kReach) * lanes_, lanes_, shape.size);
  next += shape.bias_weights();
  output_.assign(size(kOutput * kOutput), 0);
  copy_rows(next, k, output_.begin(), lanes_, kOutput * kOutput);
  next += shape.output_weights();
  output_biases_.assign(next, next + shape.area());
}

// Sums are kept on a grid with two rows and columns more on each side, so that no kernel has to
// look where the board ends; activity on one with one more.
void ShallowNet::forward(const ShallowInput& input, ShallowRoom& room) const {
  const int size = shape_.size, lanes = lanes_, run = kKernel * lanes;
  const int row = kKernel * run;  // of the table
  room.sums = biases_;
  const auto spread = [&](int point, int plane, float x) {
    const float* from = &table_[plane * row];
    float* to = &room.sums[(point / size * wide_ + point % size) * lanes];
    for (int dy = 0; dy < kKernel; ++dy, from += run, to += wide_ * lanes)
      x == 1 ? add(to, from, run) : add(to, from, x, run);
  };
  for (int p = 0; p < shape_.area(); ++p) spread(p, input.states[p], 1);
  if (shape_.history) {
    if (input.last >= 0) spread(input.last, kShallowStates, 1);
    if (input.before >= 0) spread(input.before, kShallowStates + 1, 1);
  }
  if (shape_.owner && input.owners)
    for (int p = 0; p < shape_.area(); ++p)
      if (input.owners[p] != 0) spread(p, shape_.planes() - 1, input.owners[p]);

  room.active.assign(static_cast<std::size_t>(row_ * row_ * lanes), 0);
  for (int y = 0; y < size; ++y) {
    const float* from = &room.sums[((y + kReach) * wide_ + kReach) * lanes];
    float* to = &room.active[((y + 1) * row_ + 1) * lanes];
    for (int i = 0; i < size * lanes; ++i) to[i] = std::max(from[i], 0.0f);
  }
  for (int p = 0; p < shape_.area(); ++p) {
    if (!is_shallow_move(input.states[p])) continue;
    float sums[ShallowShape::kMostKernels] = {};
    const float* from = &room.active[(p / size * row_ + p % size) * lanes];
    const float* weights = output_.data();
    for (int dy = 0; dy < kOutput; ++dy, from += (row_ - kOutput) * lanes)
      for (int dx = 0; dx < kOutput; ++dx, from += lanes, weights += lanes)
        for (int k = 0; k < lanes; ++k) sums[k] += from[k] * weights[k];
    float total = output_biases_[p];
    for (int k = 0; k < lanes; ++k) total += sums[k];
    room.logits[p] = total;
  }
}

void ShallowNet::predict(const ShallowInput& input, ShallowRoom& room) const {
  forward(input, room);
  constexpr float kUnit = 369.3299304675746f;  // 256 / ln 2
  std::array<int, kMaxArea> units;
  int most = -(1 << 30);
  const int area = shape_.area();
  for (int p = 0; p < area; ++p) {
    if (!is_shallow_move(input.states[p])) continue;
    units[p] = static_cast<int>(std::clamp(room.logits[p] * kUnit, -1e8f, 1e8f));
    most = std::max(most, units[p]);
  }
  float total = 0;
  for (int p = 0; p < area; ++p) {
    room.probabilities[p] =
        is_shallow_move(input.states[p]) ? power_of_two(std::max(units[p] - most, -100 * 256)) : 0;
    total += room.probabilities[p];
  }
  if (total > 0)
    for (int p = 0; p < area; ++p) room.probabilities[p] /= total;
}

ShallowGradient::ShallowGradient(const ShallowNet& net)
    : net_(net),
      table_(net.table_.size()),
      biases_(net.biases_.size()),
      output_(net.output_.size()),
      output_biases_(net.output_biases_.size()) {}

double ShallowGradient::add(const ShallowInput& input, int move, bool learn, int& better) {
  const ShallowShape& shape = net_.shape_;
  const int size = shape.size, area = shape.area(), lanes = net_.lanes_, run = kKernel * lanes;
  ShallowRoom& room = room_;
  net_.forward(input, room);
  better = 0;
  float most = room.logits[move];
  for (int p = 0; p < area; ++p) {
    if (!is_shallow_move(input.states[p])) continue;
    better += room.logits[p] > room.logits[move];
    most = std::max(most, room.logits[p]);
  }
  double total = 0;
  for (int p = 0; p < area; ++p)
    if (is_shallow_move(input.states[p]))
      total += room.probabilities[p] = std::exp(room.logits[p] - most);
  const double result = room.logits[move] - most - std::log(total);
  if (!learn) return result;

  // Towards more likelihood: from the output back to the table.
  const int row = net_.row_, wide = net_.wide_;
  room.slopes.assign(room.active.size(), 0);
  for (int p = 0; p < area; ++p) {
    if (!is_shallow_move(input.states[p])) continue;
    const float slope = (p == move) - static_cast<float>(room.probabilities[p] / total);
    output_biases_[p] += slope;
    const int at = (p / size * row + p % size) * lanes;
    for (int dy = 0; dy < kOutput; ++dy) {
      const int from = at + dy * row * lanes, weights = dy * kOutput * lanes;
      keima::add(&output_[weights], &room.active[from], slope, kOutput * lanes);
      keima::add(&room.slopes[from], &net_.output_[weights], slope, kOutput * lanes);
    }
  }
  room.activity.assign(room.sums.size(), 0);
  for (int y = 0; y < size; ++y) {
    const int from = ((y + 1) * row + 1) * lanes, to = ((y + kReach) * wide + kReach) * lanes;
    for (int i = 0; i < size * lanes; ++i)
      room.activity[to + i] = room.sums[to + i] > 0 ? room.slopes[from + i] : 0;
  }
  keima::add(biases_.data(), room.activity.data(), static_cast<int>(biases_.size()));
  const auto gather = [&](int point, int plane, float x) {
    float* to = &table_[plane * kKernel * run];
    const float* from = &room.activity[(point / size * wide + point % size) * lanes];
    for (int dy = 0; dy < kKernel; ++dy, to += run, from += wide * lanes)
      x == 1 ? keima::add(to, from, run) : keima::add(to, from, x, run);
  };
  for (int p = 0; p < area; ++p) gather(p, input.states[p], 1);
  if (shape.history) {
    if (input.last >= 0) gather(input.last, kShallowStates, 1);
    if (input.before >= 0) gather(input.before, kShallowStates + 1, 1);
  }
  if (shape.owner && input.owners)
    for (int p = 0; p < area; ++p)
      if (input.owners[p] != 0) gather(p, shape.planes() - 1, input.owners[p]);
  return result;
}

std::vector<float> ShallowGradient::sums() const {
  const ShallowShape& shape = net_.shape_;
  const int k = shape.kernels, lanes = net_.lanes_;
  std::vector<float> all(static_cast<std::size_t>(shape.weights()));
  float* next = all.data();
  copy_rows(table_.data(), lanes, next, k, shape.planes() * kKernel * kKernel);
  next += shape.input_weights();
  for (int r = 0; r < shape.size; ++r)
    copy_rows(&biases_[((r + kReach) * net_.wide_ + kReach) * lanes], lanes,
              next + r * shape.size * k, k, shape.size);
  next += shape.bias_weights();
  copy_rows(output_.data(), lanes, next, k, kOutput * kOutput);
  next += shape.output_weights();
  std::copy(output_biases_.begin(), output_biases_.end(), next);
  return all;
}

}  // namespace keima
