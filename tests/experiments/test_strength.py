"""Our own players against GNU Go and each other: fair plans, whole games, and a report without a
document."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from keima.arena.results import Results
from keima.arena.settings import Entrant
from keima.arena.statistics import Tally
from keima.experiments import load_experiment
from keima.experiments.experiment import Experiment
from keima.experiments.report import as_markdown, as_text, figure, table
from keima.experiments.results import CellResult

PLANS = {
    "classic-gnugo": "8af1e2d524a3c1db",
    "keima-gnugo": "9de26423b60d7496",
    "keima-classic": "9b40eeacfcfaa33b",
}


@pytest.fixture
def experiment() -> Experiment:
    return load_experiment("classic-gnugo")


def test_boards_playouts_games(experiment: Experiment) -> None:
    plans = {
        cell.name: (cell.a.spec, cell.games, experiment.game(cell, 0).settings)
        for cell in experiment.cells
    }
    assert {name: (spec, games) for name, (spec, games, _) in plans.items()} == {
        "9x9": ("classic:playouts=5000,threads=1", 300),
        "13x13": ("classic:playouts=10000,threads=1", 200),
        "19x19": ("classic:playouts=10000,threads=1", 60),
    }
    for name, (_, _, settings) in plans.items():
        assert "x".join(map(str, settings.size)) == name
        assert (settings.komi, settings.rules, settings.referee) == (7.5, "chinese", "gnugo")


@pytest.mark.parametrize("name", PLANS)
def test_colors_alternate_and_opponents_are_equal(name: str) -> None:
    experiment = load_experiment(name)
    for cell in experiment.cells:
        games = [experiment.game(cell, number) for number in range(6)]
        assert [game.black == cell.a for game in games].count(True) == 3
        if name.endswith("-gnugo"):
            assert cell.b.spec == "gtp:gnugo --level 10 --chinese-rules --seed {seed}"
        else:  # the same time and as many threads
            assert cell.a.spec.startswith("keima:net=keima-")
            assert cell.a.spec.split(",", 1)[1] == cell.b.spec.removeprefix("classic:")
            assert cell.b.spec == "classic:seconds=1,threads=1"


@pytest.mark.parametrize("name", PLANS)
def test_the_plans_stay_what_they_are(name: str, fingerprint: Callable[[Experiment], str]) -> None:
    assert fingerprint(load_experiment(name)) == PLANS[name]


def test_networks_by_their_policy_and_by_the_clock() -> None:
    experiment = load_experiment("keima-gnugo")
    plans = {cell.name: (cell.a.spec, cell.games) for cell in experiment.cells}
    assert plans == {
        "9x9-policy": ("keima:net=keima-9x9,playouts=1,threads=1", 200),
        "19x19-policy": ("keima:net=keima-19x19,playouts=1,threads=1", 100),
        "9x9": ("keima:net=keima-9x9,seconds=1,threads=1", 200),
        "19x19": ("keima:net=keima-19x19,seconds=1,threads=1", 100),
    }
    for cell in experiment.cells:
        width, height = experiment.game(cell, 0).settings.size
        assert cell.labels[0] == f"{width}x{height}" == cell.name.removesuffix("-policy")


def test_a_game_with_gnu_go_is_kept_whole(
    gnugo: str, experiment: Experiment, play: Callable[..., int], database: Results
) -> None:
    [first, *_] = experiment.cells
    hurried = replace(first, a=Entrant("classic", "classic:playouts=20,threads=1,memory_mb=4"))
    assert play(replace(experiment, cells=(hurried,)), database, "9x9", games=1) == 1
    [record] = database.records("classic-gnugo/9x9")
    assert not record.faults
    assert record.plan.seed == experiment.game(first, 0).seed
    assert len(record.cpus) == len(record.moves) > 10
    assert record.players["B"]["parameters"]["playouts"] == 20


def test_the_report_has_nothing_of_a_document(experiment: Experiment) -> None:
    first, *others = experiment.cells
    played = [
        CellResult(first, Tally(97, 3), 0, Tally(48, 2), Tally(49, 1), 100),
        *(CellResult(cell, Tally(0, 0)) for cell in others),
    ]
    headings, rows = table(experiment, played)
    row = dict(zip(headings, rows[0], strict=True))
    assert row == {
        "board": "9x9",
        "playouts": "5,000",
        "goal": "97 %",
        "ours": "97 - 3",
        "rate %": "97.0 (91.5 to 99.0)",
        "Elo": "+604 (+414 to +794)",
        "as Black, White": "48 of 50, 49 of 50",
        "different games": "100 of 100",
    }
    text = as_text(experiment, played)
    assert text.startswith("Keima: `classic` against GNU Go at level 10\n")
    assert text.endswith("100 games; 1 cells played, 2 not played.")
    for shown in (text, as_markdown(experiment, played, "x.svg"), figure(experiment, played)):
        assert "document" not in shown
