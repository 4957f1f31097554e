#include "rules/territory.h"

#include <algorithm>

#include "rules/benson.h"

namespace keima {
namespace {

// A closed region: points enclosed by unconditionally alive stones of one colour, the defender.
class Region {
 public:
  Region(const Board& board, Color defender, const std::vector<bool>& alive)
      : board_(board), g_(board.geometry()), defender_(defender), alive_(alive), in_(g_.cells) {}

  // Spreads from `first` over all that is not an alive stone of the defender.
  void fill(Point first, std::vector<bool>& visited) {
    points_.push_back(first);
    visited[first] = in_[first] = true;
    for (std::size_t i = 0; i < points_.size(); ++i)
      for (int d = 0; d < 4; ++d) {
        const Point n = static_cast<Point>(points_[i] + g_.around[d]);
        if (board_.at(n) == kWall || visited[n] || is_border(n)) continue;
        visited[n] = in_[n] = true;
        points_.push_back(n);
      }
  }

  const std::vector<Point>& points() const { return points_; }

  // The points of the region that are the defender's whatever the invader plays.
  std::vector<Point> secured() const {
    std::vector<Point> eyespace, inside;  // inside: stones of the defender on eyespace
    const std::vector<bool> is_eyespace = find_eyespace();
    for (const Point p : points_) {
      if (!is_eyespace[p]) continue;
      eyespace.push_back(p);
      if (board_.at(p) == defender_) inside.push_back(p);
    }
    if (eyespace.size() < 2 || (eyespace.size() == 2 && adjacent(eyespace[0], eyespace[1])))
      return points_;
    if (inside.empty() || inside.size() > 2) return {};
    if (inside.size() == 2 && !adjacent(inside[0], inside[1])) return {};
    std::vector<Point> liberties;
    for (const Point p : eyespace) {
      if (std::find(inside.begin(), inside.end(), p) != inside.end()) continue;
      if (std::none_of(inside.begin(), inside.end(), [&](Point s) { return adjacent(s, p); }))
        return {};
      liberties.push_back(p);
    }
    return inside.size() == 2 && can_be_seki(inside, liberties) ? inside : points_;
  }

 private:
  bool is_border(Point p) const { return board_.at(p) == defender_ && alive_[p]; }

  bool adjacent(Point a, Point b) const {
    return std::any_of(g_.around.begin(), g_.around.begin() + 4, [&](int d) { return a + d == b; });
  }

  // Where the invader may still get a true eye.
  std::vector<bool> find_eyespace() const {
    std::vector<bool> eyespace(g_.cells);
    const bool loop = is_loop();
    for (const Point p : points_)
      eyespace[p] = board_.at(p) != opponent(defender_) && (loop || !is_false(p));
    // A lone stone of the defender on a false eye: the points next to it are no sure liberties.
    for (const Point p : points_) {
      if (board_.at(p) != defender_ || board_.group_size(p) > 1 || loop || !is_false(p)) continue;
      for (int d = 0; d < 4; ++d) {
        const Point n = static_cast<Point>(p + g_.around[d]);
        if (board_.at(n) == kEmpty) eyespace[n] = false;
      }
    }
    return eyespace;
  }

  // Would an eye here be false, as too many diagonals are alive stones of the defender?
  bool is_false(Point p) const {
    int diagonals = 0;
    bool edge = false;
    for (int d = 0; d < 8; ++d) {
      const Point n = static_cast<Point>(p + g_.around[d]);
      if (board_.at(n) == kWall)
        edge = true;
      else if (d >= 4)
        diagonals += is_border(n);
    }
    return diagonals > (edge ? 0 : 1);
  }

  // Does the region enclose some of the defender's stones? Then a false eye joins parts that are
  // joined elsewhere too, and is a true one. The rest of the board, with the wall around it, is
  // then in more than one (diagonally connected) piece.
  bool is_loop() const {
    std::vector<bool> reached(g_.cells);
    std::vector<Point> queue;
    for (int i = 0; i < g_.area; ++i) {
      const Point p = g_.cell[i];
      const bool edge = std::any_of(g_.around.begin(), g_.around.begin() + 4,
                                    [&](int d) { return board_.at(p + d) == kWall; });
      if (!edge || in_[p]) continue;
      reached[p] = true;
      queue.push_back(p);
    }
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (int d = 0; d < 8; ++d) {
        const Point n = static_cast<Point>(queue[i] + g_.around[d]);
        if (board_.at(n) == kWall || in_[n] || reached[n]) continue;
        reached[n] = true;
        queue.push_back(n);
      }
    return queue.size() + points_.size() < static_cast<std::size_t>(g_.area);
  }

  // May two adjacent stones of the defender and an invader around them live in seki?
  bool can_be_seki(const std::vector<Point>& pair, const std::vector<Point>& liberties) const {
    const auto lonely = std::count_if(liberties.begin(), liberties.end(), [&](Point a) {
      return std::none_of(liberties.begin(), liberties.end(),
                          [&](Point b) { return adjacent(a, b); });
    });
    const auto first = std::count_if(liberties.begin(), liberties.end(),
                                     [&](Point a) { return adjacent(a, pair[0]); });
    switch (liberties.size()) {
      case 4:
        return lonely == 4 && first == 2;
      case 5:
        return lonely > 1;
      case 6:
        return true;
      default:
        return false;
    }
  }

  const Board& board_;
  const Geometry& g_;
  const Color defender_;
  const std::vector<bool>& alive_;
  std::vector<bool> in_;
  std::vector<Point> points_;
};

}  // namespace

std::vector<bool> unconditional_territory(const Board& board, Color c) {
  const Geometry& g = board.geometry();
  std::vector<bool> marked = pass_alive(board, c);
  const std::vector<bool> alive = marked, enemy = pass_alive(board, opponent(c));
  std::vector<bool> visited(g.cells);
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    if (visited[p] || (board.at(p) == c && alive[p])) continue;
    Region region(board, c, alive);
    region.fill(p, visited);
    const auto& points = region.points();
    const bool open = static_cast<int>(points.size()) == g.area ||
                      std::any_of(points.begin(), points.end(), [&](Point q) { return enemy[q]; });
    if (open || alive[p]) continue;
    for (const Point q : region.secured()) marked[q] = true;
  }
  return marked;
}

std::vector<Color> nearest_owners(const Board& board, bool remove_ataris) {
  const Geometry& g = board.geometry();
  std::vector<Color> owner(g.cells, kEmpty);
  for (const Color c : {kBlack, kWhite}) {
    const std::vector<bool> marked = unconditional_territory(board, c);
    for (int i = 0; i < g.area; ++i)
      if (marked[g.cell[i]]) owner[g.cell[i]] = c;
  }
  // Distances spread from the stones that stay on the board, over all points, as the nearest
  // stone of a point is never behind another one.
  std::vector<int> distance(g.cells, -1);
  std::vector<Color> nearest(g.cells, kEmpty);
  std::vector<Point> queue;
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    const Color c = board.at(p);
    const bool secured = owner[p] != kEmpty;
    if (c == kEmpty || (secured ? owner[p] != c : remove_ataris && board.liberties(p) == 1))
      continue;
    distance[p] = 0;
    nearest[p] = c;
    queue.push_back(p);
  }
  constexpr auto kBoth = kWall;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (int d = 0; d < 4; ++d) {
      const Point p = queue[i], n = static_cast<Point>(p + g.around[d]);
      if (board.at(n) == kWall) continue;
      if (distance[n] < 0) {
        distance[n] = distance[p] + 1;
        nearest[n] = nearest[p];
        queue.push_back(n);
      } else if (distance[n] == distance[p] + 1 && nearest[n] != nearest[p]) {
        nearest[n] = kBoth;
      }
    }
  for (int i = 0; i < g.area; ++i) {
    const Point p = g.cell[i];
    if (owner[p] == kEmpty && nearest[p] != kBoth) owner[p] = nearest[p];
  }
  return owner;
}

}  // namespace keima
