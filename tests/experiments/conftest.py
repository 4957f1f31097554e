from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from keima.arena.play import Table
from keima.arena.results import Results
from keima.arena.run import Run
from keima.experiments.experiment import Experiment

Play = Callable[..., int]


@pytest.fixture
def play() -> Iterator[Play]:
    """Plays what is left of the cells of an experiment, in this process; returns how many games
    that were."""
    with Table() as table:

        def in_process(
            experiment: Experiment, results: Results, *cells: str, games: int = 0
        ) -> int:
            count = 0
            for name in cells:
                plan = experiment.plan(experiment.cell(name), games or None)
                count += len(list(Run(plan, results).play(lambda plans: map(table.play, plans))))
            return count

        yield in_process


@pytest.fixture
def fingerprint() -> Callable[[Experiment], str]:
    """What tells the plans of all cells: games of other plans could not be continued."""

    def of(experiment: Experiment) -> str:
        plans = (experiment.game(cell, 1).fingerprint() for cell in experiment.cells)
        return blake2b("".join(plans).encode(), digest_size=8).hexdigest()

    return of


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Results]:
    with Results(tmp_path / "games.sqlite") as results:
        yield results
