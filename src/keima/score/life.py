"""How likely stones live, in any position: what estimates of territory ask for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.playouts import make_playout
from keima.scoring import whole_groups

Floats = npt.NDArray[np.float32]
#: Tells for each point how likely a stone there lives, from 0 to 1; of a position and who is to
#: play. What it says of empty points does not matter.
Alive = Callable[[_core.Board, int], Floats]

PLAYOUTS = 100
#: The policy whose playouts tell best who will own a point: see docs/playouts.md.
POLICY, PARAMETERS = "softmax", {"power": 1.5}


class _Room(threading.local):
    """A playout has room for one game at a time: each thread has its own."""

    playout: _core.Playout | None = None


_room = _Room()


@dataclass(frozen=True)
class PlayedOut:
    """What playouts say of a position."""

    #: The part that Black wins, and his mean area less White's, without komi.
    wins: float
    area: float
    #: The mean owner of each point, from 1 (Black) to -1 (White).
    owners: Floats


def play_out(
    board: _core.Board, to_play: int, komi: float, *, playouts: int = PLAYOUTS, seed: int = 1
) -> PlayedOut:
    """With a seed always the same. Komi matters, as replies are learnt from who won."""
    if _room.playout is None:
        _room.playout = make_playout(POLICY, PARAMETERS)
    halves, scores, sums, _ = _room.playout.run_many(board, to_play, playouts, komi=komi, seed=seed)
    owners = np.array(sums, np.float32) / np.float32(playouts)
    return PlayedOut(halves / 2 / playouts, scores / playouts, owners)


def owners_by_playouts(
    board: _core.Board, to_play: int, *, playouts: int = PLAYOUTS, seed: int = 1
) -> Floats:
    """The mean owner of each point at the end of playouts, from 1 (Black) to -1 (White); with a
    seed always the same."""
    return play_out(board, to_play, 0, playouts=playouts, seed=seed).owners


def alive_by_owners(board: _core.Board, owners: Floats) -> Floats:
    """How likely groups live if these are the mean owners of their points; 1 for empty points."""
    alive = np.ones(board.area, np.float32)
    seen: set[int] = set()
    for point, stone in enumerate(board.stones):
        if stone and point not in seen:
            group = board.group(point)
            seen.update(group)
            kept = float(owners[group].mean()) * (1 if stone == 1 else -1)
            alive[group] = min(1.0, max(0.0, (1 + kept) / 2))
    return alive


def alive_by_playouts(
    board: _core.Board, to_play: int, *, playouts: int = PLAYOUTS, seed: int = 1
) -> Floats:
    """How often the points of a group are its own colour's at the end of playouts.

    >>> board = _core.Board.from_stones(5, 1, [0, 1, 0, 1, 0])
    >>> alive_by_playouts(board, 1).tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0]
    """
    owners = owners_by_playouts(board, to_play, playouts=playouts, seed=seed)
    return alive_by_owners(board, owners)


def alive_by_learning(board: _core.Board, to_play: int) -> Floats:
    """By the cascade that Keima brings (van der Werf 2004, chapter 9), without any game; 1 for
    empty points.

    >>> from keima.game import Game
    >>> game = Game.from_drawing(
    ...     ". X . . X O .",
    ...     "X X . O X O O",
    ...     ". X . . X O .",
    ...     "X X X X X O O",
    ...     "O O O O O O .",
    ... )
    >>> alive = alive_by_learning(game.board, 1)
    >>> [game.name(p) for p in range(game.area) if alive[p] < 0.5]
    ['D4']
    """
    from keima.models.life import load_life

    return load_life().alive(board, to_play)


def alive_by_both(board: _core.Board, to_play: int) -> Floats:
    """The mean of `alive_by_playouts` and `alive_by_learning`, which err in other ways: the best
    judge there is here, see docs/territory.md.

    >>> board = _core.Board.from_stones(3, 3, [0, 1, 0, 1, 1, 1, 0, 1, 0])
    >>> alive = alive_by_both(board, 2)
    >>> bool(alive[0] == 1 and alive[4] == alive[1] > 0.5)
    True
    """
    return alive_by_mean(board, to_play, owners_by_playouts(board, to_play))


def alive_by_mean(board: _core.Board, to_play: int, owners: Floats) -> Floats:
    """`alive_by_both`, if playouts have these mean owners."""
    played, learned = alive_by_owners(board, owners), alive_by_learning(board, to_play)
    found: Floats = np.float32(0.5) * (played + learned)
    return found


def all_alive(board: _core.Board, to_play: int) -> Floats:
    """Nothing dies."""
    return np.ones(board.area, np.float32)


def all_but(dead: Iterable[int]) -> Alive:
    """Only the groups of these stones die. Where there is no stone, ValueError is raised."""
    points = list(dead)

    def alive(board: _core.Board, to_play: int) -> Floats:
        found = all_alive(board, to_play)
        found[list(whole_groups(board, points))] = 0
        return found

    return alive


#: Judges by the names that commands know them by.
JUDGES: dict[str, Alive] = {
    "both": alive_by_both,
    "learned": alive_by_learning,
    "playouts": alive_by_playouts,
}


def life_judge(name: str) -> Alive:
    """Raises ValueError, which lists them, if there is no such judge."""
    if name not in JUDGES:
        raise ValueError(f"unknown judge of life {name!r}: expected one of {', '.join(JUDGES)}")
    return JUDGES[name]
