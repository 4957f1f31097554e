#include "features/move_features.h"

#include <algorithm>

#include "tactics/atari.h"
#include "tactics/ladder.h"

namespace keima {
namespace {

// A code of its own for each kind and value.
std::uint32_t code_of(int kind, int value) {
  return mix(static_cast<std::uint32_t>((kind << 20) + value) ^ 0x5f3759df);
}

int size_class(int stones) { return stones == 0 ? 0 : stones == 1 ? 1 : stones < 4 ? 2 : 3; }

int line_of(const Geometry& g, Point p) {
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  return std::min({x, y, g.width - 1 - x, g.height - 1 - y, 6});
}

// The point mirrored into one octant of the board, so that it is the same for all rotations.
int octant(const Geometry& g, Point p) {
  const int index = g.index[p];
  int x = index % g.width, y = index / g.width;
  x = std::min(x, g.width - 1 - x), y = std::min(y, g.height - 1 - y);
  return std::max(x, y) * 32 + std::min(x, y);
}

enum Kind { kTactics = 1, kSizes, kLine, kPlace, kLast, kBefore, kLadder, kRetake };

}  // namespace

MoveFeatures::MoveFeatures(const Board& board, Color to_play, Point last, Point before)
    : board_(board), to_play_(to_play), last_(last), before_(before), around_(board, to_play) {
  const int stones = board.area() - static_cast<int>(board.empties().size());
  const int tenths = 20 * stones / board.area();
  stage_ = tenths < 1 ? 0 : tenths < 3 ? 1 : tenths < 7 ? 2 : tenths < 11 ? 3 : 4;
}

void MoveFeatures::describe(Point p, MoveCodes& codes) const {
  const Geometry& g = board_.geometry();
  const Color o = opponent(to_play_);
  // The fewest liberties beside it on both sides, and the stones of those groups.
  int own = 0, other = 0, saved = 0, taken = 0, attacked = 0;
  bool takes_last = false;
  const auto fewer = [](int least, int liberties) {
    return least == 0 ? std::min(liberties, 4) : std::min(least, liberties);
  };
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(p + g.around[d]);
    const Color c = board_.at(n);
    if (c != to_play_ && c != o) continue;
    const int liberties = board_.liberties(n), size = board_.group_size(n);
    if (c == to_play_) {
      own = fewer(own, liberties);
      if (liberties == 1) saved = std::max(saved, size);
    } else {
      other = fewer(other, liberties);
      if (liberties == 1) {
        taken = std::max(taken, size);
        takes_last |=
            last_ != kPass && board_.at(last_) == o && board_.head(last_) == board_.head(n);
      }
      if (liberties == 2) attacked = std::max(attacked, size);
    }
  }
  const int after = liberties_after(board_, p, to_play_, 5);
  codes.add(code_of(kTactics, (after * 5 + own) * 5 + other));
  codes.add(
      code_of(kSizes, (size_class(taken) * 4 + size_class(saved)) * 4 + size_class(attacked)));
  if (takes_last) codes.add(code_of(kRetake, size_class(taken)));
  if (saved && !taken && after == 2) {
    Board next(board_);
    next.play(p, to_play_);
    codes.add(code_of(kLadder, ladder_works(next, p)));
  }
  codes.add(code_of(kLine, stage_ * 8 + line_of(g, p)));
  if (stage_ < 2) codes.add(code_of(kPlace, stage_ * 1024 + octant(g, p)));
  codes.add(around_.shape_with_liberties(p));
  if (last_ != kPass) {
    const int far = shape_distance(g, p, last_);
    codes.add(code_of(kLast, std::min(far, 20)));
    if (far <= 6) codes.add(around_.marked_shape(p, last_, std::max(far, 4)));
  } else {
    codes.add(code_of(kLast, 0));
  }
  if (before_ != kPass) codes.add(code_of(kBefore, std::min(shape_distance(g, p, before_), 20)));
}

}  // namespace keima
