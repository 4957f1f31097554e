#include "features/competitions.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "playout/gammas.h"

namespace keima {
namespace {

constexpr int kNone = -1;

// The team of a move at an empty point; kNone if it is no candidate.
int team_of(const Board& b, const Shapes& shapes, Point p, Color c, bool near) {
  const int tactics = is_ko(b, p, c) ? -1 : tactics_of(b, p, c);
  if (tactics < 0) return kNone;
  return shapes.number(b.code(p), c) * kFeatureSets + (tactics | near << near_feature(b));
}

}  // namespace

int count_teams() { return Shapes::get().count() * kFeatureSets; }

void Competitions::add_game(Board board, Color c, std::span<const std::uint16_t> moves) {
  const Geometry& g = board.geometry();
  const Shapes& shapes = Shapes::get();
  counts_.resize(count_teams());
  Point last = kPass;
  std::vector<bool> near(g.cells);
  const auto mark = [&](bool yes) {
    if (last == kPass) return;
    for (const int step : g.around) near[last + step] = yes;
  };
  for (std::size_t i = 0; i < moves.size(); ++i, c = opponent(c)) {
    const Point p = moves[i] <= g.area ? g.cell[moves[i]] : kPass;
    if (moves[i] > g.area || !board.is_legal(p, c, true))
      throw std::invalid_argument("move " + std::to_string(i + 1) + " cannot be played");
    if (p != kPass) {
      const int winner = team_of(board, shapes, p, c, near[p]);
      if (winner == kNone) {
        ++left_out_;
      } else {
        for (const Point q : board.empties()) {
          const int team = team_of(board, shapes, q, c, near[q]);
          if (team == kNone) continue;
          if (!counts_[team]++) present_.push_back(static_cast<std::uint16_t>(team));
          ++candidates_;
        }
        for (const std::uint16_t team : present_) {
          entries_.push_back(std::uint32_t{team} << kCountBits | counts_[team]);
          counts_[team] = 0;
        }
        present_.clear();
        ends_.push_back(entries_.size());
        winners_.push_back(static_cast<std::uint16_t>(winner));
      }
    }
    mark(false);
    board.play(p, c);
    last = board.at(p) == c ? p : kPass;  // a suicide leaves nothing to answer
    mark(true);
  }
}

std::vector<double> Competitions::appearances() const {
  std::vector<double> sums(count_teams());
  for (const std::uint32_t e : entries_) sums[e >> kCountBits] += e & ((1 << kCountBits) - 1);
  return sums;
}

std::vector<double> Competitions::wins() const {
  std::vector<double> sums(count_teams());
  for (const std::uint16_t team : winners_) ++sums[team];
  return sums;
}

Competitions::Weighed Competitions::weigh(std::span<const double> strengths) const {
  if (strengths.size() != static_cast<std::size_t>(count_teams()))
    throw std::invalid_argument("there must be " + std::to_string(count_teams()) + " strengths");
  Weighed found{std::vector<double>(strengths.size())};
  if (winners_.empty()) return found;
  std::size_t begin = 0;
  for (std::size_t j = 0; j < winners_.size(); ++j) {
    double all = 0, best = 0;
    unsigned strongest = 0;
    for (std::size_t i = begin; i < ends_[j]; ++i) {
      const double strength = strengths[entries_[i] >> kCountBits];
      const unsigned count = entries_[i] & ((1 << kCountBits) - 1);
      all += strength * count;
      if (strength > best) best = strength, strongest = 0;
      if (strength == best) strongest += count;
    }
    const double share = 1 / all;
    for (std::size_t i = begin; i < ends_[j]; ++i)
      found.shares[entries_[i] >> kCountBits] += share * (entries_[i] & ((1 << kCountBits) - 1));
    const double winner = strengths[winners_[j]];
    found.log_likelihood += std::log(winner * share);
    if (winner == best) found.accuracy += 1.0 / strongest;
    begin = ends_[j];
  }
  found.log_likelihood /= static_cast<double>(size());
  found.accuracy /= static_cast<double>(size());
  return found;
}

}  // namespace keima
