"""What stands on the board at the end of a game: groups alive, in seki and dead."""

from collections.abc import Collection

from keima import _core
from keima.colors import Color
from keima.game import Game
from keima.scoring import groups_of, without


def pass_alive(game: Game, color: Color) -> set[int]:
    """The stones that a side keeps even if it always passes, and the points they surround."""
    marks = _core.pass_alive(game.board, color, game.rules.suicide)
    return {point for point, mark in enumerate(marks) if mark}


def groups_by_status(game: Game, dead: Collection[int]) -> dict[str, list[list[int]]]:
    """All groups of stones, by `alive`, `seki` and `dead`, in the order of their first points.
    Under rules by which all that stands counts, none are in seki."""
    board = game.board
    agreed = groups_of(without(board, dead)) if game.rules.removes_dead else []
    shared = {p for group in agreed if group.in_seki for p in group.stones}
    found: dict[str, list[list[int]]] = {"alive": [], "seki": [], "dead": []}
    seen: set[int] = set()
    for point, stone in enumerate(board.stones):
        if stone and point not in seen:
            stones = sorted(board.group(point))
            seen.update(stones)
            status = "dead" if point in dead else "seki" if point in shared else "alive"
            found[status].append(stones)
    return found
