// The capture game (Ponnuki-Go, Atari-Go; chapter 4 of van der Werf 2004) as the solver plays it:
// who first captures `captures` stones in all wins, nobody passes, suicide is illegal, and a player
// without a legal move loses (the thesis leaves that open). Where one capture does not end the game
// a ko may not be taken back at once.
//
// Every move sets a stone, so stones and prisoners together tell how many moves have been played
// and a position never comes back. A win is worth the more the fewer moves there are on the board
// at its end: such values hold on every path to a position and in every iteration.
#pragma once

#include <vector>

#include "solve/grid.h"
#include "solve/mirrors.h"
#include "solve/pvs.h"
#include "solve/stones.h"

namespace keima::solve {

struct CaptureOptions {
  int captures = 1;      // stones to capture for a win
  bool guess = true;     // the evaluation of equation 4.2; otherwise win, loss or unknown
  bool tactics = true;   // see what atari decides or forces before a search does
  bool chases = true;    // with tactics: follow ataris as far as the search would
  bool ladders = false;  // and to their end, from the leaves too
};

class Capture {
 public:
  static constexpr bool kPasses = false;
  static constexpr bool kRepeats = false;

  struct Position {
    Bits mine = 0, theirs = 0;   // stones of the player to move and of the other
    std::uint8_t ko = kNowhere;  // where the player to move may not capture back
    std::uint8_t taken = 0;      // stones that the player to move has captured
    std::uint8_t lost = 0;       // stones that the other has captured
    bool white = false;          // who is to move
  };
  struct Moves : StoneMoves {
    int lower = -kInfinite, upper = kInfinite;
    std::uint64_t looks = 0;  // positions seen on the way
  };

  Capture(const Grid& grid, const CaptureOptions& options)
      : grid_(grid), mirrors_(grid), options_(options) {}

  const Grid& grid() const { return grid_; }
  int pass() const { return grid_.points; }  // no move
  int symmetries() const { return mirrors_.count(); }
  bool symmetric_past() const { return true; }
  bool deeper_guesses() const { return true; }
  bool past_counts() const { return false; }
  bool answers_ko(const Position&) const { return false; }
  Key key_with_past(const Position& p) const { return key(p); }

  Key key(const Position& p) const { return key(p, p.mine, p.theirs, p.ko); }
  Key mirrored(const Position& p, int i) const {
    return key(p, mirrors_.of(p.mine, i), mirrors_.of(p.theirs, i),
               p.ko == kNowhere ? kNowhere : mirrors_.point(p.ko, i));
  }
  int mirrored_move(int i, int move) const { return mirrors_.back(move, i); }

  bool over(const Position& p, int& value) const {
    if (p.lost < options_.captures) return false;
    value = -win(p, 0);
    return true;
  }
  int leaf(const Position& p) const;
  // What is seen before the table is asked: bounds, and the move that shows them. No win is told
  // that is more than two plies farther than `depth`, unless ladders are followed: so the first
  // iteration that proves a win proves a shortest one.
  void first_look(const Position& p, int depth, Moves& m, int& reply) const;
  void moves(const Position& p, Moves& m) const {
    if (!tactics()) all_moves(p, m);
  }
  bool quick_moves() const { return false; }
  void all_moves(const Position& p, Moves& m) const {
    find_moves(grid_, p.mine, p.theirs, p.ko, m);
  }
  Position play(const Position& p, const Moves& m, int move) const;
  int stuck(const Position& p) const { return -win(p, 0); }
  bool end_by_pass(const Position&, int&) const { return false; }

  Key on_path(const Position&, const Key& k) const { return k; }
  int stood_before(const Position&, const std::vector<Key>&, int) const { return -1; }
  int repeated(const Position&, const std::vector<char>&, int, int) const { return 0; }
  bool may_repeat(const Position&) const { return false; }
  bool forbidden(const Position&, const std::vector<Key>&, int) const { return false; }

  // The heuristic value in half points of equation 4.2 for the player to move.
  int guess(const Position& p) const;
  // The value of a win so many plies after `p`, and the plies of a proved value.
  int win(const Position& p, int plies) const { return kFinal + 1 + longest() - played(p) - plies; }
  int plies(const Position& p, int value) const {
    return kFinal + 1 + longest() - played(p) - (value < 0 ? -value : value);
  }

 private:
  // What the player to move sees at once in the game to one capture.
  struct Sight {
    int plies = -1;  // to the end: odd when the player to move wins, even when he loses
    int reply = Found::kNoMove;
    Bits safe = 0;  // moves after which nothing can be captured
    int pairs = 0;
    Bits pair[32];  // the liberties of their blocks that have two
  };
  void see(Bits mine, Bits theirs, Sight& s) const;
  bool chasing() const { return options_.chases || options_.ladders; }
  int farthest(int depth) const { return options_.ladders ? kMaxDepth : depth + 2; }
  int chase(Bits mine, Bits theirs, const Sight& s, int most, int& reply,
            std::uint64_t& looks) const;
  static int played(const Position& p) { return count(p.mine | p.theirs) + p.taken + p.lost; }
  // Most moves that a game can have.
  int longest() const { return grid_.points + 2 * (options_.captures - 1); }
  bool tactics() const { return options_.tactics && options_.captures == 1; }
  Key key(const Position& p, Bits mine, Bits theirs, int ko) const {
    return Key::of(mine, theirs, ko | std::uint64_t{p.taken} << 8 | std::uint64_t{p.lost} << 16);
  }

  const Grid grid_;
  const Mirrors mirrors_;
  const CaptureOptions options_;
};

}  // namespace keima::solve
