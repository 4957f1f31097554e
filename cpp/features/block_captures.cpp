#include "features/block_captures.h"

#include "tactics/reader.h"

namespace keima {

std::vector<float> capture_features(const Board& board, const BlockPosition& position, int nodes) {
  std::vector<float> result(position.blocks.size() * kCaptureFeatures);
  std::vector<bool> seen(position.blocks.size());
  for (int i = 0; i < board.area(); ++i) {
    const int n = position.number[i];
    if (n < 0 || seen[n]) continue;
    seen[n] = true;
    const Point stone = board.geometry().cell[i];
    if (!can_be_killed(board, stone, nodes).result) continue;
    result[n * kCaptureFeatures] = 1;
    result[n * kCaptureFeatures + 1] = !can_be_saved(board, stone, nodes).result;
  }
  return result;
}

}  // namespace keima
