#include "tactics/reader.h"

#include <algorithm>

#include "tactics/scratch.h"

namespace keima {
namespace {

// Points without repetition.
class Candidates {
 public:
  void add(Point p) {
    if (count_ < kMost && std::find(begin(), end(), p) == end()) points_[count_++] = p;
  }
  const Point* begin() const { return points_.data(); }
  const Point* end() const { return points_.data() + count_; }
  int size() const { return count_; }

 private:
  static constexpr int kMost = Reading::kMostMoves;
  int count_ = 0;
  std::array<Point, kMost> points_;
};

class Reader {
 public:
  Reader(const Board& b, Point group, int node_limit)
      : scratch_(b),
        group_(group),
        defender_(b.at(group)),
        attacker_(opponent(defender_)),
        limit_(node_limit) {}

  static constexpr int kMostQuiet = 2;

  Reading killed() {
    Reading r;
    for (int quiet = 0; quiet <= kMostQuiet && !r.count; ++quiet) {
      cut_ = false;
      for (const Point p : attacks())
        if (kills(p, quiet)) r.moves[r.count++] = p;
      if (!cut_) break;
    }
    r.result = r.count > 0;
    r.complete = r.result || !cut_;
    r.nodes = nodes_;
    return r;
  }

  Reading saved() {
    Reading r;
    Point three[3];
    if (scratch_.liberties(group_, 3, three) == 3) {
      r.result = true;
      return r;
    }
    const Candidates tries = defences();
    for (const Point p : tries) {
      if (!scratch_.is_legal(p, defender_)) continue;
      if (saves(p, r.complete)) r.moves[r.count++] = p;
    }
    r.result = r.count > 0;
    r.nodes = nodes_;
    return r;
  }

 private:
  bool is_out() {
    if (nodes_ < limit_ && !scratch_.is_full()) {
      ++nodes_;
      return false;
    }
    cut_ = true;
    return true;
  }

  // The attacker to move: can he capture?
  bool attack(int quiet) {
    Candidates c = attacks_on_liberties();
    for (const Point p : c)
      if (kills(p, quiet)) return true;
    if (quiet == 0) {
      cut_ |= c.size() == 2;
      return false;
    }
    const int tried = c.size();
    add_quiet_attacks(c);
    for (const Point* p = c.begin() + tried; p != c.end(); ++p)
      if (kills(*p, quiet)) return true;
    return false;
  }

  bool kills(Point p, int quiet) {
    if (!scratch_.is_legal(p, attacker_)) return false;
    Point three[3];
    const int before = scratch_.liberties(group_, 3, three);
    const bool takes = before == 1 && three[0] == p;
    if (takes) return true;
    const bool atari = before == 2 && (three[0] == p || three[1] == p);
    if (!atari && quiet == 0) {
      cut_ = true;
      return false;
    }
    // The answer on the other liberty makes three.
    if (atari && scratch_.open_points(three[three[0] == p], p) > 2) return false;
    if (is_out()) return false;
    scratch_.play(p, attacker_);
    const bool dead = !escapes(atari ? quiet : quiet - 1);
    scratch_.undo();
    return dead;
  }

  // The defender to move: can he escape?
  bool escapes(int quiet) {
    Point three[3];
    const int count = scratch_.liberties(group_, 3, three);
    for (int i = 0; i < count; ++i)
      if (count - 1 + scratch_.open_points(three[i], three[count - 1 - i]) > 2) return true;
    // What costs little to find comes first.
    Candidates c;
    int tried = 0;
    const auto any_is_safe = [&] {
      for (const Point* p = c.begin() + tried; p != c.end(); ++p)
        if (is_safe_after(*p, quiet)) return true;
      tried = c.size();
      return false;
    };
    for (int i = 0; i < count; ++i) c.add(three[i]);
    if (any_is_safe()) return true;
    add_captures(c);
    if (any_is_safe()) return true;
    if (count == 1) return false;
    add_quiet_defences(c);
    if (any_is_safe()) return true;
    if (is_out()) return true;
    scratch_.pass();
    const bool safe = !attack(quiet);
    scratch_.undo();
    return safe;
  }

  // Is the group safe after the defender's p, as far as can be read?
  bool saves(Point p, bool& complete) {
    if (is_out()) {
      complete = false;
      return false;
    }
    Point three[3];
    scratch_.play(p, defender_);
    bool safe = true;
    if (scratch_.liberties(group_, 3, three) < 3)
      for (int quiet = 0; quiet <= kMostQuiet && safe; ++quiet) {
        cut_ = false;
        safe = !attack(quiet);
        if (!safe || !cut_) break;
        if (quiet == kMostQuiet || nodes_ >= limit_) {
          complete = false;
          break;
        }
      }
    scratch_.undo();
    return safe;
  }

  bool is_safe_after(Point p, int quiet) {
    if (!scratch_.is_legal(p, defender_)) return false;
    if (is_out()) return true;
    Point three[3];
    scratch_.play(p, defender_);
    const bool safe = scratch_.liberties(group_, 3, three) == 3 || !attack(quiet);
    scratch_.undo();
    return safe;
  }

  // None if the group has three liberties.
  Candidates attacks_on_liberties() const {
    Candidates c;
    Point three[3];
    const int count = scratch_.liberties(group_, 3, three);
    for (int i = 0; i < count && count < 3; ++i) c.add(three[i]);
    return c;
  }

  void add_quiet_attacks(Candidates& c) const {
    Point three[3];
    const int count = scratch_.liberties(group_, 3, three);
    if (count > 2 || (count == 1 && scratch_.is_legal(three[0], attacker_))) return;
    // Stones of his that are in atari: to be saved, by extending or by taking.
    each_neighbour(group_, [&](Point stone, int liberties, const Point* where) {
      if (liberties > 1) return;
      c.add(where[0]);
      each_neighbour(stone, [&](Point, int its, const Point* there) {
        if (its == 1) c.add(there[0]);
      });
    });
    add_near(three, count, c);
  }

  Candidates attacks() const {
    Candidates c = attacks_on_liberties();
    add_quiet_attacks(c);
    return c;
  }

  void add_captures(Candidates& c) const {
    each_neighbour(group_, [&](Point, int liberties, const Point* where) {
      if (liberties == 1) c.add(where[0]);
    });
  }

  void add_quiet_defences(Candidates& c) const {
    each_neighbour(group_, [&](Point, int liberties, const Point* where) {
      if (liberties == 2) {
        c.add(where[0]);
        c.add(where[1]);
      }
    });
    Point three[3];
    add_near(three, scratch_.liberties(group_, 3, three), c);
  }

  Candidates defences() const {
    Candidates c;
    Point three[3];
    const int count = scratch_.liberties(group_, 3, three);
    for (int i = 0; i < count; ++i) c.add(three[i]);
    add_captures(c);
    if (count > 1) add_quiet_defences(c);
    return c;
  }

  // The empty points next to the liberties, and the liberties of groups of his that are next to
  // them and in atari.
  void add_near(const Point* liberties, int count, Candidates& c) const {
    for (int i = 0; i < count; ++i)
      for (int d = 0; d < 4; ++d) {
        const Point n = scratch_.around(liberties[i], d);
        if (scratch_.at(n) == kEmpty) c.add(n);
      }
    for (int i = 0; i < count; ++i)
      for (int d = 0; d < 4; ++d) {
        const Point n = scratch_.around(liberties[i], d);
        if (scratch_.at(n) == kEmpty || scratch_.at(n) == kWall) continue;
        if (scratch_.head(n) == scratch_.head(group_)) continue;
        Point two[2];
        if (scratch_.liberties(n, 2, two) == 1) c.add(two[0]);
      }
  }

  // Calls f(stone, liberties up to 3, where) for each group of the other colour next to a group.
  template <class F>
  void each_neighbour(Point group, F f) const {
    int seen = 0;
    std::array<Point, 16> heads;
    const Color other = opponent(scratch_.at(group));
    Point s = group;
    do {
      for (int d = 0; d < 4; ++d) {
        const Point n = scratch_.around(s, d);
        if (scratch_.at(n) != other) continue;
        const Point h = scratch_.head(n);
        if (std::find(heads.begin(), heads.begin() + seen, h) != heads.begin() + seen) continue;
        if (seen < static_cast<int>(heads.size())) heads[seen++] = h;
        Point three[3];
        f(n, scratch_.liberties(n, 3, three), three);
      }
      s = scratch_.next(s);
    } while (s != group);
  }

  Scratch scratch_;
  Point group_;
  Color defender_, attacker_;
  int limit_;
  int nodes_ = 0;
  bool cut_ = false;  // has anything been left out?
};

}  // namespace

Reading can_be_killed(const Board& b, Point group, int node_limit) {
  if (b.liberties(group) > 2) return {};
  return Reader(b, group, node_limit).killed();
}

Reading can_be_saved(const Board& b, Point group, int node_limit) {
  return Reader(b, group, node_limit).saved();
}

}  // namespace keima
