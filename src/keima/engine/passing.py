"""When to pass. Playouts never pass while a move is left, so they cannot tell when a game is
over; this rule does, for any player that values moves by playouts.

Two pictures of the board are compared: it *as it stands* (all stones alive, empty regions to the
only colour they touch) and its *settled* owners (who has a point in most playouts). A move is
quiet if both pictures give its point to the same side and it captures nothing. Then:

1. Moves into the opponent's unconditional territory (Benson 1976) are never worth playing.
2. If a pass ends the game and the game is won, pass (unless a clean-up is wanted: then play on
   until all dead stones are off the board).
3. Late in the game (the opponent has just passed, or at most a quarter of the points are
   playable, or three fifths where stones cost points) the best quiet and the best other moves
   are compared with a pass by the expected outcome of games after them. A quiet move must gain
   something for certain; another one must not lose anything for certain. So what is in dispute is
   played out, own territory is not filled, and in a seki nobody moves first.
4. If no move stands the comparison, pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from keima import _core
from keima.colors import Color
from keima.engine.valuation import Tally
from keima.game import Game

#: From which part of the playouts on a point is settled, as |Black's part - White's part|.
SETTLED = 0.5
#: Parts of the points that are playable at most late in the game.
LATE, LATE_TERRITORY = 0.25, 0.6
#: Moves of each kind that are compared with a pass.
COMPARED = 5
#: A difference is certain if it is more than so many standard errors.
CERTAIN = 2.0


def is_late(game: Game, color: Color, playable: int, late: float | None = None) -> bool:
    """Is it time to think about passing? Where moves cost nothing own territory may as well be
    filled until little is left; under territory rules games are over long before. `late` is another
    part of the points."""
    last = game.last_move
    passed = last is not None and game.last_was_pass and last.color != color
    if late is None:
        late = LATE_TERRITORY if game.rules.scoring == "territory" else LATE
    return passed or playable <= late * game.area


def choose(
    game: Game,
    color: Color,
    komi: float,
    ranked: Sequence[int],
    owners: Sequence[float],
    outcomes: Callable[[list[int]], Mapping[int, Tally]],
    *,
    late: bool,
    cleanup: bool = False,
) -> int:
    """The move to make: one of `ranked` (playable moves, best first) or a pass.

    `owners` is the mean owner of each point in the playouts, `outcomes` gives the games after
    each of some moves. It is asked for at most once, and only if it is `late` in the game.
    """
    ranked = without_lost(game, color, ranked)
    if not ranked:
        return game.area
    settled = settled_owners(owners)
    if not cleanup and ends_game(game, color) and is_won(game, color, komi, settled):
        return game.area
    if not late:
        return ranked[0]
    quiet = quiet_moves(game, color, ranked, settled)
    compared = [m for m in ranked if m in quiet][:COMPARED]
    compared += [m for m in ranked if m not in quiet][:COMPARED]
    after = outcomes([*compared, game.area])
    for move in ranked:
        if move in compared and move in after and game.area in after:
            gain = after[move].margin(color, komi) - after[game.area].margin(color, komi)
            doubt = CERTAIN * math.sqrt(after[move].variance + after[game.area].variance)
            if gain > doubt if move in quiet else gain >= -doubt:
                return move
    return game.area


def without_lost(game: Game, color: Color, moves: Sequence[int]) -> list[int]:
    """Those not in the opponent's unconditional territory."""
    lost = _core.pass_alive(game.board, color.opponent, game.rules.suicide)
    return [move for move in moves if not lost[move]]


def settled_owners(owners: Sequence[float]) -> list[Color]:
    """The settled owner of each point, by its mean owner."""
    return [_owner(mean) for mean in owners]


def _owner(mean: float) -> Color:
    if abs(mean) < SETTLED:
        return Color.EMPTY
    return Color.BLACK if mean > 0 else Color.WHITE


def ends_game(game: Game, color: Color) -> bool:
    after = game.copy()
    after.play(game.area, color)
    return after.is_over and not after.repeats


def is_won(game: Game, color: Color, komi: float, settled: Sequence[Color]) -> bool:
    """Is the game won if it ends now, whichever picture the players agree on? Under territory
    rules dead stones are always agreed on; where agreement is not foreseen, all stones stand."""
    pictures = [settled.count(Color.BLACK) - settled.count(Color.WHITE)]
    if game.rules.scoring == "area":
        standing = _core.count_area(game.board)
        pictures = [*pictures, standing] if game.rules.friendly_pass else [standing]
    sign = 1 if color == Color.BLACK else -1
    return all(sign * (picture - komi) > 0 for picture in pictures)


def quiet_moves(
    game: Game, color: Color, moves: Sequence[int], settled: Sequence[Color]
) -> set[int]:
    board = game.board
    standing = settled if game.rules.scoring == "territory" else _core.area_owners(board)

    def captures(move: int) -> bool:
        return board.copy().play(move, color, True) > 0

    return {m for m in moves if settled[m] and settled[m] == standing[m] and not captures(m)}
