#include "playout/softmax.h"

#include <stdexcept>

#include "playout/heavy.h"
#include "playout/move_weights.h"

namespace keima {
namespace {

enum : std::size_t { kPower, kMercy, kLength, kSelfAtariRule };

constexpr Parameter kParameters[] = {
    {"power", 1, 0, 4, "All gammas are raised to this: 0, all moves alike; above 1, fewer."},
    {"mercy", 0.2, 0, 1,
     "A playout is stopped when one side, komi counted, is ahead by more stones than this part of "
     "the area; 0: never."},
    {"length", 1.0 / 3, 0, 3,
     "A playout is stopped after as many moves as the board has empty points and this part of the "
     "area; 0: after three times the area."},
    {"self_atari", 1, 0, 1,
     "Self-ataris that may be played: 0, those that capture or give atari; 1, those that are not "
     "bad."},
};

// Moves that are less likely are not suggested.
constexpr double kLeastSuggested = 0.01;

const Gammas& gammas_of(const PlayoutTables& tables) {
  if (!tables.patterns || !tables.patterns->gammas())
    throw std::invalid_argument("the policy softmax needs trained gammas");
  return *tables.patterns->gammas();
}

class Softmax : public Playout {
 public:
  Softmax(const std::map<std::string, double>& parameters, const PlayoutTables& tables)
      : tables_(tables),
        values_(read_parameters(kParameters, parameters)),
        teams_(gammas_of(tables), values_[kPower]),
        allowed_(values_[kSelfAtariRule] ? SelfAtari::kIfNotBad : SelfAtari::kIfUseful) {}

  int run(Board& board, Color to_play, Point last, Point before, double komi, Rng& rng,
          MoveLog& log) override {
    HeavyGame game(board, last, before, rng);
    const HeavyLimits limits{values_[kMercy] * board.area(), values_[kLength]};
    start(board);
    return run_heavy(game, to_play, komi, limits, false, false, epsilon, log,
                     [&]<Color c>() { return choose<c>(game); });
  }

  void suggest(const Board& board, Color c, Point last, Point,
               std::vector<std::pair<Point, float>>& out) override {
    Board copy(board);
    Rng rng(0);
    const HeavyGame game(copy, last, kPass, rng);
    std::vector<std::pair<Point, double>> found;
    double total = 0;
    for (const Point p : board.empties()) {
      if (!game.is_sensible(p, c, allowed_)) continue;
      std::uint32_t weight = teams_.of(board, p, c);
      if (is_beside(board, game.last, p)) weight = teams_.near(board, weight);
      found.push_back({p, weight});
      total += weight;
    }
    for (const auto& [p, weight] : found)
      if (weight > kLeastSuggested * total) out.push_back({p, static_cast<float>(weight / total)});
  }

 private:
  void start(const Board& board) {
    weights_.start(board);
    moved_ = false;
    stuck_ = {};
    rejected_[0].clear();
    rejected_[1].clear();
  }

  static bool is_beside(const Board& board, Point last, Point p) {
    if (last == kPass) return false;
    for (const int step : board.geometry().around)
      if (last + step == p) return true;
    return false;
  }

  template <Color c>
  Point choose(HeavyGame& game) {
    const Board& board = game.board;
    // A stone that may fall elsewhere leaves nothing to build on.
    if (epsilon > 0) start(board);
    if (moved_) weights_.after(board, game.last, opponent(c));
    moved_ = true;
    weights_.refresh<c>(board, teams_);
    if (board.ko() != kPass && board.ko_color() == c) {
      weights_.set(board.ko(), c, 0);
      weights_.mark(board.ko(), c);
    }
    Point p = kPass;
    if (tables_.replies) p = game.reply(*tables_.replies, c, allowed_);
    if (p == kPass) p = draw<c>(game);
    if (p != kPass && captures(board, p, c)) stuck_ = {};
    weights_.before(board, p, c);
    return p;
  }

  // A move that the model likes but that may not be played is left out until something beside it
  // changes. Who has only such moves looks at all of them again, once, and then only when stones
  // were taken or the other has passed.
  template <Color c>
  Point draw(HeavyGame& game) {
    Point p = draw_near<c>(game);
    if (p != kPass) return p;
    if ((stuck_[c - 1] && game.last != kPass) || rejected_[c - 1].empty()) return kPass;
    for (const Point q : rejected_[c - 1]) weights_.mark(q, c);
    rejected_[c - 1].clear();
    weights_.refresh<c>(game.board, teams_);
    if (is_ko_point<c>(game.board)) weights_.set(game.board.ko(), c, 0);
    p = draw_near<c>(game);
    stuck_[c - 1] = p == kPass;
    return p;
  }

  template <Color c>
  static bool is_ko_point(const Board& board) {
    return board.ko() != kPass && board.ko_color() == c;
  }

  // Draws with the moves around the last one made likelier.
  template <Color c>
  Point draw_near(HeavyGame& game) {
    const Board& board = game.board;
    std::array<std::pair<Point, std::uint32_t>, 8> kept;
    int count = 0;
    if (game.last != kPass)
      each_neighbour(board, game.last, Board::matches(board.code(game.last), kEmpty), [&](Point q) {
        const std::uint32_t weight = weights_.at(q, c);
        if (!weight) return;
        kept[count++] = {q, weight};
        weights_.set(q, c, teams_.near(board, weight));
      });
    Point found = kPass;
    while (weights_.total(c)) {
      const Point p = weights_.draw(c, game.rng);
      if (!board.code(p) || game.is_sensible(p, c, allowed_)) {
        found = p;
        break;
      }
      rejected_[c - 1].push_back(p);
      weights_.set(p, c, 0);
    }
    for (int i = 0; i < count; ++i)
      if (weights_.at(kept[i].first, c)) weights_.set(kept[i].first, c, kept[i].second);
    return found;
  }

  PlayoutTables tables_;
  std::vector<double> values_;
  TeamWeights teams_;
  SelfAtari allowed_;

  MoveWeights weights_;
  bool moved_ = false;  // has a move been played in this playout?
  std::array<bool, 2> stuck_{};
  std::array<std::vector<Point>, 2> rejected_;
};

}  // namespace

ParameterList softmax_parameters() { return kParameters; }

std::unique_ptr<Playout> make_softmax(const std::map<std::string, double>& parameters,
                                      const PlayoutTables& tables) {
  return std::make_unique<Softmax>(parameters, tables);
}

}  // namespace keima
