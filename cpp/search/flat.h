// Flat Monte Carlo: what playouts from one position say about its moves (Palsson 2008, 5.2 and
// 5.3). This room only counts games; what the counts are worth is decided by the caller.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "board/board.h"
#include "playout/uniform.h"
#include "rules/history.h"

namespace keima {

// The moves that are worth a game: legal, no suicide, no own eye (Palsson 2008, Definition 2).
std::vector<Point> playable_points(const History& history, Color c, EyeRule eyes);

// Sums over finished games.
struct Tally {
  std::int64_t games = 0;
  std::int64_t score = 0;    // Black's area minus White's, without komi
  std::int64_t squares = 0;  // of the scores
  std::int64_t halves = 0;   // two for a game that Black won with komi counted, one for a draw

  void add(int points, int half) {
    ++games;
    score += points;
    squares += std::int64_t{points} * points;
    halves += half;
  }
  Tally& operator+=(const Tally& other);
};

struct FlatResult {
  std::vector<Tally> moves;         // what they stand for: see the functions of FlatSearch
  Tally all;                        // every game
  std::vector<std::int64_t> owner;  // row-major: games that Black ended owning minus White's
};

constexpr int kMaxThreads = 256;

struct FlatTask {
  Board board;
  Color to_play;
  EyeRule eyes = EyeRule::kStrict;
  double komi = 0;
  std::uint64_t seed = 0;
  int threads = 1;
  std::int64_t games = std::numeric_limits<std::int64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
};

// Called by the thread that waits for the others, about twenty times a second, with the number
// of games finished so far. What it throws ends the search and is passed on.
using Poll = std::function<void(std::int64_t)>;

// Plays games on several threads. The games are cut into short chunks, each with its own seed,
// so that a number of games gives the same result on any number of threads.
//
// Every thread plays at least one game, however short the time. A search may be stopped from
// another thread at any moment; the counts are then of the games finished.
class FlatSearch {
 public:
  // Bruegmann's all-moves-as-first: `task.games` games from the position. A game counts for a
  // point (moves[row-major index]) if the first stone played there is of the side to move.
  FlatResult all_moves_as_first(const FlatTask& task, const Poll& poll = {});

  // Abramson's expected outcome: `task.games` games after each of the moves (legal, or kPass),
  // in turns, so that after a stop all have been tried about equally often. moves[i] counts
  // those after the i-th.
  FlatResult expected_outcome(const FlatTask& task, std::span<const Point> moves,
                              const Poll& poll = {});

  // Ends what is running, and what is started later until reset().
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void reset() { stop_.store(false, std::memory_order_relaxed); }

 private:
  using Chunk = std::function<void(std::int64_t index, FlatResult&)>;

  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  FlatResult run(const FlatTask& task, std::int64_t chunks, std::size_t moves, const Chunk& play,
                 const Poll& poll);

  std::atomic<bool> stop_{false};
};

// A game of all_moves_as_first as it was played; for tests.
struct RecordedGame {
  std::vector<std::pair<Color, Point>> moves;
  int score;
};
constexpr std::int64_t kMaxRecordedGames = 10'000;
std::vector<RecordedGame> record_games(const FlatTask& task);

}  // namespace keima
