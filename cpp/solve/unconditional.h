// Territory that no play can take away: Benson's algorithm and the static analysis of closed
// regions of section 5.1.2 of van der Werf 2004.
#pragma once

#include "solve/grid.h"

namespace keima::solve {

// Stones of `mine` that the other side cannot capture even if their owner always passes.
struct Life {
  Bits stones = 0;  // unconditionally alive
  Bits eyes = 0;    // the regions that keep them alive
};
Life benson(const Grid& g, Bits mine, Bits theirs);

// All points that `mine` (or `theirs`) keeps whatever happens, stones and territory.
struct Sure {
  Bits mine = 0, theirs = 0;
};
Sure unconditional(const Grid& g, Bits mine, Bits theirs);

}  // namespace keima::solve
