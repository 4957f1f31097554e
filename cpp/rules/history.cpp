#include "rules/history.h"

namespace keima {
namespace {

constexpr std::uint64_t kWhiteToPlay = 0x8f14e45fceea167a;
constexpr std::uint64_t kPassed = 0xd1b54a32d192ed03;
constexpr std::uint64_t kKoPoint = 0x2545f4914f6cdd1d;

}  // namespace

History::History(const Board& start, Color to_play, const Rules& rules)
    : rules_(rules), start_(start), board_(start), start_to_play_(to_play) {
  restart();
}

void History::restart() {
  board_ = start_;
  to_play_ = start_to_play_;
  moves_.clear();
  turns_.clear();
  seen_.clear();
  passes_ = 0;
  fresh_ko_ = false;
  prisoners_[0] = prisoners_[1] = 0;
  cycle_start_ = -1;
  seen_.emplace(situation(board_.hash(), to_play_, board_.ko(), 0), 0);
}

std::uint64_t History::situation(std::uint64_t stones, Color to_play, Point ko, int passes) const {
  if (rules_.ko == Ko::kPositional) return stones;
  if (to_play == kWhite) stones ^= kWhiteToPlay;
  if (rules_.ko == Ko::kFull || rules_.ko == Ko::kCycle) stones ^= kPassed * passes ^ kKoPoint * ko;
  return stones;
}

// Hash of the stones after a legal move. Walks the captured groups instead of playing.
std::uint64_t History::hash_after(Point p, Color c) const {
  std::uint64_t hash = board_.hash() ^ zobrist_key(c, p);
  const auto remove = [&](Point stone) {
    const Color of = board_.at(stone);
    Point s = stone;
    do {
      hash ^= zobrist_key(of, s);
      s = board_.next(s);
    } while (s != stone);
  };
  Point done[4];
  int count = 0;
  const bool suicide = board_.is_suicide(p, c);
  for (int d = 0; d < 4; ++d) {
    const Point n = static_cast<Point>(p + board_.geometry().around[d]);
    if (board_.at(n) != (suicide ? c : opponent(c)) || board_.liberties(n) > 1) continue;
    bool again = false;
    for (int i = 0; i < count; ++i) again |= done[i] == board_.head(n);
    if (again) continue;
    done[count++] = board_.head(n);
    remove(n);
  }
  return suicide ? hash ^ zobrist_key(c, p) : hash;
}

bool History::is_legal(Point p, Color c) const {
  if (p == kPass) return true;
  if (!board_.is_legal(p, c, rules_.suicide)) return false;
  switch (rules_.ko) {
    case Ko::kSimple:
    case Ko::kCycle:
      return true;
    case Ko::kPositional:
    case Ko::kSituational:
      return !seen_.contains(situation(hash_after(p, c), opponent(c), kPass, 0));
    case Ko::kFull: {
      Board after(board_);
      after.play(p, c);
      return !seen_.contains(situation(after.hash(), opponent(c), after.ko(), 0));
    }
  }
  return false;
}

void History::apply(Point p, Color c) {
  const bool had_ko = board_.ko() != kPass;
  const int captured = board_.play(p, c);
  moves_.push_back({c, p});
  turns_.push_back(to_play_);
  to_play_ = opponent(c);
  if (p == kPass) {
    ++passes_;
  } else {
    passes_ = 0;
    fresh_ko_ = board_.ko() != kPass && !had_ko;
    if (captured > 0) prisoners_[c - 1] += captured;
    if (captured < 0) prisoners_[opponent(c) - 1] -= captured;
  }
  const auto [first, fresh] = seen_.emplace(
      situation(board_.hash(), to_play_, board_.ko(), passes_), static_cast<int>(moves_.size()));
  cycle_start_ = rules_.ko == Ko::kCycle && !fresh ? first->second : -1;
}

bool History::play(Point p, Color c) {
  if (!is_legal(p, c)) return false;
  apply(p, c);
  return true;
}

bool History::undo(int count) {
  if (count < 0 || count > static_cast<int>(moves_.size())) return false;
  const std::vector<Move> kept(moves_.begin(), moves_.end() - count);
  const std::vector<Color> turns(turns_);
  const Color next = count ? turns[kept.size()] : to_play_;
  restart();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    to_play_ = turns[i];
    apply(kept[i].point, kept[i].color);
  }
  to_play_ = next;
  return true;
}

bool History::over_by_passes() const {
  switch (rules_.ending) {
    case Ending::kTwoPasses:
      return passes_ >= 2;
    case Ending::kThreePasses:
      return passes_ >= 3;
    case Ending::kFreshKo:
      return passes_ >= (fresh_ko_ ? 3 : 2);
  }
  return false;
}

int History::cycle_balance() const {
  int balance = 0;
  if (repeats())
    for (std::size_t i = cycle_start_; i < moves_.size(); ++i)
      if (moves_[i].point == kPass) balance += moves_[i].color == kBlack ? 1 : -1;
  return balance;
}

}  // namespace keima
