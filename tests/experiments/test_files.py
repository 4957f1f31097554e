"""Games in a file: the same games, the same file, the same report, and nothing played twice."""

import gzip
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from keima.arena.pool import void_record
from keima.arena.report import Report
from keima.arena.results import Results
from keima.experiments import files
from keima.experiments.experiment import Experiment
from keima.experiments.files import export_games, import_games, read_games
from keima.experiments.report import as_json, as_text
from keima.experiments.results import results_of

Play = Callable[..., int]


@pytest.fixture
def file(small: Experiment, play: Play, database: Results, tmp_path: Path) -> Path:
    """The games of two cells."""
    play(small, database, "strong", "even")
    path = tmp_path / "small.jsonl"
    assert export_games(small, database, path) == 6
    return path


def change(path: Path, number: int, **changes: object) -> None:
    """Changes a line, counted from 1."""
    lines = path.read_text().splitlines()
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **changes})
    path.write_text("\n".join(lines))


def test_a_line_a_game(file: Path, database: Results) -> None:
    head, cell, *games = (json.loads(line) for line in file.read_text().splitlines())
    assert (head["experiment"], head["format"]) == ("small", files.FORMAT)
    assert cell["a"] == {"name": "strong", "spec": "brugmann:playouts=30"}
    assert cell["players"]["strong"]["parameters"]["playouts"] == 30
    first = games[0]
    [record, *_] = database.records("small/strong")
    assert set(first) == {"cell", "game", "a", "seed", "result", "moves", "cpu", "seconds"}
    assert (first["cell"], first["game"], first["a"]) == ("strong", 0, "B")
    assert (first["seed"], first["result"]) == (record.plan.seed, record.result)
    assert first["moves"].split() == list(record.moves)
    assert len(first["cpu"]) == len(record.moves)
    assert games[1]["a"] == "W"


def test_settings_of_a_cell_are_in_its_line(
    small: Experiment, play: Play, database: Results, tmp_path: Path
) -> None:
    settings = small.settings.replace(size=(4, 3))
    cells = (replace(small.cell("strong"), settings=settings, a_plays="W"),)
    other = replace(small, cells=cells)
    sys.modules["small_experiments"].EXPERIMENTS["small"] = other
    play(other, database, "strong", games=2)
    path = tmp_path / "small.jsonl"
    export_games(other, database, path)
    _, cell, *games = (json.loads(line) for line in path.read_text().splitlines())
    assert cell["settings"]["size"] == [4, 3]
    assert [game["a"] for game in games] == ["W", "W"]
    assert len(read_games(path)[1]) == 2
    change(path, 2, settings=small.settings.to_json())
    with pytest.raises(ValueError, match="is played by others or under other settings today"):
        read_games(path)


def test_a_cell_may_have_a_seed_of_its_own(
    small: Experiment, play: Play, database: Results, tmp_path: Path
) -> None:
    usual = small.cell("strong")
    cell = replace(usual, seed=7)
    other = replace(small, cells=(cell,))
    sys.modules["small_experiments"].EXPERIMENTS["small"] = other
    assert not {other.game(cell, n).seed for n in range(9)} & {
        small.game(usual, n).seed for n in range(9)
    }
    play(other, database, "strong", games=2)
    path = tmp_path / "small.jsonl"
    export_games(other, database, path)
    assert [record.plan for record in read_games(path)[1]] == [other.game(cell, n) for n in (0, 1)]
    change(path, 2, seed=8)
    with pytest.raises(ValueError, match="is played by others or under other settings today"):
        read_games(path)


@pytest.mark.parametrize("name", ["again.jsonl", "again.jsonl.gz"])
def test_database_to_file_to_database(
    small: Experiment, file: Path, database: Results, tmp_path: Path, name: str
) -> None:
    first = tmp_path / name
    export_games(small, database, first)
    with Results(tmp_path / "new.sqlite") as new:
        assert import_games(first, new) == (small, 6)
        before, after = results_of(small, database), results_of(small, new)
        assert as_text(small, before) == as_text(small, after)
        assert as_json(small, before) == as_json(small, after)
        for cell in ("small/strong", "small/even"):
            assert list(new.outcomes(cell)) == list(database.outcomes(cell))
            for old, own in zip(database.records(cell), new.records(cell), strict=True):
                assert (own.plan, own.moves, own.result) == (old.plan, old.moves, old.result)
                assert own.players == old.players
                assert own.cpus == pytest.approx(old.cpus, abs=0.006)
                assert own.to_sgf().moves() == old.to_sgf().moves()
        assert Report.of(new, "small/strong").players["strong"].moves > 0
        second = tmp_path / f"second {name}"
        export_games(small, new, second)
    assert second.read_bytes() == first.read_bytes()


def test_only_what_is_left_is_played(
    small: Experiment, file: Path, play: Play, tmp_path: Path
) -> None:
    with Results(tmp_path / "new.sqlite") as new:
        import_games(file, new)
        assert play(small, new, "strong", "even") == 0
        assert play(small, new, "strong", games=7) == 3
        assert [o.number for o in new.outcomes("small/strong")] == list(range(7))
        longer = tmp_path / "longer.jsonl"
        export_games(small, new, longer)
    # The games that were there have kept their lines.
    assert set(file.read_text().splitlines()) < set(longer.read_text().splitlines())


def test_taking_games_twice_changes_nothing(small: Experiment, file: Path, tmp_path: Path) -> None:
    with Results(tmp_path / "new.sqlite") as new:
        assert import_games(file, new)[1] == 6
        assert import_games(file, new)[1] == 0


def test_faults_and_void_games_are_kept(
    small: Experiment, database: Results, tmp_path: Path
) -> None:
    cell = small.cell("strong")
    void = void_record(small.game(cell, 0), "died")
    told = replace(void, faults=tuple(replace(f, transcript="/some/place") for f in void.faults))
    database.begin(small.tournament_of(cell), "")
    database.add(told)
    path = tmp_path / "void.jsonl"
    export_games(small, database, path)
    assert void.faults and "/some/place" not in path.read_text()
    assert read_games(path) == (small, [void])


def test_no_games_are_a_file_too(small: Experiment, database: Results, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    assert export_games(small, database, path) == 0
    assert import_games(path, database) == (small, 0)


@pytest.mark.parametrize(
    ("line", "changes", "words"),
    [
        (1, {"format": 9}, "line 1: expected the games of an experiment, in format 1"),
        (1, {"experiment": "chess"}, "line 1: unknown experiment 'chess'"),
        (1, {"seed": 2}, "line 1: small is played under other settings today"),
        (2, {"b": {"name": "weak", "spec": "brugmann"}}, "line 2: cell 'strong' is played by"),
        (2, {"cell": "x"}, "line 2: small has no cell 'x'"),
        (3, {"game": 1}, "line 3: game 1 of 'strong' has another colour or seed"),
        (3, {"game": -1}, "line 3: the number of a game must be 0 or more"),
        (3, {"seed": 1}, "line 3: game 0 of 'strong' has another colour or seed"),
        (3, {"a": "W"}, "line 3: game 0 of 'strong' has another colour or seed"),
        (3, {"moves": "B2 B2"}, "line 3: .*B2"),
        (3, {"moves": 7}, "line 3: "),
        (3, {"result": "B+lots"}, "line 3: result 'B\\+lots'"),
    ],
)
def test_a_file_that_is_not_of_today_is_refused(
    file: Path, tmp_path: Path, line: int, changes: dict[str, object], words: str
) -> None:
    change(file, line, **changes)
    with Results(tmp_path / "new.sqlite") as new:
        with pytest.raises(ValueError, match=words):
            import_games(file, new)
        assert new.tournaments() == []


@pytest.mark.parametrize(
    "text", ["", "\n", "nonsense", "[]", "7", '{"format":1}', '{"experiment":"small","format":1}']
)
def test_another_file_is_refused(small: Experiment, tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"other\.jsonl, line 1"):
        read_games(path)


def test_a_game_without_its_cell_or_twice_is_refused(file: Path) -> None:
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], lines[2]]))
    with pytest.raises(ValueError, match="line 2: there is no 'strong'"):
        read_games(file)
    file.write_text("\n".join([*lines, lines[2]]))
    with pytest.raises(ValueError, match="a game is there twice"):
        read_games(file)


#: No gzip, no text, and cut short. A time in them would give each process other names of tests.
UNREADABLE = [b"no gzip", gzip.compress(b"\xff\xfe", mtime=0), gzip.compress(b"x", mtime=0)[:-9]]


@pytest.mark.parametrize("data", UNREADABLE)
def test_a_file_that_cannot_be_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.jsonl.gz"
    with pytest.raises(ValueError, match="cannot read"):
        read_games(path)
    path.write_bytes(data)
    with pytest.raises(ValueError, match="cannot read"):
        read_games(path)


def test_another_game_in_its_place_is_an_error(
    small: Experiment, file: Path, database: Results
) -> None:
    change(file, 4, result="B+1.5")
    change(file, 3, result="W+R", reason="resign")
    with pytest.raises(ValueError, match="has another game 0 of small/strong"):
        import_games(file, database)


def test_games_of_another_plan_are_not_written(
    small: Experiment, file: Path, database: Results
) -> None:
    other = replace(small, cells=tuple(replace(cell, seed=2) for cell in small.cells))
    before = file.read_bytes()
    with pytest.raises(ValueError, match="played under another plan"):
        export_games(other, database, file)
    assert file.read_bytes() == before
