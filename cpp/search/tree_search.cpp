#include "search/tree_search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "playout/learned_moves.h"
#include "search/mean.h"
#include "search/position_key.h"
#include "search/thinning.h"
#include "search/worker.h"

namespace keima {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPollEvery = std::chrono::milliseconds(50);
constexpr std::int64_t kDecideEvery = 128;
// Between the seeds of threads.
constexpr std::uint64_t kSeeds = 0x9e3779b97f4a7c15;

// Of threads that cannot be made the others do the work; there must be one.
template <class Work>
void start_crew(std::vector<std::jthread>& crew, Work work, std::size_t count) {
  try {
    while (crew.size() < count) crew.emplace_back(work, crew.size());
  } catch (const std::system_error&) {
    if (crew.empty()) throw;
  }
}

}  // namespace

// A search is nothing for two callers at once.
class TreeSearch::Busy {
 public:
  explicit Busy(std::atomic<bool>& flag) : flag_(flag) {
    if (flag_.exchange(true)) throw std::logic_error("a search is running in this tree");
  }
  ~Busy() { flag_ = false; }

 private:
  std::atomic<bool>& flag_;
};

TreeSearch::TreeSearch(const std::string& policy,
                       const std::map<std::string, double>& policy_parameters,
                       const std::map<std::string, double>& parameters,
                       std::shared_ptr<const PatternTable> patterns,
                       std::shared_ptr<const MoveModel> model)
    : policy_(policy),
      policy_parameters_(policy_parameters),
      tables_{std::move(patterns), nullptr, nullptr},
      model_(std::move(model)),
      parameters_(TreeParameters::from(parameters)) {
  make_playout(policy_, policy_parameters_, tables_);  // throws now rather than later
}

TreeSearch::~TreeSearch() = default;

void TreeSearch::set_evaluator(std::shared_ptr<Evaluator> evaluator) {
  if (evaluator == evaluator_) return;
  if (evaluator && static_cast<int>(parameters_.parallel) == kLeafParallel)
    throw std::invalid_argument("parallel=2 is for playouts: a network is asked once for a leaf");
  if (evaluator && parameters_.frisbee > 0)
    throw std::invalid_argument("Frisbee Go is for playouts: networks do not know it");
  clear();
  const Busy busy(busy_);
  evaluator_ = std::move(evaluator);
}

void TreeSearch::set_shallow(std::shared_ptr<const ShallowNet> near,
                             std::shared_ptr<const ShallowNet> deep) {
  if (near == shallow_.near && deep == shallow_.deep) return;
  if (deep && !near) throw std::invalid_argument("a second network needs a first one");
  if (deep && deep->shape().size != near->shape().size)
    throw std::invalid_argument("the two networks are for different sizes of board");
  clear();
  const Busy busy(busy_);
  shallow_ = {std::move(near), std::move(deep)};
}

void TreeSearch::set_mlp(std::shared_ptr<const Perceptron> mlp) {
  if (mlp == mlp_) return;
  clear();
  const Busy busy(busy_);
  mlp_ = std::move(mlp);
}

void TreeSearch::set_joseki(std::shared_ptr<const Joseki> joseki) {
  if (joseki == joseki_) return;
  clear();
  const Busy busy(busy_);
  joseki_ = std::move(joseki);
}

void TreeSearch::set_local(std::shared_ptr<const LocalModel> local) {
  if (local == local_) return;
  clear();
  const Busy busy(busy_);
  local_ = std::move(local);
}

void TreeSearch::set_judge(std::shared_ptr<const PositionJudge> judge) {
  if (judge == judge_) return;
  clear();
  const Busy busy(busy_);
  judge_ = std::move(judge);
}

void TreeSearch::clear() {
  const Busy busy(busy_);
  workers_.clear();
  trees_.clear();
}

bool TreeSearch::fits(const TreeTask& task, std::size_t count) const {
  return trees_.size() == count && geometry_ == &task.board.geometry() &&
         komi_ == task.komi - task.stones && stones_count_ == task.stones_count &&
         (!evaluator_ || rules_ == task.rules);
}

void TreeSearch::prepare(const TreeTask& task) {
  const Geometry& g = task.board.geometry();
  // By policy no more may be under way to a move than Transition can count.
  const int most = by_policy() ? 255 : std::numeric_limits<int>::max();
  const auto threads = static_cast<std::size_t>(std::clamp(task.threads, 1, most));
  const std::size_t count = static_cast<int>(parameters_.parallel) == kRootParallel ? threads : 1;
  workers_.clear();
  if (!fits(task, count)) {
    trees_.clear();
    const auto bytes = static_cast<std::size_t>(parameters_.memory_mb * (1 << 20)) / count;
    const auto order = static_cast<int>(parameters_.playout_replies);
    while (trees_.size() < count)
      trees_.push_back(std::make_unique<RootedTree>(
          bytes, g, order, make_learned_moves(policy_, policy_parameters_, g)));
    geometry_ = &g;
    komi_ = task.komi - task.stones;
    stones_count_ = task.stones_count;
    rules_ = task.rules;
  }
  root_komi_ = task.komi;
  allowed_.fill(task.moves.empty());
  for (const Point p : task.moves) allowed_[p] = true;

  common_ = std::make_unique<Common>(
      Common{parameters_, task, allowed_, policy_, policy_parameters_, tables_, model_.get(),
             shallow_, mlp_.get(), joseki_.get(), local_.get(), judge_.get(), compensation_,
             ScoreValue(parameters_, g.area, expected_), RootPolicy{}});
  for (std::size_t i = 0; i < threads; ++i)
    workers_.push_back(
        std::make_unique<Worker>(*common_, *trees_[i % count], task.seed + kSeeds * i));
  for (const auto& worker : workers_) worker->lease(evaluator_.get());
  std::vector<bool> kept(count);
  for (std::size_t i = 0; i < count; ++i) {
    kept[i] = find_root(task, *trees_[i]);
    if (parameters_.bias > 0) trees_[i]->biases.prepare();
  }
  compensation_.begin(task, std::find(kept.begin(), kept.end(), false) == kept.end());
  for (std::size_t i = 0; i < count; ++i) {
    if (!kept[i] && trees_[i]->replies) trees_[i]->replies->clear();
    if (!kept[i] && trees_[i]->learned && !continues_game(task)) trees_[i]->learned->clear();
    if (!kept[i])
      workers_[i]->make_root();
    else if (by_policy())
      workers_[i]->remake_root();
    // All moves may be lost for certain, or left out: then a pass is what there is.
    if (!allowed_[kPass] || !is_empty(*trees_[i])) continue;
    trees_[i]->tree.clear();
    workers_[i]->make_root(true);
  }
  last_hash_ = task.board.hash();
  begin_valued(task, kept);
}

// Is the position searched last one of the last few of this game?
bool TreeSearch::continues_game(const TreeTask& task) const {
  return std::find(task.past.begin(), task.past.end(), last_hash_) != task.past.end();
}

// Goes on with a tree if it holds the position; else makes it empty and returns false.
bool TreeSearch::find_root(const TreeTask& task, RootedTree& rooted) const {
  std::uint64_t key = position_key(task.board, task.to_play);
  if (by_policy() && task.last_was_pass) key ^= kAfterPass;
  if (by_policy() && task.stones_count) key ^= stones_key(task.stones);
  const std::uint32_t found = rooted.tree.find(key);
  if (found == Tree::kNone) {
    rooted.tree.clear();
    rooted.biases.clear();
    rooted.root = Tree::kNone;
    return false;
  }
  if (found == rooted.root) return true;
  rooted.root = rooted.tree.keep(found);
  if (parameters_.bias > 0) keep_biases(rooted.tree, rooted.biases, parameters_.bias_freed);
  return true;
}

// Is there nothing to search? Each tree leaves out some moves by its own chance.
bool TreeSearch::is_empty(const RootedTree& rooted) const {
  const auto moves = rooted.tree.at(rooted.root).transitions();
  return std::none_of(moves.begin(), moves.end(),
                      [&](const Transition& t) { return allowed_[t.move]; });
}

// How many simulations may be added to the trees.
std::int64_t TreeSearch::room() const {
  std::int64_t most = 0;
  for (const auto& rooted : trees_)
    most = std::max<std::int64_t>(
        most, rooted->tree.at(rooted->root).visits.load(std::memory_order_relaxed));
  return kMostVisits - most;
}

// In trees that are full; says whether there was one. Of a position that has no room a network says
// what it has said before: a move that it thinks too well of would get all visits. A playout says
// something else each time.
bool TreeSearch::make_room() {
  if (!by_policy()) return false;
  bool made = false;
  for (const auto& rooted : trees_) {
    if (!rooted->tree.is_full()) continue;
    rooted->root = thin(rooted->tree, rooted->root);
    if (parameters_.bias > 0) keep_biases(rooted->tree, rooted->biases, parameters_.bias_freed);
    made = true;
  }
  return made;
}

TreeReport TreeSearch::search(const TreeTask& task, const TreePoll& poll) {
  const Busy busy(busy_);
  const auto start = Clock::now();
  check(task);
  prepare(task);
  struct Release {  // networks belong to a search while it runs
    std::vector<std::unique_ptr<Worker>>& workers;
    ~Release() {
      for (const auto& worker : workers) worker->release();
    }
  };
  std::optional<Release> release(std::in_place, workers_);
  const auto is_bare = [this](const auto& rooted) { return is_empty(*rooted); };
  if (std::any_of(trees_.begin(), trees_.end(), is_bare)) return report();

  const std::int64_t playouts = std::min(task.playouts, room());
  started_ = finished_ = 0;
  std::atomic<bool> over{false};
  std::mutex mutex;
  std::condition_variable all_done;
  std::uint64_t running = 0;
  // A network is slow: it is worth asking each time.
  const std::int64_t decide_every = evaluator_ && parameters_.value_weight > 0 ? 1 : kDecideEvery;
  // Simulations by simulate(count), `most` at a time.
  const auto search_on = [&](const RootedTree& rooted, std::int64_t most, auto simulate) {
    for (;;) {
      const std::int64_t count =
          std::min(most, playouts - started_.fetch_add(most, std::memory_order_relaxed));
      if (count <= 0) break;
      simulate(count);
      const std::int64_t done = finished_.fetch_add(count, std::memory_order_relaxed) + count;
      // By the count and not by the clock, so that a number of playouts gives the same result.
      if (task.early_stop && done % decide_every < count &&
          is_decided(static_cast<double>(playouts - done)))
        over.store(true, std::memory_order_relaxed);
      if (over.load(std::memory_order_relaxed) || stop_.load(std::memory_order_relaxed)) break;
      if (by_policy() && rooted.tree.is_full()) break;
    }
  };
  LeafCrew leaf_crew;
  std::vector<LeafGame> games;
  const bool at_leaves = static_cast<int>(parameters_.parallel) == kLeafParallel;
  for (std::size_t i = 0; at_leaves && i < workers_.size(); ++i)
    games.push_back({{task.board, {}}, Rng(task.seed + kSeeds * (i + 1) + 1)});
  std::exception_ptr fault;  // of a network
  const auto simulate_valued = [&](Worker& worker, const RootedTree& rooted) {
    try {
      search_on(rooted, 1, [&](std::int64_t) { worker.simulate_valued(); });
    } catch (...) {
      over.store(true, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      fault = std::current_exception();
    }
  };
  const auto work = [&](std::size_t i) {
    Worker& worker = *workers_[i];
    const RootedTree& rooted = *trees_[i % trees_.size()];
    if (evaluator_) {
      simulate_valued(worker, rooted);
    } else if (!at_leaves) {
      search_on(rooted, 1, [&](std::int64_t) { worker.simulate(); });
    } else if (i > 0) {
      worker.help(leaf_crew, *workers_[0], games);
    } else {
      search_on(rooted, static_cast<std::int64_t>(games.size()), [&](std::int64_t count) {
        worker.simulate(leaf_crew, games, static_cast<std::uint32_t>(count));
      });
      leaf_crew.close();
    }
    const std::lock_guard lock(mutex);
    if (--running == 0) all_done.notify_one();
  };
  std::vector<std::jthread> crew;

  const auto limit = std::chrono::duration<double>(std::min(task.seconds, 1e9));
  const auto deadline = start + std::chrono::duration_cast<Clock::duration>(limit);
  const auto is_over = [&] {
    const auto now = Clock::now();
    if (now >= deadline) return true;
    const auto done = static_cast<double>(finished_.load(std::memory_order_relaxed));
    if (!task.early_stop || !std::isfinite(task.seconds) ||
        done < static_cast<double>(decide_every))
      return false;
    const std::chrono::duration<double> used = now - start;
    return is_decided(done * (limit - used) / used);
  };
  // Not anew in each round: those of a small tree may be shorter.
  auto next_poll = Clock::now() + kPollEvery;
  for (;;) {
    running = workers_.size();
    try {
      start_crew(crew, work, workers_.size());
      std::unique_lock lock(mutex);
      running -= workers_.size() - crew.size();
      while (
          !all_done.wait_until(lock, std::min(deadline, next_poll), [&] { return running == 0; })) {
        lock.unlock();
        if (is_over()) over.store(true, std::memory_order_relaxed);
        if (poll) poll(finished_.load(std::memory_order_relaxed));
        next_poll = Clock::now() + kPollEvery;
        lock.lock();
        if (over.load(std::memory_order_relaxed)) {
          all_done.wait(lock, [&] { return running == 0; });
          break;
        }
      }
    } catch (...) {
      over.store(true, std::memory_order_relaxed);
      throw;  // the crew is joined on the way out
    }
    crew.clear();
    if (over || stop_ || finished_ >= playouts || is_over() || !make_room()) break;
  }
  if (fault) {
    release.reset();
    workers_.clear();
    trees_.clear();  // it has visits that found nothing
    std::rethrow_exception(fault);
  }
  release.reset();
  return report();
}

bool TreeSearch::is_decided(double left) const {
  std::array<double, kMaxCells> visits{};
  for (const auto& rooted : trees_)
    for (const Transition& t : rooted->tree.at(rooted->root).transitions())
      if (allowed_[t.move]) visits[t.move] += t.visits.load(std::memory_order_relaxed);
  double first = 0, second = 0;
  for (const double each : visits) {
    if (each > first) {
      second = first;
      first = each;
    } else {
      second = std::max(second, each);
    }
  }
  return first - second > left;
}

}  // namespace keima
