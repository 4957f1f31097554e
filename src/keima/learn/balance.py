"""Simulation balancing (Silver and Tesauro 2009; Huang, Coulom and Lin 2010).

A playout need not play well: it is enough if the mistakes of both sides cancel out. So the numbers
of a policy are changed until the mean of many playouts agrees with what a strong network says of
the same positions, here who owns each point and, for a smaller part, who wins. The network is the
teacher only: the playouts that come of it know nothing but their rules and 3x3 shapes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.colors import Color
from keima.game import Game
from keima.gammas import SHAPES, load_gammas
from keima.learn.packs import TEST, VALIDATION, Pack
from keima.nets.network import Network
from keima.playouts import GAMMAS
from keima.trained_policy import FACTORS, OFFERS, RATES, TrainedPolicy

Array = npt.NDArray[np.float64]

#: The board, who is to play, the last two moves (-1 for none), komi.
Position = tuple[_core.Board, int, int, int, float]

KOMI = (5.5, 6.5, 7.5, 7.5)
#: How the error of the result counts beside that of owners.
WIN_WEIGHT = 0.3
#: Adam's, for slopes that are mostly noise.
_SMOOTH, _SCALE, _LEAST = 0.95, 0.999, 1e-6
#: Weights stay within e to these powers.
_LOW, _HIGH = -6.9, 11.0
#: Where a policy begins: rates by hand, and points near the last moves.
_RATES = (0.2, 0.2, 0.9, 0.9, 0.97, 0.03)
_FACTOR = 0.2
#: Positions whose errors are found at once.
_AT_ONCE = 50
#: So many weights of shapes are there.
_SHAPES = len(OFFERS) * len(SHAPES)


@dataclass(frozen=True)
class Judged:
    """Positions of one board size with a teacher's word: owners from -1 (White) to 1 (Black), and
    how likely Black wins."""

    positions: list[Position]
    owners: npt.NDArray[np.float32]
    wins: Array

    def __len__(self) -> int:
        return len(self.positions)

    def take(self, rows: Sequence[int]) -> Judged:
        at = np.asarray(rows, np.int64)
        return Judged([self.positions[i] for i in at], self.owners[at], self.wins[at])


@dataclass(frozen=True)
class Step:
    """After so many steps: the mean errors of those since the last word."""

    number: int
    policy: TrainedPolicy
    owner_error: float
    win_error: float


def judge(
    packs: Sequence[Pack],
    teacher: Network,
    count: int,
    *,
    held_out: bool = False,
    seed: int = 1,
    tell: Callable[[int], object] | None = None,
) -> Judged:
    """Positions from anywhere in games without setup stones, as a network judges them: of games to
    learn from, or of those for validation. Raises ValueError if there are none or packs are of
    several sizes."""
    if len({pack.size for pack in packs}) != 1:
        raise ValueError("balancing needs packs of one board size")
    rng = np.random.default_rng(seed)
    usable = [
        [
            i
            for i in range(len(pack))
            if (pack.part(i) == VALIDATION if held_out else pack.part(i) not in (TEST, VALIDATION))
            and pack.first[i] == 0
            and pack.setup_offsets[i] == pack.setup_offsets[i + 1]
            and pack.offsets[i] < pack.offsets[i + 1]
        ]
        for pack in packs
    ]
    if not any(usable):
        raise ValueError(
            f"the packs have no games to {'validate by' if held_out else 'learn from'}"
        )
    chances = np.array([len(games) for games in usable], float)
    positions: list[Position] = []
    owners, wins = [], []
    tries = 0
    while len(positions) < count:
        tries += 1
        if tries > 100 + 10 * count:
            raise ValueError("too many games cannot be played")
        which = int(rng.choice(len(packs), p=chances / chances.sum()))
        number = usable[which][int(rng.integers(len(usable[which])))]
        moves = packs[which].game(number).moves
        made = moves[: int(rng.integers(len(moves)))]
        game = _replayed(packs[which].size, made, float(rng.choice(KOMI)))
        if game is None:
            continue
        word = teacher.evaluate(game)
        sign = 1 if game.to_play == Color.BLACK else -1
        positions.append(_position(game, made))
        owners.append((sign * word.ownership).ravel())
        wins.append(word.winrate if sign > 0 else 1 - word.winrate)
        if tell:
            tell(len(positions))
    return Judged(positions, np.array(owners, np.float32), np.array(wins))


def _replayed(size: int, moves: Sequence[int], komi: float) -> Game | None:
    """None if the game is over or cannot be played."""
    game = Game(size, komi=komi, rules="chinese-ogs")
    try:
        for move in moves:
            game.play(move)
    except ValueError:
        return None
    return None if game.is_over else game


def _position(game: Game, moves: Sequence[int]) -> Position:
    board = game.board.copy()
    last, before = (
        moves[-k] if len(moves) >= k and moves[-k] < game.area and board.at(moves[-k]) else -1
        for k in (1, 2)
    )
    return board, int(game.to_play), last, before, game.komi


def first_policy() -> TrainedPolicy:
    """Where training begins: shapes by the gammas of moves (see `keima.learn.mm`)."""
    gammas = load_gammas(GAMMAS).shapes
    roots = [math.sqrt(gamma) for gamma in gammas]
    return TrainedPolicy(
        [list(weights) for weights in (gammas, roots, roots, gammas)],
        list(_RATES),
        [_FACTOR] * len(FACTORS),
    )


def errors(
    policy: TrainedPolicy, judged: Judged, games: int = 100, seed: int = 1
) -> tuple[float, float]:
    """Mean squared errors of owners and of results, by the means of so many playouts."""
    sums = np.zeros(2)
    # Some at a time, so that Ctrl-C does not wait for all.
    for first in range(0, len(judged), _AT_ONCE):
        part = judged.take(range(first, min(first + _AT_ONCE, len(judged))))
        sums += np.array(_balance(policy, part, games, 1.0, seed + first)[1:]) * len(part)
    owner_error, win_error = sums / len(judged)
    return float(owner_error), float(win_error)


def train(
    judged: Judged,
    start: TrainedPolicy,
    *,
    steps: int = 1200,
    batch: int = 64,
    games: int = 60,
    rate: float = 0.03,
    win_weight: float = WIN_WEIGHT,
    seed: int = 1,
    every: int = 20,
    tell: Callable[[Step], object] | None = None,
) -> TrainedPolicy:
    """The policy after so many steps, which become smaller and smaller. Each looks at `batch`
    positions by `games` playouts."""
    rng = np.random.default_rng(seed)
    numbers = _flat(start)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    sums = np.zeros(2)
    for step in range(1, steps + 1):
        part = judged.take(rng.integers(len(judged), size=batch).tolist())
        slope, *found = _balance(
            _policy(numbers), part, games, win_weight, int(rng.integers(1 << 62))
        )
        mean = _SMOOTH * mean + (1 - _SMOOTH) * slope
        square = _SCALE * square + (1 - _SCALE) * slope**2
        size = rate * (1 - step / (steps + 1))
        scale = np.sqrt(square / (1 - _SCALE**step)) + _LEAST
        numbers = np.clip(numbers + size * mean / (1 - _SMOOTH**step) / scale, _LOW, _HIGH)
        sums += found
        if tell and step % every == 0:
            tell(Step(step, _policy(numbers), *(sums / every)))
            sums[:] = 0
    return _policy(numbers)


def _balance(
    policy: TrainedPolicy, judged: Judged, games: int, win_weight: float, seed: int
) -> tuple[Array, float, float]:
    table = _core.PatternTable("", None, policy.native())
    return _core.balance(
        judged.positions, judged.owners, judged.wins, table, games, win_weight, seed
    )


def _flat(policy: TrainedPolicy) -> Array:
    """Logarithms of weights and factors, log odds of rates."""
    rates = np.clip(policy.rates, 0.001, 0.999)
    return np.concatenate(
        [np.log(np.ravel(policy.shapes)), np.log(rates / (1 - rates)), np.log(policy.factors)]
    )


def _policy(numbers: Array) -> TrainedPolicy:
    shapes, rates, factors = np.split(numbers, [_SHAPES, _SHAPES + len(RATES)])
    return TrainedPolicy(
        np.exp(shapes).reshape(len(OFFERS), -1).tolist(),
        (1 / (1 + np.exp(-rates))).tolist(),
        np.exp(factors).tolist(),
    )
