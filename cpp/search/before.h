// What a network sees of the game before a search.
#pragma once

#include "rules/history.h"
#include "search/task.h"

namespace keima {

// Fills in the part of the task that is for networks; its board, player and komi are known.
void add_history(TreeTask& task, const History& history);

// The position at the root, as it is shown to a network. It points into the task.
InputPosition input_at_root(const TreeTask& task);

}  // namespace keima
