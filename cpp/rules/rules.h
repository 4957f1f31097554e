// The part of a rule set that decides which moves are legal and when a game ends. Counting
// (komi, tax, handicap bonus) is done in Python, once a game.
#pragma once

#include <cstdint>

namespace keima {

// What is forbidden beyond the simple ko, which is always in force. A pass is never forbidden.
enum class Ko : std::uint8_t {
  kSimple,       // nothing
  kPositional,   // a move that repeats an earlier arrangement of stones
  kSituational,  // ... with the same player to move
  kFull,         // ... and the same ko point and number of passes (van der Werf 2004, 2.2.1)
  kCycle,        // nothing, but a repetition as in kFull ends the game (A.4)
};

// How many consecutive passes end the game.
enum class Ending : std::uint8_t {
  kTwoPasses,
  kThreePasses,
  kFreshKo,  // three if the last stone made a ko and the one before had not, else two (A.5)
};

struct Rules {
  Ko ko = Ko::kSimple;
  bool suicide = false;  // of two stones or more
  Ending ending = Ending::kTwoPasses;
  bool button = false;  // the first pass takes the button and does not help to end the game
};

}  // namespace keima
