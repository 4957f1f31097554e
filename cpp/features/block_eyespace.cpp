#include "features/block_eyespace.h"

namespace keima {
namespace {

constexpr float kAlive = 0.5F;

// Points of a board at its edge.
Points edge_of(const Points& board) {
  return board - (board.north() & board.south() & board.west() & board.east());
}

}  // namespace

Captured captured_by_rule(const BlockPosition& position) {
  Captured captured;
  for (const Block& block : position.blocks)
    if (block.liberty_count == 1) captured.stones |= block.stones;
  return captured;
}

Captured captured_by_prediction(const BlockPosition& position, const std::vector<float>& alive) {
  Captured captured;
  for (std::size_t i = 0; i < position.blocks.size(); ++i)
    if (alive[i] < kAlive) captured.stones |= position.blocks[i].stones;
  captured.harmless = captured.stones;
  return captured;
}

Points eyespace(const BlockPosition& position, Color color, const Captured& captured) {
  const Points& enemy = position.stones(opponent(color));
  const Points standing = enemy - captured.stones, alive = enemy - captured.harmless;
  const Points room = (position.empty - standing.near()) | (enemy & captured.stones);
  const Points up = alive.north(), down = alive.south();
  const Points nw = up.west(), ne = up.east(), sw = down.west(), se = down.east();
  const Points one = nw | ne | sw | se;
  const Points two = (nw & ne) | (sw & se) | ((nw | ne) & (sw | se));
  return room - two - (one & edge_of(position.board));
}

Extent adjacent_eyespace(const BlockPosition& position, const Points& eyes, const Points& stones) {
  Extent sum;
  each_part(flood(stones.near(), eyes), [&](const Points& part) {
    sum.size += part.count();
    sum.perimeter += around(part, position.board).count();
  });
  return sum;
}

}  // namespace keima
