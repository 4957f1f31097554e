// A game from its first position: moves, repetition, passes, prisoners and the end.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "board/board.h"
#include "rules/rules.h"

namespace keima {

struct Move {
  Color color;
  Point point;
};

// Moves need not alternate: either colour may play at any time, also after the end.
class History {
 public:
  History(const Board& start, Color to_play, const Rules& rules);

  const Rules& rules() const { return rules_; }
  const Board& start() const { return start_; }
  Color start_to_play() const { return start_to_play_; }
  const Board& board() const { return board_; }
  Color to_play() const { return to_play_; }
  const std::vector<Move>& moves() const { return moves_; }
  // Consecutive passes at the end of the moves.
  int passes() const { return passes_; }
  // Stones of the opponent that c has captured, suicides included.
  int prisoners(Color c) const { return prisoners_[c - 1]; }

  bool is_legal(Point p, Color c) const;
  // Plays a move if it is legal; otherwise returns false and changes nothing.
  bool play(Point p, Color c);
  // Takes back the last `count` moves; false, and no change, if there are fewer.
  bool undo(int count);
  // Lets c move next, without a pass.
  void set_to_play(Color c) { to_play_ = c; }

  // Has the last move ended the game, by passes or (under Ko::kCycle) by repetition?
  bool is_over() const { return over_by_passes() || repeats(); }
  bool repeats() const { return cycle_start_ >= 0; }
  // After a repetition: passes by Black minus passes by White in the cycle. The side with more
  // passes wins (van der Werf 2004, A.4).
  int cycle_balance() const;

 private:
  bool over_by_passes() const;
  std::uint64_t situation(std::uint64_t stones, Color to_play, Point ko, int passes) const;
  std::uint64_t hash_after(Point p, Color c) const;
  void restart();
  void apply(Point p, Color c);

  Rules rules_;
  Board start_, board_;
  Color start_to_play_, to_play_;
  std::vector<Move> moves_;
  std::vector<Color> turns_;  // whose turn it was before each move
  int passes_;
  bool fresh_ko_;
  int prisoners_[2];
  int cycle_start_;  // number of moves before the repeated situation, or -1
  // Situation -> number of moves before its first occurrence.
  std::unordered_map<std::uint64_t, int> seen_;
};

}  // namespace keima
