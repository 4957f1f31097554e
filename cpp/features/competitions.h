// Moves of real games as competitions between teams of features, for training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"

namespace keima {

// A competition is a position: its candidates are all legal moves but own eyes of one point, and
// the move that was played has won. Candidates with the same features are counted, not kept.
class Competitions {
 public:
  // Plays a game from a board and adds its positions. Left out are passes, and moves that are no
  // candidates. Moves are row-major, `area` is a pass. Throws std::invalid_argument, which names
  // the move, if one cannot be played; what came before it is then kept.
  void add_game(Board board, Color first, std::span<const std::uint16_t> moves);

  std::size_t size() const { return winners_.size(); }
  std::size_t left_out() const { return left_out_; }
  std::size_t candidates() const { return candidates_; }

  // How many teams of each number there were, and have won.
  std::vector<double> appearances() const;
  std::vector<double> wins() const;

  struct Weighed {
    std::vector<double> shares;  // by team: sum of (how often it is there) / (strength of all)
    double log_likelihood = 0;   // mean, in nats
    double accuracy = 0;         // how often the strongest has won; ties are drawn by lot
  };
  // With these strengths of the teams, by number.
  Weighed weigh(std::span<const double> strengths) const;

 private:
  static constexpr int kCountBits = 10;  // enough for the points of the largest board

  std::vector<std::uint32_t> entries_;  // team << kCountBits | count
  std::vector<std::size_t> ends_;       // of the entries of each competition
  std::vector<std::uint16_t> winners_;  // teams
  std::size_t left_out_ = 0, candidates_ = 0;
  std::vector<std::uint16_t> counts_, present_;  // room to work in
};

// The number of different teams.
int count_teams();

}  // namespace keima
