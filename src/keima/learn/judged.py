"""Positions of games as a strong network judges them: what playouts and move models learn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.colors import Color
from keima.data.own_games import KOMI, RULES
from keima.game import Game
from keima.learn.packs import TEST, VALIDATION, Pack
from keima.nets.network import Network

#: The board, who is to play, the last two moves (-1 for a pass or none), komi.
Position = tuple[_core.Board, int, int, int, float]


@dataclass(frozen=True)
class Judged:
    """Positions of one board size with a teacher's word: owners from -1 (White) to 1 (Black), how
    likely Black wins, and how likely each move is played, the pass last."""

    positions: list[Position]
    owners: npt.NDArray[np.float32]
    wins: npt.NDArray[np.float64]
    policies: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.positions)

    def take(self, rows: Sequence[int]) -> Judged:
        at = np.asarray(rows, np.int64)
        return Judged(
            [self.positions[i] for i in at], self.owners[at], self.wins[at], self.policies[at]
        )


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
        raise ValueError("a teacher needs packs of one board size")
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
    owners, wins, policies = [], [], []
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
        policies.append(np.ravel(word.policy).astype(np.float32))
        if tell:
            tell(len(positions))
    return Judged(positions, np.array(owners, np.float32), np.array(wins), np.array(policies))


def _replayed(size: int, moves: Sequence[int], komi: float) -> Game | None:
    """None if the game is over or cannot be played."""
    game = Game(size, komi=komi, rules=RULES)
    try:
        for move in moves:
            game.play(move)
    except ValueError:
        return None
    return None if game.is_over else game


def _position(game: Game, moves: Sequence[int]) -> Position:
    last, before = (moves[-k] if len(moves) >= k and moves[-k] < game.area else -1 for k in (1, 2))
    return game.board.copy(), int(game.to_play), last, before, game.komi
