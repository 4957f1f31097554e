// What a network sees: 22 planes and 19 numbers, KataGo's inputs of version 7 (Wu 2019), in which
// Keima's own networks are trained too.
#pragma once

#include <array>
#include <cstdint>

#include "board/board.h"
#include "features/kata_ladders.h"
#include "features/point_set.h"
#include "rules/history.h"

namespace keima {

constexpr int kInputPlanes = 22;
constexpr int kInputGlobals = 19;

// The rules as far as a network knows them.
struct InputRules {
  enum class Tax : std::uint8_t { kNone, kSeki, kAll };

  Ko ko = Ko::kSimple;  // kFull is shown as situational superko, kCycle as simple ko
  bool suicide = false;
  bool territory = false;  // else area
  Tax tax = Tax::kNone;
  bool friendly_pass = false;  // a pass after a pass is shown as if it did not end the game

  bool operator==(const InputRules&) const = default;
};

// A position with what came before it. It owns nothing: what is pointed to must live until
// fill_inputs returns. Everything is as it is before the player to move moves.
struct InputPosition {
  static constexpr int kMoves = 5;

  const Board* board = nullptr;
  // The boards one and two moves ago. Absent ones, and those of moves that are not shown, are
  // taken to be like the board after them.
  const Board* before = nullptr;
  const Board* earlier = nullptr;
  // find_ladders of these boards, where the caller has them already (`ladders` for the player to
  // move, the others for either).
  const LadderPlanes* ladders = nullptr;
  const LadderPlanes* ladders_before = nullptr;
  const LadderPlanes* ladders_earlier = nullptr;

  Color to_play = kBlack;
  // The last moves, the last one first; those after a break in the alternation of colours (seen
  // backwards: opponent, own, opponent, ...) are not shown.
  std::array<Move, kMoves> moves{};
  int move_count = 0;

  // Would a pass now end the game by the number of consecutive passes? False if it would take the
  // button.
  bool pass_ends = false;
  // Would it because the same player has passed in this position before (simple ko only)?
  bool pass_repeats = false;
  // Is the game over already?
  bool over = false;

  InputRules rules;
  // What White gets beside the points on the board: komi, compensation for handicap stones, half
  // a point for a button taken (less if Black took it), and under territory rules one point for
  // each stone that Black has played or was given, less one for each of White's.
  double white_bonus = 0;
  bool button = false;               // is there a button to take?
  const PointSet* banned = nullptr;  // points that superko forbids the player to move, if any
  bool passing_hacks = false;        // hide that a pass ends the game from a player who would lose
  bool conservative_pass = false;    // hide it from everyone
  // Area of pass-alive groups as if suicide were legal, whatever the rules: some networks from
  // model version 15 on want it.
  bool suicide_area = false;
  double playout_doublings = 0;  // advantage of the player to move, 0 in an even game
};

// Where the point in row r and column c goes under a symmetry: bit 1 turns the board upside down,
// 2 swaps left and right, 4 then swaps rows and columns (square boards only). The result is
// row-major.
struct Symmetry {
  int origin, row_step, column_step;
  // Throws std::invalid_argument unless 0 <= symmetry < 8, or < 4 on boards that are not square.
  Symmetry(const Geometry& g, int symmetry);
  int operator()(int row, int column) const {
    return origin + row * row_step + column * column_step;
  }
};

// Writes planes [22][height][width] and globals [19], all of them. Planes 7, 8, 20 and 21 and the
// globals 12 and 13, which belong to phases of the game that Keima does not play, are 0. Allocates
// nothing. Throws std::invalid_argument for a symmetry that the board has not.
void fill_inputs(const InputPosition& position, int symmetry, float* planes, float* globals);

}  // namespace keima
