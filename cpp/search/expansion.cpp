#include "search/expansion.h"

#include <algorithm>

#include "search/places.h"
#include "tactics/atari.h"
#include "tactics/eyes.h"
#include "tactics/ladder.h"
#include "tactics/nakade.h"
#include "tactics/seki.h"
#include "tactics/self_atari.h"

namespace keima {
namespace {

// On smaller boards corners are nearly all that there is.
constexpr int kLeastSide = 5;

// A corner point with no stone on the three points around it.
bool is_bare_corner(const Board& b, Point p) {
  if (std::min(b.width(), b.height()) < kLeastSide || !is_corner(b.geometry(), p)) return false;
  const unsigned code = b.code(p);
  return !Board::matches(code, kBlack) && !Board::matches(code, kWhite);
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
      {&Expansion::eyes, p.prior_eye > 0},
      {&Expansion::ko, p.prior_ko > 0 && position.ko != kPass},
      {&Expansion::new_ko, p.prior_new_ko > 0},
      {&Expansion::extend, p.prior_extend > 0},
      {&Expansion::atari, p.prior_atari > 0},
      {&Expansion::joseki, p.prior_joseki > 0 && joseki_},
      {&Expansion::owned, p.prior_owned > 0 && position.owners},
      {&Expansion::policy, p.prior_policy > 0},
      {&Expansion::model, p.prior_model > 0 && model_},
      {&Expansion::network, p.prior_network > 0 && position.probabilities},
      {&Expansion::mlp, p.prior_mlp_best + p.prior_mlp_rest > 0 && mlp_},
      {&Expansion::local, p.prior_local > 0 && local_},
      {&Expansion::judged,
       p.prior_settled + p.prior_life > 0 && judge_ && position.depth <= p.judged_depth},
      {&Expansion::patterns, p.prior_pattern > 0 && patterns_},
      {&Expansion::nearness, p.prior_near_1 + p.prior_near_2 + p.prior_near_3 > 0},
      {&Expansion::lines, p.prior_open_line_1 + p.prior_open_line_2 + p.prior_open_line_3 +
                                  p.prior_open_line_4 + p.prior_line_1 + p.prior_line_2 +
                                  p.prior_line_3 + p.prior_corner >
                              0},
      {&Expansion::count_eyes, p.prior_nakade > 0 || p.reader_nodes > 0},
      {&Expansion::nakade, p.prior_nakade > 0},
      {&Expansion::reading, p.reader_nodes > 0 && p.prior_attack + p.prior_defend > 0},
      {&Expansion::grandparent, p.prior_grandparent > 0 && position.grandparent},
      {&Expansion::playouts, p.prior_playouts > 0},
      {&Expansion::shallow, p.shallow_weight > 0 && shallow_.near},
  };
  for (const auto& each : parts)
    if (each.wanted) (this->*each.part)(position);
  add_pass(position);
  add_doubtful();
  std::stable_sort(moves_.begin(), moves_.end(), [](const Candidate& a, const Candidate& b) {
    return a.wins - 0.5f * a.visits > b.wins - 0.5f * b.visits;
  });
  if (p.grouping > 0 && p.grouping_by == 0)
    for (auto rest = static_cast<std::uint32_t>(moves_.size()); rest > 1; --rest)
      std::swap(moves_[rest - 1], moves_[rng_.below(rest)]);
  return moves_;
}

void Expansion::add_points(const Position& position) {
  moves_.clear();
  doubtful_.clear();
  for (const Point p : position.board.empties()) {
    slot_[p] = 0;
    if (is_pruned(position, p)) continue;
    if (is_doubtful(position, p)) {
      if (parameters_.prior_doubtful > 0) doubtful_.push_back(p);
      continue;
    }
    moves_.push_back({p});
    slot_[p] = static_cast<std::uint16_t>(moves_.size());
  }
  if (parameters_.prune_miai > 0) drop_miai(position);
}

bool Expansion::is_pruned(const Position& position, Point p) const {
  const Board& b = position.board;
  const Color c = position.to_play;
  if (!b.is_legal(p, c)) return true;
  if (b.is_eye(p, c)) return !(parameters_.keep_eyes > 0);
  if (parameters_.prune_eye_shapes > 0 && is_simple_eye_shape(b, p, c)) return true;
  if (parameters_.prune_long_eyes > 0 &&
      is_long_eye(b, p, c, static_cast<int>(parameters_.prune_long_eyes)))
    return true;
  if (parameters_.prune_seki > 0 && is_seki_liberty(b, p)) return true;
  if (parameters_.prune_nakade > 0 && is_beside_nakade(position, p)) return true;
  if (parameters_.prune_corners > 0 && is_bare_corner(b, p)) return true;
  if (parameters_.prune_distance >= 1) {
    const int stones = b.area() - static_cast<int>(b.empties().size());
    return stones > 0 && 3 * stones < b.area() && line_of(b.geometry(), p) < 3 &&
           is_lonely(b, p, static_cast<int>(parameters_.prune_distance));
  }
  return false;
}

bool Expansion::is_doubtful(const Position& position, Point p) const {
  const Board& b = position.board;
  const Color c = position.to_play;
  if (b.is_eye(p, c)) return false;
  return is_left_self_atari(b, p, c) ||
         (parameters_.prune_ladders > 0 && runs_into_ladder(position, p));
}

// What gives atari may be a squeeze, and a ko may be all that there is.
bool Expansion::is_left_self_atari(const Board& b, Point p, Color c) const {
  if (!(parameters_.prune_self_atari > 0)) return false;
  if (parameters_.prune_self_atari < 2) return is_bad_self_atari(b, p, c);
  return is_bad_self_atari(b, p, c, false) && !gives_atari(b, p, c);
}

// They have no other priors, and none of those that share theirs out.
void Expansion::add_doubtful() {
  const auto even = static_cast<float>(parameters_.prior_even);
  const auto lost = static_cast<float>(parameters_.prior_doubtful);
  for (const Point p : doubtful_) moves_.push_back({p, even + lost, even / 2});
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

// Is another point the vital one of the eye that p is in? Moves that take something, or save stones
// from atari, are not looked at.
bool Expansion::is_beside_nakade(const Position& position, Point p) const {
  const Board& b = position.board;
  const Color c = position.to_play;
  if (keima::captures(b, p, c) || with_liberties(b, p, adjacent(b, p, c), 1, 1)) return false;
  for (const Color attacker : {c, opponent(c)}) {
    const Point vital = nakade_point(b, p, attacker);
    if (vital != kPass && vital != p && b.is_legal(vital, c)) return true;
  }
  return false;
}

// Eyes of the opponent that are filled as well from one side as from the other: both points of two,
// the inner ones of four in a line.
void Expansion::drop_miai(const Position& position) {
  const Board& b = position.board;
  const Color c = position.to_play;
  const std::size_t before = moves_.size();
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Point p = moves_[i].move;
    Point pair[2];
    if (p == kPass || !miai_in_eye(b, p, opponent(c), pair) || pair[0] != p) continue;
    Candidate* other = candidate(b, pair[1]);
    if (!other || keima::captures(b, pair[0], c) || keima::captures(b, pair[1], c)) continue;
    (rng_.below(2) ? moves_[i] : *other).move = kPass;
    slot_[pair[0]] = slot_[pair[1]] = 0;
  }
  std::erase_if(moves_, [](const Candidate& each) { return each.move == kPass; });
  if (moves_.size() == before) return;
  for (std::size_t i = 0; i < moves_.size(); ++i)
    slot_[moves_[i].move] = static_cast<std::uint16_t>(i + 1);
}

void Expansion::add_pass(const Position& position) {
  const auto empty = static_cast<double>(position.board.empties().size());
  // Where a stone costs a point a game may be over while much of the board is empty.
  if (!position.may_pass && !position.stones_count && !moves_.empty() &&
      empty > parameters_.pass_below * position.board.area())
    return;
  Candidate pass{kPass};
  pass.visits = static_cast<float>(parameters_.prior_even);
  pass.wins = pass.visits / 2;
  moves_.push_back(pass);
}

}  // namespace keima
