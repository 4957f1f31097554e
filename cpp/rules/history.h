// A game from its first position: moves, repetition, passes, prisoners and the end.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/board.h"
#include "rules/rules.h"
#include "rules/situations.h"

namespace keima {

struct Move {
  Color color;
  Point point;
};

// Why a move may or may not be played.
enum class Verdict : std::uint8_t {
  kLegal,
  kOccupied,
  kSuicide,
  kKo,      // retakes a simple ko
  kRepeats  // forbidden by the superko rule
};

// Moves need not alternate: either colour may play at any time, also after the end.
class History {
 public:
  // Prisoners by colour of the captor: those taken before the start position.
  using Prisoners = std::array<int, 2>;

  History(const Board& start, Color to_play, const Rules& rules, Prisoners prisoners = {0, 0});

  const Rules& rules() const { return rules_; }
  const Board& start() const { return start_; }
  Color start_to_play() const { return start_to_play_; }
  Prisoners start_prisoners() const { return start_prisoners_; }
  const Board& board() const { return now_.board; }
  Color to_play() const { return now_.to_play; }
  const std::vector<Move>& moves() const { return moves_; }
  // Whose turn it was before each move; differs from the move's colour if that played twice.
  const std::vector<Color>& turns() const { return turns_; }
  // Consecutive passes at the end of the moves, without one that took the button.
  int passes() const { return now_.passes; }
  // Who took the button, or kEmpty.
  Color button() const { return now_.button; }
  // Stones of the opponent that c has captured, suicides included.
  int prisoners(Color c) const { return now_.prisoners[c - 1]; }

  Verdict judge(Point p, Color c) const;
  bool is_legal(Point p, Color c) const { return judge(p, c) == Verdict::kLegal; }
  // Plays a move if it is legal; otherwise returns false and changes nothing.
  bool play(Point p, Color c);
  // Takes back the last `count` moves; false, and no change, if there are fewer. Costs as much as
  // playing those that are left.
  bool undo(int count);
  // Lets c move next, without a pass. Before the first move this is the start's player.
  void set_to_play(Color c);
  // Goes on under other rules; false, and no change, if a move made would have been illegal.
  bool set_rules(const Rules& rules);

  // Has the last move ended the game, by passes or (under Ko::kCycle) by repetition?
  bool is_over() const { return over_by_passes() || (rules_.ko == Ko::kCycle && repeats()); }
  // Has the last move brought back an earlier situation: the same stones, ko point, number of
  // passes and player to move? Always false under the superko rules, which forbid it.
  bool repeats() const { return now_.cycle_start >= 0; }
  // After a repetition: passes by Black minus passes by White in the cycle. The side with more
  // passes wins (van der Werf 2004, A.4).
  int cycle_balance() const;

 private:
  struct State {
    Board board;
    Color to_play;
    Prisoners prisoners;
    int passes = 0;
    bool fresh_ko = false;
    Color button = kEmpty;
    int cycle_start = -1;  // number of moves before the repeated situation
  };

  State first() const { return {start_, start_to_play_, start_prisoners_}; }
  bool over_by_passes() const;
  std::uint64_t situation(std::uint64_t stones, Color to_play, Point ko, int passes) const;
  std::uint64_t situation_now() const;
  void apply(Point p, Color c);

  Rules rules_;
  Board start_;
  Color start_to_play_;
  Prisoners start_prisoners_;
  std::vector<Move> moves_;
  std::vector<Color> turns_;
  Situations situations_;  // one for each number of moves made
  State now_;
};

}  // namespace keima
