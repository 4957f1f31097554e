"""Which stones are dead at the end of a game, by random playouts and by learned judgement of
blocks, or by who else knows the owners.

A group here is all stones of one colour that hang together through their own territory: its
chains live or die together. Benson's theorem settles what it can. The rest belongs to whoever
has its points at the end of most playouts, and by learned judgement, which counts as much, in two
rounds: what is dead beyond doubt is taken off before the doubtful is judged, so that the groups
around it have their true eyes. Where points are open, as before the end, and on boards smaller than
those that were learnt from, playouts alone are asked.

Random players do not know seki. So a group that looks dead but cannot be attacked, as whoever
takes one of its liberties puts a large chain of his own into atari, is left alive, and so is one
with two liberties that neither it nor the chain beside them can take (`cpp/tactics/seki.h`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from keima import _core
from keima.colors import Color
from keima.score.csa import learned_owners
from keima.scoring import Group, groups_of, without

if TYPE_CHECKING:
    from keima.game import Game

#: Tells the mean owner of each point of a position, from 1 (Black) to -1 (White).
OwnersOf = Callable[[_core.Board], Sequence[float]]

PLAYOUTS = 1000
#: A group that keeps its points less often than this, from -1 (never) to 1, is dead beyond doubt.
HOPELESS = -0.6
#: A chain of fewer stones may be thrown in to kill a group from inside its eye.
THROW_IN = 4
#: Side of the boards that learned judgement was learnt on; on larger ones it does well too.
LEARNT = 9


def find_dead(
    position: Game | _core.Board,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 1,
    owners_of: OwnersOf | None = None,
) -> frozenset[int]:
    """The dead stones of a finished position, as points; with a seed always the same ones.

    Under rules by which all that stands counts there are none. `playouts` is how many are
    played in each of the two rounds, half of them with each side to move first; `owners_of`, if
    given, takes the place of playouts and learned judgement.

    >>> from keima.game import Game
    >>> game = Game.from_drawing(
    ...     ". X . . X O .",
    ...     "X X . O X O O",
    ...     ". X . . X O .",
    ...     "X X X X X O O",
    ...     "O O O O O O .",
    ... )
    >>> [game.name(p) for p in find_dead(game)]
    ['D4']
    """
    if isinstance(position, _core.Board):
        board = position
    elif position.rules.removes_dead:
        board = position.board
    else:
        return frozenset()

    def by_both(board: _core.Board) -> list[float]:
        played = ownership(board, playouts=playouts, seed=seed)
        judged = learned_owners(board) if min(board.width, board.height) >= LEARNT else None
        if judged is None:
            return played
        return [(a + b) / 2 for a, b in zip(played, judged, strict=True)]

    judge = owners_of or by_both
    hopeless = {
        p
        for group, kept in _judged(board, judge)
        if kept < HOPELESS and not _is_in_seki(board, group)
        for p in group.stones
    }
    cleared = without(board, hopeless)
    doubtful = {
        p
        for group, kept in _judged(cleared, judge)
        if kept < 0 and not _is_in_seki(cleared, group) and _can_be_attacked(cleared, group)
        for p in group.stones
    }
    return frozenset(hopeless | doubtful)


def find_dead_by_playouts(
    position: Game | _core.Board, *, playouts: int = PLAYOUTS, seed: int = 1
) -> frozenset[int]:
    """As `find_dead`, by random playouts alone."""

    def owners_of(board: _core.Board) -> list[float]:
        return ownership(board, playouts=playouts, seed=seed)

    return find_dead(position, owners_of=owners_of)


def ownership(board: _core.Board, *, playouts: int = PLAYOUTS, seed: int = 1) -> list[float]:
    """Who ends up with each point in random playouts, from 1 (always Black) to -1 (always
    White); half of them start with each side."""
    half = max(1, playouts // 2)
    total = [0] * board.area
    for color in (Color.BLACK, Color.WHITE):
        owners = _core.FlatSearch().all_moves_as_first(
            board, color, eyes="usual", seed=2 * seed + color, games=half
        )
        total = [a + b for a, b in zip(total, owners.owner, strict=True)]
    return [count / (2 * half) for count in total]


def _judged(board: _core.Board, owners_of: OwnersOf) -> list[tuple[Group, float]]:
    """Each group and how well it keeps its points, from -1 (never) to 1 (always)."""
    safe = {color: _core.pass_alive(board, color) for color in (Color.BLACK, Color.WHITE)}
    groups = groups_of(board)

    def certain(group: Group) -> float | None:
        if any(safe[group.color][p] for p in group.stones):
            return 1.0
        return -1.0 if any(safe[group.color.opponent][p] for p in group.stones) else None

    known = [certain(group) for group in groups]
    owners = owners_of(board) if None in known else ()
    judged = []
    for group, kept in zip(groups, known, strict=True):
        if kept is None:
            sign = 1 if group.color == Color.BLACK else -1
            kept = sign * sum(owners[p] for p in group.stones) / len(group.stones)
        judged.append((group, kept))
    return judged


def _is_in_seki(board: _core.Board, group: Group) -> bool:
    """Has one of its chains two liberties that neither side can take?"""
    return any(_core.seki_partner(board, p) != board.area for p in group.stones)


def _can_be_attacked(board: _core.Board, group: Group) -> bool:
    """May the enemy take a liberty of one of its chains without giving away much?"""
    chains = {frozenset(board.group(p)) for p in group.stones}
    enemy = group.color.opponent
    for chain in chains:
        liberties = board.liberties(next(iter(chain)))
        if len(liberties) == 1:
            return True
        for p in liberties:
            if not board.is_legal(p, enemy):
                continue
            after = board.copy()
            captured = after.play(p, enemy)
            if captured or len(after.liberties(p)) > 1 or len(after.group(p)) < THROW_IN:
                return True
    return False
