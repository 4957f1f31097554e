// A game gone through in order, for what a network sees at its positions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/inputs.h"
#include "rules/situations.h"

namespace keima {

// What a replay knows of its game beside the moves.
struct ReplayedGame {
  Board start;
  Color to_play = kBlack;
  InputRules rules;
  double komi = 0;      // White's, with the compensation for handicap stones
  bool button = false;  // does the first pass take half a point?
  // Stones captured before the start by Black and by White; they count under territory rules.
  std::array<int, 2> prisoners{0, 0};
};

// Two consecutive passes end the game, but moves may follow.
class InputReplay {
 public:
  // With `reuse` the ladders of a board are read once and shown for the boards of two more moves;
  // without it the last boards are kept and read again. What is seen is the same.
  explicit InputReplay(const ReplayedGame& game, bool reuse = true);

  const Board& board() const { return board_; }
  Color to_play() const { return to_play_; }
  // Plays a move; returns false, and changes nothing, if the point is taken, forbidden by simple
  // ko, or the suicide of one stone.
  bool play(Point p, Color c);

  // To be called where an input is wanted now or after one or two more moves.
  void read_ladders();
  // The present position for c. It points into this object: use it before the next move.
  const InputPosition& position(Color c);

 private:
  std::uint64_t key(std::uint64_t stones, Color to_play) const;
  void find_banned(Color c);

  Board board_;
  Color to_play_;
  InputRules rules_;
  bool reuse_, button_;
  double white_bonus_;
  int passes_ = 0, moves_made_ = 0;
  std::array<Move, InputPosition::kMoves> moves_{};  // the last first
  Situations situations_;                            // under superko rules
  std::vector<std::uint64_t> passed_;                // positions, with the player who passed
  std::array<PointSet, 2> ever_;                     // where stones of each colour have stood
  PointSet banned_;
  // By number of moves made, modulo three.
  std::array<LadderPlanes, 3> ladders_;
  std::array<int, 3> ladders_of_{-1, -1, -1};  // the number of moves for which they were read
  std::vector<Board> boards_;                  // without reuse
  InputPosition position_;
};

}  // namespace keima
