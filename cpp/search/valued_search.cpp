// What a tree search begins with where a network values positions.
#include <cmath>
#include <stdexcept>
#include <utility>

#include "search/root_symmetry.h"
#include "search/tree_search.h"
#include "search/worker.h"

namespace keima {
namespace {

// Points by which the expected margin may move before a tree is valued anew.
constexpr double kSameScore = 0.1;

}  // namespace

void TreeSearch::check(const TreeTask& task) const {
  if (const ShallowNet* net = shallow_.near.get()) {
    const int size = net->shape().size;
    if (task.board.width() != size || task.board.height() != size)
      throw std::invalid_argument("the shallow network is for another size of board");
  }
  if (mlp_ && (mlp_->side() != task.board.width() || mlp_->side() != task.board.height()))
    throw std::invalid_argument("the small network is for another size of board");
  if (by_policy() && !evaluator_)
    throw std::invalid_argument("bandit=3 selects by a network's policy: there is no network");
  if (evaluator_ && &evaluator_->geometry() != &task.board.geometry())
    throw std::invalid_argument("the network is for another size of board");
}

// When the roots are known: what margins are worth, the values that follow, and the policy.
void TreeSearch::begin_valued(const TreeTask& task, const std::vector<bool>& kept) {
  if (!by_policy()) return;
  const Node& root = std::as_const(trees_[0]->tree).at(trees_[0]->root);
  const double expected = root.valued().scores.get();
  // A tree that is kept is valued anew if the centre of margins has moved.
  const bool moved = std::abs(expected - expected_) > kSameScore;
  if (moved || !kept[0]) expected_ = expected;
  common_->score_value = ScoreValue(parameters_, task.board.area(), expected_);
  if (parameters_.uncertainty > 0 && workers_[0]->knows_errors())
    common_->end_weight = parameters_.uncertainty_most;
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    workers_[i]->value_root();
    if (kept[i] && moved) workers_[i]->value_tree();
  }
  SameAs same = only_itself();
  if (parameters_.root_symmetry > 0 && task.symmetry) {
    same = same_by_symmetry(task, root, allowed_);
    for (std::size_t p = 0; p < same.size(); ++p) allowed_[p] = allowed_[p] && same[p] == p;
  }
  common_->root_policy = root_policy(root, allowed_, same, parameters_, task.seed);
}

}  // namespace keima
