#include "playout/contexts.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "playout/rng.h"
#include "tactics/atari.h"

namespace keima {
Contexts::Contexts(int size) {
  if (std::find(kSizes.begin(), kSizes.end(), size) == kSizes.end())
    throw std::invalid_argument("a context has 4, 8, 12, 20, 24, 28, 36 or 40 points, not " +
                                std::to_string(size));
  Rng rng(0x636f6e74657874);
  for (Keys& keys : keys_)
    for (int i = 0; i < size; ++i) {
      const auto [x, y] = kContextSteps[i];
      const auto key = static_cast<std::uint32_t>(rng.next() >> 32);
      if (x == kReach)
        keys.right = key;
      else
        keys.row[y + kReach][x + kReach] = key;
    }
}

void Contexts::use(const Geometry& g) {
  geometry_ = &g;
  stride_ = g.width + kReach;
  place_.fill(0);
  point_.fill(kPass);
  for (int i = 0; i < g.area; ++i) {
    const std::size_t place = place_of(g, i);
    place_[g.cell[i]] = static_cast<std::uint16_t>(place);
    point_[place] = g.cell[i];
  }
}

void Contexts::set(const Board& board) {
  const Geometry& g = board.geometry();
  if (geometry_ != &g) use(g);
  hash_.fill(0);
  for (std::size_t i = 0; i < empty_.size(); ++i) empty_[i] = point_[i] == kPass ? 0 : ~0u;
  for (int i = 0; i < g.area; ++i) {
    const Color c = board.at(g.cell[i]);
    if (c != kEmpty) toggle(g.cell[i], c);
  }
}

void Contexts::play(const Board& board, Point p, Color c) {
  if (p == kPass) return;
  toggle(p, c);
  const Color o = opponent(c);
  const unsigned taken = with_liberties(board, p, adjacent(board, p, o), 1, 1);
  if (!taken) [[likely]]
    return;
  std::array<Point, 4> heads;  // a group may be beside the stone twice
  int count = 0;
  each_neighbour(board, p, taken, [&](Point n) {
    const Point head = board.head(n);
    if (std::find(heads.begin(), heads.begin() + count, head) != heads.begin() + count) return;
    heads[count++] = head;
    Point s = n;
    do toggle(s, o);
    while ((s = board.next(s)) != n);
  });
}

}  // namespace keima
