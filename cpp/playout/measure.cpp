#include "playout/measure.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

#include "playout/board_playout.h"
#include "playout/uniform.h"

namespace keima {
namespace {

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// FNV-1a, by number instead of by byte.
struct Signature {
  std::uint64_t value = 0xcbf29ce484222325;
  void mix(std::uint64_t x) { value = (value ^ x) * 0x100000001b3; }
};

template <class F>
auto with_policy(const Board& start, Color to_play, PlayoutPolicy policy, EyeRule eyes, F f) {
  if (policy == PlayoutPolicy::kUniform) {
    UniformPlayout playout(start, to_play, eyes);
    return f(playout);
  }
  BoardPlayout playout(start, to_play, eyes);
  return f(playout);
}

}  // namespace

PlayoutTotals run_playouts(const Board& start, Color to_play, PlayoutPolicy policy, EyeRule eyes,
                           std::uint64_t seed, double seconds) {
  return with_policy(start, to_play, policy, eyes, [&](auto& playout) {
    Rng rng(seed);
    PlayoutTotals totals{};
    const double begin = now();
    do {
      for (int i = 0; i < 10; ++i) {
        const PlayoutResult result = playout.run(rng);
        ++totals.playouts;
        totals.moves += result.moves;
        totals.score += result.score;
      }
      totals.seconds = now() - begin;
    } while (totals.seconds < seconds);
    return totals;
  });
}

std::uint64_t playout_signature(const Board& start, Color to_play, PlayoutPolicy policy,
                                EyeRule eyes, std::uint64_t seed, int playouts) {
  return with_policy(start, to_play, policy, eyes, [&](auto& playout) {
    Rng rng(seed);
    Signature sum;
    for (int i = 0; i < playouts; ++i) {
      const PlayoutResult result =
          playout.run(rng, [&](Point p, Color c) { sum.mix(4 * start.geometry().index[p] + c); });
      sum.mix(static_cast<std::uint64_t>(result.score));
    }
    return sum.value;
  });
}

PlayoutTotals run_playouts(const Board& start, Color to_play, Playout& policy, std::uint64_t seed,
                           double seconds) {
  Rng rng(seed);
  PlayoutTotals totals{};
  Board board(start);
  MoveLog log;
  const double begin = now();
  do {
    for (int i = 0; i < 10; ++i) {
      board = start;
      log.clear();
      totals.score += policy.run(board, to_play, kPass, kPass, 0, rng, log);
      ++totals.playouts;
      for (int j = 0; j < log.size; ++j) totals.moves += log.point(j) != kPass;
    }
    totals.seconds = now() - begin;
  } while (totals.seconds < seconds);
  return totals;
}

std::uint64_t playout_signature(const Board& start, Color to_play, Playout& policy,
                                std::uint64_t seed, int playouts) {
  Rng rng(seed);
  Signature sum;
  Board board(start);
  MoveLog log;
  for (int i = 0; i < playouts; ++i) {
    board = start;
    log.clear();
    const int score = policy.run(board, to_play, kPass, kPass, 0, rng, log);
    for (int j = 0; j < log.size; ++j)
      sum.mix(4 * start.geometry().index[log.point(j)] + log.color(j));
    sum.mix(static_cast<std::uint64_t>(score));
  }
  return sum.value;
}

BoardTimes time_board(int width, int height, std::uint64_t seed, double seconds) {
  const Board start(width, height);
  constexpr int kGames = 100;
  std::vector<std::vector<std::pair<Point, Color>>> games(kGames);
  UniformPlayout playout(start, kBlack);
  Rng rng(seed);
  std::int64_t moves = 0, tests = 0;
  for (auto& game : games) {
    playout.run(rng, [&](Point p, Color c) { game.push_back({p, c}); });
    moves += static_cast<std::int64_t>(game.size());
  }

  Board board(start);
  std::int64_t sink = 0;  // so that nothing is optimised away
  const auto copy = [&] {
    for (int i = 0; i < kGames; ++i) {
      board = start;
      sink += board.ko();
    }
  };
  const auto play = [&] {
    for (const auto& game : games) {
      board = start;
      for (const auto& [p, c] : game) sink += board.play(p, c);
    }
  };
  const auto play_and_test = [&] {
    tests = 0;
    for (const auto& game : games) {
      board = start;
      for (const auto& [p, c] : game) {
        tests += static_cast<std::int64_t>(board.empties().size());
        for (const Point q : board.empties()) sink += board.is_legal(q, c) && !board.is_eye(q, c);
        sink += board.play(p, c);
      }
    }
  };

  double best_copy = std::numeric_limits<double>::infinity(), best_play = best_copy,
         best_both = best_copy;
  const auto time = [](auto& f, double& best) {
    const double begin = now();
    f();
    best = std::min(best, now() - begin);
  };
  const double end = now() + seconds;
  do {
    time(copy, best_copy);
    time(play, best_play);
    time(play_and_test, best_both);
  } while (now() < end);
  volatile std::int64_t keep = sink;
  static_cast<void>(keep);
  return {best_copy / kGames * 1e9, (best_play - best_copy) / static_cast<double>(moves) * 1e9,
          (best_both - best_play) / static_cast<double>(tests) * 1e9};
}

}  // namespace keima
