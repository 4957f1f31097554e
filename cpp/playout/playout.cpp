#include "playout/playout.h"

#include <algorithm>
#include <stdexcept>

#include "playout/board_playout.h"
#include "playout/isgo.h"
#include "playout/learned_moves.h"
#include "playout/mogo.h"
#include "playout/pachi.h"
#include "playout/softmax.h"

namespace keima {
namespace {

constexpr Parameter kUniformParameters[] = {
    {"strict_eyes", 0, 0, 1, "1: an eye has no enemy corner; 0: the usual rule."},
};

// Every playable point with the same probability, on the full board.
class Uniform : public Playout {
 public:
  explicit Uniform(const std::map<std::string, double>& parameters)
      : eyes_(read_parameters(kUniformParameters, parameters)[0] ? EyeRule::kStrict
                                                                 : EyeRule::kUsual) {}

  int run(Board& board, Color to_play, Point, Point, double, Rng& rng, MoveLog& log) override {
    // Between two stones there is at most one pass.
    const int limit = std::min(3 * board.area(), (MoveLog::kCapacity - log.size) / 2 - 1);
    const auto observe = [&](Point p, Color c) { log.add(p, c); };
    play_uniformly(board, to_play, eyes_, limit, rng, observe, epsilon);
    return final_score(board);
  }

 private:
  EyeRule eyes_;
};

[[noreturn]] void throw_unknown(std::string_view policy) {
  throw std::invalid_argument("unknown playout policy '" + std::string(policy) +
                              "': expected uniform, mogo, pachi, classic, softmax or isgo");
}

}  // namespace

void Playout::suggest(const Board&, Color, Point, Point, std::vector<std::pair<Point, float>>&) {}

std::unique_ptr<Playout> make_playout(std::string_view policy,
                                      const std::map<std::string, double>& parameters,
                                      const PlayoutTables& tables) {
  if (policy == "uniform") return std::make_unique<Uniform>(parameters);
  if (policy == "mogo") return make_mogo(parameters, tables);
  if (policy == "softmax") return make_softmax(parameters, tables);
  if (policy == "isgo") return make_isgo(parameters, tables);
  if (policy == "pachi" || policy == "classic")
    return make_pachi(playout_parameters(policy), parameters, tables);
  throw_unknown(policy);
}

std::shared_ptr<LearnedMoves> make_learned_moves(std::string_view policy,
                                                 const std::map<std::string, double>& parameters,
                                                 const Geometry& geometry) {
  return policy == "isgo" ? isgo_moves(parameters, geometry) : nullptr;
}

ParameterList playout_parameters(std::string_view policy) {
  if (policy == "uniform") return kUniformParameters;
  if (policy == "mogo") return mogo_parameters();
  if (policy == "pachi") return pachi_parameters();
  if (policy == "classic") return classic_parameters();
  if (policy == "softmax") return softmax_parameters();
  if (policy == "isgo") return isgo_parameters();
  throw_unknown(policy);
}

Color final_owner(const Board& board, Point p) {
  const Color stone = board.at(p);
  if (stone != kEmpty) return stone;
  // All colours of the four neighbours, or-ed: walls must not count.
  unsigned around = board.code(p) & 0xff;
  const unsigned walls = around & around >> 1 & 0x55;
  around &= ~(walls * 3);
  // The inside of an eye of four points in the corner touches no stone, but its neighbours do.
  if (!around)
    for (int d = 0; d < 4; ++d) {
      const Point n = static_cast<Point>(p + board.geometry().around[d]);
      const unsigned code = board.at(n) == kEmpty ? board.code(n) & 0xff : 0;
      around |= code & ~((code & code >> 1 & 0x55) * 3);
    }
  const bool black = around & 0x55, white = around & 0xaa;
  return black == white ? kEmpty : black ? kBlack : kWhite;
}

int final_score(const Board& board) {
  int sum = 0;
  for (int i = 0; i < board.area(); ++i) {
    const Color c = final_owner(board, board.geometry().cell[i]);
    sum += (c == kBlack) - (c == kWhite);
  }
  return sum;
}

}  // namespace keima
