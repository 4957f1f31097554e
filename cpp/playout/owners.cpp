#include "playout/owners.h"

#include <algorithm>

namespace keima {

void play_owners(Playout& playout, const Board& board, Color to_play, Point last, Point before,
                 double komi, int count, Rng& rng, MoveLog& log, float* owners) {
  const Geometry& g = board.geometry();
  std::fill_n(owners, g.area, 0.0f);
  for (int game = 0; game < count; ++game) {
    Board end(board);
    log.clear();
    playout.run(end, to_play, last, before, komi, rng, log);
    for (int i = 0; i < g.area; ++i) {
      const Color c = final_owner(end, g.cell[i]);
      owners[i] += static_cast<float>((c == to_play) - (c == opponent(to_play)));
    }
  }
  for (int i = 0; i < g.area; ++i) owners[i] /= static_cast<float>(count);
}

}  // namespace keima
