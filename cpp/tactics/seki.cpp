#include "tactics/seki.h"

#include <array>

#include "tactics/eyes.h"
#include "tactics/self_atari.h"

namespace keima {
namespace {

using Two = std::array<Point, 2>;

Two two_liberties(const Board& b, Point stone) {
  Two two{};
  int i = 0;
  b.each_liberty(stone, [&](Point p) { two[i++] = p; });
  return two;
}

bool is_eye_of(const Board& b, Point p, Point stone) {
  if (!is_surrounded(b, p, b.at(stone)) || !is_inside_one_group(b, p)) return false;
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(p + b.geometry().around[d]);
    if (b.at(n) != kWall) return b.head(n) == b.head(stone);
  }
  return false;
}

bool loses_for_both(const Board& b, Point p) {
  return is_bad_self_atari(b, p, kBlack) && is_bad_self_atari(b, p, kWhite);
}

bool touches_atari(const Board& b, Point stone) {
  Point s = stone;
  do {
    for (int d = 0; d < 4; ++d) {
      const auto n = static_cast<Point>(s + b.geometry().around[d]);
      if (b.at(n) == opponent(b.at(stone)) && b.liberties(n) == 1) return true;
    }
    s = b.next(s);
  } while (s != stone);
  return false;
}

// Two groups of opposite colour with two liberties each, `shared` of both.
bool are_in_seki(const Board& b, Point one, Point other, Point shared) {
  const Two mine = two_liberties(b, one), his = two_liberties(b, other);
  const Point my_other = mine[0] == shared ? mine[1] : mine[0];
  const Point his_other = his[0] == shared ? his[1] : his[0];
  const bool share_both = my_other == his_other;
  if (!share_both && !(is_eye_of(b, my_other, one) && is_eye_of(b, his_other, other))) return false;
  if (!loses_for_both(b, shared) || (share_both && !loses_for_both(b, my_other))) return false;
  return !touches_atari(b, one) && !touches_atari(b, other);
}

// The group next to p that is in seki with that of `stone`, or kPass.
Point partner_at(const Board& b, Point p, Point stone) {
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(p + b.geometry().around[d]);
    if (b.at(n) == opponent(b.at(stone)) && b.liberties(n) == 2 && are_in_seki(b, stone, n, p))
      return b.head(n);
  }
  return kPass;
}

}  // namespace

Point seki_partner(const Board& b, Point stone) {
  if (b.liberties(stone) != 2) return kPass;
  for (const Point p : two_liberties(b, stone))
    if (const Point partner = partner_at(b, p, stone); partner != kPass) return partner;
  return kPass;
}

bool is_seki_liberty(const Board& b, Point p) {
  if (b.count_empty_neighbours(p) > 1) return false;
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(p + b.geometry().around[d]);
    if (b.at(n) == kBlack && b.liberties(n) == 2 && partner_at(b, p, n) != kPass) return true;
  }
  return false;
}

}  // namespace keima
