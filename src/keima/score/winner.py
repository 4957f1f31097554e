"""Who will win an unfinished game, told from an estimate of its territory.

The sum of the mean owners of all points less komi says who is ahead, but not how sure that is, nor
who wins games of people that are even so far. A small network sees the lead, how much is open, who
is to play and what playouts say, and has learnt the rest: of games on 9x9 with an ordinary komi.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from keima import _core
from keima.score.life import Alive, Floats, PlayedOut, alive_by_mean, play_out
from keima.score.territory import Signs, expected_owners, signs_of

#: Points count as somebody's if their mean owner is beyond these.
WINDOWS = (0.05, 0.5, 0.9)
INPUTS = 17
#: What the network that Keima brings has learnt from: boards of this size, and of 100 games 99 with
#: komi between these. What it says of others means nothing.
SIZE, KOMI = 9, (4.5, 7.5)


def winner_inputs(
    owners: Floats, signs: Signs, to_play: int, komi: float, played: PlayedOut
) -> Floats:
    """What the network sees, by points for Black: of mean owners, the signs of stones, and
    playouts. Komi is seen in leads alone, as it hardly differs in the games to learn from."""
    stones = signs != 0
    lead = float(owners.sum()) - komi
    variance = float((1 - np.minimum(owners**2, 1)).sum())
    return np.array(
        [
            lead,
            lead / np.sqrt(1 + variance),
            *(((owners > w).sum(dtype=float) - (owners < -w).sum() - komi) for w in WINDOWS),
            owners[stones].sum(),
            signs.sum(),
            # What either side has on the board but not for sure.
            (1 - owners[signs > 0]).sum(),
            (1 + owners[signs < 0]).sum(),
            variance / len(signs),
            np.abs(owners).mean(),
            stones.mean(),
            lead * stones.mean(),
            1.0 if to_play == 1 else -1.0,
            2 * played.wins - 1,
            played.area - komi,
            (played.area - komi) * stones.mean(),
        ],
        np.float32,
    )


def look(
    board: _core.Board, to_play: int, komi: float, *, alive: Alive | None = None
) -> tuple[Floats, float]:
    """What the network sees of a position, and Black's lead by the sum of mean owners. `alive`
    judges life for EMLP; `alive_by_both` from the same playouts if it is not given, as it was when
    the network learnt."""
    played = play_out(board, to_play, komi)
    judge = alive or partial(alive_by_mean, owners=played.owners)
    owners = expected_owners(board, to_play, alive=judge)
    inputs = winner_inputs(owners, signs_of(board), to_play, komi, played)
    return inputs, float(owners.sum()) - komi


def is_told(board: _core.Board, komi: float) -> bool:
    """Has the network that Keima brings learnt from games on such boards with such komi?"""
    return board.width == board.height == SIZE and KOMI[0] <= komi <= KOMI[1]


def chance_of_black(
    board: _core.Board, to_play: int, komi: float, *, alive: Alive | None = None
) -> float:
    """How likely Black wins if people play on: by EMLP and playouts. Raises ValueError for a board
    or komi of which nothing was learnt.

    >>> board = _core.Board.from_stones(9, 9, [0, 0, 0, 0, 1, 2, 0, 0, 0] * 9)
    >>> chance_of_black(board, 1, 5.5) > 0.5
    True
    """
    if not is_told(board, komi):
        raise ValueError(
            f"cannot tell who will win on {board.width}x{board.height} with komi {komi:g}: "
            f"expected {SIZE}x{SIZE} and komi from {KOMI[0]:g} to {KOMI[1]:g}"
        )
    from keima.models.winner import load_winner

    inputs, _ = look(board, to_play, komi, alive=alive)
    return float(load_winner()(inputs[None])[0])
