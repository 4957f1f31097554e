// Go on small boards as the solver plays it: the rules of appendix A of van der Werf 2004 with his
// three treatments of repetition, and area scoring.
#pragma once

#include <vector>

#include "solve/grid.h"
#include "solve/mirrors.h"
#include "solve/pvs.h"
#include "solve/stones.h"
#include "solve/unconditional.h"

namespace keima::solve {

enum class Ko { kBasic, kJapanese, kSuperko, kSuperkoFull };

// Weights of the heuristic evaluation (section 5.1.1; the thesis keeps its own to itself).
struct Weights {
  static constexpr int kStone = 1, kLiberty = 1, kEdge = 1, kEuler = 1;
};

class Go {
 public:
  static constexpr bool kPasses = true;
  static constexpr bool kRepeats = true;

  struct Position {
    Bits mine = 0, theirs = 0;   // stones of the player to move and of the other
    std::uint8_t ko = kNowhere;  // where the player to move may not capture back
    bool fresh = false;          // it is new, or the passes since have lifted one that was
    std::uint8_t passes = 2;     // passes in a row that are left to the end
    bool white = false;          // who is to move
    std::uint16_t captured = 0;  // stones taken so far
    std::uint16_t passed = 0;    // passes so far
    std::uint64_t history = 0;   // under superko of all situations before
  };
  struct Moves : StoneMoves {
    int lower = -kInfinite, upper = kInfinite;
    std::uint64_t here = 0;   // under superko what the position adds to the history
    bool has_leaves = false;  // whether these are known, for all leaves
    int shape;
    Bits beside;
  };

  // `komi` in half points for White. `endless` says who wins by play without end, where it would
  // be nobody's win: 1 for Black, -1 for White. `past` says that superko forbids situations from
  // before the search.
  Go(const Grid& grid, Ko ko, int komi, const Switches& on, int endless = 0, bool past = false)
      : grid_(grid),
        mirrors_(grid),
        ko_(ko),
        komi_(komi),
        endless_(endless),
        past_(past),
        superko_(ko == Ko::kSuperko || ko == Ko::kSuperkoFull),
        colours_(komi != 0 || endless != 0 || past),
        on_(on) {}

  const Grid& grid() const { return grid_; }
  int pass() const { return grid_.points; }
  bool superko() const { return superko_; }
  int symmetries() const { return mirrors_.count(); }
  // Whether what is proved of a mirror image holds for a position.
  bool symmetric_past() const { return !superko() || !past_; }
  // Under superko a value may lean on the past of its position, by a move that is forbidden, and
  // then holds with this past alone. What is proved without holds whatever was before, if the
  // winner does not answer a ko by a ko (docs/solve-checks.md says why).
  bool past_counts() const { return ko_ == Ko::kSuperko; }
  bool answers_ko(const Position& p) const { return p.ko != kNowhere && !p.fresh; }

  Key key(const Position& p) const {
    return ko_ == Ko::kSuperkoFull ? key_with_past(p) : key(p, p.mine, p.theirs, p.ko);
  }
  Key key_with_past(const Position& p) const {
    return Key::of(p.mine, p.theirs,
                   (p.ko | std::uint64_t{p.fresh} << 8 | std::uint64_t{p.passes} << 9 |
                    std::uint64_t{p.white} << 12 | std::uint64_t{1} << 13) ^
                       p.history);
  }
  Key mirrored(const Position& p, int i) const {
    return key(p, mirrors_.of(p.mine, i), mirrors_.of(p.theirs, i),
               p.ko == kNowhere ? kNowhere : mirrors_.point(p.ko, i));
  }
  int mirrored_move(int i, int move) const {
    return move == pass() ? move : mirrors_.back(move, i);
  }

  bool over(const Position& p, int& value) const {
    if (p.passes != 0) return false;
    value = end(p);
    return true;
  }
  int leaf(const Position& p) const {
    int value;
    if (on_.territory && sure(p.mine, p.theirs, p.white, value)) return value;
    return guess(p.mine, p.theirs);
  }
  // The leaf after a move, without setting it up: false where more than its stones may matter.
  bool leaf_after(const Position& p, Moves& m, int move, int& value) const {
    if (move == pass() || p.captured != 0 || (m.prey >> move & 1) != 0) return false;
    const Bits stone = bit(move), stones = p.mine | stone, empty = m.empty & ~stone;
    if (on_.territory && sure(p.theirs, stones, !p.white, value)) return true;
    if (!m.has_leaves) {
      m.has_leaves = true;
      m.shape = shape(p.theirs);
      m.beside = grid_.spread(p.theirs);
    }
    // As `guess` counts.
    value = m.shape - shape(stones) +
            Weights::kLiberty * (count(m.beside & empty) - count(grid_.spread(stones) & empty));
    return true;
  }
  void moves(const Position& p, Moves& m) const;
  bool quick_moves() const { return !on_.territory; }
  void all_moves(const Position& p, Moves& m) const {
    find_moves(grid_, p.mine, p.theirs, p.ko, m);
    if (superko_) m.here = Key::lock_of(p.mine, p.theirs, state(p));
  }
  Position play(const Position& p, const Moves& m, int move) const {
    Position q;
    q.white = !p.white;
    q.captured = p.captured;
    q.passed = p.passed;
    // A sum: a situation that a pass brings back is one more, where an exclusive or would drop it.
    q.history = p.history + m.here;
    if (move == pass()) {
      q.mine = p.theirs;
      q.theirs = p.mine;
      // A pass that lifts a ko which has just come up does not count: the ko may be taken back.
      q.passes = p.ko != kNowhere && p.fresh ? 2 : p.passes - 1;
      q.fresh = p.fresh;
      ++q.passed;
      return q;
    }
    const Bits stone = bit(move);
    q.theirs = p.mine | stone;
    q.mine = p.theirs;
    if ((m.prey & stone) != 0) capture(p, m, stone, q);
    return q;
  }
  int stuck(const Position&) const { return 0; }
  bool end_by_pass(const Position& p, int& value) const;
  // All of them, also one that lifted a ko.
  static int passes_in_a_row(const Position& p) {
    return (p.ko == kNowhere && p.fresh ? 3 : 2) - p.passes;
  }

  // What may not stand on the path twice: a situation of the rules (A.4), and where they allow play
  // without end all that play goes on from.
  Key on_path(const Position& p, const Key& k) const {
    return ko_ == Ko::kBasic ? k : situation(p);
  }
  // Nothing repeats before a stone has been captured, and under superko nothing at all.
  bool may_repeat(const Position& p) const { return p.captured != 0 && !superko(); }
  int stood_before(const Position& p, const std::vector<Key>& path, int now) const;
  int repeated(const Position& p, const std::vector<char>& passes, int from, int now) const;
  bool forbidden(const Position& q, const std::vector<Key>& path, int now) const {
    return q.captured != 0 && superko() && stood(q, path, now);
  }

  // Where no repetition is won, one that is hidden by a guess costs nobody a proof.
  bool deeper_guesses() const { return ko_ == Ko::kBasic && endless_ == 0; }

  // Half points for the player to move when the game ends here, without komi.
  int area(const Position& p) const;
  // Bounds in half points for the player to move, without komi, and the points that are decided.
  struct Range {
    int lower, upper;
    Bits decided;
  };
  Range range(Bits mine, Bits theirs) const;
  int guess(Bits mine, Bits theirs) const {
    const Bits empty = grid_.board & ~mine & ~theirs;
    return shape(mine) - shape(theirs) +
           Weights::kLiberty *
               (count(grid_.spread(mine) & empty) - count(grid_.spread(theirs) & empty));
  }

 private:
  Key key(const Position& p, Bits mine, Bits theirs, int ko) const {
    // A ko that was lifted counts for what is a repetition alone.
    const bool fresh = p.fresh && (ko != kNowhere || ko_ != Ko::kBasic);
    std::uint64_t rest = static_cast<std::uint64_t>(ko) | std::uint64_t{fresh} << 8 |
                         std::uint64_t{p.passes} << 9 | std::uint64_t{p.white && colours_} << 12;
    // Where what was played before decides, a position that has come up again must not be taken for
    // the one before (section 5.3). Under basic ko it does not: who wins by play without end need
    // not know how it began.
    if (ko_ == Ko::kJapanese && endless_ != 0)
      rest |= std::uint64_t{p.captured} << 16 | std::uint64_t{p.passed} << 32;
    return Key::of(mine, theirs, rest);
  }
  // A.4: the stones, the point that may not be retaken, passes in a row and the player to move.
  Key situation(const Position& p) const { return Key::to_compare(p.mine, p.theirs, state(p)); }
  static std::uint64_t state(const Position& p) {
    return p.ko | std::uint64_t(passes_in_a_row(p)) << 8 | std::uint64_t{p.white} << 12;
  }
  int result(int half_points, bool white) const {
    half_points += white ? komi_ : -komi_;
    return half_points > 0 ? kFinal + half_points : half_points < 0 ? half_points - kFinal : 0;
  }
  int end(const Position& p) const { return result(area(p), p.white); }
  // What stones are guessed to be worth, but for their liberties.
  int shape(Bits s) const {
    return Weights::kStone * count(s) - Weights::kEdge * count(s & grid_.rim) -
           Weights::kEuler * grid_.euler(s);
  }
  // Is a leaf's value sure, for the player to move?
  bool sure(Bits mine, Bits theirs, bool white, int& value) const;
  void capture(const Position& p, const Moves& m, Bits stone, Position& q) const;
  bool stood(const Position& q, const std::vector<Key>& path, int now) const;

  const Grid grid_;
  const Mirrors mirrors_;
  const Ko ko_;
  const int komi_;
  const int endless_;
  const bool past_;
  const bool superko_;
  const bool colours_;  // whether it matters who is to move
  const Switches on_;
};

}  // namespace keima::solve
