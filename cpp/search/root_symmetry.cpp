#include "search/root_symmetry.h"

#include <algorithm>

namespace keima {

std::vector<Symmetry> symmetries_of(const TreeTask& task) {
  const Board& board = task.board;
  const Geometry& g = board.geometry();
  std::vector<Symmetry> found;
  for (int s = 1; s < (g.width == g.height ? 8 : 4); ++s) {
    const Symmetry turn(g, s);
    bool same = true;
    for (int i = 0; i < g.area && same; ++i) {
      const int j = turn(i / g.width, i % g.width);
      const auto banned = [&](int k) { return task.banned.has(k / g.width, k % g.width); };
      same = board.at(g.cell[i]) == board.at(g.cell[j]) && banned(i) == banned(j) &&
             (board.ko() == g.cell[i]) == (board.ko() == g.cell[j]);
    }
    if (same) found.push_back(turn);
  }
  return found;
}

SameAs same_by_symmetry(const TreeTask& task, const Node& root,
                        const std::array<bool, kMaxCells>& allowed) {
  SameAs same = only_itself();
  const std::vector<Symmetry> symmetries = symmetries_of(task);
  if (symmetries.empty()) return same;
  const Geometry& g = task.board.geometry();
  std::vector<const Transition*> order;
  for (const Transition& t : root.transitions())
    if (t.move != kPass && allowed[t.move]) order.push_back(&t);
  std::stable_sort(order.begin(), order.end(), [](const Transition* a, const Transition* b) {
    return a->visits.load(std::memory_order_relaxed) > b->visits.load(std::memory_order_relaxed);
  });
  std::array<bool, kMaxCells> done{};
  for (const Transition* t : order) {
    if (done[t->move]) continue;
    done[t->move] = true;
    const int row = g.index[t->move] / g.width, column = g.index[t->move] % g.width;
    for (const Symmetry& turn : symmetries) {
      const Point p = g.cell[static_cast<std::size_t>(turn(row, column))];
      if (done[p] || !allowed[p]) continue;
      done[p] = true;
      same[p] = t->move;
    }
  }
  return same;
}

}  // namespace keima
