"""Finished games and which of their stones are dead: labels to learn judgement from.

Records say by how many points a game was won, not which stones were dead. So oracles are asked in
turn, and an answer is taken if it gives the recorded score and leaves nothing open: all empty
points belong to whom they belong by distance too (van der Werf 2004, 8.4.1). A game for which no
oracle has such an answer is set aside.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from keima.colors import Color
from keima.game import Game
from keima.learn.packs import TEST, VALIDATION, Pack
from keima.score.csa import open_points

COUNTED = 1
RULES = {1: "japanese", 2: "korean", 3: "chinese", 4: "aga", 5: "new-zealand"}
LEAST_KOMI, MOST_KOMI = 0.5, 8.0

#: Gives the dead stones of a finished game, or None if it does not know.
Oracle = Callable[[Game], Collection[int] | None]


@dataclass(frozen=True)
class Finished:
    """A counted game of a pack."""

    pack: str
    number: int
    #: TEST, VALIDATION, or any other number to learn from.
    part: int
    game: Game
    #: What Black won by, as recorded; negative if White won.
    margin: float


@dataclass(frozen=True)
class Label:
    """What an oracle said that was taken: `by` is its name, empty for a game set aside."""

    by: str
    dead: frozenset[int]


def counted_games(pack: Pack) -> list[int]:
    """The numbers of its even games that were counted, under known rules with a sensible komi."""
    facts = pack.facts
    return [
        i
        for i in range(len(pack))
        if facts.reason[i] == COUNTED
        and int(facts.rules[i]) in RULES
        and LEAST_KOMI <= facts.komi[i] <= MOST_KOMI
        and pack.setup_offsets[i] == pack.setup_offsets[i + 1]
    ]


def finished_game(pack: Pack, number: int) -> Finished:
    """Raises ValueError if it cannot be replayed."""
    facts, record = pack.facts, pack.game(number)
    rules = RULES[int(facts.rules[number])]
    game = Game(pack.size, komi=float(facts.komi[number]), rules=rules)
    game.to_play = Color(record.first)
    for move in record.moves:
        game.play(move)
    margin = float(facts.winner[number]) * float(facts.margin[number])
    return Finished(pack.path.stem, number, pack.part(number), game, margin)


def label(finished: Finished, oracles: Mapping[str, Oracle]) -> Label:
    """The first answer that is taken."""
    game = finished.game
    for name, oracle in oracles.items():
        dead = oracle(game)
        if dead is None:
            continue
        if game.score(dead).margin == finished.margin and not open_points(game.board, dead):
            return Label(name, frozenset(dead))
    return Label("", frozenset())


def interleaved(
    packs: Iterable[Pack], seed: int, held_out: int | None = None
) -> Iterator[tuple[Pack, int]]:
    """All counted games by chance, but of every ten one for the test and one for validation, as
    long as there are any; `held_out` of each at most."""
    queues: tuple[list[tuple[Pack, int]], ...] = ([], [], [])
    for pack in packs:
        for i in counted_games(pack):
            part = pack.part(i)
            queues[0 if part == TEST else 1 if part == VALIDATION else 2].append((pack, i))
    for queue in queues:
        random.Random(seed).shuffle(queue)
        queue.reverse()
    if held_out is not None:
        for queue in queues[:2]:
            del queue[: -held_out or None]
    while any(queues):
        for turn in (0, 1, *(2,) * 8):
            if queues[turn]:
                yield queues[turn].pop()


class LabelFile:
    """Labels of games in a file, a line of JSON each; new ones are added at its end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._labels: dict[tuple[str, int], Label] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            row = json.loads(line)
            found = Label(str(row["by"]), frozenset(map(int, row["dead"])))
            self._labels[str(row["pack"]), int(row["game"])] = found
        except (ValueError, KeyError, TypeError):
            if line.endswith("}"):  # else it was written when the process ended
                raise ValueError(f"{self._path} is no file of labels: {line[:80]!r}") from None

    def __len__(self) -> int:
        return len(self._labels)

    def get(self, pack: str, number: int) -> Label | None:
        return self._labels.get((pack, number))

    def add(self, pack: str, number: int, found: Label) -> None:
        """Raises OSError."""
        self._labels[pack, number] = found
        row = {"pack": pack, "game": number, "by": found.by, "dead": sorted(found.dead)}
        with self._path.open("a") as file:
            file.write(json.dumps(row) + "\n")
