#include "playout/pachi.h"

#include <cstdlib>
#include <stdexcept>

#include "playout/heavy.h"
#include "playout/trained_policy.h"

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
  kWeighted,
  kChoices,
};

constexpr int kMostChoices = 8;

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
    {"weighted", 0, 0, 1,
     "1: which of the points that a rule offers is played is as trained, and so is when a point "
     "around the last two moves is, in place of patterns; in classic also how often the other "
     "rules "
     "are asked, unless that is given; 0: patterns by the weights in their file, all others "
     "alike."},
    {"choices", 3, 1, kMostChoices,
     "If weighted: so many random points are offered at a time where no rule has a move."},
};

// What told winners and owners of real games best, among these rules (docs/playouts.md): trained,
// and by hand where nothing is weighted.
constexpr std::array<double, TrainedPolicy::kRates> kByHand = {0.2, 0.2, 0.9, 0.9, 1, 0};
constexpr auto kClassicParameters = [] {
  auto list = std::to_array(kParameters);
  for (std::size_t rule = 0; rule < TrainedPolicy::kRates; ++rule) list[rule].value = kTrained;
  list[kMercy].value = 0.2;
  list[kWeighted].value = 1;
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
        const PlayoutTables& tables, PolicyTrace* trace)
      : tables_(tables), values_(read_parameters(list, parameters)), trace_(trace) {
    if (values_[kWeighted]) {
      trained_ = tables_.patterns ? tables_.patterns->trained() : nullptr;
      if (!trained_) throw std::invalid_argument("there is no trained policy to be weighted by");
    }
    for (std::size_t i = 0; i < kRules; ++i) {
      if (values_[i] == kTrained)
        values_[i] = trained_ ? trained_->rate(static_cast<int>(i)) : kByHand[i];
      rates_[i] = rate_bits(values_[i]);
    }
    allowed_ = values_[kSelfAtari] ? SelfAtari::kIfNotBad : SelfAtari::kIfUseful;
    ko_age_ = static_cast<int>(values_[kKoAge]);
    choices_ = static_cast<int>(values_[kChoices]);
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
        const bool yes = ((rule < 4 ? first : second) >> 16 * (rule & 3) & 0xffff) < rates_[rule];
        if (trace_)
          trace_->push_back({TrainedPolicy::rate_number(static_cast<int>(rule)),
                             static_cast<float>(yes - values_[rule])});
        return yes;
      };
      // Where a rule is rarely of use, that is looked at before its coin, which nobody can guess.
      const Nearby near(game.board, game.last, c);
      Candidates found;
      if (has_recent_ko(game) && asked(kKo)) find_ko<c>(game, found);
      if (found.empty() && asked(kNakade)) find_nakade<c>(game, found);
      if (found.empty() && near.last == 1 && asked(kCapture)) find_capture(game, found);
      if (found.empty() && near.one && asked(kEscape)) {
        find_escapes<c>(game, near.one, found);
        if (!found.empty()) return draw(game, found, Offer::kEscape, c);
      }
      if (found.empty() && near.has_two() && asked(kTwoLiberties))
        find_liberty_moves<c>(game, near.last == 2, near.two, found);
      if (found.empty() && near.has_many() && asked(kManyLiberties))
        find_liberty_moves<c>(game, near.last == 3 || near.last == 4, near.many, found);
      if (!found.empty()) return draw(game, found, Offer::kTactics, c);
      if (trained_) {
        if (const Point p = draw_near<c>(game); p != kPass) return p;
      } else if (asked(kPattern)) {
        find_patterns<c>(game, found);
        if (!found.empty()) return found.draw(game.rng);
      }
    }
    const auto sensible = [&](Point p) -> unsigned {
      return !game.board.code(p) || game.is_sensible(p, c, allowed_);
    };
    if (trained_ && !game.board.empties().empty())
      // A few times, as most points are sensible until near the end.
      for (int tries = 0; tries < 3; ++tries)
        if (const Point p = draw_elsewhere(game, c); sensible(p)) return p;
    return game.draw(c, 1, sensible);
  }

  // One of the offered points, by its weight if there are trained ones.
  Point draw(HeavyGame& game, const Candidates& offered, Offer offer, Color c) const {
    if (!trained_ || offered.size() == 1) return offered.draw(game.rng);
    Candidates weighted;
    for (int i = 0; i < offered.size(); ++i)
      weighted.add(offered[i], trained_->tactical(offer, game.board.code(offered[i]), c));
    const Point chosen = weighted.draw(game.rng);
    if (trace_)
      for (int i = 0; i < weighted.size(); ++i)
        trace_shape(game.board, offer, weighted[i], c, weighted[i] == chosen, weighted.share(i));
    return chosen;
  }

  // One of a few random points.
  Point draw_elsewhere(HeavyGame& game, Color c) const {
    std::array<Point, kMostChoices> points;
    std::array<float, kMostChoices> weights;
    float total = 0;
    for (int i = 0; i < choices_; ++i) {
      points[i] = game.any_empty();
      total += weights[i] = trained_->elsewhere(game.board.code(points[i]), c);
    }
    const int chosen = pick(game.rng, total, weights.data(), choices_ - 1);
    if (trace_)
      for (int i = 0; i < choices_; ++i)
        trace_shape(game.board, Offer::kElsewhere, points[i], c, i == chosen, weights[i] / total);
    return points[chosen];
  }

  // A point around the last two moves, or kPass for none of them.
  template <Color c>
  Point draw_near(HeavyGame& game) const {
    const Board& board = game.board;
    const auto& around = board.geometry().around;
    const int stride = board.geometry().stride;
    // None of this branches, as nobody could guess how.
    std::array<float, 16> weights{};
    const auto offer = [&](Point p, int first, auto is_new) {
      const unsigned empty = Board::matches(board.code(p), kEmpty);
      std::array<float, 8> there;
      for (int d = 0; d < 8; ++d)
        there[d] = static_cast<float>((empty >> 2 * d & 1) & is_new(p + around[d]));
      for (int d = 0; d < 8; ++d)
        weights[first + d] = trained_->near(board.code(static_cast<Point>(p + around[d])), c) *
                             trained_->factor(first / 4 + d / 4) * there[d];
    };
    offer(game.last, 0, [](int) { return 1u; });
    if (game.before != kPass)
      offer(game.before, 8, [&](int p) {
        const int off = std::abs(p - game.last);
        return 1u ^ static_cast<unsigned>((off == 1) | (off == stride) | (off == stride - 1) |
                                          (off == stride + 1));
      });
    while (true) {
      float total = 1;  // for none
      for (const float weight : weights) total += weight;
      const int i = pick(game.rng, total, weights.data(), 16);
      if (trace_) trace_near(game, weights, total, i, c);
      if (i == 16) return kPass;
      const auto p = static_cast<Point>((i < 8 ? game.last : game.before) + around[i & 7]);
      if (game.is_sensible(p, c, allowed_)) return p;
      weights[i] = 0;
    }
  }

  // Which of the weights, or `count` for what is left of the total.
  static int pick(Rng& rng, float total, const float* weights, int count) {
    float rest = static_cast<float>(rng.next() >> 40) * 0x1p-24f * total;
    int i = 0;
    while (i < count && rest >= weights[i]) rest -= weights[i++];
    return i;
  }

  void trace_shape(const Board& board, Offer offer, Point p, Color c, bool chosen,
                   double share) const {
    trace_->push_back({TrainedPolicy::shape_number(offer, Shapes::get().number(board.code(p), c)),
                       static_cast<float>(chosen - share)});
  }
  void trace_near(const HeavyGame& game, const std::array<float, 16>& weights, float total,
                  int chosen, Color c) const {
    const auto& around = game.board.geometry().around;
    for (int i = 0; i < 16; ++i) {
      if (!(weights[i] > 0)) continue;
      const auto p = static_cast<Point>((i < 8 ? game.last : game.before) + around[i & 7]);
      trace_shape(game.board, Offer::kNear, p, c, i == chosen, weights[i] / total);
      trace_->push_back({TrainedPolicy::factor_number(i / 4),
                         static_cast<float>(i == chosen) - weights[i] / total});
    }
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
  int ko_age_, choices_;
  const TrainedPolicy* trained_ = nullptr;  // of tables_; null if nothing is weighted
  PolicyTrace* trace_;
};

}  // namespace

ParameterList pachi_parameters() { return kParameters; }
ParameterList classic_parameters() { return kClassicParameters; }

std::unique_ptr<Playout> make_pachi(ParameterList list,
                                    const std::map<std::string, double>& parameters,
                                    const PlayoutTables& tables, PolicyTrace* trace) {
  return std::make_unique<Pachi>(list, parameters, tables, trace);
}

}  // namespace keima
