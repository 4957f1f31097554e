"""Solutions as game records."""

from __future__ import annotations

from collections.abc import Iterable

from keima.game import Game
from keima.sgf import GameTree
from keima.sgf.convert import tree_of_game
from keima.solve.capturing import CaptureSolution, centred
from keima.solve.solution import Solution
from keima.solve.start import start_from


def new_tree(game: Game, name: str, comment: str) -> GameTree:
    """A tree whose root is the present position of a game, without the moves before."""
    tree = tree_of_game(game)
    tree.root["GN"] = name
    tree.root.comment = comment
    return tree


def record(
    solution: Solution, position: Game | None = None, opening: Iterable[str] = ()
) -> GameTree:
    """The best line as a game record, from the position that was solved.

    >>> from keima.solve import solve_go
    >>> print(record(solve_go(3, 3, megabytes=1)).root["RE"])
    B+9
    """
    start = start_from(solution.width, solution.height, position, opening)
    game = start.game()
    proved = "proved" if solution.proved else "not proved"
    tree = new_tree(
        game,
        f"{solution.width}x{solution.height}, {solution.ko} ko",
        f"{solution.text} ({proved}). {solution.describe()}",
    )
    if solution.value is not None and solution.proved:
        tree.root["RE"] = solution.text
    return _with_line(tree, game, solution.line)


def capture_record(
    solution: CaptureSolution,
    start: str | None = None,
    opening: Iterable[str] = (),
    position: Game | None = None,
) -> GameTree:
    """The best line of the capture game."""
    sides = solution.width, solution.height
    begin = centred(*sides, start) if start else position
    game = start_from(*sides, begin, opening).game()
    tree = new_tree(
        game, f"{sides[0]}x{sides[1]}, capture game", f"{solution.text}, {solution.nodes:,} nodes."
    )
    return _with_line(tree, game, solution.line)


def _with_line(tree: GameTree, game: Game, line: Iterable[str]) -> GameTree:
    node, color = tree.root, game.to_play
    for move in line:
        node = node.add_move(color, game.parse(move))
        color = color.opponent
    return tree
