"""Parts of the search with a network: every row changes one thing, at equal time."""

from collections.abc import Callable

import pytest

from keima import Engine
from keima.arena.results import Results
from keima.experiments import load_experiment
from keima.experiments.experiment import Experiment
from keima.experiments.search_parts import PLAYER


@pytest.fixture
def experiment() -> Experiment:
    return load_experiment("keima-parts")


def test_the_plan_stays_what_it_is(
    experiment: Experiment, fingerprint: Callable[[Experiment], str]
) -> None:
    assert fingerprint(experiment) == "0f66351b8381c5f7"


def test_each_row_changes_the_profile_in_what_it_says(experiment: Experiment) -> None:
    plain = Engine(PLAYER).parameters
    for cell in experiment.cells:
        changes = dict(
            pair.split("=") for pair in cell.a.spec.removeprefix(f"{PLAYER},").split(",")
        )
        assert cell.b.spec == PLAYER and cell.labels[2] == f"`{cell.a.spec[len(PLAYER) + 1 :]}`"
        changed = Engine(cell.a.spec).parameters
        for name, value in changes.items():
            assert getattr(changed, name) != getattr(plain, name), cell.name
            assert str(getattr(changed, name)).removesuffix(".0") == value


def test_a_game_is_played(
    experiment: Experiment, play: Callable[..., int], database: Results
) -> None:
    assert play(experiment, database, "bias", games=1) == 1
    [record] = database.records(experiment.tournament_of(experiment.cell("bias")))
    assert not record.faults and record.players["B"]["parameters"]["bias"] == 0.45
