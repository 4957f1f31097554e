// Moves at the root that are equal by a symmetry of the position: one of them is searched for all.
#pragma once

#include <array>
#include <numeric>
#include <vector>

#include "features/inputs.h"
#include "search/task.h"
#include "search/tree.h"

namespace keima {

// For each move the one that is searched for it.
using SameAs = std::array<Point, kMaxCells>;

inline SameAs only_itself() {
  SameAs same;
  std::iota(same.begin(), same.end(), Point{0});
  return same;
}

// Symmetries under which stones, ko and what superko forbids stay the same.
std::vector<Symmetry> symmetries_of(const TreeTask& task);

// The first by visits, then by policy, of those allowed stands for the others.
SameAs same_by_symmetry(const TreeTask& task, const Node& root,
                        const std::array<bool, kMaxCells>& allowed);

}  // namespace keima
