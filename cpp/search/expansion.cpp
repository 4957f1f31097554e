#include "search/expansion.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tactics/atari.h"
#include "tactics/eyes.h"
#include "tactics/ladder.h"
#include "tactics/nakade.h"
#include "tactics/reader.h"
#include "tactics/seki.h"
#include "tactics/self_atari.h"

namespace keima {
namespace {

constexpr int kFar = 4;

// How many stones a move takes.
int captured_by(const Board& board, Point p, Color c) {
  int count = 0;
  Point counted[4];
  int groups = 0;
  for (int d = 0; d < 4; ++d) {
    const Point n = static_cast<Point>(p + board.geometry().around[d]);
    if (board.at(n) != opponent(c) || board.liberties(n) != 1) continue;
    const Point head = board.head(n);
    if (std::find(counted, counted + groups, head) != counted + groups) continue;
    counted[groups++] = head;
    count += board.group_size(n);
  }
  return count;
}

// Lines from the edge, counted from 1.
int line_of(const Geometry& g, Point p) {
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  return 1 + std::min({x, y, g.width - 1 - x, g.height - 1 - y});
}

// Is there no stone within so many steps along the lines?
bool is_lonely(const Board& board, Point p, int steps) {
  const Geometry& g = board.geometry();
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  for (int dy = -steps; dy <= steps; ++dy) {
    const int row = y + dy, reach = steps - std::abs(dy);
    if (row < 0 || row >= g.height) continue;
    const int from = std::max(0, x - reach), to = std::min(g.width - 1, x + reach);
    for (int column = from; column <= to; ++column)
      if (board.at(g.at(column, row)) != kEmpty) return false;
  }
  return true;
}

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

const std::vector<Candidate>& Expansion::run(const Position& position) {
  const TreeParameters& p = parameters_;
  add_points(position);
  const struct {
    Part part;
    bool wanted;
  } parts[] = {
      {&Expansion::even, p.prior_even > 0},
      {&Expansion::self_atari, p.prior_self_atari > 0},
      {&Expansion::captures, p.prior_capture_one + p.prior_capture_many > 0},
      {&Expansion::policy, p.prior_policy > 0},
      {&Expansion::model, p.prior_model > 0 && model_},
      {&Expansion::patterns, p.prior_pattern > 0 && patterns_},
      {&Expansion::nearness, p.prior_near_1 + p.prior_near_2 + p.prior_near_3 > 0},
      {&Expansion::lines, true},
      {&Expansion::nakade, p.prior_nakade > 0},
      {&Expansion::reading, p.reader_nodes > 0 && p.prior_attack + p.prior_defend > 0},
  };
  for (const auto& each : parts)
    if (each.wanted) (this->*each.part)(position);
  add_pass(position);
  std::stable_sort(moves_.begin(), moves_.end(), [](const Candidate& a, const Candidate& b) {
    return a.wins - 0.5f * a.visits > b.wins - 0.5f * b.visits;
  });
  return moves_;
}

void Expansion::add_points(const Position& position) {
  moves_.clear();
  for (const Point p : position.board.empties()) {
    slot_[p] = 0;
    if (is_pruned(position, p)) continue;
    moves_.push_back({p});
    slot_[p] = static_cast<std::uint16_t>(moves_.size());
  }
}

bool Expansion::is_pruned(const Position& position, Point p) const {
  const Board& b = position.board;
  const Color c = position.to_play;
  if (!b.is_legal(p, c) || b.is_eye(p, c)) return true;
  if (parameters_.prune_self_atari > 0 && is_bad_self_atari(b, p, c)) return true;
  if (parameters_.prune_eye_shapes > 0 && is_simple_eye_shape(b, p, c)) return true;
  if (parameters_.prune_seki > 0 && is_seki_liberty(b, p)) return true;
  if (parameters_.prune_ladders > 0 && runs_into_ladder(position, p)) return true;
  if (parameters_.prune_distance > 0) {
    const int stones = b.area() - static_cast<int>(b.empties().size());
    return stones > 0 && 3 * stones < b.area() && line_of(b.geometry(), p) < 3 &&
           is_lonely(b, p, static_cast<int>(parameters_.prune_distance));
  }
  return false;
}

// Does the move save a group from atari, only to be caught in a ladder?
bool Expansion::runs_into_ladder(const Position& position, Point p) const {
  const Board& b = position.board;
  const Color c = position.to_play;
  bool runs = false;
  each_neighbour(b, p, adjacent(b, p, c), [&](Point n) { runs |= b.liberties(n) == 1; });
  if (!runs || keima::captures(b, p, c)) return false;
  Board after(b);
  after.play(p, c);
  return after.liberties(p) <= 2 && ladder_works(after, p);
}

void Expansion::add_pass(const Position& position) {
  const auto empty = static_cast<double>(position.board.empties().size());
  if (!moves_.empty() && empty > parameters_.pass_below * position.board.area()) return;
  Candidate pass{kPass};
  pass.visits = static_cast<float>(parameters_.prior_even);
  pass.wins = pass.visits / 2;
  moves_.push_back(pass);
}

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
    const int count = captured_by(position.board, c.move, position.to_play);
    if (count == 1) win(c, parameters_.prior_capture_one);
    if (count > 1) win(c, parameters_.prior_capture_many);
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
  for (Candidate& c : moves_) {
    const int line = line_of(g, c.move);
    const bool open = is_lonely(position.board, c.move, 3);
    if (line == 1) lose(c, open ? p.prior_open_line_1 : p.prior_line_1);
    if (line == 2) lose(c, open ? p.prior_open_line_2 : p.prior_line_2);
    if (line == 3) win(c, open ? p.prior_open_line_3 : p.prior_line_3);
    if (line > 3 && open) win(c, p.prior_open_line_4);
    const int index = g.index[c.move], x = index % g.width, y = index / g.width;
    if ((x == 0 || x == g.width - 1) && (y == 0 || y == g.height - 1)) lose(c, p.prior_corner);
  }
}

// The vital point of an eye: to kill, or to live.
void Expansion::nakade(const Position& position) {
  const Board& b = position.board;
  for (Candidate& c : moves_) {
    // The middle of a crossed five or a rabbity six has stones at three corners at least.
    const unsigned empty = Board::matches(b.code(c.move), kEmpty);
    if ((empty & 0xff) == 0x55 && std::popcount(empty >> 8) > 1) continue;
    for (const Color attacker : {position.to_play, opponent(position.to_play)})
      if (nakade_point(b, c.move, attacker) == c.move) {
        win(c, parameters_.prior_nakade + std::pow(4, parameters_.prior_scale));
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
    const Reading kill = can_be_killed(b, p, nodes);
    if (!kill.result) continue;
    const Reading save = can_be_saved(b, p, nodes);
    double worth = b.group_size(p) + b.liberties(p);
    const bool own = b.at(p) == position.to_play;
    if (own && !save.result) continue;
    // What is lost anyway need not be hurried.
    if (!save.result) worth /= 2;
    worth = std::pow(worth, parameters_.prior_scale);
    const Reading& moves = own ? save : kill;
    for (int m = 0; m < moves.count; ++m)
      if (Candidate* c = candidate(b, moves.moves[m]))
        win(*c, worth + (own ? parameters_.prior_defend : parameters_.prior_attack));
  }
}

}  // namespace keima
