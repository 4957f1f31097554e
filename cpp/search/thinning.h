// Room in a full tree of a network's values.
#pragma once

#include <cstdint>

#include "search/tree.h"

namespace keima {

// Leaves out the nodes that were visited least, until a tree takes half of its memory at most; the
// root and what follows it stay. A move keeps its visits and what they found, and is followed again
// as if nobody had been there. Not while a search runs. Returns where the root is now.
std::uint32_t thin(Tree& tree, std::uint32_t root);

}  // namespace keima
