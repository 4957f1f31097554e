"""Learning to score final positions from counted games: CSA* (van der Werf 2004, chapter 8).

Labels are made by a loop. Keima's random games and GNU Go are asked about the games for test and
validation and about the first of the others; a cascade learns from these, and then is the first to
be asked about the rest, from which the last cascade learns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from keima import _core
from keima.game import Game
from keima.learn.blocks import IRRELEVANT, Positions
from keima.learn.cascade import train_cascade
from keima.learn.finished import (
    Finished,
    Label,
    LabelFile,
    Oracle,
    finished_game,
    interleaved,
    label,
)
from keima.learn.packs import TEST, VALIDATION, Pack
from keima.learn.perceptron import Training
from keima.score.cascade import Cascade
from keima.score.csa import judge
from keima.score.dead import find_dead_by_playouts

#: Playouts of each of Keima's two rounds.
PLAYOUTS = 200

Tell = Callable[[str], None]


def by_playouts(game: Game) -> frozenset[int]:
    return find_dead_by_playouts(game.board, playouts=PLAYOUTS)


def by_cascade(cascade: Cascade) -> Oracle:
    return lambda game: judge(game.board, cascade).dead


@dataclass
class Data:
    """Labelled positions, and how many games each oracle labelled; those of the empty name were set
    aside."""

    learn: Positions = field(default_factory=Positions)
    validation: Positions = field(default_factory=Positions)
    test: Positions = field(default_factory=Positions)
    labelled: Counter[str] = field(default_factory=Counter)
    #: The games for the test, and for those that were labelled their dead stones.
    test_games: list[tuple[Finished, Label]] = field(default_factory=list)

    def add(self, finished: Finished, found: Label) -> None:
        part = {TEST: self.test, VALIDATION: self.validation}.get(finished.part, self.learn)
        self.labelled[found.by] += 1
        if finished.part == TEST:
            self.test_games.append((finished, found))
        if found.by:
            part.add(finished.game.board, found.dead)


def collect(
    packs: Sequence[Pack],
    games: int,
    labels: LabelFile,
    oracles: Mapping[str, Oracle],
    first: Oracle | None = None,
    *,
    start: int = 0,
    seed: int = 1,
    held_out: int | None = None,
    data: Data | None = None,
    known: bool = False,
    tell: Callable[[int], None] = lambda done: None,
) -> Data:
    """Labels games `start` to `games` of an order of chance, or takes the labels of the file.
    `first` is asked before the oracles about games to learn from. Games that cannot be replayed are
    left out; so are, if only `known` labels are to be taken, those that the file has not."""
    data = data or Data()
    for done, (pack, number) in enumerate(
        islice(interleaved(packs, seed, held_out), start, games), start + 1
    ):
        if known and labels.get(pack.path.stem, number) is None:
            continue
        try:
            finished = finished_game(pack, number)
        except ValueError:
            data.labelled["impossible"] += 1
            continue
        found = labels.get(finished.pack, number)
        if found is None:
            asked = dict(oracles)
            if first is not None and finished.part not in (TEST, VALIDATION):
                asked = {"csa": first, **asked}
            found = label(finished, asked)
            labels.add(finished.pack, number, found)
        data.add(finished, found)
        tell(done)
    return data


@dataclass(frozen=True)
class Report:
    """How well a cascade does on the games for the test."""

    games: int
    set_aside: int
    blocks: int
    wrong_blocks: int
    #: Boards with a point that is not marked as the labels have it; points of them.
    wrong_boards: int
    wrong_points: int
    wrong_winners: int

    def __str__(self) -> str:
        boards = max(self.games, 1)
        return (
            f"{self.wrong_blocks} of {self.blocks:,} blocks wrong "
            f"({self.wrong_blocks / max(self.blocks, 1):.2%}); of {self.games:,} boards "
            f"{self.games - self.wrong_boards:,} right ({1 - self.wrong_boards / boards:.2%}), "
            f"{self.games - self.wrong_winners:,} with the right winner "
            f"({1 - self.wrong_winners / boards:.2%}); {self.wrong_points / boards:.2f} wrong "
            f"points a board; {self.set_aside} games set aside"
        )


def report(cascade: Cascade, data: Data) -> Report:
    """Compares with the labels of the games for the test. A board is right if every point has the
    right owner."""
    labels = iter(data.test.labels)
    boards = set_aside = blocks = wrong_blocks = wrong_boards = points = winners = 0
    for finished, found in data.test_games:
        if not found.by:
            set_aside += 1
            continue
        boards += 1
        game = finished.game
        judged = judge(game.board, cascade)
        wanted, score = game.score(found.dead), game.score(judged.dead)
        truth = next(labels)
        values = cascade.values(_features(game))
        blocks += sum(x != IRRELEVANT for x in truth)
        wrong_blocks += sum(
            x != IRRELEVANT and (x == 1) != (value >= 0.5)
            for x, value in zip(truth, values.tolist(), strict=True)
        )
        differ = sum(a != b for a, b in zip(wanted.owners, score.owners, strict=True))
        wrong_boards += differ > 0
        points += differ
        winners += wanted.winner != score.winner
    return Report(boards, set_aside, blocks, wrong_blocks, wrong_boards, points, winners)


def _features(game: Game) -> _core.BlockFeatures:
    return _core.BlockFeatures(game.board)


def learn_csa(
    packs: Sequence[Pack],
    labels: LabelFile,
    oracles: Mapping[str, Oracle],
    how: Training,
    *,
    games: int,
    first_games: int,
    tries: int,
    held_out: int | None = None,
    seed: int = 1,
    tell: Tell = lambda line: None,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Cascade, Data]:
    """The whole loop. Raises ValueError if there are too few games."""
    first_games = min(first_games, games)
    data = collect(packs, first_games, labels, oracles, seed=seed, held_out=held_out, tell=progress)
    if not (data.learn.alive().size and data.validation.alive().size):
        raise ValueError("too few counted games to learn from and to validate by")
    if games > first_games:
        tell(f"{len(data.learn):,} games for a first cascade")
        first = by_cascade(train_cascade(data.learn, data.validation, how, tries=1, tell=tell))
        collect(
            packs,
            games,
            labels,
            oracles,
            first,
            start=first_games,
            seed=seed,
            held_out=held_out,
            data=data,
            tell=progress,
        )
    tell(f"{len(data.learn):,} games for the cascade")
    return train_cascade(data.learn, data.validation, how, tries=tries, tell=tell), data
