"""The solving runs of van der Werf 2004: what is measured, kept and printed."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima.cli.app import build_app
from keima.experiments import known_experiments, load_experiment
from keima.experiments.solving import Limits, Measured, keep, measured, missing

NAMES = [
    name
    for name in known_experiments()
    if name.startswith("vanderwerf") and load_experiment(name).runs
]
SMALL = Limits(megabytes=4)


def test_all_tables_are_there() -> None:
    assert [name.split("-")[1] for name in NAMES] == [
        "4.1",
        "4.2",
        "4.3",
        "4.4",
        "5.1",
        "5.2",
        "5.3",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_rows_of_a_file_with_nothing_measured(name: str, tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    keep(file, name, {})
    experiment = load_experiment(name)
    rows = experiment.with_file(file).compute()
    assert rows and all(len(row.ours) == len(row.paper) == len(experiment.columns) for row in rows)
    assert all(set(row.ours[1:]) == {"-"} for row in rows)
    assert len({run.name for run in experiment.runs}) == len(experiment.runs)


@pytest.mark.parametrize(
    ("cell", "best", "value", "depth"),
    [
        ("2x2-basic", "a1", 0, None),
        ("2x2-ssk", "a1", 1, 11),
        ("3x3-basic", "b2", 9, 11),
        ("3x3-japanese", "b2", 9, 11),
        ("3x3-ssk", "b2", 9, 11),
    ],
)
def test_small_boards_are_solved_as_in_the_document(
    cell: str, best: str, value: int, depth: int | None
) -> None:
    found = load_experiment("vanderwerf-5.1").run(cell).solve(SMALL)
    assert found.solved and (found.best, found.value) == (best, value)
    assert depth is None or found.depth == depth
    assert found.nodes > 50 and found.branching > 1


@pytest.mark.parametrize(("cell", "plies"), [("2x2", -4), ("3x3", 7)])
def test_capture_games(cell: str, plies: int) -> None:
    found = load_experiment("vanderwerf-4.1").run(cell).solve(SMALL)
    assert found.solved and found.value == plies


def test_a_limit_of_time_ends_a_run() -> None:
    found = load_experiment("vanderwerf-5.1").run("5x5-basic").solve(Limits(0.3, 8))
    assert not found.solved and 0 < found.depth < 20


def test_runs_are_kept_and_not_done_again(tmp_path: Path) -> None:
    name = "vanderwerf-5.3"
    runs = load_experiment(name).runs
    solved = Measured(True, 9, "b2", 11, 3000, 0.1)
    stopped = Measured(False, 0, "c3", 9, 3000, 60.0)
    file = tmp_path / "runs.jsonl"
    keep(file, name, {"3x3-all": solved, "5x5-all": stopped})
    found = measured(file, name)
    assert found == {"3x3-all": solved, "5x5-all": stopped}
    left = [run.name for run in missing(runs, found, Limits(), named=False)]
    assert "3x3-all" not in left and "3x3-table" in left and "5x5-all" not in left
    five = [run for run in runs if run.name == "5x5-all"]
    assert missing(five, found, Limits(600), named=True) == five
    assert not missing(five, found, Limits(60), named=True)


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"experiment": "x", "format": 1}'])
def test_a_file_of_something_else_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text(text)
    with pytest.raises(ValueError, match="cannot read"):
        measured(file, "vanderwerf-5.1")


def test_a_report_has_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["experiment", "report", "vanderwerf-5.3"]
    none = CliRunner().invoke(build_app("experiment"), command)
    assert none.exit_code == 2 and "there is no file vanderwerf-5.3.jsonl" in none.output
    keep(Path("vanderwerf-5.3.jsonl"), "vanderwerf-5.3", {})
    told = CliRunner().invoke(build_app("experiment"), command)
    assert "document: 3x3" in told.output and "0 of 7 rows measured" in told.output


def test_run_and_report_by_command(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    command = ["experiment", "run", "vanderwerf-5.3", "--file", str(file), "--megabytes", "4"]
    result = CliRunner().invoke(
        build_app("experiment"), [*command, "--cell", "3x3-all", "--cell", "3x3-symmetry"]
    )
    assert result.exit_code == 0, result.output
    row = next(line for line in result.output.splitlines() if line.startswith("symmetry"))
    assert 30 < int(row.split()[2]) < 90  # per cent; the document has 63
    assert set(measured(file, "vanderwerf-5.3")) == {"3x3-all", "3x3-symmetry"}
    wrong = CliRunner().invoke(build_app("experiment"), [*command, "--cell", "9x9"])
    assert wrong.exit_code == 2 and "has no cell" in wrong.output
