"""Learning which blocks live, in any position, from counted games (van der Werf 2004, chapter 9).

What a block comes to is told by going back from the end of its game (`life_targets`). A network
sees its features of chapter 8, five of section 9.3 and what capture searches tell; further ones
also what the one before said of the blocks around.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.blocks import IRRELEVANT
from keima.learn.finals import Final
from keima.learn.finished import RULES, finished_game
from keima.learn.life_targets import life_kinds
from keima.learn.packs import Pack
from keima.learn.perceptron import Labels, Training, train
from keima.score.csa import judge
from keima.score.perceptron import Floats, Perceptron

#: Positions that are taken of a game to learn from: more of them are much alike.
POSITIONS = 6
#: A dame may be left: what is counted may be so far from what is recorded.
TOLERANCE = 1.0
#: How long before the end of their games blocks are looked at apart (section 9.5.2).
BEFORE_END = (0, 5, 10, 20, 30)

Tell = Callable[[str], object]


def counted_owners(pack: Pack, number: int) -> list[int] | None:
    """Who has each point at the end of a counted game by learned judgement, 1 Black, -1 White, 0
    nobody; None unless nothing is open and the score is the one recorded."""
    if int(pack.facts.rules[number]) not in RULES:
        return None
    try:
        finished = finished_game(pack, number)
    except ValueError:  # a move that cannot be played
        return None
    found = judge(finished.game.board)
    if found.open:
        return None
    score = finished.game.score(sorted(found.dead))
    if abs(score.margin - finished.margin) > TOLERANCE:
        return None
    return [(0, 1, -1)[owner] for owner in score.owners]


@dataclass
class Positions:
    """Positions of games with what becomes of their blocks."""

    width: int = 9
    height: int = 9
    #: Of each position: its stones, the inputs that do not change, a label for each block, who is
    #: to play, and how many moves are left.
    stones: list[bytes] = field(default_factory=list)
    fixed: list[Floats] = field(default_factory=list)
    labels: list[list[int]] = field(default_factory=list)
    to_play: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    games: int = 0

    def __len__(self) -> int:
        return len(self.stones)

    def add(self, board: _core.Board, to_play: int, labels: Sequence[int], left: int) -> None:
        features = _core.BlockFeatures(board)
        self.stones.append(bytes(board.stones))
        self.fixed.append(
            np.concatenate([features.extra(to_play), _core.block_captures(board)], axis=1)
        )
        self.labels.append(list(labels))
        self.to_play.append(to_play)
        self.left.append(left)

    def boards(self) -> Iterator[_core.Board]:
        """Each in turn, without kos."""
        for stones in self.stones:
            yield _core.Board.from_stones(self.width, self.height, list(stones))

    def features(self, values: Sequence[Floats] | None = None) -> Floats:
        """Of all blocks, with predictions for each position's blocks or without: block features,
        extra ones, captures."""
        tables = []
        for number, board in enumerate(self.boards()):
            found = _core.BlockFeatures(board)
            own = found.statics() if values is None else found.recursive(values[number])
            tables.append(np.concatenate([own, self.fixed[number]], axis=1))
        return np.concatenate(tables)

    def relevant(self) -> npt.NDArray[np.bool_]:
        """Of all blocks: does the game tell?"""
        return np.array([x != IRRELEVANT for labels in self.labels for x in labels], bool)

    def alive(self) -> Labels:
        """Of those."""
        return np.array([x == 1 for labels in self.labels for x in labels if x != IRRELEVANT], bool)

    def moves_left(self) -> npt.NDArray[np.int64]:
        """Of those, how far from the end of its game its position is."""
        rows = zip(self.left, self.labels, strict=True)
        return np.array(
            [left for left, labels in rows for x in labels if x != IRRELEVANT], np.int64
        )

    def split(self, values: Floats) -> list[Floats]:
        """Values of all blocks as those of each position."""
        return np.split(values, np.cumsum([len(labels) for labels in self.labels])[:-1])


def collect(
    games: Iterable[Final],
    *,
    each: int | None = POSITIONS,
    seed: int = 1,
    tell: Callable[[int], object] = lambda _: None,
) -> Positions:
    """So many positions of each game by chance, None for all; those without a stone are left out.
    Raises ValueError if there are none."""
    rng = np.random.default_rng(seed)
    found = Positions()
    for game in games:
        record = game.pack.game(game.number)
        found.width, found.height = record.board.width, record.board.height
        kinds = life_kinds(record.board, record.first, record.moves, game.owners.tolist())
        length = len(record.moves)
        while length and record.moves[length - 1] == record.board.area:
            length -= 1  # the passes at the end
        wanted = set(range(1, length + 1))
        if each is not None:
            wanted = set(rng.choice(sorted(wanted), min(each, length), replace=False).tolist())
        board, color = record.board, record.first
        for number in range(length + 1):
            if number in wanted and any(board.stones):
                labels = _block_labels(board, [kind.target for kind in kinds[number]])
                found.add(board, color, labels, length - number)
            if number < length:
                board.play(record.moves[number], color, allow_suicide=True)
                color = 3 - color
        found.games += 1
        tell(found.games)
    if not len(found):
        raise ValueError("there are no positions to learn from")
    return found


def _block_labels(board: _core.Board, targets: Sequence[float | None]) -> list[int]:
    features = _core.BlockFeatures(board)
    labels = [IRRELEVANT] * len(features)
    for point, number in enumerate(features.numbers):
        target = targets[point]
        if number >= 0 and target is not None:
            labels[number] = int(target)
    return labels


def learn_life(
    learn: Positions,
    validation: Positions,
    how: Training,
    *,
    steps: int = 1,
    tell: Tell = lambda line: None,
) -> list[Perceptron]:
    """The networks of a cascade; each but the first learns from what the one before says of all
    blocks."""
    nets: list[Perceptron] = []
    said: list[list[Floats] | None] = [None, None]
    for step in range(steps):
        tables = [
            part.features(values) for part, values in zip((learn, validation), said, strict=True)
        ]
        net, wrong = train(
            tables[0][learn.relevant()],
            learn.alive(),
            (tables[1][validation.relevant()], validation.alive()),
            replace(how, seed=how.seed + step),
            partial(_tell_epoch, tell, step + 1),
        )
        tell(f"network {step + 1}: {wrong:.2%} of the blocks for validation wrong")
        nets.append(net)
        if step + 1 < steps:
            said = [
                part.split(net(table))
                for part, table in zip((learn, validation), tables, strict=True)
            ]
    return nets


def _tell_epoch(tell: Tell, network: int, epoch: int, wrong: float) -> None:
    tell(f"network {network}, epoch {epoch + 1}: {wrong:.2%} wrong")


@dataclass(frozen=True)
class Report:
    """How often a judge is wrong about blocks of games for the test."""

    games: int
    positions: int
    blocks: int
    #: The part of the blocks that live.
    alive: float
    #: The part of all blocks that it tells wrongly, and of those so many moves before the end.
    wrong: float
    before_end: dict[int, float]

    def __str__(self) -> str:
        told = ", ".join(f"{self.before_end[n]:.2%} {n} moves before" for n in self.before_end if n)
        return (
            f"{self.wrong:.2%} of {self.blocks:,} blocks of {self.positions:,} positions of "
            f"{self.games:,} games wrong (always alive: {1 - self.alive:.2%}), "
            f"{told}, {self.before_end.get(0, 0):.2%} at the end"
        )


def report(positions: Positions, values: Floats) -> Report:
    """Of values of all blocks that the game tells of."""
    alive, left = positions.alive(), positions.moves_left()
    wrong = (values >= 0.5) != alive
    return Report(
        positions.games,
        len(positions),
        len(alive),
        float(alive.mean()),
        float(wrong.mean()),
        {n: float(wrong[left == n].mean()) for n in BEFORE_END if (left == n).any()},
    )


def judged_values(positions: Positions, alive: Callable[[_core.Board, int], Floats]) -> Floats:
    """What any judge of stones says of these blocks: the chance of its first stone."""
    found: list[float] = []
    rows = zip(positions.boards(), positions.to_play, positions.labels, strict=True)
    for board, to_play, labels in rows:
        numbers = np.array(_core.BlockFeatures(board).numbers)
        said = alive(board, to_play)
        first = np.unique(numbers, return_index=True)[1][-len(labels) :]
        found += [float(said[p]) for p, x in zip(first, labels, strict=True) if x != IRRELEVANT]
    return np.array(found, np.float32)
