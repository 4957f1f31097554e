#include "tactics/self_atari.h"

#include <array>

#include "tactics/region.h"

namespace keima {
namespace {

// The own groups next to a point, each once.
struct Neighbours {
  int count = 0;
  int stones = 0;
  std::array<Point, 4> head{};

  Neighbours(const Board& b, Point p, Color c) {
    for (int d = 0; d < 4; ++d) {
      const auto n = static_cast<Point>(p + b.geometry().around[d]);
      if (b.at(n) != c || has(b.head(n))) continue;
      stones += b.group_size(n);
      head[count++] = b.head(n);
    }
  }
  bool has(Point h) const {
    for (int i = 0; i < count; ++i)
      if (head[i] == h) return true;
    return false;
  }
};

// Calls f for each stone of the groups and for p.
template <class F>
void each_stone(const Board& b, Point p, const Neighbours& groups, F f) {
  f(p);
  for (int i = 0; i < groups.count; ++i) {
    Point s = groups.head[i];
    do f(s);
    while ((s = b.next(s)) != groups.head[i]);
  }
}

bool captures(const Board& b, Point p, Color c) {
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(p + b.geometry().around[d]);
    if (b.at(n) == opponent(c) && b.liberties(n) == 1) return true;
  }
  return false;
}

// What the opponent has after taking the group of p by a stone at its last liberty.
struct Taker {
  int stones = 0;
  int liberties = 0;  // as counted up to 3
};

Taker take(const Board& b, Point p, Point last, Color c, const Neighbours& mine) {
  const Neighbours theirs(b, last, opponent(c));
  Taker taker;
  taker.stones = 1 + theirs.stones;
  std::array<Point, 3> seen;
  const auto add = [&](Point q) {
    if (taker.liberties == 3) return;
    for (int i = 0; i < taker.liberties; ++i)
      if (seen[i] == q) return;
    seen[taker.liberties++] = q;
  };
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(last + b.geometry().around[d]);
    if (b.at(n) == kEmpty) add(n);  // p too: it is empty again
  }
  for (int i = 0; i < theirs.count; ++i) {
    if (b.liberties(theirs.head[i]) > 4) {
      taker.liberties = 3;
      return taker;
    }
    b.each_liberty(theirs.head[i], [&](Point q) {
      if (q != last) add(q);
    });
  }
  each_stone(b, p, mine, [&](Point s) {
    for (int d = 0; d < 4; ++d) {
      const auto n = static_cast<Point>(s + b.geometry().around[d]);
      if (n == last || (b.at(n) == opponent(c) && theirs.has(b.head(n)))) {
        add(s);
        return;
      }
    }
  });
  return taker;
}

// One stone at p, with `last` as its only liberty.
bool is_throw_in(const Board& b, Point p, Point last, Color c, const Taker& taker) {
  const Color o = opponent(c);
  const auto& around = b.geometry().around;
  // Stones that have both points, and few others, lose a liberty.
  if (taker.liberties <= 2 && taker.stones >= 3) {
    bool inside = true, few = false;
    for (int d = 0; d < 4; ++d) {
      const auto n = static_cast<Point>(p + around[d]);
      if (b.at(n) != o) continue;
      inside &= b.is_liberty(n, last);
      few |= b.liberties(n) <= 3;
    }
    if (inside && few) return true;
  }
  // The opponent's stone at p would make an eye of `last`; his stone there leaves a false one here.
  for (int d = 0; d < 4; ++d) {
    const auto n = static_cast<Point>(last + around[d]);
    if (n != p && b.at(n) != o && b.at(n) != kWall) return false;
  }
  int cuts = 0;
  bool edge = false;
  for (int d = 4; d < 8; ++d) {
    const Color corner = b.at(static_cast<Point>(p + around[d]));
    cuts += corner == c;
    edge |= corner == kWall;
  }
  return cuts + edge >= 2;
}

// The stones fill an eye of the opponent but for `last`, and their shape is one eye.
bool fills_to_dead_shape(const Board& b, Point p, Point last, Color c, const Neighbours& mine) {
  const int stones = 1 + mine.stones;
  if (stones < 2 || stones > 6) return false;
  Region eye;
  if (!fill_region(b, p, opponent(c), stones + 1, eye) || eye.size != stones + 1) return false;
  // The shape without the last point.
  Region shape;
  for (int i = 0; i < eye.size; ++i) {
    if (eye.points[i] == last) {
      shape.edges = eye.edges - eye.degree[i];
      continue;
    }
    int degree = eye.degree[i];
    for (int d = 0; d < 4; ++d) degree -= eye.points[i] + b.geometry().around[d] == last;
    shape.points[shape.size] = eye.points[i];
    shape.degree[shape.size++] = static_cast<std::uint8_t>(degree);
  }
  return is_dead_shape(shape);
}

}  // namespace

int liberties_after(const Board& b, Point p, Color c, Point* only) {
  const auto& around = b.geometry().around;
  int found = 0;
  Point first = kPass;
  const auto add = [&](Point q) {
    found += q != first || !found;
    if (found == 1) first = q;
  };
  for (int d = 0; d < 4 && found < 2; ++d) {
    const auto n = static_cast<Point>(p + around[d]);
    const Color color = b.at(n);
    if (color == kEmpty) {
      add(n);
    } else if (color == c) {
      const int count = b.liberties(n);
      if (count > 2) return 2;
      if (count == 2)
        b.each_liberty(n, [&](Point q) {
          if (q != p) add(q);
        });
    } else if (color == opponent(c) && b.liberties(n) == 1) {
      add(n);
      // Stones that go leave liberties where they touched the group.
      if (b.group_size(n) == 1) continue;
      const Neighbours mine(b, p, c);
      Point s = n;
      do {
        for (int e = 0; e < 4; ++e) {
          const auto t = static_cast<Point>(s + around[e]);
          if (t == p || (b.at(t) == c && mine.has(b.head(t)))) {
            add(s);
            break;
          }
        }
        s = b.next(s);
      } while (s != n && found < 2);
    }
  }
  if (found == 1) *only = first;
  return found < 2 ? found : 2;
}

bool is_bad_self_atari(const Board& b, Point p, Color c, bool ko_is_bad) {
  if (b.count_empty_neighbours(p) >= 2) return false;
  Point last = kPass;
  const int liberties = liberties_after(b, p, c, &last);
  if (liberties >= 2 || captures(b, p, c)) return false;
  if (liberties == 0) return true;
  const Neighbours mine(b, p, c);
  const int stones = 1 + mine.stones;
  // Larger sacrifices are not looked at: they would have to be nakade of more than six.
  if (stones > 6) return true;
  const Taker taker = take(b, p, last, c, mine);
  if (taker.liberties == 1 && taker.stones + !ko_is_bad > stones) return false;
  if (stones == 1 && is_throw_in(b, p, last, c, taker)) return false;
  return !fills_to_dead_shape(b, p, last, c, mine);
}

}  // namespace keima
