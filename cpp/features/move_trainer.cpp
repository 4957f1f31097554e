#include "features/move_trainer.h"

#include <algorithm>
#include <cmath>

#include "features/move_features.h"

namespace keima {
namespace {

// Calls f(lesson) for each move of a record that is no pass, up to the first that is illegal.
template <class F>
void replay(const Record& record, F f) {
  Board board(record.start);
  const std::vector<std::uint16_t>& index = board.geometry().index;
  std::vector<float> chances(board.area());
  Color to_play = record.first;
  Point last = kPass, before = kPass;
  for (const Point p : record.moves) {
    if (!board.is_legal(p, to_play)) return;
    if (p != kPass) {
      chances[index[p]] = 1;
      f(Lesson{board, to_play, last, before, chances});
      chances[index[p]] = 0;
    }
    board.play(p, to_play);
    before = last;
    last = p;
    to_play = opponent(to_play);
  }
}

}  // namespace

void Prediction::operator+=(const Prediction& other) {
  positions += other.positions;
  first += other.first;
  five += other.five;
  ten += other.ten;
  log_likelihood += other.log_likelihood;
}

void MoveTrainer::count(const Record& record) {
  replay(record, [&](const Lesson& lesson) { count(lesson); });
}

void MoveTrainer::count(const Lesson& lesson) {
  const Board& b = lesson.board;
  const MoveFeatures features(b, lesson.to_play, lesson.last, lesson.before);
  for (const Point p : b.empties()) {
    const float chance = lesson.chances[b.geometry().index[p]];
    if (chance <= 0) continue;
    features.each(p, [&](std::uint32_t code) {
      counts_[code] += chance;
      return true;
    });
  }
}

std::size_t MoveTrainer::keep(double least) {
  for (const auto& [code, times] : counts_)
    if (times >= least) index_.emplace(code, static_cast<std::int32_t>(index_.size()));
  counts_.clear();
  weights_.assign(index_.size(), 0);
  squares_.assign(index_.size(), 1e-2f);
  gradient_.assign(index_.size(), 0);
  return index_.size();
}

Prediction MoveTrainer::learn(const Record& record, float rate) {
  Prediction result;
  replay(record, [&](const Lesson& lesson) { result += learn(lesson, rate); });
  return result;
}

Prediction MoveTrainer::learn(const Lesson& lesson, float rate) {
  const Board& b = lesson.board;
  const Color c = lesson.to_play;
  const MoveFeatures features(b, c, lesson.last, lesson.before);
  spans_.clear(), odds_.clear(), features_.clear(), wanted_.clear();
  std::size_t best = 0;
  for (const Point p : b.empties()) {
    const float wanted = lesson.chances[b.geometry().index[p]];
    if (!b.is_legal(p, c) || (wanted <= 0 && b.is_eye(p, c))) continue;
    const int first = static_cast<int>(features_.size());
    double sum = 0;
    features.each(p, [&](std::uint32_t code) {
      const auto found = index_.find(code);
      if (found == index_.end()) return false;
      features_.push_back(found->second);
      sum += weights_[found->second];
      return true;
    });
    spans_.emplace_back(first, static_cast<int>(features_.size()));
    odds_.push_back(sum);
    wanted_.push_back(wanted);
    if (wanted > wanted_[best]) best = wanted_.size() - 1;
  }
  if (odds_.empty()) return {};
  int better = 0;
  for (const double each : odds_) better += each > odds_[best];
  const double most = *std::max_element(odds_.begin(), odds_.end());
  double total = 0;
  for (double& each : odds_) total += each = std::exp(each - most);
  Prediction result{1, better < 1, better < 5, better < 10};
  for (std::size_t i = 0; i < odds_.size(); ++i)
    if (wanted_[i] > 0) result.log_likelihood += wanted_[i] * std::log(odds_[i] / total);
  if (rate <= 0) return result;
  touched_.clear();
  for (std::size_t i = 0; i < odds_.size(); ++i) {
    const float error = static_cast<float>(wanted_[i] - odds_[i] / total);
    if (std::abs(error) < 1e-4f) continue;
    for (int k = spans_[i].first; k < spans_[i].second; ++k) {
      if (gradient_[features_[k]] == 0) touched_.push_back(features_[k]);
      gradient_[features_[k]] += error;
    }
  }
  for (const std::int32_t k : touched_) {
    const float g = gradient_[k];
    gradient_[k] = 0;
    squares_[k] += g * g;
    weights_[k] += rate * g / std::sqrt(squares_[k]);
  }
  return result;
}

std::pair<std::vector<std::uint32_t>, std::vector<std::int16_t>> MoveTrainer::model() const {
  std::vector<std::pair<std::uint32_t, std::int16_t>> sorted;
  for (const auto& [code, k] : index_) {
    const double units = std::round(weights_[k] / std::log(2.0) * 256);
    sorted.emplace_back(code, static_cast<std::int16_t>(std::clamp(units, -32000.0, 32000.0)));
  }
  std::sort(sorted.begin(), sorted.end());
  std::pair<std::vector<std::uint32_t>, std::vector<std::int16_t>> made;
  for (const auto& [code, weight] : sorted) {
    made.first.push_back(code);
    made.second.push_back(weight);
  }
  return made;
}

}  // namespace keima
