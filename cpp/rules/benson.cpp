#include "rules/benson.h"

#include <algorithm>

namespace keima {
namespace {

struct Region {
  std::vector<Point> points;
  std::vector<Point> borders;  // heads of the chains of c around it
  std::vector<Point> vital;    // those of them to which it is vital
  bool kept = true;
};

void add_once(std::vector<Point>& set, Point p) {
  if (std::find(set.begin(), set.end(), p) == set.end()) set.push_back(p);
}

Region explore(const Board& board, Color c, Point first, std::vector<bool>& visited) {
  Region r;
  r.points.push_back(first);
  visited[first] = true;
  for (std::size_t i = 0; i < r.points.size(); ++i)
    for (int d = 0; d < 4; ++d) {
      const Point n = static_cast<Point>(r.points[i] + board.geometry().around[d]);
      if (board.at(n) == c) {
        add_once(r.borders, board.head(n));
      } else if (board.at(n) != kWall && !visited[n]) {
        visited[n] = true;
        r.points.push_back(n);
      }
    }
  return r;
}

// Every point from which the opponent could take a liberty of the chain is one: its empty
// points, and, where suicide can empty them, those under the opponent's stones.
bool is_vital(const Board& board, const Region& r, Point chain, bool suicide) {
  return std::all_of(r.points.begin(), r.points.end(), [&](Point p) {
    if (board.at(p) == kEmpty) return board.is_liberty(chain, p);
    if (!suicide) return true;
    for (int d = 0; d < 4; ++d) {
      const Point n = static_cast<Point>(p + board.geometry().around[d]);
      if (board.at(n) == board.at(chain) && board.head(n) == board.head(chain)) return true;
    }
    return false;
  });
}

}  // namespace

std::vector<bool> pass_alive(const Board& board, Color c, bool suicide) {
  const Geometry& g = board.geometry();
  std::vector<bool> visited(g.cells), alive(g.cells);  // alive: by head of chain
  std::vector<Region> regions;
  std::vector<Point> chains;
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    if (board.at(p) == c) {
      if (board.head(p) != p) continue;
      chains.push_back(p);
      alive[p] = true;
    } else if (!visited[p]) {
      regions.push_back(explore(board, c, p, visited));
    }
  }
  for (Region& r : regions)
    for (const Point chain : r.borders)
      if (is_vital(board, r, chain, suicide)) r.vital.push_back(chain);

  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> vital(g.cells);
    for (const Region& r : regions)
      if (r.kept)
        for (const Point chain : r.vital) ++vital[chain];
    for (const Point chain : chains)
      if (alive[chain] && vital[chain] < 2) {
        alive[chain] = false;
        changed = true;
      }
    for (Region& r : regions)
      if (r.kept && !std::all_of(r.borders.begin(), r.borders.end(),
                                 [&](Point chain) { return alive[chain]; }))
        r.kept = false;
  }

  std::vector<bool> marked(g.cells);
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    if (board.at(p) == c) marked[p] = alive[board.head(p)];
  }
  for (const Region& r : regions)
    if (r.kept && !r.vital.empty())
      for (const Point p : r.points) marked[p] = true;
  return marked;
}

}  // namespace keima
