// The value of a node from those of its moves (Wu 2019 and KataGo's methods): bad moves count
// less than their visits, as they were tried and will not be played.
#pragma once

#include "search/parameters.h"
#include "search/score_value.h"
#include "search/tree.h"

namespace keima {

class Biases;

// Makes the means of a node anew; `biases` may be null. Moves after the first that was never tried
// are only looked at if `all` is asked for.
void refresh(const Tree& tree, Node& node, const TreeParameters& p, Biases* biases, bool all);

// What a node's own word is worth, with this way to value margins.
void revalue(Valued& v, const ScoreValue& score);

// To be called when nodes of a tree are gone: of what they put into the table so much is freed.
void keep_biases(Tree& tree, Biases& biases, double freed);

}  // namespace keima
