// A search with a table of its own and as many threads as it may have; what it has found can be
// saved and taken up again.
#pragma once

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "solve/pvs.h"
#include "solve/table_file.h"

namespace keima::solve {

// Raised when rules, values or keys change: what was saved before is then of another search.
inline constexpr int kVersion = 2;

template <class Game>
class Solver {
 public:
  using Position = typename Game::Position;

  // `name` tells games apart in saved files: two with the same name must value positions alike.
  // `past` are the situations before the first position, as `Pvs::set_past` takes them: for rules
  // that do not count passes.
  Solver(Game game, std::string name, const Position& root, std::size_t bytes,
         const Switches& switches, int threads, const std::vector<Key>& past = {})
      : game_(std::move(game)),
        name_(std::move(name) + " version " + std::to_string(kVersion)),
        start_{root, past, std::vector<char>(past.size())},
        root_(start_),
        table_(bytes) {
    for (int i = 0; i < threads; ++i) {
      searches_.push_back(std::make_unique<Pvs<Game>>(game_, table_, switches, stop_[i > 0]));
      searches_[i]->set_past(root_.past, root_.passes);
    }
  }

  // One iteration, which ends unfinished after so many nodes of all threads. The other threads look
  // at the same tree and leave what they find in the table. As guesses are of use at their own
  // depth alone, it is another depth only where there are more than two threads.
  Iteration search(int depth, int alpha, int beta, std::uint64_t most = kNoLimit) {
    stop_[1] = false;
    const std::uint64_t before = nodes();
    for (auto& s : searches_)
      s->set_limit(most < kNoLimit - before ? before + most : kNoLimit,
                   static_cast<int>(searches_.size()), [this] { return nodes(); });
    std::vector<std::thread> crew;
    crew.reserve(searches_.size());
    try {
      for (std::size_t i = 1; i < searches_.size(); ++i)
        crew.emplace_back([&, i] {
          for (int d = depth + (i % 2 == 0 ? 1 : 0); !stop_[1] && d < kMaxDepth; ++d)
            if (!searches_[i]->run(root_.now, d, alpha, beta).complete) break;
        });
    } catch (const std::system_error&) {  // the system has no more: those that run are enough
    }
    const Iteration result = searches_[0]->run(root_.now, depth, alpha, beta);
    stop_[1] = true;
    for (auto& t : crew) t.join();
    return result;
  }
  // Searches from now on start after these moves from the first position. Where the past counts
  // they begin anew: what was known may go where these moves have been.
  void move_to(const std::vector<int>& moves) {
    root_ = after(moves);
    if (game_.past_counts()) table_.clear();
    for (auto& s : searches_) s->set_past(root_.past, root_.passes);
  }
  // Searches from now on start at this position, which has no past; what the table knows of
  // positions stays true of them.
  void begin_at(const Position& root) {
    start_ = {root, {}, {}};
    move_to({});
  }
  // Ends a search that runs in another thread, and those that come after it until `go_on`; one of a
  // single ply is always finished, whatever the limit.
  void stop() { stop_[0] = true; }
  void go_on() { stop_[0] = false; }

  int best() const { return searches_[0]->best(); }
  std::vector<int> line(int longest) const { return searches_[0]->line(root_.now, longest); }
  std::uint64_t nodes() const {
    std::uint64_t n = 0;
    for (const auto& s : searches_) n += s->nodes();
    return n;
  }

  // What the table knows of the position after some moves from the first; throws
  // std::invalid_argument when one of them is illegal, or comes after the end.
  bool probe(const std::vector<int>& moves, Found& f) const {
    const Position p = after(moves).now;
    return searches_[0]->look(p, game_.key(p), f);
  }
  // The position after some moves from the first; throws as `probe` does.
  Position position(const std::vector<int>& moves) const { return after(moves).now; }
  // The legal moves but passing.
  Bits legal() const {
    typename Game::Moves m;
    game_.all_moves(root_.now, m);
    std::vector<Key> past = root_.past;
    past.push_back(situation(root_.now));
    for (Bits rest = m.legal; rest != 0; rest &= rest - 1)
      if (repeats(past, game_.play(root_.now, m, lowest(rest)))) m.legal &= ~first_of(rest);
    return m.legal;
  }

  void save(const std::string& path, int least_depth) const {
    save_table(path, name_, table_, least_depth);
  }
  std::size_t load(const std::string& path) {
    return load_table(path, name_, game_.pass() - !Game::kPasses, table_);
  }

  const Game& game() const { return game_; }
  const Position& root() const { return root_.now; }
  Table& table() { return table_; }

 private:
  // A position with the situations before it, and whether it was a pass that led on from each.
  struct Place {
    Position now;
    std::vector<Key> past;
    std::vector<char> passes;
  };
  Place after(const std::vector<int>& moves) const {
    Place at = start_;
    for (const int move : moves) {
      typename Game::Moves m;
      game_.all_moves(at.now, m);
      at.past.push_back(situation(at.now));
      at.passes.push_back(move == game_.pass());
      int value;
      bool legal = !game_.over(at.now, value);
      if (move == game_.pass())
        legal &= Game::kPasses;
      else
        legal &= move >= 0 && move < game_.pass() && (m.legal >> move & 1) != 0 &&
                 !repeats(at.past, game_.play(at.now, m, move));
      if (!legal) throw std::invalid_argument("illegal move " + std::to_string(move));
      at.now = game_.play(at.now, m, move);
    }
    return at;
  }
  Key situation(const Position& p) const { return game_.on_path(p, game_.key(p)); }
  // Does a stone bring back what the rules forbid?
  bool repeats(const std::vector<Key>& past, const Position& q) const {
    return Game::kRepeats && game_.forbidden(q, past, static_cast<int>(past.size()) - 1);
  }

  const Game game_;
  const std::string name_;
  Place start_;
  Place root_;
  Table table_;
  std::atomic<bool> stop_[2] = {false, false};  // of the first thread and of the others
  std::vector<std::unique_ptr<Pvs<Game>>> searches_;
};

}  // namespace keima::solve
