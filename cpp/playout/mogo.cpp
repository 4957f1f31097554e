#include "playout/mogo.h"

#include <stdexcept>

#include "playout/gammas.h"
#include "playout/heavy.h"

namespace keima {
namespace {

enum : std::size_t {
  kSkipSave,
  kSkipNakade,
  kSkipCapture,
  kSkipPattern,
  kPatternFirst,
  kMercy,
  kLength,
  kSafeWeight,
  kOpenWeight,
  kSelfAtariRule,
  kWeighted,
};

constexpr Parameter kParameters[] = {
    {"skip_save", kBySize, 0, 1,
     "How often the rule that saves groups is skipped; by default 40/128 on boards of up to 11x11 "
     "and 22/128 on larger ones."},
    {"skip_nakade", kBySize, 0, 1, "The same for vital points: 22/128 and 69/128."},
    {"skip_capture", kBySize, 0, 1, "The same for captures: 72/128 and 24/128."},
    {"skip_pattern", kBySize, 0, 1, "The same for patterns: 8/128 and 23/128."},
    {"pattern_first", 0, 0, 1, "1: patterns come before captures; 0: after them."},
    {"mercy", 0.2, 0, 1,
     "A playout is stopped when one side, komi counted, is ahead by more stones than this part of "
     "the area; 0: never."},
    {"length", 1.0 / 3, 0, 3,
     "A playout is stopped after as many moves as the board has empty points and this part of the "
     "area; 0: after three times the area."},
    {"safe_weight", 2, 1, 16,
     "How much more often a random move is one that leaves two or more liberties."},
    {"open_weight", 2, 1, 16,
     "How much more often a random move is one without stones on the eight points around it."},
    {"self_atari", 0, 0, 1,
     "Self-ataris that may be played at random: 0, those that capture or give atari; 1, those that "
     "are not bad."},
    {"weighted", 0, 0, 1,
     "1: patterns are chosen by the trained gammas of their neighbourhoods; 0: by the weights in "
     "the file of patterns."},
};

// Values of the release 1.11 of Matilda, in 1/128: up to 11x11, and above.
constexpr double kSkips[4][2] = {{40, 22}, {22, 69}, {72, 24}, {8, 23}};

// A gamma of 1, that of the empty neighbourhood, as a whole number; the greatest weight; and what
// is close to nothing: a tenth of the median of all neighbourhoods that match.
constexpr double kUnit = 64, kMostWeight = 1e6, kLeastGamma = 1.5;

class Mogo : public Playout {
 public:
  Mogo(const std::map<std::string, double>& parameters, const PlayoutTables& tables)
      : tables_(tables), values_(read_parameters(kParameters, parameters)) {
    for (int large = 0; large < 2; ++large)
      for (std::size_t i = 0; i < 4; ++i)
        skips_[large][i] = rate_bits(values_[i] == kBySize ? kSkips[i][large] / 128 : values_[i]);
    safe_ = static_cast<unsigned>(values_[kSafeWeight] + 0.5);
    open_ = static_cast<unsigned>(values_[kOpenWeight] + 0.5);
    allowed_ = values_[kSelfAtariRule] ? SelfAtari::kIfNotBad : SelfAtari::kIfUseful;
    if (values_[kWeighted]) weigh_shapes();
  }

  int run(Board& board, Color to_play, Point last, Point before, double komi, Rng& rng,
          MoveLog& log) override {
    HeavyGame game(board, last, before, rng);
    const auto& skips = skips_of(board);
    const HeavyLimits limits{values_[kMercy] * board.area(), values_[kLength]};
    return run_heavy(game, to_play, komi, limits, skips[kSkipCapture] < 65536,
                     skips[kSkipNakade] < 65536, epsilon, log,
                     [&]<Color c>() { return choose<c>(game, skips); });
  }

  void suggest(const Board& board, Color c, Point last, Point before,
               std::vector<std::pair<Point, float>>& out) override {
    Board copy(board);
    Rng rng(0);
    HeavyGame game(copy, last, before, rng);
    game.look_at_everything(true, true);
    c == kBlack ? suggest_for<kBlack>(game, out) : suggest_for<kWhite>(game, out);
  }

 private:
  using Skips = std::array<unsigned, 4>;

  template <Color c>
  void suggest_for(HeavyGame& game, std::vector<std::pair<Point, float>>& out) const {
    const auto& skips = skips_of(game.board);
    Candidates found;
    const auto give = [&](std::size_t rule) {
      for (int i = 0; i < found.size(); ++i)
        out.push_back({found[i], static_cast<float>((1 - skips[rule] / 65536.0) * found.share(i))});
      found.clear();
    };
    if (game.last != kPass) find_rescues<c>(game, found);
    give(kSkipSave);
    find_nakade<c>(game, found);
    give(kSkipNakade);
    find_captures<c>(game, found);
    give(kSkipCapture);
    find_patterns<c>(game, found);
    give(kSkipPattern);
  }

  const Skips& skips_of(const Board& board) const { return skips_[board.area() > 11 * 11]; }

  template <Color c>
  Point choose(HeavyGame& game, const Skips& skips) const {
    if (tables_.replies)
      if (const Point p = game.reply(*tables_.replies, c, allowed_); p != kPass) return p;
    const std::uint64_t coins = game.rng.next();
    const auto asked = [&](std::size_t rule) {
      return (coins >> 16 * rule & 0xffff) >= skips[rule];
    };
    Candidates found;
    if (game.last != kPass && asked(kSkipSave)) {
      find_rescues<c>(game, found);
      if (!found.empty()) return found.draw(game.rng);
    }
    if (asked(kSkipNakade)) {
      find_nakade<c>(game, found);
      if (!found.empty()) return found.draw(game.rng);
    }
    const bool pattern = game.last != kPass && asked(kSkipPattern);
    if (pattern && values_[kPatternFirst]) {
      find_patterns<c>(game, found);
      if (!found.empty()) return found.draw(game.rng);
    }
    if (asked(kSkipCapture)) {
      find_captures<c>(game, found);
      if (!found.empty()) return found.draw(game.rng);
    }
    if (pattern && !values_[kPatternFirst]) {
      find_patterns<c>(game, found);
      if (!found.empty()) return found.draw(game.rng);
    }
    return game.draw(c, safe_ * open_, [&](Point p) {
      if (!game.board.code(p)) return safe_ * open_;
      const int liberties = game.sensible_liberties(p, c, allowed_);
      return liberties >= 2 ? safe_ : static_cast<unsigned>(liberties);
    });
  }

  // Groups beside the last move that it put in atari. Larger ones count for more, and so do
  // captures after which the capturing stones are safe.
  template <Color c>
  static void find_rescues(HeavyGame& game, Candidates& found) {
    const Board& board = game.board;
    const unsigned own = adjacent(board, game.last, c);
    each_neighbour(board, game.last, with_liberties(board, game.last, own, 1, 1), [&](Point n) {
      const unsigned weight = static_cast<unsigned>(board.group_size(n)) + 2;
      each_rescue(board, n, [&](Point p, bool capture) {
        if (board.is_eye(p, c)) return;
        found.add(p, capture && liberties_after(board, p, c, 2) >= 2 ? 2 * weight : weight);
      });
    });
  }

  template <Color c>
  static void find_nakade(HeavyGame& game, Candidates& found) {
    game.each_vital([&](Point p) {
      if (game.is_playable(p, c)) found.add(p);
    });
  }

  template <Color c>
  static void find_captures(HeavyGame& game, Candidates& found) {
    game.each_in_atari(opponent(c), [&](Point stone) {
      const Point p = capture_of(game.board, stone);
      if (p != kPass) found.add(p);
    });
  }

  template <Color c>
  void find_patterns(HeavyGame& game, Candidates& found) const {
    if (!tables_.patterns || game.last == kPass) return;
    game.each_pattern(*tables_.patterns, game.last, c, [&](Point p, int weight) {
      if (!trained_.empty()) weight = trained_[Shapes::get().number(game.board.code(p), c)];
      if (weight) found.add(p, static_cast<unsigned>(weight));
    });
  }

  // The gammas in whole numbers. What is close to nothing is no pattern any more.
  void weigh_shapes() {
    if (!tables_.patterns || !tables_.patterns->gammas())
      throw std::invalid_argument("the policy mogo needs trained gammas to be weighted");
    for (int i = 0; i < Shapes::get().count(); ++i) {
      const double gamma = tables_.patterns->gammas()->shape(i);
      trained_.push_back(
          gamma < kLeastGamma ? 0 : static_cast<int>(std::min(gamma * kUnit + 0.5, kMostWeight)));
    }
  }

  PlayoutTables tables_;
  std::vector<double> values_;
  std::vector<int> trained_;  // by shape; empty if patterns have the weights of their file
  std::array<Skips, 2> skips_;
  unsigned safe_, open_;
  SelfAtari allowed_;
};

}  // namespace

ParameterList mogo_parameters() { return kParameters; }

std::unique_ptr<Playout> make_mogo(const std::map<std::string, double>& parameters,
                                   const PlayoutTables& tables) {
  return std::make_unique<Mogo>(parameters, tables);
}

}  // namespace keima
