// What a tree search is asked, and what it answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "board/board.h"
#include "features/inputs.h"

namespace keima {

struct TreeTask {
  Board board;
  Color to_play;
  Point last = kPass, before = kPass;  // the last two moves, kPass if there is none
  bool last_was_pass = false;          // then a pass ends the game
  double komi = 0;                     // taken off Black's area
  // Under territory rules a stone costs its player a point: then komi holds the stones that Black
  // has played more than White so far, `stones`, and those played in the tree are added.
  bool stones_count = false;
  int stones = 0;
  int handicap = 0;                    // stones, for dynamic komi
  std::vector<std::uint64_t> earlier;  // hashes of the boards before, the last one first
  std::vector<std::uint64_t> past;     // the same, whether repetitions count or not
  Point ko = kPass;                    // the last ko point, who may not or could not take it back,
  Color ko_color = kEmpty;             // and how many moves ago
  int ko_age = 0;
  std::vector<Point> moves;  // the only ones at the root, kPass for a pass; empty: all
  std::uint64_t seed = 0;
  int threads = 1;
  std::int64_t playouts = std::numeric_limits<std::int64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  bool early_stop = true;   // end when the most visited move cannot change any more
  bool move_owner = false;  // keep the owners of points for each move at the root
  bool symmetry = false;    // may one move at the root stand for others? See root_symmetry

  // For networks: what they see of the game before.
  InputRules rules;
  bool button = false;                   // is there one to take?
  std::vector<Board> boards;             // one and two moves ago
  std::vector<Move> recent;              // moves, the last one first
  std::vector<std::uint64_t> positions;  // that superko forbids, sorted; see situation_key
  PointSet banned;                       // what it forbids at the root
  std::uint64_t network_seed = 0;        // for symmetries: the same for a whole game
};

struct MoveReport {
  Point move;
  std::int64_t visits;
  double wins;  // sum of results for the player to move
  double amaf_visits, amaf_wins;
  double prior_visits, prior_mean;
  double score;  // mean margin of Black in this search, without komi; nan if unknown
  // If komi is moved: mean result with the true one in this search. With a network: what it says
  // of the position after the move and below, whatever margins are worth. Else nan.
  double real_winrate;
  std::vector<Point> pv;                // starts with the move
  std::vector<std::int64_t> pv_visits;  // of each move of the pv
  std::vector<float> owner;  // as that of TreeReport, of the simulations that began with the
                             // move; empty if it was not asked for or there are none
  // With a network, for who makes the move: mean and standard deviation of values, in -1 to 1 for
  // results and what margins are worth beyond, and how many values it is that these count as; nan
  // if unknown.
  double utility, deviation, samples;
  double criticality;  // of its point (3.16), for the mover; nan if the search does not count it
};

struct TreeReport {
  std::vector<MoveReport> moves;  // most visited first
  std::int64_t playouts;          // of this search
  std::int64_t root_visits;       // with those kept from earlier ones
  std::vector<float> owner;       // row-major, mean of this search: +1 Black, -1 White
  double score;                   // mean margin of Black, without komi
  double komi_shift;              // by which komi is moved now (dynamic_komi)
  std::size_t nodes, bytes;
  int depth;  // of the longest descent
  // With a network: win rate of the player to move at the root, positions that it was asked for
  // and the time that it took, of all threads.
  double winrate;
  std::int64_t evaluations;
  double network_seconds;
  // Nodes made in this search after 0, 1, 2, ... moves from the root.
  std::vector<std::int64_t> expansions;
  std::map<std::string, std::int64_t> steps;  // playout moves of this search; see Playout::steps
  bool full;                                  // memory ran out
};

// Called about twenty times a second by the thread that waits for the others, with the number of
// simulations finished. What it throws ends the search and is passed on.
using TreePoll = std::function<void(std::int64_t)>;

}  // namespace keima
