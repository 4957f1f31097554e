#include "tactics/ladder.h"

#include <algorithm>
#include <array>

#include "tactics/scratch.h"

namespace keima {
namespace {

class Ladder {
 public:
  Ladder(const Board& b, Point group)
      : scratch_(b), group_(group), runner_(b.at(group)), attacker_(opponent(runner_)) {}

  // The runner to move, with one liberty.
  bool is_lost(Point only) {
    // Extending first: it settles most ladders that do not work.
    if (escapes_at(only)) return false;
    std::array<Point, kMostCaptures> takes;
    const int count = captures(takes);
    for (int i = 0; i < count; ++i)
      if (takes[i] != only && escapes_at(takes[i])) return false;
    return true;
  }

  // The attacker to move.
  bool can_be_caught(Point* first) {
    Point two[3];
    const int count = scratch_.liberties(group_, 3, two);
    if (count > 2) return false;
    for (int i = 0; i < count; ++i) {
      if (!scratch_.is_legal(two[i], attacker_)) continue;
      *first = two[i];
      if (count == 1) return true;
      if (scratch_.open_points(two[1 - i], two[i]) > 2) continue;
      if (is_tired()) return false;
      scratch_.play(two[i], attacker_);
      const bool lost = is_lost(two[1 - i]);
      scratch_.undo();
      if (lost) return true;
    }
    return false;
  }

 private:
  static constexpr int kMostCaptures = 8;

  bool is_tired() { return ++tries_ > kLadderMoves || scratch_.is_full(); }

  bool escapes_at(Point p) {
    if (!scratch_.is_legal(p, runner_)) return false;
    if (is_tired()) return true;
    scratch_.play(p, runner_);
    Point first;
    const bool caught = can_be_caught(&first);
    scratch_.undo();
    return !caught;
  }

  // Where the runner can take groups next to it.
  int captures(std::array<Point, kMostCaptures>& out) const {
    int count = 0, seen = 0;
    std::array<Point, 16> heads;
    Point s = group_;
    do {
      for (int d = 0; d < 4; ++d) {
        const Point n = scratch_.around(s, d);
        if (scratch_.at(n) != attacker_) continue;
        const Point h = scratch_.head(n);
        if (std::find(heads.begin(), heads.begin() + seen, h) != heads.begin() + seen) continue;
        if (seen < 16) heads[seen++] = h;
        Point two[2];
        if (scratch_.liberties(n, 2, two) != 1) continue;
        if (std::find(out.begin(), out.begin() + count, two[0]) != out.begin() + count) continue;
        if (count < kMostCaptures) out[count++] = two[0];
      }
      s = scratch_.next(s);
    } while (s != group_);
    return count;
  }

  Scratch scratch_;
  Point group_;
  Color runner_, attacker_;
  int tries_ = 0;
};

}  // namespace

bool is_captured_in_ladder(const Board& b, Point group) {
  return b.liberties(group) == 1 && Ladder(b, group).is_lost(b.first_liberty(group));
}

bool ladder_works(const Board& b, Point group, Point* first) {
  if (b.liberties(group) > 2) return false;
  Point move;
  if (!Ladder(b, group).can_be_caught(&move)) return false;
  if (first) *first = move;
  return true;
}

}  // namespace keima
