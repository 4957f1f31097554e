"""Games whose points have known owners at the end, position by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.packs import TEST, VALIDATION, Pack

#: Komi of an even game, and how a game ended whose points were counted.
KOMI, COUNTED = (0.5, 8.0), 1
#: Says who has each point at the end of a game of a pack, or None if that is not sure.
Counter = Callable[[Pack, int], Sequence[int] | None]


@dataclass(frozen=True)
class Final:
    """A game of a pack with the owners of all points at its end, 1 Black, -1 White, 0 nobody."""

    pack: Pack
    number: int
    owners: npt.NDArray[np.int8]
    komi: float

    @property
    def area(self) -> int:
        """Black's points minus White's at the end, without komi."""
        return int(self.owners.sum())

    def positions(self) -> Iterator[tuple[_core.Board, int, int]]:
        """Every position before a stone is played and the last one, each a board of its own, with
        who is to play and how many stones were played. Raises ValueError for a move that cannot be
        played."""
        game = self.pack.game(self.number)
        board, color, played = game.board, game.first, 0
        for move in game.moves:
            if move < board.area:
                yield board.copy(), color, played
                played += 1
            board.play(move, color, allow_suicide=True)
            color = 3 - color
        yield board, color, played


def finals(
    packs: Sequence[Pack], part: str, seed: int = 1, count: Counter | None = None
) -> Iterator[Final]:
    """The even games with owners of a part, `test`, `validation` or `training`, in an order of
    chance. Games that do not have them are counted by `count`, or passed over without it.

    Raises ValueError if no game can have owners.
    """
    chosen = [
        (pack, number) for pack in packs for number in _numbers(pack, part, count is not None)
    ]
    if not chosen:
        names = ", ".join(pack.path.name for pack in packs)
        raise ValueError(f"{names}: no even game of the part {part} was counted at its end")
    for i in np.random.default_rng(seed).permutation(len(chosen)).tolist():
        pack, number = chosen[i]
        row = pack.facts.owned[number]
        owners = pack.facts.owners[row] if row >= 0 else count and count(pack, number)
        if owners is not None:
            komi = float(pack.facts.komi[number])
            yield Final(pack, number, np.array(owners, np.int8), komi)


def _numbers(pack: Pack, part: str, uncounted: bool) -> list[int]:
    facts = pack.facts
    owned = (facts.owned >= 0) | (uncounted & (facts.reason == COUNTED))
    even = (facts.komi >= KOMI[0]) & (facts.komi <= KOMI[1]) & (np.diff(pack.setup_offsets) == 0)
    wanted = {
        "test": facts.part == TEST,
        "validation": facts.part == VALIDATION,
        "training": ~np.isin(facts.part, (TEST, VALIDATION)),
    }[part]
    found: list[int] = np.flatnonzero(owned & even & wanted).tolist()
    return found
