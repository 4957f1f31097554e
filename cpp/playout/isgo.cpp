#include "playout/isgo.h"

#include <array>
#include <atomic>
#include <stdexcept>

#include "playout/heavy.h"
#include "playout/learner.h"
#include "tactics/region.h"

namespace keima {
namespace {

enum : std::size_t {
  kAtariRate,
  kAtariSure,
  kPatternRate,
  kRecover,
  kShape,
  kMercy,
  kLength,
  kNode,
  kEdge,
  kBalance,
  kNeighbours,
  kContext,
  kNodeBits,
  kEdgeBits,
  kEdgeMb,
  kUpdates,
  kNodeThreshold,
  kEdgeThreshold,
  kBest,
  kIllegal,
  kPrior,
};

constexpr Parameter kParameters[] = {
    {"atari_rate", 0.3405, 0, 1,
     "How often the first atari of a row is answered: by saving the stones or taking the last "
     "move."},
    {"atari_sure", 8, 1, 100,
     "From which atari in a row on all are answered; the rate grows evenly up to it."},
    {"pattern_rate", 0.4812, 0, 1, "How often a pattern beside the last move is played at once."},
    {"recover", 1, 0, 2,
     "What was passed over by these rates is played before a random move: 2, ataris and patterns; "
     "1, patterns; 0, nothing."},
    {"shape", 1, 0, 1,
     "1: a random move with one empty point beside it is made there if that has more; 0: not."},
    {"mercy", 0, 0, 1,
     "A playout is stopped when one side, komi counted, is ahead by more stones than this part of "
     "the area; 0: never."},
    {"length", 0, 0, 3,
     "A playout is stopped after as many moves as the board has empty points and this part of the "
     "area; 0: after three times the area."},
    {"node", 0, 0, 1, "1: plays moves that were good in their local context; 0: not."},
    {"edge", 0, 0, 1, "1: plays answers to the last move that were good; 0: not."},
    {"balance", 1, 0, 1, "1: both sides get as many of these moves; 0: by evidence alone."},
    {"neighbours", 20, 8, 20, "Points around the last move where node moves are looked for."},
    {"context", 40, 4, 40, "Points of a context: 4, 8, 12, 20, 24, 28, 36 or 40."},
    {"node_bits", 12, 4, 16,
     "Bits of a context that tell node moves apart; each doubles their memory."},
    {"edge_bits", 12, 4, 32, "As node_bits, for edge moves."},
    {"edge_mb", 64, 1, 64, "Memory for edge moves."},
    {"updates", 80, 1, 1000, "How many moves of a playout are learnt from, the first ones."},
    {"node_threshold", 122, 1, 252, "The win/loss state from which node moves are played."},
    {"edge_threshold", 174, 1, 252, "The same for edge moves."},
    {"best", 8, 1, 8, "How many answers to a move are remembered."},
    {"illegal", 12, 0, 254, "How often its point may be found taken before its place is free."},
    {"prior", 0, 0, 1, "1: what was never seen counts as won in one of two games; 0: as nothing."},
};

// The parts of the policy that make moves, in the order in which they are asked.
enum Step : std::size_t {
  kAtariStep,
  kEdgeStep,
  kPatternStep,
  kNodeStep,
  kSkippedStep,
  kRandomStep,
  kShapeStep,
  kPassStep,
  kSteps,
};
constexpr const char* kStepNames[kSteps] = {"atari",   "edge",   "pattern",        "node",
                                            "skipped", "random", "improved shape", "pass"};

LearningOptions learning(const std::vector<double>& values) {
  const auto whole = [&](std::size_t i) { return static_cast<int>(values[i]); };
  LearningOptions options;
  options.node = whole(kNode);
  options.edge = whole(kEdge);
  options.balance = whole(kBalance);
  options.neighbours = whole(kNeighbours);
  options.context = whole(kContext);
  options.node_bits = whole(kNodeBits);
  options.edge_bits = whole(kEdgeBits);
  options.edge_mb = whole(kEdgeMb);
  options.updates = whole(kUpdates);
  options.node_threshold = whole(kNodeThreshold);
  options.edge_threshold = whole(kEdgeThreshold);
  options.best = whole(kBest);
  options.illegal = whole(kIllegal);
  options.prior = whole(kPrior);
  return options;
}

// Would the stones that a stone of c at p joins be a shape that leaves one eye when it is taken?
// The middle stone of a bent three is none: in a seki it would be a present.
bool makes_dead_shape(const Board& b, Point p, Color c) {
  constexpr int kMost = 5;
  std::array<Point, kMost> stones = {p};
  int count = 1;
  bool fits = true;
  each_neighbour(b, p, adjacent(b, p, c), [&](Point n) {
    if (std::find(stones.begin(), stones.begin() + count, n) != stones.begin() + count) return;
    if (count + b.group_size(n) > kMost) fits = false;
    if (!fits) return;
    Point s = n;
    do stones[count++] = s;
    while ((s = b.next(s)) != n);
  });
  if (!fits) return false;
  if (count <= 2) return true;
  Region shape;
  shape.size = count;
  for (int i = 0; i < count; ++i) {
    shape.points[i] = stones[i];
    int degree = 0;
    for (int j = 0; j < count; ++j)
      for (int d = 0; d < 4; ++d) degree += stones[i] + b.geometry().around[d] == stones[j];
    shape.degree[i] = static_cast<std::uint8_t>(degree);
    shape.edges += degree;
  }
  shape.edges /= 2;
  if (count == 3 && shape.degree[0] == 2)  // p is the middle one
    return stones[1] - p == p - stones[2];
  return is_dead_shape(shape);
}

class Isgo : public Playout {
 public:
  Isgo(const std::map<std::string, double>& parameters, const PlayoutTables& tables)
      : tables_(tables), values_(read_parameters(kParameters, parameters)) {
    const auto sure = static_cast<int>(values_[kAtariSure]);
    for (int t = 1; t <= sure; ++t) {
      const double part = sure > 1 ? (t - 1.0) / (sure - 1.0) : 1;
      atari_rates_.push_back(rate_bits(values_[kAtariRate] + part * (1 - values_[kAtariRate])));
    }
    pattern_rate_ = rate_bits(values_[kPatternRate]);
    recover_ = static_cast<int>(values_[kRecover]);
    if (values_[kNeighbours] != 8 && values_[kNeighbours] != 20)
      throw std::invalid_argument("playout parameter 'neighbours' must be 8 or 20");
    const LearningOptions options = learning(values_);
    if (options.any()) learner_ = std::make_unique<Learner>(options);
  }

  int run(Board& board, Color to_play, Point last, Point before, double komi, Rng& rng,
          MoveLog& log) override {
    HeavyGame game(board, last, before, rng);
    const HeavyLimits limits{values_[kMercy] * board.area(), values_[kLength]};
    ataris_ = 0;
    if (!learner_)
      return run_heavy(game, to_play, komi, limits, false, false, epsilon, log,
                       [&]<Color c>() { return choose<c>(game); });
    learner_->begin(board, game.last, to_play, tables_.learned);
    const int score = run_heavy(
        game, to_play, komi, limits, false, false, epsilon, log,
        [&]<Color c>() { return choose<c>(game); },
        [&](Point p, Color c) { learner_->play(board, p, c); });
    learner_->finish(score > komi ? kBlack : score < komi ? kWhite : kEmpty);
    return score;
  }

  void suggest(const Board& board, Color c, Point last, Point before,
               std::vector<std::pair<Point, float>>& out) override {
    Board copy(board);
    Rng rng(0);
    const HeavyGame game(copy, last, before, rng);
    if (game.last == kPass) return;
    const auto give = [&](const Candidates& found, double rate) {
      for (int i = 0; i < found.size(); ++i)
        out.push_back({found[i], static_cast<float>(rate * found.share(i))});
    };
    Candidates ataris, patterns;
    if (c == kBlack) {
      find_atari_moves<kBlack>(game, ataris);
      find_patterns<kBlack>(game, patterns);
    } else {
      find_atari_moves<kWhite>(game, ataris);
      find_patterns<kWhite>(game, patterns);
    }
    give(ataris, values_[kAtariRate]);
    give(patterns, values_[kPatternRate]);
  }

  std::vector<std::pair<std::string, std::int64_t>> steps() const override {
    std::vector<std::pair<std::string, std::int64_t>> all;
    for (std::size_t i = 0; i < kSteps; ++i)
      all.push_back({kStepNames[i], steps_[i].load(std::memory_order_relaxed)});
    return all;
  }

 private:
  Point made(Step step, Point p) {
    // No other thread writes; one may read.
    std::atomic<std::int64_t>& count = steps_[step];
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return p;
  }

  template <Color c>
  Point choose(HeavyGame& game) {
    const auto may = [&](Point p) { return may_play<c>(game.board, p); };
    Point skipped_atari = kPass, skipped_pattern = kPass;
    if (game.last != kPass) {
      const std::uint64_t coins = game.rng.next();
      Candidates found;
      ataris_ = find_atari_moves<c>(game, found) ? ataris_ + 1 : 0;
      if (!found.empty()) {
        const Point p = found.draw(game.rng);
        const auto turn = std::min(static_cast<std::size_t>(ataris_), atari_rates_.size());
        if ((coins & 0xffff) < atari_rates_[turn - 1]) return made(kAtariStep, p);
        if (recover_ > 1) skipped_atari = p;
      }
      found.clear();
      find_patterns<c>(game, found);
      if (learner_)
        if (const Point p = learner_->edge_move(c, game.rng, may); p != kPass)
          return made(kEdgeStep, p);
      if (!found.empty()) {
        const Point p = found.draw(game.rng);
        if ((coins >> 16 & 0xffff) < pattern_rate_) return made(kPatternStep, p);
        if (recover_ > 0) skipped_pattern = p;
      }
      if (learner_)
        if (const Point p = learner_->node_move(c, game.rng, may); p != kPass)
          return made(kNodeStep, p);
      if (skipped_atari != kPass) return made(kSkippedStep, skipped_atari);
      if (skipped_pattern != kPass) return made(kSkippedStep, skipped_pattern);
    } else {
      ataris_ = 0;
    }
    const Point p = game.draw(c, 1, [&](Point q) -> unsigned {
      return !game.board.code(q) || may_play<c>(game.board, q) ||
             (game.board.is_legal(q, c) && improved<c>(game.board, q) != kPass);
    });
    if (p == kPass) return made(kPassStep, p);
    if (const Point better = improved<c>(game.board, p); better != kPass)
      return made(kShapeStep, better);
    return made(kRandomStep, p);
  }

  // The one empty point beside a random move, if it is to be played instead; else kPass.
  template <Color c>
  Point improved(const Board& board, Point p) const {
    if (!values_[kShape] || board.count_empty_neighbours(p) != 1) return kPass;
    const Point better = neighbour(board, p, adjacent(board, p, kEmpty));
    const bool more = board.count_empty_neighbours(better) > 1;
    return more && may_play<c>(board, better) ? better : kPass;
  }

  // Is it legal, no own eye, and no self-atari but in a dead shape?
  template <Color c>
  static bool may_play(const Board& board, Point p) {
    if (is_ko(board, p, c)) return false;
    const int liberties = liberties_after(board, p, c, 2);
    if (liberties == 0 || board.is_eye(p, c)) return false;
    return liberties > 1 || makes_dead_shape(board, p, c);
  }

  // Answers to what the last move did: it put stones in atari, or its own stones are in atari.
  // Returns whether it did, even if there is no answer.
  template <Color c>
  static bool find_atari_moves(const HeavyGame& game, Candidates& found) {
    const Board& board = game.board;
    const unsigned mine = with_liberties(board, game.last, adjacent(board, game.last, c), 1, 1);
    const bool theirs = board.liberties(game.last) == 1;
    if (!theirs && !mine) [[likely]]
      return false;
    const auto add = [&](Point p) {
      if (p != kPass && may_play<c>(board, p)) found.add(p);
    };
    if (theirs) add(capture_of(board, game.last));
    each_neighbour(board, game.last, mine,
                   [&](Point n) { each_rescue(board, n, [&](Point p, bool) { add(p); }); });
    return true;
  }

  template <Color c>
  void find_patterns(const HeavyGame& game, Candidates& found) const {
    if (!tables_.patterns) return;
    game.each_match(*tables_.patterns, game.last, c, [&](Point p) {
      if (may_play<c>(game.board, p)) found.add(p);
    });
  }

  PlayoutTables tables_;
  std::vector<double> values_;
  std::vector<unsigned> atari_rates_;  // of the first atari in a row, the second, ...
  unsigned pattern_rate_;
  int recover_;
  int ataris_ = 0;                    // in a row
  std::unique_ptr<Learner> learner_;  // null if nothing is learnt
  std::array<std::atomic<std::int64_t>, kSteps> steps_{};
};

}  // namespace

ParameterList isgo_parameters() { return kParameters; }

std::unique_ptr<Playout> make_isgo(const std::map<std::string, double>& parameters,
                                   const PlayoutTables& tables) {
  return std::make_unique<Isgo>(parameters, tables);
}

std::shared_ptr<LearnedMoves> isgo_moves(const std::map<std::string, double>& parameters,
                                         const Geometry& geometry) {
  const LearningOptions options = learning(read_parameters(kParameters, parameters));
  return options.any() ? std::make_shared<LearnedMoves>(geometry, options) : nullptr;
}

}  // namespace keima
