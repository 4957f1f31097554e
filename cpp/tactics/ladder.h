// Ladders: one atari after the other.
#pragma once

#include "board/board.h"

namespace keima {

// A ladder is a game of few moves. The runner, in atari, extends or takes a group next to it that
// is in atari itself. He is free with three liberties; the attacker answers two by taking one of
// them, and one by taking the runner. A capture that the simple ko forbids saves the runner. Each
// line is read to its end; a runner that is not caught after kLadderMoves tries counts as free.
constexpr int kLadderMoves = 2000;

// A group in atari, its owner to move: is it lost whatever he does? False for other groups.
bool is_captured_in_ladder(const Board& b, Point group);

// A group with one or two liberties, the attacker to move: can he capture it by a ladder? If so,
// and `first` is given, *first is a move that does it.
bool ladder_works(const Board& b, Point group, Point* first = nullptr);

}  // namespace keima
