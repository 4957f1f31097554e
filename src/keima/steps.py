"""Which part of a playout policy makes how many moves: table II of Basaldua et al. 2014."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from keima.files import read_text, write_file

FORMAT = 1
MOST_BYTES = 1 << 20


@dataclass
class StepCount:
    """Moves of playouts by part of the policy, in games that a profile plays with itself."""

    profile: str
    size: int
    playouts: int
    games: int = 0
    steps: dict[str, int] = field(default_factory=dict)

    def add(self, steps: dict[str, int]) -> None:
        self.games += 1
        self.steps = {s: self.steps.get(s, 0) + steps.get(s, 0) for s in {**self.steps, **steps}}

    def __str__(self) -> str:
        total = max(1, sum(self.steps.values()))
        title = f"{self.profile}, {self.size}x{self.size}, {self.games} games, {total:,} moves"
        parts = (f"{100 * made / total:8.2f} % {step}" for step, made in self.steps.items())
        return "\n".join([title, *parts])

    @property
    def key(self) -> tuple[str, int, int]:
        return self.profile, self.size, self.playouts


def count_steps(
    profile: str,
    size: int,
    *,
    playouts: int,
    seed: int = 1,
    progress: Callable[[int], object] | None = None,
) -> dict[str, int]:
    """The moves that each part of the policy makes in all searches of a game; `progress` is told
    the number of moves of the game. Raises ValueError as Engine does, and if nothing is counted.

    >>> found = count_steps("isgo-base", 5, playouts=20)
    >>> found["node"], found["pattern"] > 0
    (0, True)
    """
    from keima.engine import Engine, Limit
    from keima.game import Game

    game, total = Game(size, komi=7.5), Counter[str]()
    engine = Engine(profile, threads=1, seed=seed, early_stop=0)
    while not game.is_over and game.move_number < 3 * size * size:
        found = engine.search(game, Limit(playouts=playouts))
        total.update(found.steps)
        if found.move == "resign":
            break
        game.play(found.move)
        if progress:
            progress(game.move_number)
    if not total:
        raise ValueError(f"the playouts of {profile} do not count their moves")
    return dict(total)


def count_games(
    wanted: Iterable[StepCount],
    games: int,
    file: Path | None = None,
    progress: Callable[[str], object] | None = None,
) -> Iterator[StepCount]:
    """Each of them after so many games. What the file has is not played again, and every game is
    put into it; `progress` is told the game and its move. Raises as `count_steps`, and OSError."""
    counts = read_counts(file) if file and file.exists() else []
    for new in wanted:
        count = next((c for c in counts if c.key == new.key), new)
        if count is new:
            counts.append(count)
        while count.games < games:
            title = f"{count.profile}, {count.size}x{count.size}, game {count.games + 1} of {games}"
            count.add(
                count_steps(
                    count.profile,
                    count.size,
                    playouts=count.playouts,
                    seed=count.games + 1,
                    progress=partial(_tell, progress, title) if progress else None,
                )
            )
            if file:
                write_counts(file, counts)
        yield count


def _tell(progress: Callable[[str], object], title: str, move: int) -> None:
    progress(f"{title}: move {move}")


def read_counts(path: Path) -> list[StepCount]:
    """What a file has; raises ValueError, which names it, if it is something else."""
    try:
        lines = [json.loads(line) for line in read_text(path, MOST_BYTES).splitlines()]
        if not lines or lines[0] != {"steps": FORMAT}:
            raise ValueError("expected counts of the steps of playouts")
        return [_checked(StepCount(**line)) for line in lines[1:]]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"cannot read {path}: {error}") from None


def _checked(count: StepCount) -> StepCount:
    numbers = (count.size, count.playouts, count.games, *count.steps.values())
    if not all(isinstance(number, int) and number >= 0 for number in numbers):
        raise ValueError("a count is not a number")
    return count


def write_counts(path: Path, counts: Iterable[StepCount]) -> None:
    """Writes all of them, whole or not at all."""
    lines = [{"steps": FORMAT}, *(vars(count) for count in counts)]
    write_file(path, "".join(json.dumps(line) + "\n" for line in lines).encode())
