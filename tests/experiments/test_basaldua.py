"""The experiments of Basaldua et al. 2014, and the counts of steps that table II is made of."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima.arena.results import Results
from keima.arena.statistics import Tally, agresti_coull, elo_difference
from keima.cli.bench import app
from keima.engine import Engine
from keima.experiments import load_experiment, report
from keima.experiments.basaldua import COST
from keima.experiments.results import results_of
from keima.playouts import playout_parameters
from keima.steps import count_steps, read_counts


@pytest.mark.parametrize("table", ["3", "4", "5"])
def test_cells_are_fair_and_known_to_engines(table: str) -> None:
    experiment = load_experiment(f"basaldua-{table}")
    for cell in experiment.cells:
        for entrant in (cell.a, cell.b):
            if not entrant.spec.startswith("gtp:"):
                engine = Engine(entrant.spec)
                assert engine.profile.startswith("isgo-")
                assert vars(engine.parameters)["early_stop"] == 0  # a fixed number of simulations
        plan = [experiment.game(cell, number) for number in range(4)]
        assert [game.black == cell.a for game in plan].count(True) == 2
        assert (cell.settings or experiment.settings).komi == 7.5


def test_the_document_s_numbers() -> None:
    """Its Elo and intervals come out of its games."""
    printed = {
        "9-2000-sims": (117.6, 94.7, 140.4),
        "9-2000-time": (122.2, 99.3, 145.2),
        "9-32000-sims": (181.7, 126.5, 237.2),
        "13-2000-time": (93.2, 70.9, 115.6),
        "19-2000-sims": (97.4, 68.5, 126.4),
    }
    table = load_experiment("basaldua-4")
    assert sum(c.paper.games for c in table.cells if c.paper) == 6000
    for name, numbers in printed.items():
        paper = table.cell(name).paper
        assert paper is not None
        found = elo_difference(paper, interval=agresti_coull)
        assert (found.value, found.low, found.high) == pytest.approx(numbers, abs=0.7)
    # At equal time the base policy makes more simulations.
    equal, timed = (table.cell(f"13-2000-{kind}").b.spec for kind in ("sims", "time"))
    assert "playouts=8000," in equal and "playouts=15200," in timed


def test_rows_that_take_longest_come_last_and_are_few() -> None:
    """A run that is stopped has the rows that the document rests on."""
    cells = load_experiment("basaldua-4").cells
    games = {cell.name: cell.games for cell in cells}
    kinds = ("sims", "time")
    assert list(games)[:6] == [f"{side}-2000-{kind}" for side in (9, 13, 19) for kind in kinds]
    assert list(games.values())[:6] == [400, 400, 200, 200, 60, 60]
    assert sum(games.values()) < 2000
    assert [cell.games for cell in load_experiment("basaldua-3").cells] == [300, 300]


def test_equal_time_is_told_apart_for_each_board() -> None:
    """By simulations, so that games are the same on every machine; the report has the time."""
    table = load_experiment("basaldua-4")
    for side, cost in COST.items():
        assert f"playouts={round(8000 * cost)}," in table.cell(f"{side}-2000-time").b.spec
        assert f"{cost:g} times" in " ".join(table.notes)
    assert not any("seconds=" in e.spec for cell in table.cells for e in (cell.a, cell.b))
    with Results(":memory:") as results:
        played = [replace(r, seconds=(0.25, 0.2)) for r in results_of(table, results)]
    page = report.as_markdown(table, played, None)
    assert "| seconds a move |" in page and "| 0.25, 0.2 |" in page
    assert "of the processor" in page
    assert report.as_json(table, played)["cells"][0]["seconds"] == (0.25, 0.2)  # type: ignore[index]


def test_notes_tell_the_numbers_that_are_used() -> None:
    values = {p.name: p.default for p in playout_parameters("isgo")}
    notes = " ".join(load_experiment("basaldua-4").notes)
    assert values["node_bits"] == values["edge_bits"]
    for told in (
        f"{values['node_bits']:g} bits of a context",
        f"{values['edge_mb']:g} MB",
        f"more than {values['illegal']:g} times",
    ):
        assert told in notes


def test_pages_tell_whose_intervals_they_have(tmp_path: Path) -> None:
    experiment = load_experiment("basaldua-3")
    with Results(tmp_path / "none.sqlite") as results:
        played = results_of(experiment, results)
        shown = results_of(load_experiment("basaldua-4"), results)
    page = report.as_markdown(experiment, played, None)
    assert "interval by Agresti and Coull" in page and "Elo" in page
    assert "66.3 (63.3 to 69.2)" in report.as_text(load_experiment("basaldua-4"), shown)
    paper = report.as_json(experiment, played)["cells"][0]["paper"]  # type: ignore[index]
    assert paper["rate_ci95"] == list(agresti_coull(Tally(315, 185)))


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["steps", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_steps_of_whole_games(tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    words = ["--size", "5", "--playouts", "30", "--results", str(file)]
    shown = run("isgo-base", "isgo-learning", *words, "--games", "1")
    assert "isgo-learning, 5x5, 1 games" in shown and "% improved shape" in shown
    first = read_counts(file)
    assert [c.profile for c in first] == ["isgo-base", "isgo-learning"]
    assert first[0].steps == count_steps("isgo-base", 5, playouts=30)
    run("isgo-base", *words, "--games", "3")  # goes on
    again = read_counts(file)
    assert again[0].games == 3 and again[1] == first[1]
    assert all(again[0].steps[step] >= made for step, made in first[0].steps.items())
    table = load_experiment("basaldua-2").with_file(file)
    assert table.compute is not None
    rows = {row.ours[0]: row for row in table.compute()}
    assert rows["all: pattern"].paper == ("pattern", "17.66", "17.43")
    assert rows["5x5: node"].ours[1] == "-" != rows["5x5: node"].ours[2]
    parts = [float(row.ours[2]) for name, row in rows.items() if name.startswith("5x5")]
    assert sum(parts) == pytest.approx(100, abs=0.1)


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="do not count"):
        count_steps("pachi", 5, playouts=5)
    for text in ("", "[]", '{"steps": 2}', '{"steps": 1}\n{"profile": 1}', '{"steps": 1}\n3'):
        file = tmp_path / "bad"
        file.write_text(text)
        with pytest.raises(ValueError, match=r"cannot read .*bad"):
            read_counts(file)
    line = {"profile": "x", "size": 5, "playouts": 1, "games": 1, "steps": {"a": "b"}}
    file.write_text('{"steps": 1}\n' + json.dumps(line))
    with pytest.raises(ValueError, match="not a number"):
        read_counts(file)
    result = CliRunner().invoke(app, ["steps", "pachi", "--size", "5", "--playouts", "5"])
    assert result.exit_code == 2 and "do not count" in result.output


def test_table_2_is_made_by_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from keima.cli.experiment import app as experiments
    from keima.experiments import basaldua

    monkeypatch.setattr(basaldua, "BOARDS", (3,))
    monkeypatch.setattr(basaldua, "SIMULATIONS", 20)
    file = tmp_path / "t.jsonl"
    words = ["run", "basaldua-2", "--games", "1", "--file", str(file)]
    result = CliRunner().invoke(experiments, words, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "3x3: pattern" in result.output
    assert [(c.size, c.games, c.playouts) for c in read_counts(file)] == [(3, 1, 20)] * 2


def test_another_opponent(tmp_path: Path) -> None:
    from keima.cli.experiment import app as experiments

    db = tmp_path / "games.sqlite"
    other = "brugmann:playouts=2"
    table = load_experiment("basaldua-3").against(other)
    assert [cell.name for cell in table.cells] == ["node-edge-brugmann", "balance-brugmann"]
    assert all(cell.b.spec == other for cell in table.cells)
    words = ["report", "basaldua-3", "--opponent", other, "--db", str(db)]
    with Results(db):
        pass
    result = CliRunner().invoke(experiments, words, env={"COLUMNS": "200"})
    assert result.exit_code == 0 and "315 - 185" in result.output
    with pytest.raises(ValueError, match="no opponent"):
        load_experiment("basaldua-2").against(other)
