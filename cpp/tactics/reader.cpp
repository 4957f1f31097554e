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
      const Few few = liberties();
      Candidates c = on(few);
      add_quiet_attacks(c, few);
      for (const Point p : c)
        if (kills(p, quiet, few)) r.moves[r.count++] = p;
      if (!cut_) break;
    }
    r.result = r.count > 0;
    r.complete = r.result || !cut_;
    r.nodes = nodes_;
    return r;
  }

  Reading saved() {
    Reading r;
    const Few few = liberties();
    if (few.count == 3) {
      r.result = true;
      return r;
    }
    Candidates c = on(few);
    add_captures(c);
    if (few.count > 1) add_quiet_defences(c, few);
    for (const Point p : c) {
      if (!scratch_.is_legal(p, defender_)) continue;
      if (saves(p, r.complete)) r.moves[r.count++] = p;
    }
    // A group that lives as it is may have no move that does not spoil it.
    r.result = r.count > 0 || (few.count > 1 && saves(kPass, r.complete));
    r.nodes = nodes_;
    return r;
  }

 private:
  // The liberties of the group, up to three.
  struct Few {
    int count;
    Point at[3];
  };
  Few liberties() const {
    Few few;
    few.count = scratch_.liberties(group_, 3, few.at);
    return few;
  }
  static Candidates on(const Few& few) {
    Candidates c;
    for (int i = 0; i < few.count; ++i) c.add(few.at[i]);
    return c;
  }

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
    const Few few = liberties();
    if (few.count == 3) return false;
    for (int i = 0; i < few.count; ++i)
      if (kills(few.at[i], quiet, few)) return true;
    if (quiet == 0) {
      cut_ |= few.count == 2;
      return false;
    }
    Candidates c = on(few);
    const int tried = c.size();
    add_quiet_attacks(c, few);
    for (const Point* p = c.begin() + tried; p != c.end(); ++p)
      if (kills(*p, quiet, few)) return true;
    return false;
  }

  bool kills(Point p, int quiet, const Few& few) {
    if (!scratch_.is_legal(p, attacker_)) return false;
    if (few.count == 1 && few.at[0] == p) return true;
    const bool atari = few.count == 2 && (few.at[0] == p || few.at[1] == p);
    if (!atari && quiet == 0) {
      cut_ = true;
      return false;
    }
    // The answer on the other liberty makes three.
    if (atari && scratch_.open_points(few.at[few.at[0] == p], p) > 2) return false;
    if (is_out()) return false;
    scratch_.play(p, attacker_);
    const bool dead = !escapes(atari ? quiet : quiet - 1);
    scratch_.undo();
    return dead;
  }

  // The defender to move: can he escape?
  bool escapes(int quiet) {
    const Few few = liberties();
    const int count = few.count;
    for (int i = 0; i < count; ++i)
      if (count - 1 + scratch_.open_points(few.at[i], few.at[count - 1 - i]) > 2) return true;
    // What costs little to find comes first.
    Candidates c = on(few);
    int tried = 0;
    const auto any_is_safe = [&] {
      for (const Point* p = c.begin() + tried; p != c.end(); ++p)
        if (is_safe_after(*p, quiet)) return true;
      tried = c.size();
      return false;
    };
    if (any_is_safe()) return true;
    add_captures(c);
    if (any_is_safe()) return true;
    if (count == 1) return false;
    add_quiet_defences(c, few);
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
    p == kPass ? scratch_.pass() : scratch_.play(p, defender_);
    bool safe = true;
    for (int quiet = 0; quiet <= kMostQuiet; ++quiet) {
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
    scratch_.play(p, defender_);
    const bool safe = !attack(quiet);
    scratch_.undo();
    return safe;
  }

  void add_quiet_attacks(Candidates& c, const Few& few) const {
    if (few.count == 1 && scratch_.is_legal(few.at[0], attacker_)) return;
    // Stones of his that are in atari: to be saved, by extending or by taking.
    each_neighbour(group_, [&](Point stone, int count, const Point* where) {
      if (count > 1) return;
      c.add(where[0]);
      each_neighbour(stone, [&](Point, int its, const Point* there) {
        if (its == 1) c.add(there[0]);
      });
    });
    add_near(c, few);
  }

  void add_captures(Candidates& c) const {
    each_neighbour(group_, [&](Point, int count, const Point* where) {
      if (count == 1) c.add(where[0]);
    });
  }

  void add_quiet_defences(Candidates& c, const Few& few) const {
    each_neighbour(group_, [&](Point, int count, const Point* where) {
      if (count == 2) {
        c.add(where[0]);
        c.add(where[1]);
      }
    });
    add_near(c, few);
  }

  // The empty points next to the liberties, and the liberties of groups of his that are next to
  // them and in atari.
  void add_near(Candidates& c, const Few& few) const {
    for (int i = 0; i < few.count; ++i)
      for (int d = 0; d < 4; ++d) {
        const Point n = scratch_.around(few.at[i], d);
        if (scratch_.at(n) == kEmpty) c.add(n);
      }
    for (int i = 0; i < few.count; ++i)
      for (int d = 0; d < 4; ++d) {
        const Point n = scratch_.around(few.at[i], d);
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
