// What capture searches tell of blocks: the first of the combinations that van der Werf 2004 (11.2)
// proposes.
#pragma once

#include <vector>

#include "board/board.h"
#include "features/block_position.h"

namespace keima {

constexpr int kCaptureFeatures = 2;
// Moves that are read for a block at most.
constexpr int kCaptureNodes = 200;

// kCaptureFeatures for each block, 1 or 0: is it captured if the opponent moves first, and is it
// captured although its own side does? Blocks with three liberties or more are not.
std::vector<float> capture_features(const Board& board, const BlockPosition& position,
                                    int nodes = kCaptureNodes);

}  // namespace keima
