"""The first moves of a board: which there are, what they are worth, and how a run goes on."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima.cli.solve import app
from keima.solve import solve_go
from keima.solve.openings import opening_classes, openings_table, solve_openings


@pytest.mark.parametrize(
    ("board", "classes"),
    [
        ((1, 1), ["A1"]),
        ((2, 3), ["A2", "A1"]),
        ((3, 3), ["B2", "B1", "A1"]),
        ((4, 4), ["B2", "B1", "A1"]),
        ((5, 4), ["C2", "B2", "C1", "B1", "A2", "A1"]),
    ],
)
def test_classes_of_first_moves(board: tuple[int, int], classes: list[str]) -> None:
    assert sorted(opening_classes(*board)) == sorted(classes)
    assert opening_classes(*board)[0] == classes[0]


def test_the_best_opening_is_the_worth_of_the_board(tmp_path: Path) -> None:
    found = list(solve_openings(4, 2, tmp_path, megabytes=4))
    assert all(solution.proved for _, solution in found)
    values = [solution.value for _, solution in found if solution.value is not None]
    assert max(values) == solve_go(4, 2, megabytes=4).value == 8


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    cut = [s for _, s in solve_openings(4, 3, tmp_path, megabytes=4, seconds=0.001)]
    assert not all(s.proved for s in cut)
    whole = list(solve_openings(4, 3, tmp_path, megabytes=4))
    assert all(s.proved for _, s in whole)
    again = list(solve_openings(4, 3, tmp_path, megabytes=4))
    assert [(s.value, s.nodes) for _, s in again] == [(s.value, s.nodes) for _, s in whole]
    rows = openings_table(whole).splitlines()
    assert len(rows) == 2 + len(whole)
    assert rows[2].startswith(f"| {whole[0].move} | basic | {whole[0].solution.text} | ")


def test_the_command_writes_its_table(tmp_path: Path) -> None:
    folder, table = tmp_path / "kept", tmp_path / "table.md"
    words = ["openings", "3x3", "--save", str(folder), "--write", str(table), "--mb", "4", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout.splitlines()[-1])
    assert [(o["opening"], o["value"]) for o in told] == [("B2", 9), ("B1", 3), ("A1", -9)]
    assert "| A1 | basic | W+9 | -9 | -9 | B2 |" in table.read_text()
    refused = CliRunner().invoke(app, ["openings", "9x9", "--save", str(folder)])
    assert refused.exit_code == 1
    assert "too large" in refused.output
