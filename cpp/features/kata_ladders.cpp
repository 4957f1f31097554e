#include "features/kata_ladders.h"

#include "features/ladder_board.h"

namespace keima {
namespace {

// A ladder that is not over after so many moves is given up as none.
constexpr int kMostNodes = 25000;

class LadderReader {
 public:
  explicit LadderReader(const Board& b) : most_plies_(3 * b.area() / 2) { board_.load(b); }

  // The owner of a group in atari to move: is it captured? The ko is his to take.
  bool is_captured(Point group, Point only) {
    group_ = group;
    runner_ = board_.at(group);
    attacker_ = opponent(runner_);
    nodes_ = 0;
    const Point ko = board_.ko;
    board_.ko = kPass;
    const bool captured = is_lost(only, 0);
    board_.ko = ko;
    return captured && nodes_ < kMostNodes;
  }

  // The same after the attacker's move at one of two liberties; false if it is illegal.
  bool is_captured_after(Point move, Point group, Point only) {
    if (!board_.is_legal(move, opponent(board_.at(group)))) return false;
    LadderBoard::Stone m;
    board_.play(move, opponent(board_.at(group)), kPass, m);
    const bool captured = is_captured(group, only);
    board_.undo(m);
    return captured;
  }

 private:
  static constexpr int kMostMoves = 24;

  // Up to three different points.
  struct Liberties {
    Point at[3];
    int count = 0;
    void add(Point p) {
      if (count < 3 && std::find(at, at + count, p) == at + count) at[count++] = p;
    }
  };

  // The runner to move, with one liberty.
  bool is_lost(Point only, int ply) {
    if (ply > most_plies_) return true;
    if (nodes_ >= kMostNodes || board_.ko != kPass) return false;
    // Extending first: it settles most ladders that do not work.
    if (escapes_by_extending(only, ply)) return false;
    std::array<Point, kMostMoves> takes;
    const int count = captures(takes);
    for (int i = 0; i < count; ++i)
      if (takes[i] != only && escapes_by_taking(takes[i], ply)) return false;
    return true;
  }

  // Counts the liberties that the stone would have before it is played.
  bool escapes_by_extending(Point only, int ply) {
    for (int d = 0; d < 4; ++d) {
      const Point n = board_.around(only, d);
      if (board_.at(n) == attacker_ && board_.is_in_atari(n)) return escapes_by_taking(only, ply);
    }
    const Liberties got = after_extending(only, kPass);
    if (got.count != 2) return got.count > 2;
    return is_free_after(only, got.at, ply);
  }

  // The runner's liberties after his stone at the only one, without captures and without `gone`.
  Liberties after_extending(Point only, Point gone) const {
    Liberties got;
    for (int d = 0; d < 4; ++d) {
      const Point n = board_.around(only, d);
      if (board_.at(n) == kEmpty) {
        if (n != gone) got.add(n);
      } else if (board_.at(n) == runner_ && board_.head(n) != board_.head(group_)) {
        Point five[5];
        const int its = board_.liberties(n, 5, five);
        for (int i = 0; i < its; ++i)
          if (five[i] != only && five[i] != gone) got.add(five[i]);
      }
    }
    return got;
  }

  // His stone at p takes something.
  bool escapes_by_taking(Point p, int ply) {
    if (!board_.is_legal(p, runner_)) return false;
    ++nodes_;
    LadderBoard::Stone m;
    board_.play(p, runner_, board_.head(group_), m);
    Point got[3];
    const int count = board_.liberties(group_, 3, got);
    const bool caught = count < 2 || (count == 2 && is_caught(got, ply + 1));
    board_.undo(m);
    return !caught;
  }

  // Is the runner free after a stone that leaves him two liberties?
  bool is_free_after(Point p, const Point* two, int ply) {
    ++nodes_;
    LadderBoard::Stone m;
    board_.play(p, runner_, board_.head(group_), m);
    const bool caught = is_caught(two, ply + 1);
    board_.undo(m);
    return !caught;
  }

  // The attacker to move; the runner has two liberties.
  bool is_caught(const Point* two, int ply) {
    if (ply > most_plies_) return true;
    if (nodes_ >= kMostNodes) return false;
    if (is_double_ko_death(two)) return true;
    const int answers[2] = {after_extending(two[1], two[0]).count,
                            after_extending(two[0], two[1]).count};
    const int better = answers[1] < answers[0];
    for (const int i : {better, 1 - better}) {
      if (answers[i] > 2 || !board_.is_legal(two[i], attacker_)) continue;
      ++nodes_;
      LadderBoard::Stone m;
      board_.play(two[i], attacker_, kPass, m);
      const bool lost = is_lost(two[1 - i], ply + 1);
      board_.undo(m);
      if (lost) return true;
    }
    return false;
  }

  // Where the runner can take groups next to it.
  int captures(std::array<Point, kMostMoves>& out) const {
    int count = 0;
    Point s = group_, known = kPass;
    do {
      for (int d = 0; d < 4; ++d) {
        const Point n = board_.around(s, d);
        if (board_.at(n) != attacker_ || board_.head(n) == known) continue;
        known = board_.head(n);
        Point two[2];
        if (board_.liberties(n, 2, two) != 1) continue;
        if (std::find(out.begin(), out.begin() + count, two[0]) != out.begin() + count) continue;
        if (count < kMostMoves) out[count++] = two[0];
      }
      s = board_.next(s);
    } while (s != group_);
    return count;
  }

  // Both liberties are kos that the attacker can take, joining there gives no third liberty, and
  // no stone around can be taken: whichever ko is fought, the other one is there.
  bool is_double_ko_death(const Point* two) const {
    if (!is_ko_mouth(two[0]) || !is_ko_mouth(two[1])) return false;
    if (liberties_joined_at(two[0]) > 2 || liberties_joined_at(two[1]) > 2) return false;
    std::array<Point, kMostMoves> takes;
    return captures(takes) == 0;
  }

  // Would the attacker take a single stone here, and nothing else, amid the runner's stones?
  bool is_ko_mouth(Point p) const {
    Point taken = kPass;
    for (int d = 0; d < 4; ++d) {
      const Point n = board_.around(p, d);
      if (board_.at(n) == kWall) continue;
      if (board_.at(n) != runner_) return false;
      if (!board_.is_in_atari(n)) continue;
      if (taken != kPass) return false;
      taken = n;
    }
    return taken != kPass && board_.next(taken) == taken;
  }

  // Liberties, up to three, of the runner's group after his stone at a point between his stones.
  int liberties_joined_at(Point p) const {
    Point all[12];
    int count = 0;
    for (int d = 0; d < 4; ++d) {
      const Point n = board_.around(p, d);
      if (board_.at(n) != runner_) continue;
      Point four[4];
      const int its = board_.liberties(n, 4, four);
      for (int i = 0; i < its; ++i)
        if (four[i] != p && std::find(all, all + count, four[i]) == all + count)
          all[count++] = four[i];
    }
    return count;
  }

  LadderBoard board_;
  int most_plies_;
  Point group_ = kPass;
  Color runner_ = kBlack, attacker_ = kWhite;
  int nodes_ = 0;
};

// Would the owner's stone at `only` give the group three liberties, even after the attacker's
// stone at `gone`? Settles most groups without playing.
bool runs_free(const Board& b, Point group, Point only, Point gone) {
  int count = 0;
  const Geometry& g = b.geometry();
  for (int d = 0; d < 4; ++d) {
    const Point n = static_cast<Point>(only + g.around[d]);
    if (b.at(n) == kEmpty) {
      count += n != gone;
    } else if (b.at(n) == b.at(group) && b.head(n) != b.head(group)) {
      const int lost = 1 + (gone != kPass && b.is_liberty(n, gone));
      if (b.liberties(n) - lost >= 3) return true;
    }
  }
  return count >= 3;
}

}  // namespace

LadderPlanes find_ladders(const Board& board, Color to_play) {
  LadderPlanes found;
  const Geometry& g = board.geometry();
  const Places places(g);
  LadderReader reader(board);
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    if (board.at(p) == kEmpty || board.head(p) != p || board.liberties(p) > 2) continue;
    bool captured = false;
    Point libs[2];
    int count = 0;
    board.each_liberty(p, [&](Point l) { libs[count++] = l; });
    if (count == 1) {
      captured = !runs_free(board, p, libs[0], kPass) && reader.is_captured(p, libs[0]);
    } else {
      const bool his = board.at(p) != to_play;
      for (int k = 0; k < 2 && (his || !captured); ++k) {
        const Point move = libs[k], only = libs[1 - k];
        if (runs_free(board, p, only, move)) continue;
        if (!reader.is_captured_after(move, p, only)) continue;
        captured = true;
        if (his) found.working.add(places.row(move), places.column(move));
      }
    }
    if (!captured) continue;
    Point s = p;
    do found.captured.add(places.row(s), places.column(s));
    while ((s = board.next(s)) != p);
  }
  return found;
}

}  // namespace keima
