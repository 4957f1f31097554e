#include "nets/outputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace keima {
namespace {

constexpr float kLeast = 1e-30f;
constexpr float kIllegal = -std::numeric_limits<float>::infinity();

// A soft maximum, in place; what is minus infinity becomes 0.
void softmax(std::span<float> logits) {
  const float most = *std::max_element(logits.begin(), logits.end());
  float sum = 0;
  for (float& x : logits) sum += x = std::exp(x - most);
  for (float& x : logits) x /= sum;
}

float softplus(float x) { return x > 20 ? x : std::log1p(std::exp(x)); }

// A search looks at other moves too, however sure the network is that a pass is best.
void cap_pass(std::span<float> policy) {
  constexpr float kMost = 0.95f;
  const float others = 1 - policy.back();
  if (policy.back() <= kMost || !(others > 0)) return;
  for (float& p : policy) p *= (1 - kMost) / others;
  policy.back() = kMost;
}

// The second channel of newer networks is the policy of an optimist.
void read_policy(std::span<const float> raw, const Query& query, const Symmetry& turn, int version,
                 std::vector<float>& policy) {
  const Board& board = *query.position.board;
  const Geometry& g = board.geometry();
  const auto moves = static_cast<std::size_t>(g.area) + 1;
  const bool optimist = version >= 12 && raw.size() >= 2 * moves && query.optimism > 0;
  const auto logit = [&](std::size_t i) {
    const float plain = raw[i];
    const float all = optimist ? plain + (raw[moves + i] - plain) * query.optimism : plain;
    return all / query.temperature;
  };
  policy.resize(moves);
  const InputPosition& p = query.position;
  std::size_t i = 0;
  for (int row = 0; row < g.height; ++row)
    for (int column = 0; column < g.width; ++column, ++i)
      policy[i] = board.is_legal(g.cell[i], p.to_play, p.rules.suicide)
                      ? logit(static_cast<std::size_t>(turn(row, column)))
                      : kIllegal;
  policy[moves - 1] = logit(moves - 1);
  softmax(policy);
  // What is legal is never quite impossible: a search may be asked about it.
  for (std::size_t m = 0; m + 1 < moves; ++m)
    if (policy[m] < kLeast && board.is_legal(g.cell[m], p.to_play, p.rules.suicide))
      policy[m] = kLeast;
  if (p.passing_hacks) cap_pass(policy);
}

// How far off a network thinks it is, from version 9 on; how it says so has changed.
void read_errors(std::span<const float> raw, const NetworkHeader& header, Evaluation& e) {
  if (header.version < 9 || raw.size() < 6) return;
  if (header.version < 10) {
    e.win_error = softplus(raw[4]);
    e.score_error = 10 * softplus(raw[5]);
  } else if (header.version < 14) {
    e.win_error = std::sqrt(softplus(raw[4]) * header.win_error);
    e.score_error = std::sqrt(softplus(raw[5]) * header.score_error);
  } else {
    e.win_error = softplus(raw[4] / 2) * std::sqrt(header.win_error);
    e.score_error = softplus(raw[5] / 2) * std::sqrt(header.score_error);
  }
}

}  // namespace

Evaluation read_outputs(const RawOutputs& raw, const NetworkHeader& header, const Query& query,
                        int symmetry) {
  const Geometry& g = query.position.board->geometry();
  const Symmetry turn(g, symmetry);
  Evaluation e;
  read_policy(raw.policy, query, turn, header.version, e.policy);
  std::array<float, 3> value{raw.value[0], raw.value[1],
                             query.no_result() ? raw.value[2] : kIllegal};
  softmax(value);
  e.win = value[0];
  e.loss = value[1];
  e.no_result = value[2];
  const float result = 1 - e.no_result;
  const float mean = header.score * raw.score[0], stdev = header.stdev * softplus(raw.score[1]);
  // A game without result has no score: the moments are of all games.
  e.score = mean * result;
  const float square = (mean * mean + stdev * stdev) * result;
  e.stdev = std::sqrt(std::max(0.0f, square - e.score * e.score));
  e.lead = header.lead * raw.score[2] * result;
  read_errors(raw.score, header, e);
  e.ownership.reserve(static_cast<std::size_t>(g.area));
  for (int row = 0; row < g.height; ++row)
    for (int column = 0; column < g.width; ++column)
      e.ownership.push_back(std::tanh(raw.ownership[static_cast<std::size_t>(turn(row, column))]));
  return e;
}

}  // namespace keima
