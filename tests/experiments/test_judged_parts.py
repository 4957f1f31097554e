"""What learned judgement is worth in a search: every row adds one thing, at equal time."""

from collections.abc import Callable
from dataclasses import asdict

import pytest

from keima import Engine
from keima.arena.results import Results
from keima.experiments import load_experiment
from keima.experiments.experiment import Experiment
from keima.experiments.judged_parts import SPEEDS


@pytest.fixture
def experiment() -> Experiment:
    return load_experiment("judged-parts")


def test_the_plan_stays_what_it_is(
    experiment: Experiment, fingerprint: Callable[[Experiment], str]
) -> None:
    assert fingerprint(experiment) == "3d5271f74a0312d7"


def test_rows_differ_in_the_part_and_in_simulations_alone(experiment: Experiment) -> None:
    for cell in experiment.cells:
        judged, plain = (asdict(Engine(player.spec).parameters) for player in (cell.a, cell.b))
        changed = {name for name in judged if judged[name] != plain[name]}
        assert cell.settings
        if cell.settings.time.kind == "absolute":
            assert changed == {"decided_part"}
            continue
        side, _ = cell.settings.size
        assert changed - {"playouts"} in ({"prior_settled"}, {"prior_life"})
        assert judged["playouts"] == round(plain["playouts"] * SPEEDS[side])
        assert all(plain[name] == 0 for name in changed - {"playouts"})


@pytest.mark.parametrize("cell", ["9x9-settled", "9x9-decided-classic"])
def test_a_game_is_played(
    cell: str, experiment: Experiment, play: Callable[..., int], database: Results
) -> None:
    assert play(experiment, database, cell, games=1) == 1
    [record] = database.records(experiment.tournament_of(experiment.cell(cell)))
    assert not record.faults
    given = record.players["B"]["parameters"]
    assert (given["prior_settled"], given["decided_part"]) in ((20, 1), (0, 0.2))
