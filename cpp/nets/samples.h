// Positions of games as a shallow network sees them, and the moves that were played.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/board.h"
#include "nets/shallow.h"
#include "playout/playout.h"
#include "playout/rng.h"

namespace keima {

class MoveSamples {
 public:
  // With a playout, owners are kept too: after 1 to `most_playouts` playouts, a number by chance
  // for each position (Keller & Perez 2016, section 3.2.4). It may be null.
  MoveSamples(const Geometry& geometry, std::unique_ptr<Playout> playout, int most_playouts,
              std::uint64_t seed)
      : geometry_(geometry), playout_(std::move(playout)), most_(most_playouts), rng_(seed) {}

  // Adds the positions before the moves with the given numbers, ascending, of a game whose
  // players take turns; passes and what comes after an illegal move are left out.
  void add_game(const Board& start, Color first, std::span<const Point> moves,
                std::span<const int> wanted);

  std::size_t size() const { return moves.size(); }
  // Room for a row of each: states and owners (in 1/127) have one for each point.
  std::vector<std::uint8_t> states;
  std::vector<std::int8_t> owners;
  std::vector<std::int16_t> last, before, moves;

 private:
  const Geometry& geometry_;
  std::unique_ptr<Playout> playout_;
  int most_;
  Rng rng_;
  MoveLog log_;
};

}  // namespace keima
