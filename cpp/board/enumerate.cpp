#include "board/enumerate.h"

#include <algorithm>
#include <vector>

#include "board/board.h"

namespace keima {

std::int64_t count_legal_positions(int width, int height, int part, int parts) {
  Board board(width, height);
  const int area = board.area();
  std::int64_t total = 1;
  for (int i = 0; i < area; ++i) total *= 3;
  const std::int64_t first = total * part / parts, end = total * (part + 1) / parts;

  std::vector<Color> stones(area, kEmpty);
  std::int64_t rest = first;
  for (int i = 0; i < area; ++i, rest /= 3) stones[i] = static_cast<Color>(rest % 3);
  std::int64_t count = 0;
  for (std::int64_t n = first; n < end; ++n) {
    count += board.set_stones(stones);
    for (Color& c : stones) {
      c = static_cast<Color>((c + 1) % 3);
      if (c != kEmpty) break;
    }
  }
  return count;
}

}  // namespace keima
