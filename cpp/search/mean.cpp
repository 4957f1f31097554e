#include "search/mean.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "search/biases.h"
#include "search/puct.h"

namespace keima {
namespace {

// A move that has been followed, as the node's player sees it.
struct Part {
  double weight, utility, policy, square;
  const Valued* below;
};

struct Parts {
  std::array<Part, kMaxCells> each;
  int count = 0;
  double weight = 0;

  Part* begin() { return each.data(); }
  Part* end() { return each.data() + count; }
};

void gather(const Tree& tree, const Node& node, bool all, Parts& parts, double& visits) {
  for (const Transition& t : node.transitions()) {
    if (t.visits.load(std::memory_order_relaxed) == 0) {
      if (all) continue;
      break;
    }
    const Followed f = followed(tree, t, node.to_play);
    visits += t.finished();
    if (!(f.weight > 0)) continue;
    const std::uint32_t child = t.child.load(std::memory_order_acquire);
    const Valued* below = child > Tree::kBusy ? &tree.at(child).valued() : nullptr;
    const double square = below ? std::max<double>(f.utility * f.utility, below->square.get())
                                : f.utility * f.utility;
    parts.each[static_cast<std::size_t>(parts.count++)] = {f.weight, f.utility, t.policy(), square,
                                                           below};
    parts.weight += f.weight;
  }
}

// A move that is worse than those of greater probability and yet has more than twice its share is
// noise: much of the excess does not count.
void prune_noise(Parts& parts, double scale) {
  double utilities = 0, weights = 0, policy = 0;
  for (Part& part : parts) {
    if (weights > 0 && policy > 0) {
      const double gap = utilities / weights - part.utility;
      const double excess = part.weight - 2 * weights * part.policy / policy;
      if (gap > 0 && excess > 0) part.weight -= excess * (1 - std::exp(-gap / scale));
    }
    utilities += part.utility * part.weight;
    weights += part.weight;
    policy += std::max<double>(1e-30, part.policy);
  }
  parts.weight = weights;
}

// The distribution of Student's t with three degrees of freedom.
double student_3(double t) {
  const double x = t / std::numbers::sqrt3;
  return 0.5 + (x / (1 + x * x) + std::atan(x)) / std::numbers::pi;
}

// The less likely a move is as good as the mean, the less it counts; the sum stays.
void prefer_good(Parts& parts, double exponent) {
  double mean = 0, sum = 0;
  for (const Part& part : parts) mean += part.weight * part.utility;
  mean /= parts.weight;
  for (Part& part : parts) {
    const double deviation = std::sqrt(1e-8 + 1 / (1.5 * std::sqrt(std::max(1e-9, part.weight))));
    part.weight *= std::pow(student_3((part.utility - mean) / deviation) + 0.0001, exponent);
    sum += part.weight;
  }
  for (Part& part : parts) part.weight *= parts.weight / sum;
}

// What is found below, less what the node says itself, is put into the table; what the table says
// comes back, to be added to the node's own word.
double bias_of(Valued& v, Biases& biases, const TreeParameters& p, double weight, double error) {
  Biases::Entry& entry = biases.at(v.bias);
  if (weight > 1e-10) {
    const auto counts = static_cast<float>(std::pow(weight, p.bias_exponent));
    const auto sum = static_cast<float>(error * counts);
    entry.sum.add_all(sum - v.bias_sum.exchange(sum));
    entry.weight.add_all(counts - v.bias_weight.exchange(counts));
  }
  const double all = entry.weight.get();
  return all > 0.001 ? p.bias * entry.sum.get() / all : 0;
}

}  // namespace

void revalue(Valued& v, const ScoreValue& score) {
  v.utility.set(static_cast<float>(v.result.get() + score(v.score.get(), v.stdev.get())));
}

void refresh(const Tree& tree, Node& node, const TreeParameters& p, Biases* biases, bool all) {
  Valued& v = node.valued();
  const double sign = sign_of(node.to_play), own = v.weight.get();
  if (node.count == 0) {  // the game is over: it says the same each time
    const double visits = std::max(1.0f, v.visits.get());
    v.weights.set(static_cast<float>(own * visits));
    v.weight_squares.set(static_cast<float>(own * own * visits));
    v.mean.set(v.utility.get());
    v.square.set(v.utility.get() * v.utility.get());
    v.results.set(v.result.get());
    v.scores.set(v.score.get());
    v.leads.set(v.lead.get());
    return;
  }
  Parts parts;
  double visits = 1;
  gather(tree, node, all, parts, visits);
  if (p.noise_pruning > 0 && parts.count > 1) prune_noise(parts, p.noise_pruning);
  if (p.good_exponent > 0 && parts.count > 1) prefer_good(parts, p.good_exponent);

  double mean = 0, square = 0, results = 0, scores = 0, leads = 0, weights = 0, squares = 0;
  for (const Part& part : parts) {
    weights += part.weight;
    mean += part.weight * part.utility;
    square += part.weight * part.square;
    const Valued* b = part.below;
    const double result = std::clamp(part.utility, -1.0, 1.0) * sign;
    results += part.weight * (b ? b->results.get() : result);
    // Where no board is left to be counted the margin stays as it is.
    scores += part.weight * (b ? b->scores.get() : v.score.get());
    leads += part.weight * (b ? b->leads.get() : v.lead.get());
    const double scale = b ? part.weight / std::max(1e-9f, b->weights.get()) : 0;
    squares += b ? scale * scale * b->weight_squares.get() : part.weight;
  }
  double utility = sign * v.utility.get();
  if (biases && v.bias) utility += bias_of(v, *biases, p, weights, mean / weights - utility);
  const double sum = weights + own;
  const auto to_float = [](double x) { return static_cast<float>(x); };
  v.visits.set(to_float(visits));
  v.weights.set(to_float(sum));
  v.weight_squares.set(to_float(squares + own * own));
  v.mean.set(to_float(sign * (mean + own * utility) / sum));
  v.square.set(to_float((square + own * utility * utility) / sum));
  v.results.set(to_float((results + own * v.result.get()) / sum));
  v.scores.set(to_float((scores + own * v.score.get()) / sum));
  v.leads.set(to_float((leads + own * v.lead.get()) / sum));
}

void keep_biases(Tree& tree, Biases& biases, double freed) {
  const auto part = static_cast<float>(freed);
  biases.scale(1 - part);
  tree.each_node([&](Node& node) {
    if (!node.valued().bias) return;
    const Valued& v = node.valued();
    biases.at(v.bias).sum.add(part * v.bias_sum.get());
    biases.at(v.bias).weight.add(part * v.bias_weight.get());
  });
}

}  // namespace keima
