"""The experiments of Keller & Perez 2016."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from keima.arena.results import Results
from keima.arena.settings import Entrant, GameSettings
from keima.engine import Engine
from keima.experiments import load_experiment, report
from keima.experiments.experiment import Cell, Experiment
from keima.experiments.results import results_of

TABLES = ("4.1", "4.2", "4.3", "4.4")


@pytest.mark.parametrize("table", TABLES[:2])
def test_cells_are_fair_and_known_to_engines(table: str) -> None:
    experiment = load_experiment(f"keller-{table}")
    assert experiment.colors
    for cell in experiment.cells:
        Engine(cell.a.spec)
        assert cell.a_plays == "both"
        plan = [experiment.game(cell, number) for number in range(4)]
        assert len({game.seed for game in plan}) > 1
        assert [game.black == cell.a for game in plan].count(True) == 2
        if cell.paper_colors:
            assert cell.paper is not None
            assert sum(cell.paper_colors) == cell.paper.wins
            assert cell.paper.games == 100


def test_the_document_s_numbers() -> None:
    blend = load_experiment("keller-4.1")
    assert {c.labels[1]: c.paper.wins for c in blend.cells if c.paper} == {
        "no network": 43,
        "0.1": 46,
        "0.25": 44,
        "0.5": 50,
        "0.75": 50,
        "0.9": 50,
        "1": 50,
    }
    depth = load_experiment("keller-4.2")
    assert depth.cell("19-12").paper == (62, 38, 0)
    assert depth.cell("clock-6").paper == (54, 46, 0)
    assert depth.cell("19-6").paper is None


def test_games_by_colour_and_those_that_repeat(play: Callable[..., int], tmp_path: Path) -> None:
    """A player without chance plays the same game again and again: the report says so."""
    settings = GameSettings(size=(5, 5), komi=7.5, rules="chinese")
    fixed = Entrant("fixed", "pachi-nn:playouts=1,threads=1,seed=5,shallow=none,shallow_weight=0")
    other = Entrant("other", "brugmann:playouts=50,threads=1,seed=6")
    cell = Cell("only", ("x",), fixed, other, None, 4, paper_colors=(31, 12))
    experiment = Experiment("e", "d", "t", "title", ("n",), settings, (cell,), colors=True)
    with Results(tmp_path / "db.sqlite") as results:
        assert play(experiment, results, "only") == 4
        (found,) = results_of(experiment, results)
        assert found.as_black.games == found.as_white.games == 2
        assert found.as_black + found.as_white == found.tally
        assert found.different == 2
        plain = results_of(replace(experiment, colors=False), results)
        assert plain[0].different == 0
    headings, rows = report.table(experiment, [found])
    assert headings[-3:] == ["as Black, White", "document", "different games"]
    assert rows[0][-2:] == ["31, 12", "2 of 4"]
    assert "different games" in report.as_markdown(experiment, [found], None)


def test_results_of_spsa_are_read(tmp_path: Path) -> None:
    path = tmp_path / "spsa.jsonl"
    path.write_text(json.dumps({"c": 0.006, "first": 0.25, "best": 0.3104}) + "\n")
    experiment = load_experiment("keller-4.3")
    assert report.summary(experiment, []) == "Nothing has been measured."
    found = experiment.with_file(path)
    headings, rows = report.table(found, [])
    assert headings == ["c", "first", "best", "document: first", "document: best"]
    assert [".006", ".250", ".310", ".066", ".105"] in rows
    assert [".001", "-", "-", ".082", ".100"] in rows
    assert report.summary(found, []) == "1 of 7 rows measured."
    assert "agree" not in json.dumps(report.as_json(found, []))
    path.write_text("{}")
    with pytest.raises(ValueError, match="has no results of SPSA"):
        experiment.with_file(path)


def test_results_with_owners_are_read(tmp_path: Path) -> None:
    path = tmp_path / "owners.jsonl"
    lines = [
        {
            "size": size,
            "owner": owner,
            "test": {"top": [0.3 + 0.01 * owner + n / 20 for n in range(10)]},
        }
        for owner in (False, True)
        for size in (9, 19)
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    experiment = load_experiment("keller-4.4")
    _, rows = report.table(experiment.with_file(path), [])
    assert rows[0] == ["19x19, 1", ".3100", ".3000", ".2147", ".2057"]
    assert rows[10] == ["9x9, 1", ".3100", ".3000", "-", "-"]
    assert len(rows) == 20
    path.write_text("\n".join(json.dumps(line) for line in lines if line["size"] == 9))
    _, rows = report.table(experiment.with_file(path), [])
    assert rows[0] == ["19x19, 1", "-", "-", ".2147", ".2057"]
    assert rows[10][1:3] == [".3100", ".3000"]
    path.write_text(json.dumps(lines[0]))
    with pytest.raises(ValueError, match="no results of networks with owners"):
        experiment.with_file(path)


def test_only_some_experiments_are_read_from_files(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not read from a file"):
        load_experiment("keller-4.1").with_file(tmp_path / "x")


@pytest.mark.parametrize("table", TABLES[2:])
def test_the_command_that_measures_is_one(table: str) -> None:
    from typer.main import get_command

    from keima.cli.learn import app

    words = load_experiment(f"keller-{table}").made_by.split(",")[0].split()
    assert words[:2] == ["keima", "learn"]
    command = get_command(app).commands[words[2]]  # type: ignore[attr-defined]
    values = {"C": "0.01"}
    command.make_context(words[2], [values.get(word, word) for word in words[3:]])
