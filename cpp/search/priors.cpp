// What is thought of the moves of a new node: the priors of Expansion.
#include <algorithm>
#include <bit>
#include <cmath>

#include "mlp/judging.h"
#include "mlp/states.h"
#include "playout/power.h"
#include "search/expansion.h"
#include "search/places.h"
#include "tactics/atari.h"
#include "tactics/nakade.h"
#include "tactics/reader.h"
#include "tactics/self_atari.h"

namespace keima {
namespace {

constexpr int kFar = 4;
// A point is the mover's if its mean owner is beyond this.
constexpr float kOwned = 0.8f;
// A point is settled if its mean owner is beyond this by learned judgement.
constexpr float kSettled = 0.9f;

// Distances from a point up to 3 where the stones of a group are one place (common fate graph);
// kFar elsewhere.
void measure_distances(const Board& board, Point from, std::array<std::uint8_t, kMaxCells>& to) {
  const Geometry& g = board.geometry();
  std::fill_n(to.begin(), g.cells, std::uint8_t{kFar});
  std::array<Point, kMaxCells> queue;
  int tail = 0;
  const auto reach = [&](Point p, std::uint8_t steps) {
    if (board.at(p) == kWall || to[p] <= steps) return;
    to[p] = steps;
    queue[tail++] = p;
    if (board.at(p) == kEmpty) return;
    for (Point s = board.next(p); s != p; s = board.next(s)) {
      to[s] = steps;
      queue[tail++] = s;
    }
  };
  reach(from, 0);
  for (int i = 0; i < tail; ++i) {
    const Point p = queue[i];
    if (to[p] + 1 >= kFar) break;
    for (int d = 0; d < 4; ++d)
      reach(static_cast<Point>(p + g.around[d]), static_cast<std::uint8_t>(to[p] + 1));
  }
}

}  // namespace

void Expansion::even(const Position&) {
  for (Candidate& c : moves_) {
    c.visits += static_cast<float>(parameters_.prior_even);
    c.wins += static_cast<float>(parameters_.prior_even / 2);
  }
}

void Expansion::self_atari(const Position& position) {
  for (Candidate& c : moves_)
    if (is_self_atari(position.board, c.move, position.to_play))
      lose(c, parameters_.prior_self_atari);
}

void Expansion::captures(const Position& position) {
  for (Candidate& c : moves_) {
    const int count = stones_taken(position.board, c.move, position.to_play);
    if (count == 1) win(c, parameters_.prior_capture_one);
    if (count > 1) win(c, parameters_.prior_capture_many);
  }
}

void Expansion::eyes(const Position& position) {
  for (Candidate& c : moves_)
    if (position.board.is_eye(c.move, position.to_play)) lose(c, parameters_.prior_eye);
}

void Expansion::ko(const Position& position) {
  if (Candidate* c = candidate(position.board, position.ko)) win(*c, parameters_.prior_ko);
}

// A ko that is active is one that may not be taken back now, or may be and is not old.
void Expansion::new_ko(const Position& position) {
  const Board& b = position.board;
  if (b.ko() != kPass || position.ko != kPass) return;
  for (Candidate& c : moves_) {
    if (adjacent(b, c.move, kEmpty) || stones_taken(b, c.move, position.to_play) != 1) continue;
    Board after(b);
    after.play(c.move, position.to_play);
    if (after.ko() != kPass) lose(c, parameters_.prior_new_ko);
  }
}

void Expansion::extend(const Position& position) {
  const Board& b = position.board;
  for (Candidate& c : moves_) {
    int fewest = kMaxArea;
    each_neighbour(b, c.move, adjacent(b, c.move, position.to_play),
                   [&](Point n) { fewest = std::min(fewest, b.liberties(n)); });
    if (fewest < kMaxArea && liberties_after(b, c.move, position.to_play, fewest + 1) > fewest)
      win(c, parameters_.prior_extend);
  }
}

void Expansion::atari(const Position& position) {
  const Board& b = position.board;
  for (Candidate& c : moves_)
    if (gives_atari(b, c.move, position.to_play) && !is_self_atari(b, c.move, position.to_play))
      win(c, parameters_.prior_atari);
}

void Expansion::joseki(const Position& position) {
  for (Candidate& c : moves_)
    if (joseki_->has(position.board, c.move, position.to_play)) win(c, parameters_.prior_joseki);
}

void Expansion::owned(const Position& position) {
  const Geometry& g = position.board.geometry();
  const float own = position.to_play == kBlack ? 1 : -1;
  for (Candidate& c : moves_)
    if (own * position.owners[g.index[c.move]] > kOwned) lose(c, parameters_.prior_owned);
}

// Games after each move, as if it had been visited.
void Expansion::playouts(const Position& position) {
  const Color other = opponent(position.to_play);
  const double stone = !position.stones_count ? 0 : position.to_play == kBlack ? 1 : -1;
  const double komi = position.komi + stone;
  for (Candidate& c : moves_)
    for (int i = 0; i < static_cast<int>(parameters_.prior_playouts); ++i) {
      Board after(position.board);
      after.play(c.move, position.to_play);
      log_.clear();
      const int score = policy_.run(after, other, c.move, position.last, komi, rng_, log_);
      const double margin = position.to_play == kBlack ? score - komi : komi - score;
      c.visits += 1;
      c.wins += margin > 0 ? 1.0f : margin < 0 ? 0.0f : 0.5f;
    }
}

// What the same move was worth to the same player two moves before; its own results only, as priors
// are given anyway.
void Expansion::grandparent(const Position& position) {
  for (const Transition& t : position.grandparent->transitions()) {
    Candidate* c = t.move == kPass ? nullptr : candidate(position.board, t.move);
    const double visits = c ? t.visits.load(std::memory_order_relaxed) : 0;
    if (!(visits > 0)) continue;
    const double given = std::min(visits, parameters_.prior_grandparent);
    c->visits += static_cast<float>(given);
    c->wins += static_cast<float>(given * std::min(1.0, t.wins.get() / visits));
  }
}

void Expansion::policy(const Position& position) {
  suggested_.clear();
  policy_.suggest(position.board, position.to_play, position.last, position.before, suggested_);
  for (const auto& [p, weight] : suggested_)
    if (Candidate* c = p == kPass ? nullptr : candidate(position.board, p))
      win(*c, weight * parameters_.prior_policy);
}

void Expansion::model(const Position& position) {
  points_.clear();
  for (const Candidate& c : moves_) points_.push_back(c.move);
  model_->predict(position.board, position.to_play, position.last, position.before, points_,
                  probabilities_);
  for (std::size_t i = 0; i < moves_.size(); ++i)
    win(moves_[i], parameters_.prior_model * std::sqrt(probabilities_[i]));
}

void Expansion::local(const Position& position) {
  points_.clear();
  for (const Candidate& c : moves_) points_.push_back(c.move);
  local_->predict(position.board, position.to_play, position.last, points_, probabilities_);
  for (std::size_t i = 0; i < moves_.size(); ++i)
    win(moves_[i], parameters_.prior_local * std::sqrt(probabilities_[i]));
}

// Learned life and death and territory as features of moves (van der Werf 2004, 11.2).
void Expansion::judged(const Position& position) {
  const Board& b = position.board;
  const Geometry& g = b.geometry();
  const Judged found = judge_->judge(b, position.to_play);
  for (Candidate& c : moves_) {
    if (std::abs(found.owners[g.index[c.move]]) > kSettled) lose(c, parameters_.prior_settled);
    // Of the groups beside it the one that is least sure.
    float doubt = 0;
    for (const Color color : {kBlack, kWhite})
      each_neighbour(b, c.move, adjacent(b, c.move, color), [&](Point n) {
        const float alive = found.alive[g.index[n]];
        doubt = std::max(doubt, 4 * alive * (1 - alive));
      });
    win(c, parameters_.prior_life * doubt);
  }
}

void Expansion::network(const Position& position) {
  const Geometry& g = position.board.geometry();
  for (Candidate& c : moves_)
    win(c, parameters_.prior_network * std::sqrt(position.probabilities[g.index[c.move]]));
}

// Three groups (Ferreira 2016, 3.4.5): the quarter of the moves whose outputs are nearest to the
// target is encouraged, the half whose outputs are farthest from it discouraged.
void Expansion::mlp(const Position& position) {
  const Geometry& g = position.board.geometry();
  const std::size_t count = moves_.size(), area = static_cast<std::size_t>(g.area);
  if (static_cast<double>(count) <= parameters_.mlp_least * g.area) return;
  std::array<std::uint8_t, kMaxArea> states;
  point_states(position.board, position.to_play, {states.data(), area});
  probabilities_.resize(area);
  mlp_->evaluate({states.data(), area}, probabilities_, mlp_room_);
  order_.clear();
  for (std::size_t i = 0; i < count; ++i)
    order_.emplace_back(distance_to_target(probabilities_[g.index[moves_[i].move]]), i);
  std::sort(order_.begin(), order_.end());
  for (std::size_t i = 0; i < count / 4; ++i)
    win(moves_[order_[i].second], parameters_.prior_mlp_best);
  for (std::size_t i = count / 2; i < count; ++i)
    lose(moves_[order_[i].second], parameters_.prior_mlp_rest);
}

void Expansion::patterns(const Position& position) {
  const Color c = position.to_play;
  for (Candidate& each : moves_)
    if (patterns_->weight(position.board.code(each.move), c) &&
        !is_self_atari(position.board, each.move, c))
      win(each, parameters_.prior_pattern);
}

void Expansion::nearness(const Position& position) {
  if (position.last == kPass) return;
  const double bonus[] = {0, parameters_.prior_near_1, parameters_.prior_near_2,
                          parameters_.prior_near_3};
  measure_distances(position.board, position.last, distance_);
  for (Candidate& c : moves_)
    if (distance_[c.move] < kFar) win(c, bonus[distance_[c.move]]);
}

void Expansion::lines(const Position& position) {
  const TreeParameters& p = parameters_;
  const Geometry& g = position.board.geometry();
  const int near = static_cast<int>(p.open_distance);
  for (Candidate& c : moves_) {
    const int line = line_of(g, c.move);
    const bool open = is_lonely(position.board, c.move, near);
    if (line == 1) lose(c, open ? p.prior_open_line_1 : p.prior_line_1);
    if (line == 2) lose(c, open ? p.prior_open_line_2 : p.prior_line_2);
    if (line == 3) win(c, open ? p.prior_open_line_3 : p.prior_line_3);
    if (line > 3 && open) win(c, p.prior_open_line_4);
    if (is_corner(g, c.move)) lose(c, p.prior_corner);
  }
}

// What is told of groups with two eyes is asked once for a position.
void Expansion::count_eyes(const Position& position) {
  dragons_.reset();
  if (parameters_.skip_living > 0) dragons_.emplace(position.board);
}

// Has the group at an eye of the attacker's opponent, in which p is vital, another one?
bool Expansion::lives_around(const Board& b, Point p, Color attacker) const {
  if (!dragons_) return false;
  const Color wall = opponent(attacker);
  const Geometry& g = b.geometry();
  const auto stone_beside = [&](Point q) {
    for (int d = 0; d < 4; ++d)
      if (const auto n = static_cast<Point>(q + g.around[d]); b.at(n) == wall) return n;
    return kPass;
  };
  Point stone = stone_beside(p);
  for (int d = 0; d < 4 && stone == kPass; ++d)
    if (const auto n = static_cast<Point>(p + g.around[d]); b.at(n) == kEmpty)
      stone = stone_beside(n);
  return stone != kPass && dragons_->eyes(b, stone) > 1;
}

// The vital point of an eye: to kill, or to live.
void Expansion::nakade(const Position& position) {
  const Board& b = position.board;
  for (Candidate& c : moves_) {
    // The middle of a crossed five or a rabbity six has stones at three corners at least.
    const unsigned empty = Board::matches(b.code(c.move), kEmpty);
    if ((empty & 0xff) == 0x55 && std::popcount(empty >> 8) > 1) continue;
    for (const Color attacker : {position.to_play, opponent(position.to_play)})
      if (nakade_point(b, c.move, attacker) == c.move && !lives_around(b, c.move, attacker)) {
        win(c, parameters_.prior_nakade + power(4, parameters_.prior_scale));
        break;
      }
  }
}

// Groups with few liberties: what kills the opponent's, what saves one's own.
void Expansion::reading(const Position& position) {
  const Board& b = position.board;
  const int nodes = static_cast<int>(parameters_.reader_nodes);
  for (int i = 0; i < b.area(); ++i) {
    const Point p = b.geometry().cell[i];
    if (b.at(p) == kEmpty || b.head(p) != p || b.liberties(p) > 2) continue;
    if (dragons_ && dragons_->eyes(b, p) > 1) continue;
    const Reading kill = can_be_killed(b, p, nodes);
    if (!kill.result) continue;
    const Reading save = can_be_saved(b, p, nodes);
    double worth = b.group_size(p) + b.liberties(p);
    const bool own = b.at(p) == position.to_play;
    if (own && !save.result) continue;
    // What is lost anyway need not be hurried.
    if (!save.result) worth /= 2;
    worth = power(worth, parameters_.prior_scale);
    const Reading& moves = own ? save : kill;
    for (int m = 0; m < moves.count; ++m)
      if (Candidate* c = candidate(b, moves.moves[m]))
        win(*c, worth + (own ? parameters_.prior_defend : parameters_.prior_attack));
  }
}

}  // namespace keima
