#include "nets/samples.h"

#include <array>
#include <cmath>
#include <stdexcept>

#include "playout/owners.h"

namespace keima {

void MoveSamples::add_game(const Board& start, Color first, std::span<const Point> played,
                           std::span<const int> wanted) {
  if (&start.geometry() != &geometry_) throw std::invalid_argument("a game of another size");
  Board board(start);
  Color to_play = first;
  Point last_move = kPass, move_before = kPass;
  auto next = wanted.begin();
  for (int number = 0; next != wanted.end() && number < static_cast<int>(played.size()); ++number) {
    const Point p = played[number];
    if (!board.is_legal(p, to_play)) return;
    if (number == *next) {
      ++next;
      if (p != kPass) {
        const ShallowInput input(board, to_play, last_move, move_before);
        states.insert(states.end(), input.states.begin(), input.states.begin() + geometry_.area);
        last.push_back(static_cast<std::int16_t>(input.last));
        before.push_back(static_cast<std::int16_t>(input.before));
        moves.push_back(static_cast<std::int16_t>(geometry_.index[p]));
        if (playout_) {
          std::array<float, kMaxArea> mean;
          const auto count = 1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(most_)));
          play_owners(*playout_, board, to_play, last_move, move_before, 0, count, rng_, log_,
                      mean.data());
          for (int i = 0; i < geometry_.area; ++i)
            owners.push_back(static_cast<std::int8_t>(std::lround(127 * mean[i])));
        }
      }
    }
    board.play(p, to_play);
    move_before = last_move;
    last_move = p;
    to_play = opponent(to_play);
  }
}

}  // namespace keima
