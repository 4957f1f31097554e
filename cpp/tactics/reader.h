// Can a group be captured, can it be saved, and by which moves? Read out, within a limit.
#pragma once

#include <array>

#include "board/board.h"

namespace keima {

// What a reading found.
struct Reading {
  static constexpr int kMostMoves = 32;

  bool result = false;
  // Nothing was left out for want of nodes or depth. A kill is always proved.
  bool complete = true;
  int count = 0;
  std::array<Point, kMostMoves> moves;  // first moves that do it, the most forcing first
  int nodes = 0;                        // moves played while reading
};

// The game: the attacker captures the group, or the defender wins: it has three liberties after a
// move of his, or the attacker finds no move that goes on. Moves that are tried:
// - on the group's liberties;
// - for groups with two liberties, next to its liberties: nets, and moves that help a later one;
// - taking groups next to it that are in atari; for the attacker, also saving them;
// - for a defender who is not in atari, atari on groups next to it, and passing.
// The attacker's lines are read with no, then one, then two moves that do not give atari, until
// something works. A capture that the simple ko forbids fails.

// The attacker moves first: can he capture the group? Lists the moves that do it with the fewest
// moves that give no atari.
Reading can_be_killed(const Board& b, Point group, int node_limit);

// The owner moves first: can he save the group? Lists the moves after which no line found captures
// it. Without a list are groups that have three liberties, and groups that only a pass saves.
Reading can_be_saved(const Board& b, Point group, int node_limit);

}  // namespace keima
