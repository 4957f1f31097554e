#include "playout/measure_tactics.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

#include "playout/board_playout.h"
#include "tactics/dragons.h"
#include "tactics/eyes.h"
#include "tactics/ladder.h"
#include "tactics/nakade.h"
#include "tactics/reader.h"
#include "tactics/region.h"
#include "tactics/seki.h"
#include "tactics/self_atari.h"

namespace keima {
namespace {

struct Question {
  const Board* board;
  Point point;
  Color color;
};

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Positions of random games, up to the length of a real one.
std::vector<Board> positions(int width, int height, Rng& rng) {
  std::vector<Board> all;
  for (int game = 0; game < 20; ++game) {
    Board b(width, height);
    Color c = kBlack;
    for (int move = 1; move <= b.area() * 3 / 4; ++move, c = opponent(c)) {
      b.play(draw_empty(b, rng, [&](Point p) { return b.is_legal(p, c) && !b.is_eye(p, c); }), c);
      if (move % std::max(1, b.area() / 8) == 0) all.push_back(b);
    }
  }
  return all;
}

// Nanoseconds of f for each question. The best time of each hundred counts: whatever else runs on
// the machine does not disturb all rounds of so few.
template <class F>
double time_each(const std::vector<Question>& questions, double seconds, F f) {
  constexpr std::size_t kPart = 100;
  std::vector<double> best((questions.size() + kPart - 1) / kPart,
                           std::numeric_limits<double>::infinity());
  std::int64_t sum = 0;  // so that nothing is optimised away
  const double end = now() + seconds;
  do {
    for (std::size_t part = 0; part < best.size(); ++part) {
      const double begin = now();
      const std::size_t last = std::min(questions.size(), (part + 1) * kPart);
      for (std::size_t i = part * kPart; i < last; ++i) {
        const Question& q = questions[i];
        sum += f(*q.board, q.point, q.color);
      }
      best[part] = std::min(best[part], now() - begin);
    }
  } while (now() < end);
  volatile std::int64_t keep = sum;
  static_cast<void>(keep);
  return std::accumulate(best.begin(), best.end(), 0.0) /
         std::max<double>(1, static_cast<double>(questions.size())) * 1e9;
}

}  // namespace

std::vector<TacticsTime> time_tactics(int width, int height, std::uint64_t seed, double seconds) {
  Rng rng(seed);
  const std::vector<Board> boards = positions(width, height, rng);
  std::vector<Question> points, free_moves, self_ataris, wide, narrow, atari, two, whole;
  for (const Board& b : boards) {
    whole.push_back({&b, kPass, kBlack});
    for (const Point p : b.empties())
      for (const Color c : {kBlack, kWhite}) {
        const Question q{&b, p, c};
        points.push_back(q);
        Point only;
        if (b.is_legal(p, c))
          (liberties_after(b, p, c, &only) > 1 ? free_moves : self_ataris).push_back(q);
        Region r;
        (fill_region(b, p, opponent(c), 6, r) ? narrow : wide).push_back(q);
      }
    for (int i = 0; i < b.area(); ++i) {
      const Point p = b.geometry().cell[i];
      if (b.at(p) == kEmpty || b.head(p) != p || b.liberties(p) > 2) continue;
      (b.liberties(p) == 1 ? atari : two).push_back({&b, p, b.at(p)});
    }
  }

  std::vector<TacticsTime> all;
  const auto add = [&](const char* name, const std::vector<Question>& questions, auto f) {
    all.push_back({name, static_cast<int>(questions.size()), time_each(questions, seconds, f)});
  };
  add("fills_own_eye, any point", points, fills_own_eye);
  const auto is_bad = [](const Board& b, Point p, Color c) { return is_bad_self_atari(b, p, c); };
  add("is_bad_self_atari, two liberties or more", free_moves, is_bad);
  add("is_bad_self_atari, one liberty", self_ataris, is_bad);
  add("nakade_point, more than six points", wide, nakade_point);
  add("nakade_point, up to six points", narrow, nakade_point);
  add("is_captured_in_ladder", atari,
      [](const Board& b, Point p, Color) { return is_captured_in_ladder(b, p); });
  add("ladder_works, two liberties", two,
      [](const Board& b, Point p, Color) { return ladder_works(b, p); });
  const auto read = [&](const char* name, int nodes, const std::vector<Question>& questions,
                        auto f) {
    add(name, questions, [=](const Board& b, Point p, Color) { return f(b, p, nodes).count; });
  };
  read("can_be_killed, two liberties, 100 nodes", 100, two, can_be_killed);
  read("can_be_killed, two liberties, 1000 nodes", 1000, two, can_be_killed);
  read("can_be_saved, one liberty, 100 nodes", 100, atari, can_be_saved);
  read("can_be_saved, one liberty, 1000 nodes", 1000, atari, can_be_saved);
  add("is_seki_liberty, any point", points,
      [](const Board& b, Point p, Color) { return is_seki_liberty(b, p); });
  add("Dragons, a board", whole, [](const Board& b, Point, Color) {
    const Dragons d(b);
    int sum = 0;
    for (int i = 0; i < b.area(); ++i)
      if (const Point p = b.geometry().cell[i]; b.at(p) != kEmpty) sum += d.eyes(b, p);
    return sum;
  });
  return all;
}

}  // namespace keima
