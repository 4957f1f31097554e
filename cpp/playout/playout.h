// What a tree search needs of playouts: a policy by name, a log of moves, the owners at the end.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/board.h"
#include "playout/parameters.h"
#include "playout/rng.h"

namespace keima {

class LearnedMoves;
class PatternTable;
class Replies;

// The moves of one simulation in order: those in the tree first, then those of the playout.
// Passes are moves.
struct MoveLog {
  static constexpr int kCapacity = 4 * kMaxCells;

  int size = 0;
  std::array<std::uint16_t, kCapacity> moves;

  static constexpr std::uint16_t pack(Point p, Color c) {
    return static_cast<std::uint16_t>(p << 1 | (c == kWhite));
  }
  void add(Point p, Color c) { moves[size++] = pack(p, c); }
  Point point(int i) const { return static_cast<Point>(moves[i] >> 1); }
  Color color(int i) const { return moves[i] & 1 ? kWhite : kBlack; }
  void clear() { size = 0; }
};

// Plays games to their end. An object belongs to one thread; it is made once for a search and
// used for all its playouts.
class Playout {
 public:
  virtual ~Playout() = default;

  // Frisbee Go: how often a stone misses its point (see frisbee.h). The log has the points that
  // were aimed at.
  double epsilon = 0;

  // Plays on `board` until the game is over; `last` and `before` are the last two moves, kPass
  // if there is none. Appends the moves to the log; a game also ends when the log is full.
  // Returns Black's area minus White's at the end, without komi, which is for the mercy rule (a
  // game stopped by it is counted as it stands) and for who learns from the winner.
  virtual int run(Board& board, Color to_play, Point last, Point before, double komi, Rng& rng,
                  MoveLog& log) = 0;

  // Moves that the rules of the policy would choose in this position, each with a weight (its
  // rule's probability to be asked, shared among the moves of that rule). May stay empty.
  virtual void suggest(const Board& board, Color to_play, Point last, Point before,
                       std::vector<std::pair<Point, float>>& out);

  // How many moves each part of the policy has made since it was made, in the order in which they
  // are asked; empty for a policy that does not count.
  virtual std::vector<std::pair<std::string, std::int64_t>> steps() const { return {}; }
};

// What playouts of several threads have in common.
struct PlayoutTables {
  std::shared_ptr<const PatternTable> patterns;  // without it no pattern is ever matched
  std::shared_ptr<const Replies> replies;        // without it there are no stored replies
  std::shared_ptr<LearnedMoves> learned;         // without it a policy that learns has its own
};

// Policies: uniform, mogo, pachi, classic, softmax, isgo. Throws std::invalid_argument for an
// unknown policy or parameter, a value out of range, or a table that is needed and missing.
std::unique_ptr<Playout> make_playout(std::string_view policy,
                                      const std::map<std::string, double>& parameters = {},
                                      const PlayoutTables& tables = {});

// What a policy with these parameters learns while it plays, on boards of one size; null if it
// learns nothing.
std::shared_ptr<LearnedMoves> make_learned_moves(std::string_view policy,
                                                 const std::map<std::string, double>& parameters,
                                                 const Geometry& geometry);

// The parameters of a policy; throws as make_playout.
ParameterList playout_parameters(std::string_view policy);

// The owner of a point at the end of a playout: its stone, or the colour that alone touches the
// empty point, else kEmpty. Eyes of up to four points are owned as a whole.
Color final_owner(const Board& board, Point p);

// Black's points minus White's, by final_owner.
int final_score(const Board& board);

}  // namespace keima
