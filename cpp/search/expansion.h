// The moves of a new node: which are worth a transition, and what is thought of them before the
// first simulation.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "board/board.h"
#include "features/joseki.h"
#include "features/local_model.h"
#include "features/move_model.h"
#include "features/position_judge.h"
#include "mlp/perceptron.h"
#include "nets/shallow.h"
#include "playout/patterns.h"
#include "playout/playout.h"
#include "playout/rng.h"
#include "search/parameters.h"
#include "search/tree.h"
#include "tactics/dragons.h"

namespace keima {

// A move with its equivalent experience.
struct Candidate {
  Point move;
  float visits = 0, wins = 0;
};

// A position about to become a node.
struct Position {
  const Board& board;
  Color to_play;
  Point last, before;  // the last two moves; kPass if there is none
  double komi;
  Point ko;                 // one that may be taken back and is not old; kPass if there is none
  const Node* grandparent;  // of the position two moves before; null if there is none
  // A network's, by row-major index; null if there is none.
  const float* probabilities = nullptr;
  int depth = 0;  // moves from the root
  // Who owned the points in the search so far, 1 Black to -1 White, by row-major index; null if
  // that is not known.
  const float* owners = nullptr;
  // Under territory rules a stone costs its player a point, which komi knows of those played.
  bool stones_count = false;
  // Is a pass among its moves, whatever else is?
  bool may_pass = false;
};

// Shallow networks for priors: one near the root and one below; either may be null.
struct ShallowPair {
  std::shared_ptr<const ShallowNet> near, deep;

  const ShallowNet* at(int depth, const TreeParameters& parameters) const {
    return deep && depth >= parameters.shallow_depth ? deep.get() : near.get();
  }
};

// One for each thread: it has room to work in.
class Expansion {
 public:
  // Patterns, models, the small network, the dictionary and the judge may be null.
  Expansion(const TreeParameters& parameters, Playout& policy, const PatternTable* patterns,
            const MoveModel* model, const ShallowPair& shallow, const Perceptron* mlp,
            const Joseki* joseki, const LocalModel* local, const PositionJudge* judge, Rng& rng)
      : parameters_(parameters),
        policy_(policy),
        patterns_(patterns),
        model_(model),
        shallow_(shallow),
        mlp_(mlp),
        joseki_(joseki),
        local_(local),
        judge_(judge),
        rng_(rng) {}

  // The moves of a position, those with the best priors first, or in any order if they are to be
  // grouped at random. There is always one: a pass is among them when nothing else is, when
  // little of the board is left, when stones cost points, or when the position wants it.
  const std::vector<Candidate>& run(const Position& position);

 private:
  using Part = void (Expansion::*)(const Position&);

  void add_points(const Position& position);
  bool is_pruned(const Position& position, Point p) const;
  // Is it mostly bad, but now and then the only move? Left out, or added with losses alone.
  bool is_doubtful(const Position& position, Point p) const;
  // A self-atari of those that `prune_self_atari` names?
  bool is_left_self_atari(const Board& board, Point p, Color c) const;
  void add_doubtful();
  bool runs_into_ladder(const Position& position, Point p) const;
  bool is_beside_nakade(const Position& position, Point p) const;
  void drop_miai(const Position& position);
  void add_pass(const Position& position);
  // Priors, each a small part of its own; a part whose parameters are all zero is not asked.
  void even(const Position& position);
  void self_atari(const Position& position);
  void captures(const Position& position);
  void eyes(const Position& position);
  void ko(const Position& position);
  void new_ko(const Position& position);
  void extend(const Position& position);
  void atari(const Position& position);
  void joseki(const Position& position);
  void owned(const Position& position);
  void policy(const Position& position);
  void model(const Position& position);
  void network(const Position& position);
  void mlp(const Position& position);
  void local(const Position& position);
  void judged(const Position& position);
  void playouts(const Position& position);
  void grandparent(const Position& position);
  void patterns(const Position& position);
  void nearness(const Position& position);
  void lines(const Position& position);
  void count_eyes(const Position& position);
  bool lives_around(const Board& board, Point p, Color attacker) const;
  void nakade(const Position& position);
  void reading(const Position& position);
  // Not one more prior, but a part of all of them together: the last to be asked.
  void shallow(const Position& position);
  const float* owners_for(const Position& position);

  void win(Candidate& c, double visits) {
    c.visits += static_cast<float>(visits);
    c.wins += static_cast<float>(visits);
  }
  // Null if the point is no candidate.
  Candidate* candidate(const Board& board, Point p) {
    return board.at(p) == kEmpty && slot_[p] ? &moves_[slot_[p] - 1u] : nullptr;
  }
  void lose(Candidate& c, double visits) { c.visits += static_cast<float>(visits); }

  const TreeParameters& parameters_;
  Playout& policy_;
  const PatternTable* patterns_;
  const MoveModel* model_;
  const ShallowPair& shallow_;
  const Perceptron* mlp_;
  const Joseki* joseki_;
  const LocalModel* local_;
  const PositionJudge* judge_;
  Rng& rng_;
  MoveLog log_;
  std::vector<Candidate> moves_;
  std::vector<Point> doubtful_;
  std::vector<std::pair<Point, float>> suggested_;
  std::vector<Point> points_;
  std::vector<float> probabilities_;
  Perceptron::Room mlp_room_;
  std::vector<std::pair<float, std::size_t>> order_;
  std::array<std::uint16_t, kMaxCells> slot_;  // of a point in moves_, plus one
  std::array<std::uint8_t, kMaxCells> distance_;
  ShallowRoom room_;
  std::array<float, kMaxArea> owners_;
  std::optional<Dragons> dragons_;  // if groups with two eyes are to be known
};

}  // namespace keima
