"""Which stones are dead at the end of a game."""

from keima import _core
from keima.colors import Color
from keima.game import Game
from keima.gtp.player import Ownership
from keima.rules import Rules

DEAD_BELOW = -0.2
"""A group is dead if its own side holds its points less than this on the mean, from +1 (always)
to -1 (never). Uniform playouts lose living groups often and let dead ones live often, so values
near -1 miss dead groups and values above 0 take living ones."""


def pass_alive(game: Game, color: Color) -> set[int]:
    """The stones that a side keeps even if it always passes, and the points they surround."""
    marks = _core.pass_alive(game.board, color, game.rules.suicide)
    return {point for point, mark in enumerate(marks) if mark}


def removes_dead(rules: Rules) -> bool:
    """Do players agree on dead stones under these rules, or does all that stands count?"""
    return rules.scoring == "territory" or rules.friendly_pass


def groups(game: Game) -> list[tuple[Color, list[int]]]:
    """The groups of stones on the board, in the order of their first points."""
    board = game.board
    found: list[tuple[Color, list[int]]] = []
    seen: set[int] = set()
    for point, stone in enumerate(board.stones):
        if stone and point not in seen:
            stones = sorted(board.group(point))
            seen.update(stones)
            found.append((Color(stone), stones))
    return found


def dead_groups(game: Game, ownership: Ownership | None) -> list[list[int]]:
    """The groups that are dead. What is certain comes first: a pass-alive group lives, a group
    inside the opponent's pass-alive area is dead. The rest is judged by `ownership`, and lives
    without it. Under rules that do not remove dead stones there are none."""
    if not removes_dead(game.rules):
        return []
    safe = {color: pass_alive(game, color) for color in (Color.BLACK, Color.WHITE)}

    def is_dead(color: Color, stones: list[int]) -> bool:
        if stones[0] in safe[color]:
            return False
        if stones[0] in safe[color.opponent]:
            return True
        if ownership is None:
            return False
        held = sum(ownership[divmod(p, game.width)] for p in stones) / len(stones)
        return (held if color == Color.BLACK else -held) < DEAD_BELOW

    return [stones for color, stones in groups(game) if is_dead(color, stones)]


def all_certain(game: Game) -> bool:
    """Is every stone pass-alive or inside a pass-alive area of the opponent?"""
    safe = pass_alive(game, Color.BLACK) | pass_alive(game, Color.WHITE)
    return all(p in safe for p, stone in enumerate(game.board.stones) if stone)
