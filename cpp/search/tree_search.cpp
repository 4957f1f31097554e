#include "search/tree_search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "rules/area.h"
#include "search/expansion.h"
#include "search/selection.h"

namespace keima {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPollEvery = std::chrono::milliseconds(50);
constexpr int kLongestPv = 30;
constexpr std::int64_t kDecideEvery = 128;

// A position with the player to move and the ko, as one number.
std::uint64_t key_of(const Board& board, Color to_play) {
  std::uint64_t key = board.hash();
  if (to_play == kWhite) key ^= 0x9e3779b97f4a7c15;
  if (board.ko() != kPass && board.ko_color() == to_play)
    key ^= 0xd1b54a32d192ed03 * (board.ko() + 1u);
  return key ^ key >> 29;
}

// Of threads that cannot be made the others do the work; there must be one.
template <class Work>
void start_crew(std::vector<std::jthread>& crew, Work work, std::size_t count) {
  try {
    while (crew.size() < count) crew.emplace_back(work, crew.size());
  } catch (const std::system_error&) {
    if (crew.empty()) throw;
  }
}

std::uint8_t byte_of(double x) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(x, 0., 255.)));
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

// A thread's own things, and the simulations that it makes.
class TreeSearch::Worker {
 public:
  Worker(TreeSearch& search, const TreeTask& task, std::uint64_t seed)
      : search_(search),
        tree_(*search.tree_),
        parameters_(search.parameters_),
        task_(task),
        rng_(seed),
        playout_(make_playout(search.policy_, search.policy_parameters_, search.tables_)),
        expansion_(search.parameters_, *playout_, search.tables_.patterns.get()),
        root_key_(key_of(task.board, task.to_play)),
        board_(task.board),
        owner_(static_cast<std::size_t>(task.board.area())),
        root_scores_(static_cast<std::size_t>(task.board.area()) + 1) {}

  // Makes a node of a position; Tree::kNone if memory is out.
  std::uint32_t make_node(const Board& board, Color to_play, Point last, Point before,
                          std::uint64_t key) {
    const auto& moves = expansion_.run({board, to_play, last, before});
    const std::uint32_t index = tree_.create(key, to_play, moves.size());
    if (index == Tree::kNone) return index;
    Transition* t = tree_.at(index).begin();
    for (const Candidate& c : moves) {
      t->move = c.move;
      // More than a byte holds is scaled down, the mean being the same.
      t->prior_visits = byte_of(c.visits);
      t->prior_mean = byte_of(c.visits > 0 ? 255 * c.wins / c.visits : 0);
      tree_.at(index).prior_visits += t->prior_visits;
      ++t;
    }
    return index;
  }

  void simulate() {
    begin();
    const int score = descend();
    finish(score);
  }

  std::int64_t playouts() const { return playouts_.get(); }
  // Those that ended with a final board.
  std::int64_t scored() const { return scored_.get(); }
  int depth() const { return depth_.get(); }
  double score_sum() const { return score_sum_.get(); }
  double owner_sum(std::size_t i) const { return owner_[i].get(); }
  std::pair<double, std::int64_t> root_score(std::size_t i) const {
    return {root_scores_[i].sum.get(), root_scores_[i].games.get()};
  }

 private:
  struct Step {
    Node* node;
    Transition* transition;
    std::uint64_t key;  // after the move
  };
  struct Mean {
    Loose<double> sum;
    Loose<std::int64_t> games;
  };
  static constexpr int kDeepest = 512;
  // Larger than any score: the result of a repetition.
  static constexpr int kDecided = 100'000;

  void begin() {
    board_ = task_.board;
    log_.clear();
    steps_ = 0;
    decided_ = false;
  }

  // Follows the tree and plays the game to its end; returns Black's area minus White's, or
  // +-kDecided.
  int descend() {
    std::uint32_t index = search_.root_;
    Color c = task_.to_play;
    Point last = task_.last, before = task_.before;
    for (;;) {
      Node& node = tree_.at(index);
      const int i = choose(node, steps_ == 0);
      Transition& t = node.begin()[i];
      node.visits.fetch_add(1, std::memory_order_relaxed);
      const std::uint32_t visits = t.visits.fetch_add(1, std::memory_order_relaxed);
      board_.play(t.move, c);
      log_.add(t.move, c);
      const Color mover = c;
      c = opponent(c);
      const std::uint64_t key = key_of(board_, c);
      path_[steps_++] = {&node, &t, key};
      before = last;
      last = t.move;
      if (t.move == kPass && before == kPass && (steps_ > 1 || task_.last_was_pass)) {
        return count_area(board_);
      }
      // Triple ko and longer cycles: lost for who completes them (4.3.2).
      if (t.move != kPass && repeats(key)) {
        decided_ = true;
        return mover == kBlack ? -kDecided : kDecided;
      }
      std::uint32_t child = t.child.load(std::memory_order_acquire);
      if (child == Tree::kNone && visits >= parameters_.expand_after)
        child = link(t, c, last, before, key);
      if (child <= Tree::kBusy || steps_ == kDeepest) break;
      index = child;
    }
    return playout_->run(board_, c, last, before, task_.komi, rng_, log_);
  }

  bool repeats(std::uint64_t key) const {
    for (const int back : {4, 6}) {
      if (steps_ == back && root_key_ == key) return true;
      if (steps_ > back && path_[steps_ - 1 - back].key == key) return true;
    }
    return false;
  }

  // The node after a transition: found, if its position is known, or made. A node just made is
  // not entered: kNone.
  std::uint32_t link(Transition& t, Color c, Point last, Point before, std::uint64_t key) {
    std::uint32_t none = Tree::kNone;
    if (!t.child.compare_exchange_strong(none, Tree::kBusy, std::memory_order_acq_rel))
      return Tree::kNone;
    const std::uint32_t found = tree_.find(key);
    std::uint32_t index = found;
    if (found == Tree::kNone && !tree_.is_full()) {
      index = make_node(board_, c, last, before, key);
      if (index != Tree::kNone) tree_.publish(index);
    }
    t.child.store(index, std::memory_order_release);
    return found;
  }

  int choose(Node& node, bool at_root) {
    if (!at_root && parameters_.replies > 0)
      if (const int reply = node.reply.load(std::memory_order_relaxed)) return reply - 1;
    const std::uint32_t index = node.owners.load(std::memory_order_acquire);
    Owners* owners = index <= Tree::kBusy ? nullptr : reinterpret_cast<Owners*>(&tree_.at(index));
    const auto pick = [&](auto allowed) {
      switch (static_cast<int>(parameters_.bandit)) {
        case 1:
          return select<Bandit::kUcb1>(node, owners, parameters_, rng_, allowed);
        case 2:
          return select<Bandit::kUcb1Tuned>(node, owners, parameters_, rng_, allowed);
        default:
          return select<Bandit::kNone>(node, owners, parameters_, rng_, allowed);
      }
    };
    if (!at_root) return pick([](Point) { return true; });
    return pick([this](Point p) { return search_.is_allowed(p); });
  }

  // What a game is worth to Black.
  double value_of(int score) const {
    const double margin = score - task_.komi;
    const double won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    if (decided_ || !(parameters_.score_weight > 0)) return won;
    const double scale = std::max(1e-9, parameters_.score_scale * board_.area());
    return (1 - parameters_.score_weight) * won +
           parameters_.score_weight * (0.5 + 0.5 * std::tanh(margin / scale));
  }

  void finish(int score) {
    const double black = value_of(score);
    const double margin = score - task_.komi;
    update_path(black);
    if (parameters_.replies > 0) update_replies(margin);
    depth_.set(std::max(depth_.get(), steps_));
    playouts_.add(1);
    if (decided_) return;  // there is no final board
    update_owners(margin);
    scored_.add(1);
    score_sum_.add(score);
    Mean& mean = root_scores_[task_.board.geometry().index[log_.point(0)]];
    mean.sum.add(score);
    mean.games.add(1);
  }

  void update_owners(double margin) {
    const Geometry& g = board_.geometry();
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      const Color c = final_owner(board_, g.cell[i]);
      final_[g.cell[i]] = c;
      owner_[i].add((c == kBlack) - (c == kWhite));
    }
    if (!(parameters_.criticality > 0) || margin == 0) return;
    const Color winner = margin > 0 ? kBlack : kWhite;
    for (int s = 0; s < steps_; ++s) {
      Node& node = *path_[s].node;
      if (2 * node.visits.load(std::memory_order_relaxed) < parameters_.criticality_visits) break;
      Owners* owners = tree_.owners(node);
      if (!owners) continue;
      owners->games.add(1);
      if (winner == node.to_play) owners->won.add(1);
      const Transition* t = node.begin();
      for (Owners::Counts& counts : owners->counts()) {
        const Color c = (t++)->move == kPass ? kEmpty : final_[t[-1].move];
        if (c == node.to_play) counts.by_mover.add(1);
        if (c == winner) counts.by_winner.add(1);
      }
    }
  }

  // Own results, and all moves as first: a move counts for a transition if its point is played
  // later in the simulation, by the same player first (3.2).
  void update_path(double black) {
    ++stamp_;
    const bool amaf = parameters_.rave_equivalence > 0;
    for (int i = log_.size - 1; i >= 0; --i) {
      const Point p = log_.point(i);
      if (p != kPass) {
        first_[p] = 2 * stamp_ + (log_.color(i) == kWhite);
        when_[p] = static_cast<std::uint16_t>(i);
      }
      if (i >= steps_) continue;
      Node& node = *path_[i].node;
      const bool is_white = node.to_play == kWhite;
      const float result = static_cast<float>(is_white ? 1 - black : black);
      path_[i].transition->wins.add(result);
      if (!amaf) continue;
      const std::uint32_t wanted = 2 * stamp_ + is_white;
      for (Transition& t : node.transitions())
        if (first_[t.move] == wanted) add_amaf(t, result, when_[t.move] - i);
    }
  }

  void add_amaf(Transition& t, float result, int plies) {
    if (parameters_.rave_smoothing > 0) {
      // (3.10 to 3.12): the later, the less a result moves the mean.
      const double part = 1 - std::tanh(plies / parameters_.rave_smoothing);
      const double n = t.amaf_visits.get() + 1.0;
      const double mean = n > 1 ? t.amaf_wins.get() / (n - 1) : 0.5;
      t.amaf_visits.set(static_cast<float>(n));
      t.amaf_wins.set(static_cast<float>((mean + part * (result - mean) / n) * n));
      return;
    }
    t.amaf_visits.add(1);
    t.amaf_wins.add(result);
  }

  // (3.6): a move that was answered by the winner gets the answer as its reply, one that the
  // winner made forgets its own.
  void update_replies(double margin) {
    for (int s = 1; s < steps_; ++s) {
      Node& node = *path_[s].node;  // reached by the opponent's move
      const bool won = margin != 0 && (margin > 0) == (node.to_play == kBlack);
      const auto number = path_[s].transition - node.begin() + 1;
      node.reply.store(won ? static_cast<std::uint16_t>(number) : std::uint16_t{0},
                       std::memory_order_relaxed);
    }
  }

  TreeSearch& search_;
  Tree& tree_;
  const TreeParameters& parameters_;
  const TreeTask& task_;
  Rng rng_;
  std::unique_ptr<Playout> playout_;
  Expansion expansion_;

  std::uint64_t root_key_;
  Board board_;
  MoveLog log_;
  std::array<Step, kDeepest + 1> path_;
  int steps_ = 0;
  bool decided_ = false;
  std::uint32_t stamp_ = 0;
  std::array<std::uint32_t, kMaxCells> first_{};  // who plays a point first: 2 * stamp + is White
  std::array<std::uint16_t, kMaxCells> when_{};
  std::array<Color, kMaxCells> final_{};

  Loose<std::int64_t> playouts_{0}, scored_{0};
  Loose<int> depth_{0};
  Loose<double> score_sum_{0};
  std::vector<Loose<float>> owner_;
  std::vector<Mean> root_scores_;
};

TreeSearch::TreeSearch(const std::string& policy,
                       const std::map<std::string, double>& policy_parameters,
                       const std::map<std::string, double>& parameters,
                       std::shared_ptr<const PatternTable> patterns)
    : policy_(policy),
      policy_parameters_(policy_parameters),
      tables_{std::move(patterns), nullptr},
      parameters_(TreeParameters::from(parameters)) {
  make_playout(policy_, policy_parameters_, tables_);  // throws now rather than later
}

TreeSearch::~TreeSearch() = default;

void TreeSearch::clear() {
  const Busy busy(busy_);
  workers_.clear();
  tree_.reset();
  root_ = Tree::kNone;
}

// Goes on with the tree if it holds the position, or starts a new one; returns false in the
// second case.
bool TreeSearch::find_root(const TreeTask& task) {
  const Geometry& g = task.board.geometry();
  if (tree_ && geometry_ == &g && komi_ == task.komi) {
    const std::uint32_t found = tree_->find(key_of(task.board, task.to_play));
    if (found != Tree::kNone) {
      root_ = found == root_ ? root_ : tree_->keep(found);
      return true;
    }
    tree_->clear();
  } else {
    tree_ =
        std::make_unique<Tree>(static_cast<std::size_t>(parameters_.memory_mb * (1 << 20)), g.area);
  }
  geometry_ = &g;
  komi_ = task.komi;
  return false;
}

void TreeSearch::allow(const TreeTask& task) {
  allowed_.fill(task.moves.empty());
  for (const Point p : task.moves) allowed_[p] = true;
}

TreeReport TreeSearch::search(const TreeTask& task, const TreePoll& poll) {
  const Busy busy(busy_);
  const auto start = Clock::now();
  const bool kept = find_root(task);
  allow(task);
  workers_.clear();
  const auto threads = static_cast<std::uint64_t>(std::max(1, task.threads));
  for (std::uint64_t i = 0; i < threads; ++i)
    workers_.push_back(std::make_unique<Worker>(*this, task, task.seed + 0x9e3779b97f4a7c15 * i));
  if (!kept) {
    const std::uint64_t key = key_of(task.board, task.to_play);
    root_ = workers_[0]->make_node(task.board, task.to_play, task.last, task.before, key);
    tree_->publish(root_);
  }
  const auto transitions = tree_->at(root_).transitions();
  if (std::none_of(transitions.begin(), transitions.end(),
                   [&](const Transition& t) { return allowed_[t.move]; }))
    return report();

  started_ = finished_ = 0;
  std::atomic<bool> over{false};
  std::mutex mutex;
  std::condition_variable all_done;
  std::uint64_t running = threads;
  const auto work = [&](Worker& worker) {
    while (started_.fetch_add(1, std::memory_order_relaxed) < task.playouts) {
      worker.simulate();
      const std::int64_t done = finished_.fetch_add(1, std::memory_order_relaxed) + 1;
      // By the count and not by the clock, so that a number of playouts gives the same result.
      if (task.early_stop && done % kDecideEvery == 0 &&
          is_decided(static_cast<double>(task.playouts - done)))
        over.store(true, std::memory_order_relaxed);
      if (over.load(std::memory_order_relaxed) || stop_.load(std::memory_order_relaxed)) break;
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
    if (!task.early_stop || !std::isfinite(task.seconds) || done < kDecideEvery) return false;
    const std::chrono::duration<double> used = now - start;
    return is_decided(done * (limit - used) / used);
  };
  try {
    start_crew(crew, [&](std::size_t i) { work(*workers_[i]); }, workers_.size());
    std::unique_lock lock(mutex);
    running -= workers_.size() - crew.size();
    while (!all_done.wait_until(lock, std::min(deadline, Clock::now() + kPollEvery),
                                [&] { return running == 0; })) {
      lock.unlock();
      if (is_over()) over.store(true, std::memory_order_relaxed);
      if (poll) poll(finished_.load(std::memory_order_relaxed));
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
  return report();
}

bool TreeSearch::is_decided(double left) const {
  double first = 0, second = 0;
  for (const Transition& t : tree_->at(root_).transitions()) {
    const double visits = t.visits.load(std::memory_order_relaxed);
    if (!allowed_[t.move]) continue;
    if (visits > first) {
      second = first;
      first = visits;
    } else {
      second = std::max(second, visits);
    }
  }
  return first - second > left;
}

std::vector<Point> TreeSearch::best_line(const Transition& first) const {
  std::vector<Point> line;
  const Transition* t = &first;
  while (t && static_cast<int>(line.size()) < kLongestPv) {
    line.push_back(t->move);
    const std::uint32_t child = t->child.load(std::memory_order_acquire);
    t = nullptr;
    if (child <= Tree::kBusy) break;
    std::uint32_t most = 0;
    for (const Transition& next : std::as_const(*tree_).at(child).transitions())
      if (const auto visits = next.visits.load(std::memory_order_relaxed); visits > most) {
        most = visits;
        t = &next;
      }
  }
  return line;
}

TreeReport TreeSearch::report() const {
  TreeReport r{};
  if (!tree_ || root_ == Tree::kNone) return r;
  const Node& root = std::as_const(*tree_).at(root_);
  r.root_visits = root.visits.load(std::memory_order_relaxed);
  r.nodes = tree_->nodes();
  r.bytes = tree_->bytes_used();
  r.full = tree_->is_full();
  double score = 0;
  std::int64_t scored = 0;
  for (const auto& worker : workers_) {
    r.playouts += worker->playouts();
    scored += worker->scored();
    r.depth = std::max(r.depth, worker->depth());
    score += worker->score_sum();
  }
  const double games = std::max<double>(1, static_cast<double>(scored));
  r.score = score / games;
  r.owner.resize(static_cast<std::size_t>(geometry_->area));
  for (std::size_t i = 0; i < r.owner.size(); ++i) {
    double sum = 0;
    for (const auto& worker : workers_) sum += worker->owner_sum(i);
    r.owner[i] = static_cast<float>(sum / games);
  }
  for (const Transition& t : root.transitions()) {
    if (!allowed_[t.move]) continue;
    double sum = 0;
    std::int64_t count = 0;
    for (const auto& worker : workers_) {
      const auto [points, n] = worker->root_score(geometry_->index[t.move]);
      sum += points;
      count += n;
    }
    r.moves.push_back({t.move, t.visits.load(std::memory_order_relaxed), t.wins.get(),
                       t.amaf_visits.get(), t.amaf_wins.get(), static_cast<double>(t.prior_visits),
                       t.prior(), count ? sum / static_cast<double>(count) : std::nan(""),
                       best_line(t)});
  }
  std::stable_sort(r.moves.begin(), r.moves.end(),
                   [](const MoveReport& a, const MoveReport& b) { return a.visits > b.visits; });
  return r;
}

}  // namespace keima
