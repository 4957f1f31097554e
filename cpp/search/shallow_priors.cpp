// Shallow networks in the priors of a new node: this part of Expansion (Keller & Perez 2016).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "playout/owners.h"
#include "search/expansion.h"

namespace keima {
namespace {

enum ShallowValue { kShare, kRoot, kRank };
// Playouts that tell owners when the search has made none.
constexpr int kFirstPlayouts = 5;

// What a network's probabilities are worth as results of games, in place: 1 the best move.
void value_moves(std::vector<float>& moves, ShallowValue how) {
  if (how == kRank) {
    std::vector<std::uint16_t> order(moves.size());
    std::iota(order.begin(), order.end(), std::uint16_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint16_t a, std::uint16_t b) { return moves[a] > moves[b]; });
    const float steps = std::max(1.0f, static_cast<float>(moves.size()) - 1);
    for (std::size_t rank = 0; rank < order.size(); ++rank)
      moves[order[rank]] = 1 - static_cast<float>(rank) / steps;
    return;
  }
  const float most = std::max(1e-30f, *std::max_element(moves.begin(), moves.end()));
  for (float& p : moves) p = how == kRoot ? std::sqrt(p / most) : p / most;
}

}  // namespace

// As who is to play sees them.
const float* Expansion::owners_for(const Position& position) {
  int count = static_cast<int>(parameters_.shallow_playouts);
  if (count == 0 && position.owners) {
    const float sign = position.to_play == kBlack ? 1 : -1;
    for (int i = 0; i < position.board.area(); ++i) owners_[i] = sign * position.owners[i];
    return owners_.data();
  }
  if (count == 0) count = kFirstPlayouts;
  play_owners(policy_, position.board, position.to_play, position.last, position.before,
              position.komi, count, rng_, log_, owners_.data());
  return owners_.data();
}

// Mean = (1 - w) heuristics + w network; the weight of the prior stays what it is.
void Expansion::shallow(const Position& position) {
  if (moves_.empty()) return;
  const ShallowNet& net = *shallow_.at(position.depth, parameters_);
  ShallowInput input(position.board, position.to_play, position.last, position.before);
  if (net.shape().owner) input.owners = owners_for(position);
  net.predict(input, room_);
  const Geometry& g = position.board.geometry();
  probabilities_.clear();
  for (const Candidate& c : moves_) probabilities_.push_back(room_.probabilities[g.index[c.move]]);
  value_moves(probabilities_, static_cast<ShallowValue>(parameters_.shallow_value));
  const auto weight = static_cast<float>(parameters_.shallow_weight);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    Candidate& c = moves_[i];
    c.wins = (1 - weight) * c.wins + weight * c.visits * probabilities_[i];
  }
}

}  // namespace keima
