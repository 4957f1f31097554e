"""The tables of van der Werf 2004, chapter 7: each cell a training of its own, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from keima import _core
from keima.learn.extraction import METHODS, Scaling, by_deviation, by_range, extraction
from keima.learn.local_moves import Settings, learn_pairs, new_network, ordered, train_local
from keima.learn.packs import TEST, VALIDATION, Pack
from keima.learn.pairs import KINDS, LEARNING, Pairs, Regions, games_of, sample_pairs
from keima.models.local import LocalFile

#: Scaling and part of the features, in percent (table 7.2).
COLUMNS = (
    *(("deviation", 10), ("deviation", 25), ("range", 10), ("range", 25)),
    *(("near", 10), ("near", 25), ("near", 50), ("near", 90)),
)
#: Points of the regions and part of the features in the first phase (table 7.3).
PHASES = ((40, 40, 10), (40, 40, 15), (40, 12, 20), (60, 60, 15), (60, 24, 20), (60, 12, 20))
#: Games whose moves people and the model are asked about (table 7.4), and moves of each at least.
GAMES, LEAST_MOVES = 3, 150
#: Pairs by which the model is judged on the way, and at the end.
VALIDATION_PAIRS, TEST_PAIRS = 2500, 10_000

Cell = Callable[[], dict[str, Any]]


@dataclass(frozen=True)
class Data:
    """Pairs of moves of packs, and how networks learn from them."""

    packs: Sequence[Pack]
    pairs: int
    settings: Settings

    def of(self, regions: Regions) -> tuple[Pairs, Pairs, Pairs]:
        """To learn from, for validation and for the test."""
        return (
            sample_pairs(self.packs, LEARNING, self.pairs, regions, seed=self.settings.seed),
            sample_pairs(self.packs, VALIDATION, VALIDATION_PAIRS, regions),
            sample_pairs(self.packs, TEST, TEST_PAIRS, regions),
        )

    @cached_property
    def usual(self) -> tuple[Pairs, Pairs, Pairs]:
        return self.of(Regions())


def cells_of(table: str, data: Data, model: LocalFile | None = None) -> dict[str, Cell]:
    """The cells of a table, by name, to be computed. Table 7.4 needs a model. Raises ValueError for
    a table that is not one of these."""
    made = {"7.1": _kinds, "7.2": _extractors, "7.3": _phases}
    if table == "7.4":
        if model is None:
            raise ValueError("table 7.4 is about a model: give one")
        return _games(data, model)
    if table not in made:
        raise ValueError(f"unknown table {table!r}: expected one of {', '.join(made)}, 7.4")
    return made[table](data)


def _trained(parts: tuple[Pairs, Pairs, Pairs], settings: Settings) -> dict[str, Any]:
    """Of pairs that are scaled: the part of the last that is ordered rightly."""
    train, validation, test = parts
    network = new_network(train.played.shape[1], settings)
    learn_pairs(network, train, validation, settings)
    return {"right": round(ordered(network, test), 4), "pairs": len(train)}


def _scaled(parts: tuple[Pairs, Pairs, Pairs], scaling: Scaling) -> tuple[Pairs, Pairs, Pairs]:
    first, second, third = (Pairs(scaling(p.played), scaling(p.others)) for p in parts)
    return first, second, third


def _scaling(name: str, train: Pairs) -> Scaling:
    both = np.concatenate([train.played, train.others])
    if name == "range":
        return by_range(both)
    scaling = by_deviation(both)
    return scaling.weighted(Regions().nearness()) if name == "near" else scaling


def _kinds(data: Data) -> dict[str, Cell]:
    """All kinds of features, each alone, and all but each."""

    def cell(kinds: Sequence[str]) -> Cell:
        def compute() -> dict[str, Any]:
            columns = Regions().columns(kinds)
            parts = _scaled(data.usual, _scaling("near", data.usual[0]))
            few = parts[0].take(columns), parts[1].take(columns), parts[2].take(columns)
            return _trained(few, data.settings)

        return compute

    cells = {"all": cell(KINDS)}
    for kind in KINDS:
        cells[f"only {kind}"] = cell([kind])
        cells[f"without {kind}"] = cell([k for k in KINDS if k != kind])
    return cells


def _extractors(data: Data) -> dict[str, Cell]:
    def cell(method: str | None, name: str, percent: int) -> Cell:
        def compute() -> dict[str, Any]:
            parts = _scaled(data.usual, _scaling(name, data.usual[0]))
            if method is None:
                return _trained(parts, data.settings)
            count = max(1, round(percent / 100 * parts[0].played.shape[1]))
            matrix = extraction(method, parts[0].played, parts[0].others, count)
            thin = matrix.astype(np.float32)
            first, second, third = (Pairs(p.played @ thin, p.others @ thin) for p in parts)
            return _trained((first, second, third), data.settings)

        return compute

    cells = {f"none/{name}/100": cell(None, name, 100) for name in ("deviation", "range", "near")}
    for name, percent in COLUMNS:
        for method in METHODS:
            cells[f"{method}/{name}/{percent}"] = cell(method, name, percent)
    return cells


def _phases(data: Data) -> dict[str, Cell]:
    def cell(stones: int, liberties: int, percent: int) -> Cell:
        def compute() -> dict[str, Any]:
            regions = Regions(stones, liberties)
            parts = data.of(regions)
            both = np.concatenate([parts[0].played, parts[0].others])
            scaling = by_deviation(both).weighted(regions.nearness())
            _, course = train_local(*parts, scaling, data.settings, part=percent / 100)
            return {
                "first": round(course.first, 4),
                "first_seconds": round(course.first_seconds, 1),
                "second": round(course.second, 4),
                "second_seconds": round(course.second_seconds, 1),
                "pairs": len(parts[0]),
            }

        return compute

    return {f"{a}/{b}/{percent}": cell(a, b, percent) for a, b, percent in PHASES}


def _games(data: Data, model: LocalFile) -> dict[str, Cell]:
    """Pairs of all moves of a few games, ordered by the model and by the last move alone."""

    def pairs_of_games() -> list[Pairs]:
        radii = model.stones, model.liberties
        found = []
        pack = data.packs[0]
        for number in games_of(pack, TEST, data.settings.seed):
            game = pack.game(number)
            if len(game.moves) < LEAST_MOVES or any(game.board.stones):
                continue
            pairs = _core.LocalPairs(*radii)
            pairs.add_game(game.board, game.first, np.array(game.moves, np.uint16), 0, seed=number)
            found.append(Pairs(pairs.played(), pairs.others()))
            if len(found) == GAMES:
                break
        return found

    def judged(value: Callable[[Any], Any]) -> Cell:
        def compute() -> dict[str, Any]:
            rights = []
            for pairs in pairs_of_games():
                better = value(pairs.played) - value(pairs.others)
                rights.append(((better > 0) + 0.5 * (better == 0)).tolist())
            return {
                "games": [round(float(np.mean(right)), 4) for right in rights],
                "average": round(float(np.mean([x for right in rights for x in right])), 4),
                "pairs": sum(map(len, rights)),
            }

        return compute

    return {
        "model": judged(model.values_of),
        "last move": judged(lambda vectors: -vectors[:, -1]),
    }
