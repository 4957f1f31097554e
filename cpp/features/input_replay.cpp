#include "features/input_replay.h"

#include <algorithm>

#include "features/kata_area.h"
#include "rules/after_move.h"

namespace keima {
namespace {

constexpr std::uint64_t kWhiteToPlay = 0x8f14e45fceea167a;

bool is_superko(Ko ko) { return ko != Ko::kSimple && ko != Ko::kCycle; }

}  // namespace

InputReplay::InputReplay(const ReplayedGame& game, bool reuse)
    : board_(game.start),
      to_play_(game.to_play),
      rules_(game.rules),
      reuse_(reuse),
      button_(game.button),
      white_bonus_(game.komi) {
  for (int i = 0; i < board_.area(); ++i) {
    const Color c = board_.at(board_.geometry().cell[i]);
    if (rules_.territory) white_bonus_ += (c == kBlack) - (c == kWhite);
  }
  if (rules_.territory) white_bonus_ += game.prisoners[1] - game.prisoners[0];
  ever_ = {stones_of(board_, kBlack), stones_of(board_, kWhite)};
  if (is_superko(rules_.ko)) situations_.add(key(board_.hash(), to_play_));
  if (!reuse_) boards_.assign(3, board_);
}

std::uint64_t InputReplay::key(std::uint64_t stones, Color to_play) const {
  return stones ^ (rules_.ko != Ko::kPositional && to_play == kWhite ? kWhiteToPlay : 0);
}

bool InputReplay::play(Point p, Color c) {
  if (!board_.is_legal(p, c, true)) return false;
  if (p != kPass) {
    const Places places(board_.geometry());
    passes_ = 0;
    if (rules_.territory) white_bonus_ += c == kBlack ? 1 : -1;
    ever_[c - 1].add(places.row(p), places.column(p));
  } else if (button_) {
    button_ = false;
    white_bonus_ += c == kWhite ? 0.5 : -0.5;
  } else {
    ++passes_;
  }
  if (p == kPass) passed_.push_back(board_.hash() ^ (c == kWhite ? kWhiteToPlay : 0));
  board_.play(p, c);
  std::copy_backward(moves_.begin(), moves_.end() - 1, moves_.end());
  moves_[0] = {c, p};
  ++moves_made_;
  to_play_ = opponent(c);
  if (is_superko(rules_.ko)) situations_.add(key(board_.hash(), to_play_));
  if (!reuse_) boards_[moves_made_ % 3] = board_;
  return true;
}

void InputReplay::read_ladders() {
  const int i = moves_made_ % 3;
  if (!reuse_ || ladders_of_[i] == moves_made_) return;
  ladders_[i] = find_ladders(board_, to_play_);
  ladders_of_[i] = moves_made_;
}

// A move can only bring a position back where a stone of that colour has stood before, or if it
// is suicide.
void InputReplay::find_banned(Color c) {
  banned_ = {};
  const Places places(board_.geometry());
  for (const Point p : board_.empties()) {
    const int row = places.row(p), column = places.column(p);
    if (!ever_[c - 1].has(row, column) && board_.has_empty_neighbour(p)) continue;
    if (!board_.is_legal(p, c, rules_.suicide)) continue;
    if (situations_.find(key(after_move(board_, p, c).hash, opponent(c))) >= 0)
      banned_.add(row, column);
  }
}

const InputPosition& InputReplay::position(Color c) {
  InputPosition& in = position_;
  in = {};
  in.board = &board_;
  const auto known = [&](int back) {
    const int n = moves_made_ - back;
    return n >= 0 && ladders_of_[n % 3] == n ? &ladders_[n % 3] : nullptr;
  };
  if (reuse_) {
    if (c == to_play_) {
      read_ladders();
      in.ladders = known(0);
    }
    in.ladders_before = known(1);
    in.ladders_earlier = known(2);
  } else {
    if (moves_made_ > 0) in.before = &boards_[(moves_made_ - 1) % 3];
    if (moves_made_ > 1) in.earlier = &boards_[(moves_made_ - 2) % 3];
  }
  in.to_play = c;
  in.moves = moves_;
  in.move_count = std::min(moves_made_, InputPosition::kMoves);
  in.pass_ends = passes_ >= 1 && !button_;
  in.over = passes_ >= 2;
  const std::uint64_t here = board_.hash() ^ (c == kWhite ? kWhiteToPlay : 0);
  in.pass_repeats =
      !is_superko(rules_.ko) && std::find(passed_.begin(), passed_.end(), here) != passed_.end();
  in.rules = rules_;
  in.white_bonus = white_bonus_;
  in.button = button_;
  if (is_superko(rules_.ko)) {
    find_banned(c);
    in.banned = &banned_;
  }
  return in;
}

}  // namespace keima
