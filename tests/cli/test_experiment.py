"""`keima experiment` as a user meets it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from keima.arena.results import Results
from keima.cli.app import build_app
from keima.experiments.experiment import Experiment


def keima(*arguments: object) -> Result:
    return CliRunner().invoke(build_app("experiment"), ["experiment", *map(str, arguments)])


@pytest.fixture
def db(small: Experiment, tmp_path: Path) -> Path:
    """A database with the games of a cell."""
    path = tmp_path / "games.sqlite"
    result = keima("run", "small", "--cell", "strong", "--workers", 1, "--db", path)
    assert result.exit_code == 0, result.output
    return path


def numbers(db: Path, cell: str) -> list[int]:
    with Results(db) as results:
        return [outcome.number for outcome in results.outcomes(f"small/{cell}")]


def test_list(small: Experiment) -> None:
    text = keima("list").output
    assert "palsson-8.4  Palsson 2008: Monte Carlo chooses" in text
    assert "small  Nobody 2001" in text
    assert "computed, no games" in text
    [*_, last] = json.loads(keima("list", "--json").output)
    assert last["cells"][0] == {"name": "strong", "games": 4}


def test_run_plays_a_cell_and_reports(db: Path) -> None:
    assert numbers(db, "strong") == [0, 1, 2, 3]
    assert numbers(db, "even") == []
    text = keima("report", "small", "--db", db).output
    assert "4 games; " in text
    assert "2 not played" in text


def test_run_goes_on_where_it_was(db: Path) -> None:
    again = keima("run", "small", "--cell", "strong", "--workers", 1, "--db", db)
    assert "games to play" not in again.output
    more = keima(
        *("run", "small", "--cell", "strong", "--cell", "even", "--games", 6),
        *("--workers", 1, "--db", db),
    )
    assert "small/strong: 2 games to play" in more.output
    assert "small/even: 6 games to play" in more.output
    assert numbers(db, "strong") == numbers(db, "even") == list(range(6))


def test_run_in_rounds_plays_some_of_every_cell_in_turn(db: Path) -> None:
    result = keima(
        *("run", "small", "--cell", "strong", "--cell", "even", "--games", 5, "--rounds", 2),
        *("--workers", 1, "--db", db),
    )
    lines = [line.split()[:2] for line in result.output.splitlines() if "games to play" in line]
    even, strong = "small/even:", "small/strong:"  # of the latter, four games are there
    assert lines == [[even, "2"], [even, "2"], [strong, "1"], [even, "1"]]
    assert numbers(db, "strong") == numbers(db, "even") == list(range(5))


def test_what_is_computed_needs_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("run", "report"):
        result = keima(command, "palsson-7.1")
        assert result.exit_code == 0
        assert "6 of 6 rows are the same." in result.output
    assert list(tmp_path.iterdir()) == []


def test_report_as_json(db: Path) -> None:
    value = json.loads(keima("report", "small", "--db", db, "--json").output)
    strong, even, _ = value["cells"]
    assert strong["ours"]["wins"] + strong["ours"]["losses"] == 4
    assert strong["paper"]["wins"] == 40
    assert even["agree"] is None


def test_report_as_a_page_with_its_figure(db: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pages" / "deep"
    result = keima("report", "small", "--db", db, "--markdown", folder)
    assert result.output.strip().endswith("small.md")
    page = (folder / "small.md").read_text(encoding="utf-8")
    assert "](small.svg)" in page
    assert (folder / "small.svg").read_text(encoding="utf-8").startswith("<svg")
    assert keima("report", "palsson-7.1", "--markdown", folder).exit_code == 0
    assert not (folder / "palsson-7.1.svg").exists()


def test_export_and_import(db: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "games.jsonl.gz", tmp_path / "new.sqlite"
    assert keima("export", "small", file, "--db", db).output == f"4 games in {file}\n"
    result = keima("import", file, "--db", new)
    assert result.output == f"4 new games of small in {new}\n"
    reports = [keima("report", "small", "--db", path).output for path in (db, new)]
    assert reports[0] == reports[1]
    assert keima("report", "small", "--file", file).output == reports[0]
    run = keima("run", "small", "--cell", "strong", "--workers", 1, "--db", new)
    assert "games to play" not in run.output


def test_run_continues_a_file(db: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "games.jsonl", tmp_path / "new.sqlite"
    keima("export", "small", file, "--db", db)
    before = file.read_text().splitlines()
    options = ("--cell", "strong", "--games", 5, "--workers", 1, "--db", new, "--file", file)
    assert "small/strong: 1 games to play" in keima("run", "small", *options).output
    after = file.read_text().splitlines()
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1


def test_run_begins_a_file(small: Experiment, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    options = ("--cell", "even", "--workers", 1, "--db", tmp_path / "x.sqlite", "--file", file)
    assert keima("run", "small", *options).exit_code == 0
    assert len(file.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "chess"], "unknown experiment 'chess': expected one of basaldua-2"),
        (["report", "chess"], "unknown experiment 'chess'"),
        (["export", "chess", "x.jsonl"], "unknown experiment 'chess'"),
        (["run", "small", "--cell", "x"], "small has no cell 'x': expected one of strong"),
        (["report", "small", "--db", "none.sqlite"], "there is no database none.sqlite"),
        (["export", "small", "x.jsonl", "--db", "none.sqlite"], "there is no database none.sqlite"),
        (["report", "small", "--file", "none.jsonl"], "cannot read none.jsonl"),
        (["import", "none.jsonl"], "cannot read none.jsonl"),
        (["import", "text.jsonl"], "text.jsonl, line 1"),
        (["run", "small", "--db", "text.jsonl"], "cannot use text.jsonl as a database"),
    ],
)
def test_what_is_wrong_is_said(
    small: Experiment,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.jsonl").write_text("this is a text, and no database\n" * 50)
    result = keima(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["text.jsonl"]


def test_a_missing_gnugo_is_said_before_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    result = keima("run", "palsson-8.4", "--db", tmp_path / "x.sqlite")
    assert result.exit_code == 2
    assert "GNU Go is needed and was not found" in result.output


def test_a_page_that_cannot_be_written(db: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = keima("report", "small", "--db", db, "--markdown", tmp_path / "file")
    assert result.exit_code == 2
    assert "keima experiment:" in result.output


def test_games_of_another_file_are_refused(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    keima("export", "small", file, "--db", db)
    result = keima("report", "palsson-8.1", "--file", file)
    assert result.exit_code == 2
    assert "has games of small, not of palsson-8.1" in result.output


@pytest.mark.slow
def test_games_with_gnu_go(gnugo: str, tmp_path: Path) -> None:
    """Real games of a table, the second of them after a stop."""
    options = ("--cell", "brugmann-1", "--workers", 1, "--db", tmp_path / "x.sqlite")
    assert keima("run", "palsson-8.1", *options, "--games", 1).exit_code == 0
    result = keima("run", "palsson-8.1", *options, "--games", 2)
    assert "palsson-8.1/brugmann-1: 1 games to play" in result.output
    assert "2 games; " in result.output
