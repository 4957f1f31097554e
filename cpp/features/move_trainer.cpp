#include "features/move_trainer.h"

#include <algorithm>
#include <cmath>

#include "features/move_features.h"

namespace keima {
namespace {

// Calls f(board, to_play, last, before, move) for each move of a record that is no pass, up to
// the first that is illegal.
template <class F>
void replay(const Record& record, F f) {
  Board board(record.start);
  Color to_play = record.first;
  Point last = kPass, before = kPass;
  for (const Point p : record.moves) {
    if (!board.is_legal(p, to_play)) return;
    if (p != kPass) f(board, to_play, last, before, p);
    board.play(p, to_play);
    before = last;
    last = p;
    to_play = opponent(to_play);
  }
}

}  // namespace

void MoveTrainer::count(const Record& record) {
  replay(record, [&](const Board& b, Color c, Point last, Point before, Point move) {
    MoveFeatures(b, c, last, before).each(move, [&](std::uint32_t code) {
      ++counts_[code];
      return true;
    });
  });
}

std::size_t MoveTrainer::keep(std::uint32_t least) {
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
  std::vector<std::pair<int, int>> spans;
  std::vector<double> odds;
  replay(record, [&](const Board& b, Color c, Point last, Point before, Point move) {
    const MoveFeatures features(b, c, last, before);
    spans.clear(), odds.clear(), features_.clear();
    int played = -1;
    for (const Point p : b.empties()) {
      if (p != move && (!b.is_legal(p, c) || b.is_eye(p, c))) continue;
      if (p == move) played = static_cast<int>(spans.size());
      const int first = static_cast<int>(features_.size());
      double sum = 0;
      features.each(p, [&](std::uint32_t code) {
        const auto found = index_.find(code);
        if (found == index_.end()) return false;
        features_.push_back(found->second);
        sum += weights_[found->second];
        return true;
      });
      spans.emplace_back(first, static_cast<int>(features_.size()));
      odds.push_back(sum);
    }
    int better = 0;
    for (const double each : odds) better += each > odds[played];
    const double most = *std::max_element(odds.begin(), odds.end());
    double total = 0;
    for (double& each : odds) total += each = std::exp(each - most);
    ++result.positions;
    result.first += better < 1;
    result.five += better < 5;
    result.ten += better < 10;
    result.log_likelihood += std::log(odds[played] / total);
    if (rate <= 0) return;
    touched_.clear();
    for (std::size_t i = 0; i < odds.size(); ++i) {
      const float error = static_cast<float>((static_cast<int>(i) == played) - odds[i] / total);
      if (std::abs(error) < 1e-4f) continue;
      for (int k = spans[i].first; k < spans[i].second; ++k) {
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
  });
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
