// Iterative-deepening principal variation search with null windows (chapter 3 of van der Werf
// 2004), for any two-player game that tells its positions, moves and values. A game gives
//
//   Position                     with `pass` moves where kPasses
//   Moves, moves(p, m)           the moves worth a search as a set, with bounds on the value that
//                                are sure, and what `play` needs; all_moves(p, m) every legal move
//   play(p, m, move), key(p), mirrored(p, i), mirrored_move(i, move)
//   quick_moves()                whether `moves` costs less than to wait for the table
//   over(p, value), leaf(p), stuck(p)   values for the player to move
//   first_look(p, depth, m, reply)   if there is one: bounds that are seen without the table, and
//                                the move that shows the lower one; m.looks positions were seen
//   end_by_pass(p, value)        whether a pass now would end the game, and with which value
//   on_path(p, key), may_repeat(p), stood_before, repeated, forbidden,
//   symmetric_past               how rules of repetition see the path
//   past_counts(), key_with_past(p)   whether values may lean on a past that key(p) leaves out, and
//                                a key that does not
//   answers_ko(p)                whether the move to p proves nothing where the past counts
//   deeper_guesses()             whether a guess of a deeper search is as good as one of this depth
//
// Values beyond kFinal are proved results, bounds at any depth; those within are guesses.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "solve/table.h"

namespace keima::solve {

inline constexpr int kFinal = 10000;
inline constexpr int kInfinite = 20000;
inline constexpr int kMaxDepth = 200;
inline constexpr int kForever = 255;  // the depth of a value that no deeper search can change
inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

inline bool is_final(int value) { return value > kFinal || value < -kFinal; }

// What can be left out, for the studies of tables 4.3, 5.2 and 5.3, and from which distance to the
// leaves on the dearer parts are used.
struct Switches {
  bool table = true;
  bool cutoffs = true;      // enhanced transposition cut-offs
  bool refutations = true;  // their look-ups also tell moves that fail, and one that may do
  bool symmetry = true;     // look-ups of mirrored positions
  bool bounds = true;       // internal unconditional bounds
  bool history = true;
  bool killers = true;
  bool siblings = true;   // sibling promotion
  bool territory = true;  // unconditional territory at all
  int cutoffs_from = 4;
  int symmetry_from = 4;
  int siblings_from = 4;
};

struct Iteration {
  int depth = 0;
  int value = 0;
  bool complete = false;   // false when stopped
  bool exhausted = false;  // no deeper search can change the value
};

template <class Game>
class Pvs {
 public:
  using Position = typename Game::Position;
  using Moves = typename Game::Moves;

  Pvs(const Game& game, Table& table, const Switches& switches, const std::atomic<bool>& stop)
      : game_(game), table_(table), on_(switches), stop_(stop) {
    history_.fill(0);
    for (int i = 0; i < static_cast<int>(ranked_.size()); ++i) ranked_[i] = rank_[i] = i;
    for (auto& k : killers_) k.fill(Found::kNoMove);
    set_past({}, {});
  }

  // The situations before the root, oldest first and with the players in turn, and whether the move
  // from each was a pass, for rules that know repetition.
  void set_past(const std::vector<Key>& past, const std::vector<char>& passes) {
    past_ = static_cast<int>(past.size());
    path_.assign(past.begin(), past.end());
    path_.resize(past_ + kMaxDepth + 2);
    passes_.assign(passes.begin(), passes.end());
    passes_.resize(past_ + kMaxDepth + 2);
  }

  Iteration run(const Position& root, int depth, int alpha, int beta) {
    for (auto& h : history_) h >>= 1;
    rank_moves();
    stopped_ = false;
    const Key key = game_.key(root);
    path_[past_] = game_.on_path(root, key);
    const int value = visit(root, key, depth, alpha, beta, 0);
    return {depth, value, !stopped_, !horizon_};
  }

  // Searches end when `total`, the positions that so many threads have visited, has come to `most`.
  void set_limit(std::uint64_t most, int threads, std::function<std::uint64_t()> total) {
    most_ = most;
    threads_ = threads;
    total_ = std::move(total);
    look_at_ = most == kNoLimit ? kNoLimit : 0;
  }

  int best() const { return replies_[0]; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  // The line of best moves as far as the table remembers it.
  std::vector<int> line(Position p, int longest) const {
    std::vector<int> moves;
    std::vector<Key> seen, path(path_.begin(), path_.begin() + past_);
    int value;
    while (static_cast<int>(moves.size()) < longest && !game_.over(p, value)) {
      const Key key = game_.key(p);
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) break;
      seen.push_back(key);
      path.push_back(game_.on_path(p, key));
      Found f;
      int move = moves.empty() ? replies_[0] : Found::kNoMove;
      if (move == Found::kNoMove && (look_as_it_is(p, key, f) || look_mirrored(p, f)))
        move = f.move;
      Moves m;
      game_.all_moves(p, m);
      if (move == Found::kNoMove || !(move == game_.pass() ? Game::kPasses : (m.legal >> move & 1)))
        break;
      p = game_.play(p, m, move);
      const int now = static_cast<int>(path.size()) - 1;
      if (Game::kRepeats && move != game_.pass() && game_.forbidden(p, path, now)) break;
      moves.push_back(move);
    }
    return moves;
  }

  // What the table has of a position, and of a mirrored one if that is worth the same.
  bool look(const Position& p, const Key& key, Found& f) const {
    return look_as_it_is(p, key, f) || (game_.symmetric_past() && look_mirrored(p, f));
  }

 private:
  bool look_as_it_is(const Position& p, const Key& key, Found& f) const {
    return (game_.past_counts() && table_.find(game_.key_with_past(p), f)) || table_.find(key, f);
  }
  // What it has of a mirrored position: a good move at least.
  bool look_mirrored(const Position& p, Found& f) const {
    for (int i = 1; i < game_.symmetries(); ++i)
      if (table_.find(game_.mirrored(p, i), f)) {
        if (f.move != Found::kNoMove) f.move = game_.mirrored_move(i, f.move);
        return true;
      }
    return false;
  }

  // How a value leans on the past: a guess by moves that were forbidden, a proof by kos that answer
  // kos too.
  static constexpr int kGuessLeans = 1, kProofLeans = 2, kBothLean = 3;

  // Bounds of a position, whether a deeper search could move them, and how they lean on its past.
  struct Window {
    int lower = -kInfinite, upper = kInfinite;
    bool lower_moves = false, upper_moves = false;
    int lower_leans = 0, upper_leans = 0;

    void take(int sure_lower, int sure_upper) {
      if (sure_lower >= lower) lower = sure_lower, lower_moves = false, lower_leans = 0;
      if (sure_upper <= upper) upper = sure_upper, upper_moves = false, upper_leans = 0;
    }
    void take(const Found& f, int depth, bool deeper, int leans) {
      // Where repetitions decide, a guess from another depth could lean on the very position that
      // it is used for, iteration after iteration, and a cycle would never be seen.
      const bool moves = f.depth != kForever;
      const bool deep = deeper || !moves ? f.depth >= depth : f.depth == depth;
      if (f.bound != Bound::kUpper && (deep || f.value > kFinal) && f.value > lower) {
        lower = f.value;
        lower_moves = moves && f.value <= kFinal;
        lower_leans = leans;
      }
      if (f.bound != Bound::kLower && (deep || f.value < -kFinal) && f.value < upper) {
        upper = f.value;
        upper_moves = moves && f.value >= -kFinal;
        upper_leans = leans;
      }
    }
  };

  int leave(int value, bool horizon = false, int leans = 0) {
    horizon_ = horizon;
    leans_ = leans;
    reach_ = kMaxDepth;
    return value;
  }

  std::uint64_t enter(int ply) {
    const std::uint64_t n = nodes_.load(std::memory_order_relaxed) + 1;
    nodes_.store(n, std::memory_order_relaxed);
    replies_[ply] = Found::kNoMove;
    return n;
  }

  // Whether a position that stands on the path for the second time ends the game.
  bool ends_by_repetition(const Position& p, int ply, int& value) {
    const int from = game_.stood_before(p, path_, past_ + ply);
    if (from < 0) return false;
    horizon_ = false;
    leans_ = 0;
    reach_ = from - past_;
    value = game_.repeated(p, passes_, from, past_ + ply);
    return true;
  }

  // Whether a move leads to a position that stands on the path: there the rules decide, not the
  // table.
  bool leads_back(const Position& q, const Key& k, int ply) {
    if (!Game::kRepeats || !game_.may_repeat(q)) return false;
    path_[past_ + ply + 1] = game_.on_path(q, k);
    return game_.stood_before(q, path_, past_ + ply + 1) >= 0;
  }

  // A visit of a position that is not searched: few of them need a key.
  int visit_leaf(const Position& p, int ply) {
    enter(ply);
    int value;
    if (game_.over(p, value)) return leave(value);
    if (Game::kRepeats && game_.may_repeat(p)) {
      path_[past_ + ply] = game_.on_path(p, game_.key(p));
      if (ends_by_repetition(p, ply, value)) return value;
    }
    return leave(game_.leaf(p), true);
  }

  // Such a visit after a move, where the game tells its value without a position.
  bool leaf_after(const Position& p, Moves& m, int move, int ply, int& value) {
    if constexpr (requires { game_.leaf_after(p, m, move, value); }) {
      if (!game_.leaf_after(p, m, move, value)) return false;
      enter(ply + 1);
      value = -leave(value, true);
      return true;
    }
    return false;
  }

  int visit(const Position& p, const Key& key, int depth, int alpha, int beta, int ply) {
    const std::uint64_t n = enter(ply);
    int value;
    if (game_.over(p, value)) return leave(value);
    if (Game::kRepeats && ply > 0 && game_.may_repeat(p) && ends_by_repetition(p, ply, value))
      return value;
    if (ply + depth > 1 && (stop_.load(std::memory_order_relaxed) || (n >= look_at_ && spent(n))))
      stopped_ = true;
    if (stopped_) return leave(0);

    Moves m;
    int shown = Found::kNoMove;  // the move by which a first look has its lower bound
    if constexpr (requires { game_.first_look(p, depth, m, replies_[ply]); }) {
      game_.first_look(p, depth, m, replies_[ply]);
      nodes_.store(n + m.looks, std::memory_order_relaxed);
      if (m.lower >= beta || m.lower == m.upper) return leave(m.lower);
      if (m.upper <= alpha) return leave(m.upper);
      shown = replies_[ply];
    }

    // The table's answer is on its way.
    const bool quick = game_.quick_moves();
    if (quick) {
      game_.moves(p, m);
      // And that for the position which is most likely the next.
      if (on_.table && depth > 1 && m.legal != 0) {
        int first = 0;
        while ((m.legal >> ranked_[first] & 1) == 0) ++first;
        table_.prefetch(game_.key(game_.play(p, m, ranked_[first])));
      }
    }
    const bool deeper = game_.deeper_guesses();
    const bool past_counts = game_.past_counts();
    Window known;
    int table_move = Found::kNoMove, lower_move = Found::kNoMove;  // the latter has the lower bound
    bool guessed = false;  // whether the window is narrower by what a deeper search could move
    if (on_.table) {
      Found f;
      if (table_.find(key, f)) {
        known.take(f, depth, deeper, 0);
        table_move = lower_move = f.move;
      }
      if (past_counts && known.lower < beta && known.upper > alpha &&
          table_.find(game_.key_with_past(p), f)) {
        const int before = known.lower;
        known.take(f, depth, deeper, kBothLean);
        if (table_move == Found::kNoMove) table_move = f.move;
        if (known.lower > before) lower_move = f.move;
      }
      if (on_.symmetry && depth >= on_.symmetry_from && known.lower < beta && known.upper > alpha) {
        std::array<Key, 8> mirrored;
        for (int i = 1; i < game_.symmetries(); ++i) {
          mirrored[i] = game_.mirrored(p, i);
          table_.prefetch(mirrored[i]);
        }
        for (int i = 1; i < game_.symmetries(); ++i)
          if (table_.find(mirrored[i], f)) {
            const int before = known.lower;
            if (game_.symmetric_past()) known.take(f, depth, deeper, 0);
            if (f.move == Found::kNoMove) continue;
            const int move = game_.mirrored_move(i, f.move);
            if (table_move == Found::kNoMove) table_move = move;
            if (known.lower > before) lower_move = move;
          }
      }
      replies_[ply] = ply == 0 && lower_move != Found::kNoMove ? lower_move : table_move;
      if (known.lower >= beta) return leave(known.lower, known.lower_moves, known.lower_leans);
      if (known.upper <= alpha) return leave(known.upper, known.upper_moves, known.upper_leans);
      guessed =
          (known.lower > alpha && known.lower_moves) || (known.upper < beta && known.upper_moves);
      alpha = std::max(alpha, known.lower);
      beta = std::min(beta, known.upper);
    }

    if (!quick) game_.moves(p, m);
    if (m.lower == m.upper) return leave(m.lower);
    const int leaning = known.lower_leans | known.upper_leans;
    if (m.lower >= beta) return leave(m.lower, guessed, leaning);
    if (m.upper <= alpha) return leave(m.upper, guessed, leaning);
    alpha = std::max(alpha, m.lower);
    beta = std::min(beta, m.upper);
    known.take(m.lower, m.upper);
    if (alpha >= beta) return leave(alpha, guessed, leaning);
    if (Game::kPasses && game_.end_by_pass(p, value) && value >= beta) {
      nodes_.store(n + 1, std::memory_order_relaxed);
      replies_[ply] = game_.pass();
      return leave(value, guessed, leaning);
    }

    bool skipped = false;  // a move that may not be played
    Bits answers = 0;      // moves that answer a ko
    Bits refuted = 0;      // moves that the table knows to be no better than alpha
    int best = -kInfinite, best_move = Found::kNoMove;
    bool horizon = false;
    int hopeful = Found::kNoMove;  // sufficed when the table heard of it last
    const bool looked = on_.table && on_.cutoffs && depth >= on_.cutoffs_from;
    if (looked) {
      int hope = beta - 1;
      for (Bits rest = m.legal; rest != 0; rest &= rest - 1) {
        const int move = lowest(rest);
        const Position q = game_.play(p, m, move);
        if (Game::kRepeats && game_.forbidden(q, path_, past_ + ply)) {
          m.legal &= ~bit(move);
          skipped = true;
          continue;
        }
        if (past_counts && game_.answers_ko(q)) answers |= bit(move);
        const Key k = game_.key(q);
        table_.prefetch(k);
        children_[ply][move] = k;
      }
      for (Bits rest = m.legal; rest != 0; rest &= rest - 1) {
        const int move = lowest(rest);
        Found f;
        if (!table_.find(children_[ply][move], f)) continue;
        Window w;
        w.take(f, depth - 1, deeper, (answers >> move & 1) != 0 ? kProofLeans : 0);
        if (-w.upper >= beta) {
          replies_[ply] = move;
          return leave(-w.upper, w.upper_moves || guessed, w.upper_leans | leaning);
        }
        if (!on_.refutations) continue;
        if (f.bound != Bound::kLower && -f.value > hope) hope = -f.value, hopeful = move;
        if (w.lower >= -alpha && !leads_back(game_.play(p, m, move), children_[ply][move], ply)) {
          refuted |= bit(move);
          horizon |= w.lower_moves;
          if (-w.lower > best) best = -w.lower, best_move = move;
        }
      }
    }

    // Order of section 5.2.5: table move, then turns of history and killers, each followed by the
    // replies that the opponent would have liked.
    Bits rest = m.legal & ~refuted;
    bool pass_left = Game::kPasses;
    int turn = 0, rank = 0, promoted = Found::kNoMove;
    int reach = kMaxDepth;
    int floor = alpha;
    bool first = true;  // no move has been searched yet
    std::uint64_t ranking = rankings_;
    int ahead = Found::kNoMove;  // the move that is expected next
    Position ahead_q;
    Key ahead_k{};
    int leans = 0;
    const bool promote = on_.siblings && depth >= on_.siblings_from;
    const auto available = [&](int move) {
      if (move == Found::kNoMove) return false;
      return move == game_.pass() ? pass_left : (rest >> move & 1) != 0;
    };
    // By history, which never has one before the one that was best last time.
    const auto best_of_rest = [&] {
      if (ranking != rankings_) ranking = rankings_, rank = 0;
      while ((rest >> ranked_[rank] & 1) == 0) ++rank;
      return ranked_[rank];
    };
    for (;;) {
      int move = Found::kNoMove;
      if (available(promoted)) {
        move = promoted;
      } else if (turn > 4 && rest != 0) {
        move = best_of_rest();
      } else {
        while (move == Found::kNoMove && (rest != 0 || pass_left)) {
          switch (turn++) {
            case 0:
              if (available(table_move))
                move = table_move;
              else if (available(hopeful))
                move = hopeful;
              break;
            case 2:
            case 4:
              if (on_.killers && available(killers_[ply][turn / 2 - 1]))
                move = killers_[ply][turn / 2 - 1];
              break;
            default:
              move = rest == 0 ? game_.pass() : best_of_rest();
          }
        }
        if (move == Found::kNoMove) break;
      }
      promoted = Found::kNoMove;
      if (move == game_.pass())
        pass_left = false;
      else
        rest &= ~bit(move);

      int v;
      bool answers_ko = false;
      if (depth == 1 && leaf_after(p, m, move, ply, v)) {
        // A second search would find the same.
        if (!first && v > floor && v < beta) enter(ply + 1);
      } else {
        const Position q = move == ahead ? ahead_q : game_.play(p, m, move);
        if (Game::kRepeats && !looked && move != game_.pass() &&
            game_.forbidden(q, path_, past_ + ply)) {
          skipped = true;
          continue;
        }
        passes_[past_ + ply] = move == game_.pass();
        answers_ko = past_counts && game_.answers_ko(q);
        if (depth == 1) {
          v = -visit_leaf(q, ply + 1);
          if (!first && v > floor && v < beta) enter(ply + 1);
        } else {
          const Key k = move == ahead                    ? ahead_k
                        : looked && move != game_.pass() ? children_[ply][move]
                                                         : game_.key(q);
          if (on_.table) {
            if (move != ahead) table_.prefetch(k);
            // Where the first move has not sufficed most others are tried: the table is asked for
            // the next one while this one is searched.
            if (!first && rest != 0 && turn > 4) {
              int next = ranking == rankings_ ? rank : 0;
              while ((rest >> ranked_[next] & 1) == 0) ++next;
              ahead = ranked_[next];
              ahead_q = game_.play(p, m, ahead);
              ahead_k = looked ? children_[ply][ahead] : game_.key(ahead_q);
              table_.prefetch(ahead_k);
            }
          }
          path_[past_ + ply + 1] = game_.on_path(q, k);
          if (first) {
            v = -visit(q, k, depth - 1, -beta, -floor, ply + 1);
          } else {
            v = -visit(q, k, depth - 1, -floor - 1, -floor, ply + 1);
            if (v > floor && v < beta && !stopped_) {
              // That the move is worth as much leans on the first search, that it is worth no more
              // on the second.
              const bool first_horizon = horizon_;
              const int first_leans = leans_;
              const int first_reach = reach_;
              v = -visit(q, k, depth - 1, -beta, -v, ply + 1);
              horizon_ |= first_horizon;
              leans_ |= first_leans;
              reach_ = std::min(reach_, first_reach);
            }
          }
        }
      }
      if (stopped_) return leave(0);
      first = false;
      horizon |= horizon_;
      leans |= leans_;
      reach = std::min(reach, reach_);
      if (promote) promoted = replies_[ply + 1];
      if (v > best) {
        best = v;
        best_move = move;
        floor = std::max(floor, best);
        const int answer = answers_ko ? kProofLeans : 0;
        if (best >= beta) {
          horizon = horizon_;
          leans = leans_ | answer;
          reach = reach_;
          break;
        }
        // That the move is worth as much.
        if (best > alpha) leans |= answer;
      }
    }
    if (best == -kInfinite) return leave(game_.stuck(p));

    if (shown != Found::kNoMove && best <= m.lower) best_move = shown;
    // What the table had proved is by its move, not by one that is no better.
    if (known.lower > kFinal && best <= known.lower && lower_move != Found::kNoMove)
      best_move = lower_move;
    replies_[ply] = best_move;
    if (best > alpha) {
      if (on_.history) succeed(best_move, depth);
      if (on_.killers && best >= beta) remember(best_move, ply);
    }
    Bound bound = best >= beta ? Bound::kLower : best <= alpha ? Bound::kUpper : Bound::kExact;
    // Sure bounds mend a looser result; guesses must not hide what has been proved.
    if (!known.lower_moves) best = std::max(best, known.lower);
    if (!known.upper_moves) best = std::min(best, known.upper);
    // A bound that meets the one known before makes the value exact: what was proved stays proved.
    if ((bound == Bound::kUpper && best == known.lower && !known.lower_moves) ||
        (bound == Bound::kLower && best == known.upper && !known.upper_moves))
      bound = Bound::kExact;
    horizon |= guessed;
    // That no move is better leans on those that were forbidden.
    leans |= leaning;
    if (skipped && bound != Bound::kLower) leans |= kBothLean;
    // A result that leans on a repetition of a position before this one holds on this path alone.
    const bool elsewhere = reach < ply;
    if (on_.table && !elsewhere)
      table_.store(
          past_counts && (leans & (is_final(best) || !horizon ? kProofLeans : kGuessLeans)) != 0
              ? game_.key_with_past(p)
              : key,
          {best, horizon ? depth : kForever, best_move, bound, depth});
    horizon_ = horizon;
    leans_ = leans;
    reach_ = elsewhere ? reach : kMaxDepth;
    return best;
  }

  // Is the limit reached? The others are asked now and then, so that one that has slept does not go
  // far beyond it.
  bool spent(std::uint64_t n) {
    const std::uint64_t total = total_();
    if (total >= most_) return true;
    const std::uint64_t left = most_ - total;
    look_at_ = n + (threads_ == 1 ? left : std::clamp<std::uint64_t>(left / threads_, 1, 1024));
    return false;
  }

  // Points by their history, the first of equals first.
  bool ranks_before(int a, int b) const {
    return history_[a] > history_[b] || (history_[a] == history_[b] && a < b);
  }
  void rank_moves() {
    std::sort(ranked_.begin(), ranked_.end(), [&](int a, int b) { return ranks_before(a, b); });
    for (int i = 0; i < static_cast<int>(ranked_.size()); ++i) rank_[ranked_[i]] = i;
    ++rankings_;
  }
  // Twice as much for each ply: what is good near the root outweighs what leaves say.
  void succeed(int move, int depth) {
    history_[move] += std::uint64_t{1} << std::min(depth, 40);
    if (move >= static_cast<int>(ranked_.size())) return;
    int i = rank_[move];
    if (i == 0 || !ranks_before(move, ranked_[i - 1])) return;
    for (; i > 0 && ranks_before(move, ranked_[i - 1]); --i) {
      ranked_[i] = ranked_[i - 1];
      rank_[ranked_[i]] = i;
    }
    ranked_[i] = move;
    rank_[move] = i;
    ++rankings_;
  }

  // A good point for one side is one for the other, now and in the next two plies.
  void remember(int move, int ply) {
    for (int i = ply; i < ply + 3; ++i)
      if (killers_[i][0] != move) {
        killers_[i][1] = killers_[i][0];
        killers_[i][0] = move;
      }
  }

  const Game& game_;
  Table& table_;
  const Switches on_;
  const std::atomic<bool>& stop_;
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t look_at_ = kNoLimit;  // the number of nodes at which the limit is looked at
  std::uint64_t most_ = kNoLimit;
  int threads_ = 1;
  std::function<std::uint64_t()> total_;
  bool stopped_ = false;
  bool horizon_ = false;   // whether the last value leans on a leaf's guess
  int leans_ = 0;          // how it leans on the past
  int reach_ = kMaxDepth;  // the first ply of the path that it leans on by repetition
  int past_ = 0;
  std::vector<Key> path_;
  std::vector<char> passes_;  // whether the move from each place of the path was a pass
  std::array<int, kMaxDepth + 2> replies_{};
  std::array<std::uint64_t, 65> history_;
  std::array<int, 64> ranked_, rank_;  // points by history, and where each stands among them
  std::uint64_t rankings_ = 0;         // how often that has changed
  std::array<std::array<int, 2>, kMaxDepth + 5> killers_;
  std::array<std::array<Key, 64>, kMaxDepth + 2> children_;
};

}  // namespace keima::solve
