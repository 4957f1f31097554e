#include "search/before.h"

#include <algorithm>

#include "search/position_key.h"

namespace keima {

void add_history(TreeTask& task, const History& history) {
  const Rules& rules = history.rules();
  task.rules.ko = rules.ko;
  task.rules.suicide = rules.suicide;
  task.button = rules.button && history.button() == kEmpty;
  const auto& moves = history.moves();
  for (std::size_t i = 0; i < std::min<std::size_t>(moves.size(), InputPosition::kMoves); ++i)
    task.recent.push_back(moves[moves.size() - 1 - i]);

  const bool superko = rules.ko != Ko::kSimple && rules.ko != Ko::kCycle;
  const bool situational = rules.ko != Ko::kPositional;
  Board board = history.start();
  Color next = history.start_to_play();
  for (std::size_t i = 0; i <= moves.size(); ++i) {
    if (superko) task.positions.push_back(situation_key(board.hash(), next, situational));
    if (i + 2 >= moves.size() && i < moves.size()) task.boards.push_back(board);
    if (i == moves.size()) break;
    board.play(moves[i].point, moves[i].color);
    next = opponent(moves[i].color);
  }
  std::reverse(task.boards.begin(), task.boards.end());
  std::sort(task.positions.begin(), task.positions.end());
  if (!superko) return;
  const Geometry& g = task.board.geometry();
  for (const Point p : task.board.empties())
    if (history.judge(p, task.to_play) == Verdict::kRepeats)
      task.banned.add(g.index[p] / g.width, g.index[p] % g.width);
}

InputPosition input_at_root(const TreeTask& task) {
  InputPosition p;
  p.board = &task.board;
  if (!task.boards.empty()) p.before = &task.boards[0];
  if (task.boards.size() > 1) p.earlier = &task.boards[1];
  p.to_play = task.to_play;
  for (const Move& move : task.recent) p.moves[static_cast<std::size_t>(p.move_count++)] = move;
  p.button = task.button;
  p.pass_ends = task.last_was_pass && !task.button;
  p.rules = task.rules;
  p.white_bonus = task.komi;
  p.banned = &task.banned;
  return p;
}

}  // namespace keima
