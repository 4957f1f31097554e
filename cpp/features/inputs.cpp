#include "features/inputs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "features/kata_area.h"

namespace keima {
namespace {

using Tax = InputRules::Tax;

int count(const PointSet& set) {
  int sum = 0;
  for (const std::uint32_t row : set.rows) sum += std::popcount(row);
  return sum;
}

// Komi from the side of the player to move, not beyond what a board can decide.
float own_komi(const InputPosition& in) {
  const double most = in.board->area() + 20;
  const double komi = in.to_play == kWhite ? in.white_bonus : -in.white_bonus;
  return static_cast<float>(std::clamp(komi, -most, most));
}

// How far the komi is from those that can make a draw, as a wave of length two.
float parity_wave(float komi, int area) {
  const float odd = static_cast<float>(area % 2);
  const float below = std::floor((komi - odd) / 2) * 2 + odd;
  const float d = std::clamp(komi - below, 0.f, 2.f);
  return d < 0.5f ? d : d < 1.5f ? 1 - d : d - 2;
}

// Moves that are shown: strictly alternating ones, the last by the opponent.
int count_alternating(const InputPosition& in) {
  int n = 0;
  Color c = opponent(in.to_play);
  for (; n < std::min(in.move_count, InputPosition::kMoves) && in.moves[n].color == c; ++n)
    c = opponent(c);
  return n;
}

// Does the player to move not win if the game ends here?
bool would_not_win(const InputPosition& in, const AreaPlanes& area, float komi) {
  const int regions = in.to_play == kWhite ? area.regions : -area.regions;
  const int tax = in.rules.tax == Tax::kAll ? 2 * regions : 0;
  const int points = count(area.of(in.to_play)) - count(area.of(opponent(in.to_play))) - tax;
  return static_cast<float>(points) + komi <= 0;
}

class Filler {
 public:
  Filler(const InputPosition& in, int symmetry, float* planes, float* globals)
      : in_(in),
        board_(*in.board),
        area_(board_.area()),
        height_(board_.height()),
        places_(board_.geometry()),
        place_(board_.geometry(), symmetry),
        planes_(planes),
        globals_(globals) {
    std::fill_n(planes, kInputPlanes * area_, 0.f);
    std::fill_n(globals, kInputGlobals, 0.f);
  }

  void run() {
    std::fill_n(planes_, area_, 1.f);
    stones();
    ko();
    const float komi = own_komi(in_);
    const bool hides = areas_and_hiding(komi);
    const int turns = hides      ? 0
                      : in_.over ? std::min(count_alternating(in_), 1)
                                 : count_alternating(in_);
    moves(turns);
    ladders(turns);
    rules(komi, hides);
  }

 private:
  float* plane(int number) { return planes_ + number * area_; }
  void set(int number, Point p) { plane(number)[place_(places_.row(p), places_.column(p))] = 1; }
  void set(int number, const PointSet& points) {
    float* const to = plane(number);
    points.each(height_, [&](int r, int x) { to[place_(r, x)] = 1; });
  }

  void stones() {
    for (int r = 0; r < height_; ++r)
      for (int x = 0; x < board_.width(); ++x) {
        const Point p = board_.geometry().at(x, r);
        if (board_.at(p) == kEmpty) continue;
        const int to = place_(r, x), n = board_.liberties(p);
        plane(board_.at(p) == in_.to_play ? 1 : 2)[to] = 1;
        if (n <= 3) plane(2 + n)[to] = 1;
      }
  }

  void ko() {
    if (board_.ko() != kPass && board_.ko_color() == in_.to_play) set(6, board_.ko());
    if (in_.banned) set(6, *in_.banned);
  }

  // Is it hidden that a pass ends the game, with all that came before?
  bool areas_and_hiding(float komi) {
    if (in_.rules.territory) return false;
    const AreaPlanes area =
        find_area(board_, in_.rules.suicide || in_.suicide_area, in_.rules.tax != Tax::kNone);
    set(18, area.of(in_.to_play));
    set(19, area.of(opponent(in_.to_play)));
    if (!(in_.pass_ends || in_.pass_repeats) || in_.button) return false;
    if (in_.rules.friendly_pass && !in_.over && !in_.pass_repeats) return true;
    return in_.conservative_pass || (in_.passing_hacks && would_not_win(in_, area, komi));
  }

  void moves(int turns) {
    for (int i = 0; i < turns; ++i)
      if (in_.moves[i].point == kPass)
        globals_[i] = 1;
      else
        set(9 + i, in_.moves[i].point);
  }

  void ladders(int turns) {
    LadderPlanes now, before, earlier;
    const auto found = [&](const LadderPlanes* given, const Board* board, LadderPlanes& room,
                           const LadderPlanes* later) {
      if (given) return given;
      if (!board) return later;
      room = find_ladders(*board, in_.to_play);
      return static_cast<const LadderPlanes*>(&room);
    };
    const LadderPlanes* a = found(in_.ladders, in_.board, now, nullptr);
    const LadderPlanes* b = turns < 1 ? a : found(in_.ladders_before, in_.before, before, a);
    const LadderPlanes* c = turns < 2 ? b : found(in_.ladders_earlier, in_.earlier, earlier, b);
    set(14, a->captured);
    set(15, b->captured);
    set(16, c->captured);
    set(17, a->working);
  }

  void rules(float komi, bool hides) {
    const InputRules& r = in_.rules;
    globals_[5] = komi / 20;
    if (r.ko != Ko::kSimple && r.ko != Ko::kCycle) {
      globals_[6] = 1;
      globals_[7] = r.ko == Ko::kPositional ? 0.5f : -0.5f;
    }
    globals_[8] = r.suicide;
    globals_[9] = r.territory;
    globals_[10] = r.tax != Tax::kNone;
    globals_[11] = r.tax == Tax::kAll;
    globals_[14] = (in_.pass_ends || in_.pass_repeats) && !hides;
    if (in_.playout_doublings != 0) {
      globals_[15] = 1;
      globals_[16] = static_cast<float>(0.5 * in_.playout_doublings);
    }
    globals_[17] = in_.button;
    if (!r.territory) globals_[18] = parity_wave(komi, area_);
  }

  const InputPosition& in_;
  const Board& board_;
  int area_, height_;
  Places places_;
  Symmetry place_;
  float *planes_, *globals_;
};

}  // namespace

Symmetry::Symmetry(const Geometry& g, int symmetry) {
  const bool square = g.width == g.height;
  if (symmetry < 0 || symmetry >= (square ? 8 : 4))
    throw std::invalid_argument("symmetry " + std::to_string(symmetry) + " must be from 0 to " +
                                (square ? "7" : "3") + " on a board of " + std::to_string(g.width) +
                                "x" + std::to_string(g.height));
  const bool transposed = symmetry & 4;
  row_step = transposed ? 1 : g.width;
  column_step = transposed ? g.width : 1;
  origin = 0;
  if (symmetry & 1) {
    origin += (g.height - 1) * row_step;
    row_step = -row_step;
  }
  if (symmetry & 2) {
    origin += (g.width - 1) * column_step;
    column_step = -column_step;
  }
}

void fill_inputs(const InputPosition& position, int symmetry, float* planes, float* globals) {
  Filler(position, symmetry, planes, globals).run();
}

}  // namespace keima
