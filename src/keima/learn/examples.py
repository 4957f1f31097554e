"""Examples for the small networks: which positions of games are taken (Ferreira 2016, 4.5.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from keima import _core
from keima.learn.packs import TEST, VALIDATION, Pack

#: Games of these parts of a pack, a tenth of all, are for the test.
TEST_PARTS = (TEST, VALIDATION)
#: What komi an even game may have.
KOMI = (0.0, 10.0)


@dataclass(frozen=True)
class Choice:
    """Which positions are taken. The document has these rules, but not their numbers."""

    #: Moves at the end of a game that are left out.
    last: int = 5
    #: Part of the points that have stones from which on positions are left out.
    stones: float = 2 / 3
    #: Moves that a game must have, as a part of the points.
    least: float = 0.25


#: As near to the document as can be told.
DOCUMENT = Choice()


@dataclass
class Data:
    """Examples to learn from, examples for the test, and what was left out."""

    train: _core.Examples
    test: _core.Examples
    games: int = 0
    #: Handicap games, games without an even komi and short ones.
    unfit: int = 0
    #: Games with a move that cannot be played, or stones that cannot stand: which, and why.
    faulty: list[str] = field(default_factory=list)


def collect(
    packs: Iterable[Pack],
    side: int,
    most: int,
    *,
    choice: Choice = DOCUMENT,
    seed: int = 1,
    learn: bool = True,
    tell: Callable[[int], object] = lambda _: None,
) -> Data:
    """Reads games in an order of chance until there are `most` examples to learn from, or no more
    games, and then games of the test for a ninth as many. No position is in both. Without `learn`
    there is only the test."""
    data = Data(_core.Examples(side), _core.Examples(side))
    packs = list(packs)
    for into, wanted, test in (
        (data.train, most if learn else 0, False),
        (data.test, math.ceil(most / 9), True),
    ):
        for pack in packs:
            share = len(into) + math.ceil(wanted / len(packs))
            _add(pack, data, into, share, choice, seed, test, tell)
    return data


def _add(
    pack: Pack,
    data: Data,
    into: _core.Examples,
    most: int,
    choice: Choice,
    seed: int,
    test: bool,
    tell: Callable[[int], object],
) -> None:
    if pack.size != into.side:
        raise ValueError(f"{pack.path} has games on {pack.size}x{pack.size}, not {into.side}")
    area = pack.size**2
    for number in pack.shuffled(seed):
        if (pack.part(number) in TEST_PARTS) != test:
            continue
        if len(into) >= most:
            return
        if not _fits(pack, number, choice.least * area):
            data.unfit += 1
            continue
        game = pack.game(number)
        data.games += 1
        try:
            into.add_game(
                game.board,
                game.first,
                game.moves,
                last=choice.last,
                most_stones=math.ceil(choice.stones * area),
                without=data.train if test else None,
            )
        except ValueError as error:
            data.faulty.append(f"{pack.path}: game {number}: {error}")
        tell(len(into))


def _fits(pack: Pack, number: int, least: float) -> bool:
    """Is a game even and long enough?"""
    if pack.setup_offsets[number] != pack.setup_offsets[number + 1] or pack.first[number]:
        return False
    komi = float(pack.facts.komi[number])
    if not math.isnan(komi) and not KOMI[0] <= komi <= KOMI[1]:
        return False
    return int(pack.offsets[number + 1] - pack.offsets[number]) >= least
