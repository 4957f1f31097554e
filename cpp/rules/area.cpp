#include "rules/area.h"

namespace keima {
namespace {

int sign(Color c) { return (c == kBlack) - (c == kWhite); }

}  // namespace

int count_stones(const Board& board) {
  int sum = 0;
  for (int i = 0; i < board.area(); ++i) sum += sign(board.at(board.geometry().cell[i]));
  return sum;
}

int count_stones_and_eyes(const Board& board) {
  int sum = count_stones(board);
  for (const Point p : board.empties()) sum += board.is_eye(p, kBlack) - board.is_eye(p, kWhite);
  return sum;
}

std::vector<Color> area_owners(const Board& board) {
  const Geometry& g = board.geometry();
  std::vector<Color> owner(g.cells, kEmpty);
  std::vector<bool> visited(g.cells);
  std::vector<Point> region;
  for (int i = 0; i < g.area; ++i) {
    const Point first = g.cell[i];
    if (board.at(first) != kEmpty) {
      owner[first] = board.at(first);
      continue;
    }
    if (visited[first]) continue;
    region.assign(1, first);
    visited[first] = true;
    int touched = 0;
    for (std::size_t k = 0; k < region.size(); ++k)
      for (int d = 0; d < 4; ++d) {
        const Point n = static_cast<Point>(region[k] + g.around[d]);
        touched |= 1 << board.at(n);
        if (board.at(n) == kEmpty && !visited[n]) {
          visited[n] = true;
          region.push_back(n);
        }
      }
    touched &= 1 << kBlack | 1 << kWhite;
    const Color c = touched == 1 << kBlack ? kBlack : touched == 1 << kWhite ? kWhite : kEmpty;
    for (const Point p : region) owner[p] = c;
  }
  return owner;
}

int count_area(const Board& board) {
  int sum = 0;
  for (const Color c : area_owners(board)) sum += sign(c);
  return sum;
}

}  // namespace keima
