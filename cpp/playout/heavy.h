// What playouts with rules have in common: the running game, lists of candidate moves, and the
// searches for candidates that several policies use.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board/board.h"
#include "playout/frisbee.h"
#include "playout/patterns.h"
#include "playout/playout.h"
#include "playout/replies.h"
#include "playout/rng.h"
#include "playout/vital.h"
#include "tactics/atari.h"
#include "tactics/eyes.h"
#include "tactics/self_atari.h"

namespace keima {

// A rate as a number out of 65,536, compared with 16 random bits.
inline unsigned rate_bits(double rate) { return static_cast<unsigned>(rate * 65536 + 0.5); }

// Different moves with whole weights. What does not fit is left out.
class Candidates {
 public:
  void add(Point p, unsigned weight = 1) {
    for (int i = 0; i < count_; ++i)
      if (points_[i] == p) {
        const unsigned more = std::max(weight, weights_[i]) - weights_[i];
        weights_[i] += more;
        total_ += more;
        return;
      }
    if (count_ == kMost) return;
    points_[count_] = p;
    weights_[count_++] = weight;
    total_ += weight;
  }
  bool empty() const { return !count_; }
  int size() const { return count_; }
  Point operator[](int i) const { return points_[i]; }
  double share(int i) const { return static_cast<double>(weights_[i]) / total_; }
  void clear() { count_ = 0, total_ = 0; }

  // By weight; there must be a candidate.
  Point draw(Rng& rng) const {
    if (count_ == 1) return points_[0];
    auto rest = static_cast<unsigned>((rng.next() >> 32) * total_ >> 32);
    int i = 0;
    while (rest >= weights_[i]) rest -= weights_[i++];
    return points_[i];
  }

 private:
  static constexpr int kMost = 32;

  int count_ = 0;
  unsigned total_ = 0;
  std::array<Point, kMost> points_;
  std::array<unsigned, kMost> weights_;
};

// Which self-ataris a player may play. None of them is a suicide.
enum class SelfAtari : std::uint8_t {
  kIfUseful,  // those that take stones or give atari
  kIfNotBad,  // all but is_bad_self_atari
};

// The game that is played out, with what the rules need beyond the board. Points that may have
// become interesting are noted as moves are played and checked when a rule asks.
class HeavyGame {
 public:
  HeavyGame(Board& b, Point last_move, Point move_before, Rng& random)
      : board(b), rng(random), last(last_move), before(move_before), ko(b.ko()) {
    if (board.at(last) == kEmpty) last = kPass;  // a suicide
  }

  // Finds what the moves before the playout left: groups in atari, vital points.
  void look_at_everything(bool ataris, bool nakade);

  void play(Point p, Color c, bool ataris, bool nakade) {
    const int taken = board.play(p, c);
    before = last;
    last = p;
    ++moves;
    if (p == kPass) return;
    difference += c == kBlack ? 1 + taken : -1 - taken;
    if (taken) stuck_ = {};
    if (board.ko() != kPass) {
      ko = board.ko();
      ko_move = moves;
    }
    const unsigned code = board.code(p);
    if (ataris) {
      if (board.liberties(p) == 1) note(in_atari_[c - 1], p);
      const unsigned enemies = Board::matches(code, opponent(c)) & 0xff;
      each_neighbour(board, p, with_liberties(board, p, enemies, 1, 1),
                     [&](Point n) { note(in_atari_[2 - c], n); });
    }
    if (nakade)
      each_neighbour(board, p, Board::matches(code, kEmpty) & 0xff,
                     [&](Point n) { look_for_vital(n); });
  }

  // Is the empty point an own eye, or of an own eye of two or four points?
  bool is_own_eye(Point p, Color c) const {
    const unsigned code = board.code(p) & 0xff;
    if (Board::matches(code, opponent(c)) & 0xff) return false;
    const unsigned empty = Board::matches(code, kEmpty) & 0xff;
    if (!empty) return board.is_eye(p, c);
    if (std::popcount(empty) > 2) return false;
    // The shape has two points, or four in a line or square: the others have one or two more.
    const int others = count_second_neighbours(p, empty, c);
    if (std::popcount(empty) == 1) {
      if (others > 1) return false;
      if (others == 0 && !count_cuts(p, empty, c)) return true;
    } else if (others < 1 || others > 2) {
      return false;
    }
    return is_simple_eye_shape(board, p, c);
  }

  // Legal, and no own eye of one point.
  bool is_playable(Point p, Color c) const {
    return !is_ko(board, p, c) && liberties_after(board, p, c, 1) && !board.is_eye(p, c);
  }

  // May c play at the empty point p if no rule asks for it? Neither illegal, nor an own eye, nor
  // a self-atari that is not allowed.
  bool is_sensible(Point p, Color c, SelfAtari allowed) const {
    return sensible_liberties(p, c, allowed) > 0;
  }

  // The liberties after such a move, up to two; 0 if it may not be played.
  int sensible_liberties(Point p, Color c, SelfAtari allowed) const {
    if (is_ko(board, p, c) || is_own_eye(p, c)) return 0;
    const int liberties = liberties_after(board, p, c, 2);
    if (liberties != 1 || captures(board, p, c)) return liberties;
    if (allowed == SelfAtari::kIfUseful) return gives_atari(board, p, c);
    // Two cases that are surely bad and spare most of the longer tests: too many stones to throw
    // away, and one stone that is taken in the open.
    const unsigned own = adjacent(board, p, c);
    if (own ? board.group_size(neighbour(board, p, own)) > 5
            : board.count_empty_neighbours(neighbour(board, p, adjacent(board, p, kEmpty))) > 2)
      return 0;
    return !is_bad_self_atari(board, p, c);
  }

  // Calls f(Point) for one stone of each noted group of c that is in atari. A group may come
  // more than once.
  template <class F>
  void each_in_atari(Color c, F f) {
    Notes& notes = in_atari_[c - 1];
    int kept = 0;
    for (int i = 0; i < notes.count; ++i) {
      const Point s = notes.points[i];
      if (board.at(s) != c || board.liberties(s) != 1) continue;
      notes.points[kept++] = s;
      f(s);
    }
    notes.count = kept;
  }

  // Calls f(Point) for the vital points of noted regions.
  template <class F>
  void each_vital(F f) {
    int kept = 0;
    for (int i = 0; i < vital_.count; ++i) {
      const Point packed = vital_.points[i];
      const auto p = static_cast<Point>(packed >> 1);
      if (board.at(p) != kEmpty || vital_point(board, p, packed & 1 ? kWhite : kBlack) != p)
        continue;
      vital_.points[kept++] = packed;
      f(p);
    }
    vital_.count = kept;
  }

  // The vital point of the region of the empty point p, if one colour surrounds it; else kPass.
  Point vital_near(Point p) const {
    const Color wall = surrounding(p);
    if (wall == kEmpty || !may_be_small(p, wall)) return kPass;
    return vital_point(board, p, wall);
  }

  // Calls f(Point) for the empty points around p on which c finds a pattern.
  template <class F>
  void each_match(const PatternTable& patterns, Point p, Color c, F f) const {
    const auto& around = board.geometry().around;
    unsigned found = 0;
    for (int d = 0; d < 8; ++d)
      found |= patterns.matches(board.code(static_cast<Point>(p + around[d])), c) << 2 * d;
    each_neighbour(board, p, found & Board::matches(board.code(p), kEmpty), f);
  }

  // Calls f(Point, int weight) for those of them that are safe.
  template <class F>
  void each_pattern(const PatternTable& patterns, Point p, Color c, F f) const {
    each_match(patterns, p, c, [&](Point q) {
      if (is_safe(q, c)) f(q, patterns.weight(board.code(q), c));
    });
  }

  // A move that leaves two liberties and fills no eye.
  bool is_safe(Point p, Color c) const {
    return !is_ko(board, p, c) && liberties_after(board, p, c, 2) >= 2 && !is_own_eye(p, c);
  }

  // The stored reply, if it can be played; else kPass.
  Point reply(const Replies& replies, Color c, SelfAtari allowed) const {
    if (last == kPass) return kPass;
    const auto works = [&](Point p) {
      return p != kPass && board.at(p) == kEmpty && is_sensible(p, c, allowed);
    };
    if (before != kPass)
      if (const Point p = replies.after(c, before, last); works(p)) return p;
    const Point p = replies.after(c, last);
    return works(p) ? p : kPass;
  }

  // There must be an empty point.
  Point any_empty() {
    const auto empties = board.empties();
    return empties[rng.below(static_cast<std::uint32_t>(empties.size()))];
  }

  // Draws a move of c from the empty points by weight(p), from 0 to `most`; kPass if all are 0. Who
  // found none looks again only when stones were taken or the other has passed, as near the end
  // most of the time would go into that.
  template <class W>
  Point draw(Color c, unsigned most, W weight) {
    if (stuck_[c - 1] && last != kPass) return kPass;
    const auto empties = board.empties();
    const auto count = static_cast<std::uint32_t>(empties.size());
    // With replacement while that is likely to find one, then from all.
    for (std::uint32_t tries = 4 + count / 4; tries; --tries) {
      const std::uint64_t x = rng.next();
      const Point p = empties[(x >> 32) * count >> 32];
      if ((x & 0xffffffff) * most >> 32 < weight(p)) return p;
    }
    std::array<std::uint16_t, kMaxArea> weights;
    unsigned total = 0;
    for (std::uint32_t i = 0; i < count; ++i)
      total += weights[i] = static_cast<std::uint16_t>(weight(empties[i]));
    stuck_[c - 1] = !total;
    if (!total) return kPass;
    auto rest = static_cast<unsigned>((rng.next() >> 32) * total >> 32);
    std::uint32_t i = 0;
    while (rest >= weights[i]) rest -= weights[i++];
    return empties[i];
  }

  Board& board;
  Rng& rng;
  Point last, before;
  int moves = 0;       // of the playout, passes too
  int difference = 0;  // black stones minus white stones, as far as counted
  Point ko;            // the last ko point, or kPass
  int ko_move = 0;     // which move made it

 private:
  struct Notes {
    static constexpr int kMost = 64;
    int count = 0;
    std::array<Point, kMost> points;
  };
  static void note(Notes& notes, Point p) {
    // If they are ever full, the oldest are the least interesting.
    if (notes.count == Notes::kMost) notes.count = 0;
    notes.points[notes.count++] = p;
  }

  // The one colour that the point touches; kEmpty if it touches none or both.
  Color surrounding(Point p) const {
    const unsigned code = board.code(p);
    const bool black = Board::matches(code, kBlack) & 0xff;
    const bool white = Board::matches(code, kWhite) & 0xff;
    return black == white ? kEmpty : black ? kBlack : kWhite;
  }
  // How many neighbours of a point are neither stones of c nor walls.
  static int count_open(unsigned code, Color c) {
    return 4 - std::popcount(code & (c == kBlack ? 0x55u : 0xaau));
  }
  // The open neighbours, other than p, of the neighbours `which` of p; those that two of them
  // share count twice.
  int count_second_neighbours(Point p, unsigned which, Color c) const {
    int count = 0;
    each_neighbour(board, p, which, [&](Point n) { count += count_open(board.code(n), c) - 1; });
    return count;
  }
  // The corners of the opponent around an eye of two points, p and its neighbour `which`.
  int count_cuts(Point p, unsigned which, Color c) const {
    const auto other =
        static_cast<Point>(p + board.geometry().around[std::countr_zero(which) >> 1]);
    const unsigned a = board.code(p), b = board.code(other);
    return std::popcount(Board::matches(a, opponent(c)) >> 8) +
           std::popcount(Board::matches(b, opponent(c)) >> 8);
  }
  // May the region of p, which only `wall` touches, be of six points or less? Cheap, and never
  // wrong about a no.
  bool may_be_small(Point p, Color wall) const {
    const unsigned empty = Board::matches(board.code(p), kEmpty) & 0xff;
    return 2 * std::popcount(empty) + count_second_neighbours(p, empty, wall) <= 10;
  }
  void look_for_vital(Point p) {
    const Point vital = vital_near(p);
    if (vital == kPass) return;
    const Point packed = MoveLog::pack(vital, surrounding(p));
    for (int i = 0; i < vital_.count; ++i)
      if (vital_.points[i] == packed) return;
    note(vital_, packed);
  }

  std::array<bool, 2> stuck_{};
  std::array<Notes, 2> in_atari_;
  Notes vital_;  // packed with the colour around them
};

inline void HeavyGame::look_at_everything(bool ataris, bool nakade) {
  const Geometry& g = board.geometry();
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    const Color c = board.at(p);
    if (c == kEmpty) {
      if (nakade) look_for_vital(p);
      continue;
    }
    difference += c == kBlack ? 1 : -1;
    if (ataris && board.head(p) == p && board.liberties(p) == 1) note(in_atari_[c - 1], p);
  }
}

// When a playout is stopped before both have passed.
struct HeavyLimits {
  double mercy = 0;   // stones that one side is ahead, komi counted; 0: never
  double length = 0;  // moves beyond the empty points, as a part of the area; 0: 3 * area moves
};

// Plays `game` with moves of choose<Color>(), of which some miss their point. watch(Point, Color)
// is told what is played, passes too, before it is on the board.
template <class Choose, class Watch>
int run_heavy(HeavyGame& game, Color c, double komi, const HeavyLimits& limits, bool ataris,
              bool nakade, double epsilon, MoveLog& log, Choose choose, Watch watch) {
  Board& board = game.board;
  game.look_at_everything(ataris, nakade);
  int most = 3 * board.area();
  if (limits.length > 0) {
    // One more or less by chance, so that a cycle does not always end with the same side.
    most = static_cast<int>(board.empties().size()) +
           static_cast<int>(limits.length * board.area()) + static_cast<int>(game.rng.next() >> 63);
  }
  most = std::min(most, MoveLog::kCapacity - log.size);
  // Beyond these differences the game is decided.
  int high = kMaxArea, low = -kMaxArea;
  if (limits.mercy > 0) {
    high = static_cast<int>(std::min(komi + limits.mercy, 1e4));
    low = static_cast<int>(std::max(komi - limits.mercy, -1e4));
  }
  for (int passes = 0; game.moves < most && passes < 2; c = opponent(c)) {
    const Point p =
        c == kBlack ? choose.template operator()<kBlack>() : choose.template operator()<kWhite>();
    const Point at = epsilon > 0 ? land(board, p, c, epsilon, game.rng) : p;
    watch(at, c);
    game.play(at, c, ataris, nakade);
    log.add(p, c);
    passes = p == kPass ? passes + 1 : 0;
    if (game.difference > high || game.difference < low) break;
  }
  return final_score(board);
}

template <class Choose>
int run_heavy(HeavyGame& game, Color c, double komi, const HeavyLimits& limits, bool ataris,
              bool nakade, double epsilon, MoveLog& log, Choose choose) {
  return run_heavy(game, c, komi, limits, ataris, nakade, epsilon, log, choose,
                   [](Point, Color) {});
}

}  // namespace keima
