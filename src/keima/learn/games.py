"""Positions of packs of games, for training and for judging what was learnt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from keima import _core
from keima.learn.packs import TEST, VALIDATION, Pack, read_pack

#: For each position to learn from, so many are judged of each part that is not learnt from.
HELD_OUT = 0.1


@dataclass
class Sample:
    """Positions of one pack or of several, and how many games they are from."""

    train: _core.Competitions = field(default_factory=_core.Competitions)
    validation: _core.Competitions = field(default_factory=_core.Competitions)
    test: _core.Competitions = field(default_factory=_core.Competitions)
    games: int = 0
    #: Numbers of games with a move that cannot be played; what came before it is used.
    faulty: list[int] = field(default_factory=list)
    #: Of games that were left out, as their stones cannot stand: which, and why.
    impossible: list[str] = field(default_factory=list)


def add_pack(
    sample: Sample,
    pack: Pack,
    positions: int,
    *,
    seed: int = 1,
    learn: bool = True,
    tell: Callable[[int], object] | None = None,
) -> None:
    """Adds games in an order of chance until there are so many positions more, or no more games: to
    learn from, or without `learn` in each of the other two parts."""
    held_out = {TEST: sample.test, VALIDATION: sample.validation}
    wanted = [sample.train] if learn else list(held_out.values())
    most = {id(part): len(part) + positions for part in wanted}
    told = time.monotonic()
    for number in pack.shuffled(seed):
        part = held_out.get(pack.part(number), sample.train)
        if len(part) >= most.get(id(part), 0):
            if all(len(p) >= most[id(p)] for p in wanted):
                break
            continue
        try:
            game = pack.game(number)
        except ValueError as error:
            sample.impossible.append(str(error))
            continue
        sample.games += part is sample.train
        try:
            part.add_game(game.board, game.first, game.moves)
        except ValueError:
            sample.faulty.append(number)
        if tell and time.monotonic() - told >= 1:
            told = time.monotonic()
            tell(len(sample.train))


def read_packs(paths: Iterable[Path]) -> list[Pack]:
    """Raises ValueError for a file that is no pack."""
    return [read_pack(path) for path in paths]
