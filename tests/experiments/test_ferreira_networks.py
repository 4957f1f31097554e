"""Table 4.2 of Ferreira 2016 is that of the document, and its cells can be played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from keima.arena.results import Results
from keima.arena.settings import Entrant
from keima.engine import Engine
from keima.experiments import load_experiment
from keima.experiments.experiment import Cell, Experiment
from keima.experiments.results import results_of

TABLE = load_experiment("ferreira-4.2")


def test_the_printed_rates() -> None:
    papers = [cell.paper for cell in TABLE.cells if cell.paper]
    assert [(round(100 * p.rate, 1), p.games) for p in papers] == [
        (49.8, 257),
        (51.8, 863),
        (52.4, 124),
    ]


@pytest.mark.parametrize("cell", TABLE.cells, ids=lambda cell: cell.name)
def test_the_network_is_all_that_changes(cell: Cell) -> None:
    a, b = (Engine(player.spec, seed=1).parameters for player in (cell.a, cell.b))
    changed = {name for name, value in vars(a).items() if value != getattr(b, name)}
    assert changed == {"mlp", "prior_mlp_best", "prior_mlp_rest"}


def test_a_game(play: Callable[..., int], database: Results) -> None:
    cell = TABLE.cell("9-1000")
    fast = replace(
        cell,
        a=Entrant(cell.a.name, "matilda-mlp:playouts=5"),
        b=Entrant(cell.b.name, "matilda:playouts=5"),
    )
    table = replace(TABLE, cells=(fast,))
    assert play(table, database, fast.name, games=2) == 2
    (result,) = results_of(table, database)
    assert result.tally.games == 2 and not result.void


def test_the_plans_stay_what_they_are(fingerprint: Callable[[Experiment], str]) -> None:
    assert fingerprint(TABLE) == "528a40c16a54dffe"
