#include "playout/pachi.h"

#include "playout/heavy.h"

namespace keima {
namespace {

enum Rule : std::size_t {
  kKo,
  kNakade,
  kCapture,
  kEscape,
  kTwoLiberties,
  kManyLiberties,
  kPattern,
  kRules,
  kKoAge = kRules,
  kMercy,
  kLength,
  kSelfAtari,
};

constexpr Parameter kParameters[] = {
    {"ko_rate", 0.2, 0, 1, "How often a recent ko is taken back if that is possible."},
    {"nakade_rate", 0.2, 0, 1,
     "How often the vital point is played if the last move left such an eye."},
    {"capture_rate", 0.9, 0, 1, "How often stones that have put themselves in atari are taken."},
    {"escape_rate", 0.9, 0, 1,
     "How often stones that were put in atari run away or take a neighbour."},
    {"two_liberty_rate", 0.8, 0, 1,
     "How often groups with two liberties around the last move are attacked or strengthened."},
    {"many_liberty_rate", 0.2, 0, 1, "The same for groups with three or four liberties."},
    {"pattern_rate", 1, 0, 1, "How often a pattern around the last two moves is played."},
    {"ko_age", 4, 0, 100, "How many moves a ko is recent."},
    {"mercy", 0, 0, 1,
     "A playout is stopped when one side, komi counted, is ahead by more stones than this part of "
     "the area; 0: never."},
    {"length", 0, 0, 3,
     "A playout is stopped after as many moves as the board has empty points and this part of the "
     "area; 0: after three times the area."},
    {"self_atari", 1, 0, 1,
     "Self-ataris that may be played at random: 0, those that capture or give atari; 1, those that "
     "are not bad."},
};

// What told winners and owners of real games best, among these rules (docs/playouts.md).
constexpr auto kClassicParameters = [] {
  auto list = std::to_array(kParameters);
  list[kTwoLiberties].value = 1;
  list[kManyLiberties].value = 0;
  list[kMercy].value = 0.2;
  return list;
}();

// The liberties of the last move's group, and the groups of c beside it, as of each_neighbour, by
// how many liberties they have.
struct Nearby {
  int last;
  unsigned one = 0, two = 0, many = 0;

  Nearby(const Board& b, Point p, Color c) : last(b.liberties(p)) {
    const auto& around = b.geometry().around;
    for (int d = 0; d < 4; ++d) {
      const int liberties = b.liberties(static_cast<Point>(p + around[d]));
      one |= static_cast<unsigned>(liberties == 1) << 2 * d;
      two |= static_cast<unsigned>(liberties == 2) << 2 * d;
      many |= static_cast<unsigned>(liberties == 3 || liberties == 4) << 2 * d;
    }
    const unsigned own = adjacent(b, p, c);
    one &= own, two &= own, many &= own;
  }
  bool has_two() const { return (last == 2) | (two != 0); }
  bool has_many() const { return (last == 3) | (last == 4) | (many != 0); }
};

class Pachi : public Playout {
 public:
  Pachi(ParameterList list, const std::map<std::string, double>& parameters,
        const PlayoutTables& tables)
      : tables_(tables), values_(read_parameters(list, parameters)) {
    for (std::size_t i = 0; i < kRules; ++i) rates_[i] = rate_bits(values_[i]);
    allowed_ = values_[kSelfAtari] ? SelfAtari::kIfNotBad : SelfAtari::kIfUseful;
    ko_age_ = static_cast<int>(values_[kKoAge]);
  }

  int run(Board& board, Color to_play, Point last, Point before, double komi, Rng& rng,
          MoveLog& log) override {
    HeavyGame game(board, last, before, rng);
    const HeavyLimits limits{values_[kMercy] * board.area(), values_[kLength]};
    return run_heavy(game, to_play, komi, limits, false, false, epsilon, log,
                     [&]<Color c>() { return choose<c>(game); });
  }

  void suggest(const Board& board, Color c, Point last, Point before,
               std::vector<std::pair<Point, float>>& out) override {
    if (last == kPass) return;
    Board copy(board);
    Rng rng(0);
    HeavyGame game(copy, last, before, rng);
    for (std::size_t rule = 0; rule < kRules; ++rule) {
      Candidates found;
      c == kBlack ? find<kBlack>(static_cast<Rule>(rule), game, found)
                  : find<kWhite>(static_cast<Rule>(rule), game, found);
      for (int i = 0; i < found.size(); ++i)
        out.push_back({found[i], static_cast<float>(values_[rule] * found.share(i))});
    }
  }

 private:
  template <Color c>
  Point choose(HeavyGame& game) const {
    if (tables_.replies)
      if (const Point p = game.reply(*tables_.replies, c, allowed_); p != kPass) return p;
    if (game.last != kPass) {
      const std::uint64_t first = game.rng.next(), second = game.rng.next();
      const auto asked = [&](std::size_t rule) {
        return ((rule < 4 ? first : second) >> 16 * (rule & 3) & 0xffff) < rates_[rule];
      };
      // Where a rule is rarely of use, that is looked at before its coin, which nobody can guess.
      const Nearby near(game.board, game.last, c);
      Candidates found;
      if (has_recent_ko(game) && asked(kKo)) find_ko<c>(game, found);
      if (found.empty() && asked(kNakade)) find_nakade<c>(game, found);
      if (found.empty() && near.last == 1 && asked(kCapture)) find_capture(game, found);
      if (found.empty() && near.one && asked(kEscape)) find_escapes<c>(game, near.one, found);
      if (found.empty() && near.has_two() && asked(kTwoLiberties))
        find_liberty_moves<c>(game, near.last == 2, near.two, found);
      if (found.empty() && near.has_many() && asked(kManyLiberties))
        find_liberty_moves<c>(game, near.last == 3 || near.last == 4, near.many, found);
      if (found.empty() && asked(kPattern)) find_patterns<c>(game, found);
      if (!found.empty()) return found.draw(game.rng);
    }
    return game.draw(c, 1, [&](Point p) -> unsigned {
      return !game.board.code(p) || game.is_sensible(p, c, allowed_);
    });
  }

  template <Color c>
  void find(Rule rule, const HeavyGame& game, Candidates& found) const {
    const Nearby near(game.board, game.last, c);
    switch (rule) {
      case kKo:
        return has_recent_ko(game) ? find_ko<c>(game, found) : void();
      case kNakade:
        return find_nakade<c>(game, found);
      case kCapture:
        return near.last == 1 ? find_capture(game, found) : void();
      case kEscape:
        return find_escapes<c>(game, near.one, found);
      case kTwoLiberties:
        return find_liberty_moves<c>(game, near.last == 2, near.two, found);
      case kManyLiberties:
        return find_liberty_moves<c>(game, near.last == 3 || near.last == 4, near.many, found);
      default:
        return find_patterns<c>(game, found);
    }
  }

  bool has_recent_ko(const HeavyGame& game) const {
    return game.ko != kPass && game.moves - game.ko_move < ko_age_;
  }

  template <Color c>
  static void find_ko(const HeavyGame& game, Candidates& found) {
    const Board& board = game.board;
    if (board.at(game.ko) == kEmpty && !is_ko(board, game.ko, c) && captures(board, game.ko, c))
      found.add(game.ko);
  }

  // The points beside the last move are of an eye of the opponent, or of an own one.
  template <Color c>
  static void find_nakade(const HeavyGame& game, Candidates& found) {
    const Board& board = game.board;
    each_neighbour(board, game.last, adjacent(board, game.last, kEmpty), [&](Point n) {
      const Point p = game.vital_near(n);
      if (p != kPass && game.is_playable(p, c)) found.add(p);
    });
  }

  static void find_capture(const HeavyGame& game, Candidates& found) {
    const Point p = capture_of(game.board, game.last);
    if (p != kPass) found.add(p);
  }

  template <Color c>
  static void find_escapes(const HeavyGame& game, unsigned groups, Candidates& found) {
    const Board& board = game.board;
    each_neighbour(board, game.last, groups, [&](Point n) {
      each_rescue(board, n, [&](Point p, bool) {
        if (!board.is_eye(p, c)) found.add(p);
      });
    });
  }

  // The opponent's group of the last move loses a liberty; the own groups beside it gain some.
  template <Color c>
  static void find_liberty_moves(const HeavyGame& game, bool attack_last, unsigned groups,
                                 Candidates& found) {
    const Board& board = game.board;
    if (attack_last) attack<c>(game, game.last, found);
    Point seen = kPass;
    each_neighbour(board, game.last, groups, [&](Point n) {
      const int liberties = board.liberties(n);
      if (board.head(n) == seen) return;
      seen = board.head(n);
      board.each_liberty(n, [&](Point p) {
        if (!is_ko(board, p, c) && liberties_after(board, p, c, liberties + 1) > liberties &&
            !game.is_own_eye(p, c))
          found.add(p);
      });
    });
  }

  // Takes a liberty of the opponent's group. Of two liberties, one is better left to him, where
  // he gains nothing by it.
  template <Color c>
  static void attack(const HeavyGame& game, Point group, Candidates& found) {
    const Board& board = game.board;
    std::array<Point, 4> liberties;
    int count = 0;
    board.each_liberty(group, [&](Point p) { liberties[count++] = p; });
    const auto can_attack = [&](Point p) { return game.is_safe(p, c); };
    if (count > 2) {
      for (int i = 0; i < count; ++i)
        if (can_attack(liberties[i])) found.add(liberties[i]);
      return;
    }
    const bool first = can_attack(liberties[0]), second = can_attack(liberties[1]);
    if (first && second) {
      // What the group has after our stone on one liberty and his on the other: his stone's
      // liberties, but for the one we took.
      constexpr Color o = opponent(c);
      const bool first_traps = liberties_after(board, liberties[1], o, 3) <= 2;
      const bool second_traps = liberties_after(board, liberties[0], o, 3) <= 2;
      if (first_traps || !second_traps) found.add(liberties[0]);
      if (second_traps || !first_traps) found.add(liberties[1]);
    } else if (first || second) {
      found.add(liberties[first ? 0 : 1]);
    }
  }

  template <Color c>
  void find_patterns(const HeavyGame& game, Candidates& found) const {
    if (!tables_.patterns) return;
    for (const Point p : {game.last, game.before})
      if (p != kPass)
        game.each_pattern(*tables_.patterns, p, c, [&](Point q, int weight) {
          found.add(q, static_cast<unsigned>(weight));
        });
  }

  PlayoutTables tables_;
  std::vector<double> values_;
  std::array<unsigned, kRules> rates_;
  SelfAtari allowed_;
  int ko_age_;
};

}  // namespace

ParameterList pachi_parameters() { return kParameters; }
ParameterList classic_parameters() { return kClassicParameters; }

std::unique_ptr<Playout> make_pachi(ParameterList list,
                                    const std::map<std::string, double>& parameters,
                                    const PlayoutTables& tables) {
  return std::make_unique<Pachi>(list, parameters, tables);
}

}  // namespace keima
