"""The tables are those of the document, and their players exist."""

from collections.abc import Callable

import pytest

from keima.arena.players import make_player
from keima.arena.results import Results
from keima.experiments import load_experiment
from keima.experiments.experiment import Experiment
from keima.experiments.report import summary, table
from keima.experiments.results import results_of

PLAYED = ["palsson-8.1", "palsson-8.2", "palsson-8.3", "palsson-8.4"]
# Relative playing strengths of the document in percent, as printed.
PRINTED = {
    "palsson-8.1": [-3.03, -36.07, -65.00, -14.29, -43.75, -12.99],
    "palsson-8.2": [-57.14, -77.19, -82.35, -46.15, -43.75, -69.57],
    "palsson-8.3": [-3.78, -3.11, 5.62, -10.50, -1.42, -4.14, -18.55, -9.52],
    "palsson-8.4": [-11.66, -1.39, -20.63, -43.75, -21.43, -31.93, 16.37, 15.50, -11.49, -15.27],
}


def test_sample_sizes_are_those_of_the_document() -> None:
    experiment = load_experiment("palsson-7.1")
    headings, rows = table(experiment, [])
    assert headings[:2] == ["games", "lower"]
    assert [row[-1] for row in rows] == ["yes"] * 6
    assert summary(experiment, []) == "6 of 6 rows are the same."


@pytest.mark.parametrize("name", PLAYED)
def test_results_of_the_document_give_its_printed_strengths(name: str) -> None:
    cells = load_experiment(name).cells
    papers = [cell.paper for cell in cells if cell.paper]
    found = [100 * (paper.wins / paper.losses - 1) for paper in papers]
    assert found == pytest.approx(PRINTED[name], abs=0.005)


def test_there_are_as_many_games_as_the_document_has_tables() -> None:
    cells = [cell for name in PLAYED for cell in load_experiment(name).cells]
    assert sum(cell.games for cell in cells) == 2300
    assert sum(cell.paper.games for cell in cells if cell.paper) == 34_584


@pytest.mark.parametrize("name", PLAYED)
def test_every_player_can_be_made(name: str, gnugo: str) -> None:
    for cell in load_experiment(name).cells:
        for entrant in (cell.a, cell.b):
            make_player(entrant.spec).close()


@pytest.mark.parametrize(
    ("name", "plans"),
    [
        ("palsson-8.1", "68433e22f7495bc1"),
        ("palsson-8.2", "e3889c45f86b93f6"),
        ("palsson-8.3", "617b3a6fd56644e5"),
        ("palsson-8.4", "79ad64feffe4e015"),
    ],
)
def test_the_plans_stay_what_they_are(
    name: str, plans: str, fingerprint: Callable[[Experiment], str]
) -> None:
    assert fingerprint(load_experiment(name)) == plans


@pytest.mark.slow
def test_a_real_game(gnugo: str, play: Callable[..., int], database: Results) -> None:
    """GNU Go with one move of Monte Carlo against GNU Go: the cheapest cell."""
    experiment = load_experiment("palsson-8.1")
    assert play(experiment, database, "brugmann-1", games=1) == 1
    [record] = database.records("palsson-8.1/brugmann-1")
    assert not record.faults
    assert record.reason == "score"
    played = {result.cell.name: result.tally.games for result in results_of(experiment, database)}
    assert played["brugmann-1"] == 1
    assert sum(played.values()) == 1
