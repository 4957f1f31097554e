#include "rules/history.h"

#include <utility>

#include "rules/after_move.h"

namespace keima {
namespace {

constexpr std::uint64_t kWhiteToPlay = 0x8f14e45fceea167a;
constexpr std::uint64_t kPassed = 0xd1b54a32d192ed03;
constexpr std::uint64_t kKoPoint = 0x2545f4914f6cdd1d;
constexpr std::uint64_t kButton = 0x9e6c63d0876a9a47;

}  // namespace

History::History(const Board& start, Color to_play, const Rules& rules, Prisoners prisoners)
    : rules_(rules),
      start_(start),
      start_to_play_(to_play),
      start_prisoners_(prisoners),
      now_(first()) {
  situations_.add(situation_now());
}

std::uint64_t History::situation(std::uint64_t stones, Color to_play, Point ko, int passes) const {
  if (now_.button != kEmpty) stones ^= kButton;
  if (rules_.ko == Ko::kPositional) return stones;
  if (to_play == kWhite) stones ^= kWhiteToPlay;
  if (rules_.ko == Ko::kSituational) return stones;
  return stones ^ kPassed * passes ^ kKoPoint * ko;
}

std::uint64_t History::situation_now() const {
  return situation(now_.board.hash(), now_.to_play, now_.board.ko(), now_.passes);
}

Verdict History::judge(Point p, Color c) const {
  if (p == kPass) return Verdict::kLegal;
  const Board& b = now_.board;
  if (b.at(p) != kEmpty) return Verdict::kOccupied;
  if (!b.is_legal(p, c, rules_.suicide))
    return p == b.ko() && c == b.ko_color() ? Verdict::kKo : Verdict::kSuicide;
  if (rules_.ko == Ko::kSimple || rules_.ko == Ko::kCycle) return Verdict::kLegal;
  const AfterMove a = after_move(b, p, c);
  return situations_.find(situation(a.hash, opponent(c), a.ko, 0)) >= 0 ? Verdict::kRepeats
                                                                        : Verdict::kLegal;
}

void History::apply(Point p, Color c) {
  const bool had_ko = now_.board.ko() != kPass;
  const int captured = now_.board.play(p, c);
  moves_.push_back({c, p});
  turns_.push_back(now_.to_play);
  now_.to_play = opponent(c);
  if (p != kPass) {
    now_.passes = 0;
    now_.fresh_ko = now_.board.ko() != kPass && !had_ko;
    if (captured > 0) now_.prisoners[c - 1] += captured;
    if (captured < 0) now_.prisoners[opponent(c) - 1] -= captured;
  } else if (rules_.button && now_.button == kEmpty) {
    now_.button = c;
  } else {
    ++now_.passes;
  }
  const std::uint64_t key = situation_now();
  const bool may_repeat = rules_.ko == Ko::kSimple || rules_.ko == Ko::kCycle;
  now_.cycle_start = may_repeat ? situations_.find(key) : -1;
  situations_.add(key);
}

bool History::play(Point p, Color c) {
  if (!is_legal(p, c)) return false;
  apply(p, c);
  return true;
}

bool History::undo(int count) {
  if (count < 0 || count > static_cast<int>(moves_.size())) return false;
  if (count == 0) return true;
  const std::vector<Move> kept(moves_.begin(), moves_.end() - count);
  const std::vector<Color> turns(turns_);
  moves_.clear();
  turns_.clear();
  now_ = first();
  situations_.clear();
  situations_.add(situation_now());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    now_.to_play = turns[i];
    apply(kept[i].point, kept[i].color);
  }
  now_.to_play = turns[kept.size()];
  return true;
}

void History::set_to_play(Color c) {
  now_.to_play = c;
  if (moves_.empty()) {
    start_to_play_ = c;
    situations_.clear();
    situations_.add(situation_now());
  }
}

bool History::set_rules(const Rules& rules) {
  History other(start_, start_to_play_, rules, start_prisoners_);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    other.now_.to_play = turns_[i];
    if (!other.play(moves_[i].point, moves_[i].color)) return false;
  }
  other.now_.to_play = now_.to_play;
  *this = std::move(other);
  return true;
}

bool History::over_by_passes() const {
  switch (rules_.ending) {
    case Ending::kTwoPasses:
      return now_.passes >= 2;
    case Ending::kThreePasses:
      return now_.passes >= 3;
    case Ending::kFreshKo:
      return now_.passes >= (now_.fresh_ko ? 3 : 2);
  }
  return false;
}

int History::cycle_balance() const {
  int balance = 0;
  if (repeats())
    for (std::size_t i = now_.cycle_start; i < moves_.size(); ++i)
      if (moves_[i].point == kPass) balance += moves_[i].color == kBlack ? 1 : -1;
  return balance;
}

}  // namespace keima
