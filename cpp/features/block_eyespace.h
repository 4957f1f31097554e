// Points that can become eyes of a colour (van der Werf 2004, 8.3.1, eyespace).
#pragma once

#include <vector>

#include "features/block_position.h"

namespace keima {

// Blocks that are taken as captured.
struct Captured {
  Points stones;    // they make eyespace, and are no enemies to the empty points beside them
  Points harmless;  // they make no false eyes
};

// Before anything is predicted: blocks in atari make eyespace, but every stone makes false eyes.
Captured captured_by_rule(const BlockPosition& position);
// Blocks predicted to be dead: a value below one half.
Captured captured_by_prediction(const BlockPosition& position, const std::vector<float>& alive);

// The empty points not next to a stone of the other colour, and the captured stones of that colour,
// without false eyes: points with a diagonal stone of that colour at the edge, with two elsewhere.
Points eyespace(const BlockPosition& position, Color color, const Captured& captured);

struct Extent {
  int size = 0, perimeter = 0;
};

// The parts of the eyespace next to a set of stones, summed.
Extent adjacent_eyespace(const BlockPosition& position, const Points& eyes, const Points& stones);

}  // namespace keima
