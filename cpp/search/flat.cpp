#include "search/flat.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace keima {
namespace {

// Long enough that starting a chunk costs nothing, short enough that threads finish together.
constexpr std::int64_t kChunk = 32;
constexpr auto kPollEvery = std::chrono::milliseconds(50);
// As good as no limit, and far from overflow when multiplied.
constexpr std::int64_t kManyGames = std::int64_t{1} << 40;

std::int64_t chunks_of(std::int64_t games) {
  return (std::min(games, kManyGames) + kChunk - 1) / kChunk;
}

std::int64_t games_in(std::int64_t chunk, std::int64_t games) {
  return std::min(kChunk, games - chunk * kChunk);
}

Rng rng_of(std::uint64_t seed, std::int64_t chunk) {
  return Rng(seed + 0x9e3779b97f4a7c15 * static_cast<std::uint64_t>(chunk + 1));
}

int halves_of(int score, double komi) { return (score > komi) + (score >= komi); }

// The points first played by one side in a game, in the order of play.
class FirstPlays {
 public:
  explicit FirstPlays(Color side) : side_(side) {}

  void clear() {
    ++game_;
    count_ = 0;
  }
  void operator()(Point p, Color c) {
    if (seen_[p] == game_) return;
    seen_[p] = game_;
    points_[count_] = p;
    count_ += c == side_;
  }
  std::span<const Point> points() const { return {points_.data(), count_}; }

 private:
  Color side_;
  std::uint32_t game_ = 0;
  std::size_t count_ = 0;
  std::array<std::uint32_t, kMaxCells> seen_{};
  std::array<Point, kMaxCells> points_;
};

void add_owners(const UniformPlayout& playout, const Geometry& g, std::vector<std::int64_t>& sum) {
  for (int i = 0; i < g.area; ++i) {
    const Color c = playout.owner(g.cell[i]);
    sum[i] += (c == kBlack) - (c == kWhite);
  }
}

}  // namespace

std::vector<Point> playable_points(const History& history, Color c, EyeRule eyes) {
  const Board& board = history.board();
  std::vector<Point> points;
  for (int i = 0; i < board.area(); ++i) {
    const Point p = board.geometry().cell[i];
    if (!history.is_legal(p, c) || board.is_suicide(p, c)) continue;
    if (!(eyes == EyeRule::kStrict ? board.is_strict_eye(p, c) : board.is_eye(p, c)))
      points.push_back(p);
  }
  return points;
}

Tally& Tally::operator+=(const Tally& other) {
  games += other.games;
  score += other.score;
  squares += other.squares;
  halves += other.halves;
  return *this;
}

FlatResult FlatSearch::run(const FlatTask& task, std::int64_t chunks, std::size_t moves,
                           const Chunk& play, const Poll& poll) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const int threads = static_cast<int>(std::clamp<std::int64_t>(task.threads, 1, chunks));
  const FlatResult nothing{
      std::vector<Tally>(moves), {}, std::vector<std::int64_t>(task.board.area())};
  std::vector<FlatResult> results(threads, nothing);
  std::atomic<std::int64_t> next{0}, finished{0};
  // Set only by this call, so that a deadline or an exception here ends no other search.
  std::atomic<bool> over{false};
  std::mutex mutex;
  std::condition_variable all_done;
  int running = 0;

  const auto work = [&](FlatResult& result) {
    for (std::int64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < chunks;) {
      const std::int64_t before = result.all.games;
      play(i, result);
      finished.fetch_add(result.all.games - before, std::memory_order_relaxed);
      if (over.load(std::memory_order_relaxed) || stopped()) break;
    }
    const std::lock_guard lock(mutex);
    if (--running == 0) all_done.notify_one();
  };

  std::vector<std::jthread> workers;
  for (FlatResult& result : results) {
    {
      const std::lock_guard lock(mutex);
      ++running;
    }
    try {
      workers.emplace_back([&work, &result] { work(result); });
    } catch (const std::system_error&) {
      const std::lock_guard lock(mutex);
      --running;
      if (workers.empty()) throw;
      break;
    }
  }

  const double most = 1e9;
  const auto deadline = start + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(std::min(task.seconds, most)));
  try {
    std::unique_lock lock(mutex);
    while (!all_done.wait_until(lock, std::min(deadline, Clock::now() + kPollEvery),
                                [&] { return running == 0; })) {
      if (Clock::now() >= deadline) {
        over.store(true, std::memory_order_relaxed);
        all_done.wait(lock, [&] { return running == 0; });
        break;
      }
      if (!poll) continue;
      lock.unlock();
      poll(finished.load(std::memory_order_relaxed));
      lock.lock();
    }
  } catch (...) {
    over.store(true, std::memory_order_relaxed);
    throw;  // the workers are joined on the way out
  }
  workers.clear();

  FlatResult sum = nothing;
  for (const FlatResult& r : results) {
    for (std::size_t i = 0; i < moves; ++i) sum.moves[i] += r.moves[i];
    sum.all += r.all;
    for (std::size_t i = 0; i < sum.owner.size(); ++i) sum.owner[i] += r.owner[i];
  }
  return sum;
}

FlatResult FlatSearch::all_moves_as_first(const FlatTask& task, const Poll& poll) {
  const Geometry& g = task.board.geometry();
  const auto play = [&](std::int64_t chunk, FlatResult& result) {
    Rng rng = rng_of(task.seed, chunk);
    UniformPlayout playout(task.board, task.to_play, task.eyes);
    FirstPlays firsts(task.to_play);
    for (auto left = games_in(chunk, task.games); left > 0; --left) {
      firsts.clear();
      const int score = playout.run(rng, firsts).score;
      const int halves = halves_of(score, task.komi);
      for (const Point p : firsts.points()) result.moves[g.index[p]].add(score, halves);
      result.all.add(score, halves);
      add_owners(playout, g, result.owner);
    }
  };
  return run(task, chunks_of(task.games), g.area, play, poll);
}

FlatResult FlatSearch::expected_outcome(const FlatTask& task, std::span<const Point> moves,
                                        const Poll& poll) {
  const Geometry& g = task.board.geometry();
  const auto count = static_cast<std::int64_t>(moves.size());
  const auto play = [&](std::int64_t chunk, FlatResult& result) {
    Rng rng = rng_of(task.seed, chunk);
    const auto move = static_cast<std::size_t>(chunk % count);
    Board after(task.board);
    after.play(moves[move], task.to_play);
    UniformPlayout playout(after, opponent(task.to_play), task.eyes);
    for (auto left = games_in(chunk / count, task.games); left > 0; --left) {
      const int score = playout.run(rng).score;
      const int halves = halves_of(score, task.komi);
      result.moves[move].add(score, halves);
      result.all.add(score, halves);
      add_owners(playout, g, result.owner);
    }
  };
  return run(task, count * chunks_of(task.games), moves.size(), play, poll);
}

std::vector<RecordedGame> record_games(const FlatTask& task) {
  std::vector<RecordedGame> games;
  for (std::int64_t chunk = 0; chunk < chunks_of(task.games); ++chunk) {
    Rng rng = rng_of(task.seed, chunk);
    UniformPlayout playout(task.board, task.to_play, task.eyes);
    for (auto left = games_in(chunk, task.games); left > 0; --left) {
      RecordedGame game;
      const auto note = [&](Point p, Color c) { game.moves.emplace_back(c, p); };
      game.score = playout.run(rng, note).score;
      games.push_back(std::move(game));
    }
  }
  return games;
}

}  // namespace keima
