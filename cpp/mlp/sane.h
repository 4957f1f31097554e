// The evolved networks of Ferreira 2016 (3.4.2, 3.4.3): hidden nodes that are each connected with a
// few inputs and a few outputs, wherever they are. No biases.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mlp/lanes.h"
#include "mlp/states.h"
#include "playout/rng.h"
#include "rules/history.h"

namespace keima {

class SaneNetwork {
 public:
  static constexpr std::size_t kInputs = 8, kOutputs = 6, kWeights = kInputs + kOutputs;

  // Of each node: its inputs, bits x area units by point and then bit; its outputs, points; and the
  // weights of both. With two bits a point is own, the opponent's, forbidden or playable. Throws
  // std::invalid_argument for what is not there.
  SaneNetwork(int side, int bits, std::span<const std::uint16_t> inputs,
              std::span<const std::uint16_t> outputs, std::span<const float> weights);

  int side() const { return side_; }
  std::size_t nodes() const { return count_; }
  // States and outputs are `area` numbers.
  void evaluate(std::span<const std::uint8_t> states, std::span<float> outputs) const;

 private:
  int side_;
  std::size_t bits_, count_, blocks_;
  std::vector<Lanes> weights_;                   // by block of nodes, then input or output
  std::vector<std::uint16_t> inputs_, outputs_;  // the same, and then by node of the block
};

// How games are played.
struct SaneRules {
  double komi = 7.5;
  int most_moves = 0;  // of a game; more is too long
  float cutoff = -1;   // outputs below it are worse than a pass
};

// The move whose output is nearest to the target, of those that may be played, superko included; a
// pass if there is none above the cut-off.
Point network_move(const SaneNetwork& net, const History& game, Color to_play, float cutoff);
// Any move but own eyes, and corners only if there is nothing else.
Point random_move(const History& game, Color to_play, Rng& rng);

struct SaneResult {
  int winner = 0;  // a Color; kEmpty if the game is drawn or too long
  bool too_long = false;
  int moves = 0;
};

// A game under positional superko; null plays at random.
SaneResult play_sane_game(int side, const SaneNetwork* black, const SaneNetwork* white,
                          const SaneRules& rules, std::uint64_t seed);

}  // namespace keima
