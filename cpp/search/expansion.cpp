#include "search/expansion.h"

#include <algorithm>

#include "tactics/atari.h"
#include "tactics/self_atari.h"

namespace keima {
namespace {

constexpr int kFar = 4;

// How many stones a move takes; and would the stone played then have one liberty only?
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

// Is there no stone within three steps along the lines?
bool is_lonely(const Board& board, Point p) {
  const Geometry& g = board.geometry();
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  for (int dy = -3; dy <= 3; ++dy) {
    const int row = y + dy, reach = 3 - std::abs(dy);
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
      {&Expansion::patterns, p.prior_pattern > 0 && patterns_},
      {&Expansion::nearness, p.prior_near_1 + p.prior_near_2 + p.prior_near_3 > 0},
      {&Expansion::lines, p.prior_low_line + p.prior_third_line > 0},
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
  const Board& board = position.board;
  moves_.clear();
  for (const Point p : board.empties()) {
    slot_[p] = 0;
    if (!board.is_legal(p, position.to_play) || board.is_eye(p, position.to_play)) continue;
    if (parameters_.prune_self_atari > 0 && is_bad_self_atari(board, p, position.to_play)) continue;
    moves_.push_back({p});
    slot_[p] = static_cast<std::uint16_t>(moves_.size());
  }
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
    if (p != kPass && position.board.at(p) == kEmpty && slot_[p])
      win(moves_[slot_[p] - 1u], weight * parameters_.prior_policy);
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
  for (Candidate& c : moves_) {
    if (!is_lonely(position.board, c.move)) continue;
    const int line = line_of(position.board.geometry(), c.move);
    if (line <= 2)
      lose(c, parameters_.prior_low_line);
    else if (line <= 4)
      win(c, parameters_.prior_third_line);
  }
}

}  // namespace keima
