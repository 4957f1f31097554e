"""The log: what is written is there, and nothing else is taken for it."""

from pathlib import Path

import pytest

from keima.arena.statistics import Tally
from keima.tune.log import GameId, Log, Played

HEADER = {"method": "spsa", "seed": 1, "parameters": [{"name": "x"}]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    with Log.open(path, HEADER) as log:
        log.add_trial(0, [{"x": 0.1}, {"x": 0.30000000000000004}])
        log.add_game(GameId(0, 0, 0), Played(1.0, {"result": "B+3.5"}))
        log.add_game(GameId(0, 1, 0), Played(0.5))
        log.add_check({"x": 0.2}, 4, Played(None, {"faults": ["W crash"]}))
    return path


def test_all_is_read_again(path: Path) -> None:
    for log in (Log.read(path), Log.open(path, HEADER)):
        assert log.header == HEADER
        assert log.trials == {0: [{"x": 0.1}, {"x": 0.30000000000000004}]}
        assert log.games == {
            GameId(0, 0, 0): Played(1.0, {"result": "B+3.5"}),
            GameId(0, 1, 0): Played(0.5),
        }
        assert log.checked({"x": 0.2}) == {4: Played(None, {"faults": ["W crash"]})}
        assert log.checked({"x": 0.3}) == {}
        assert log.results(0, 1) == [Tally(1, 0), Tally(0, 0, 1)]
        assert log.results(0, 2) is None
        log.close()


def test_half_a_line_at_the_end_is_cut_off(path: Path) -> None:
    whole = path.read_bytes()
    for lost in range(1, len(whole.splitlines()[-1]) + 1):
        path.write_bytes(whole[:-lost])
        assert Log.read(path).checks == {}
        with Log.open(path, HEADER) as log:
            assert log.checks == {}
            assert len(log.games) == 2
            log.add_check({"x": 0.2}, 4, Played(None, {"faults": ["W crash"]}))
        assert path.read_bytes() == whole


def test_a_log_that_was_cut_in_its_first_line_starts_anew(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"format": "keima tu')
    with Log.open(path, HEADER) as log:
        assert log.header == HEADER
    assert Log.read(path).header == HEADER


def test_the_log_of_another_run_is_refused_and_not_changed(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"another run: seed was 1 and is 2; give another log"):
        Log.open(path, {**HEADER, "seed": 2})
    with pytest.raises(ValueError, match="ahead was None and is 4"):
        Log.open(path, {**HEADER, "ahead": 4})
    assert path.read_bytes() == before


def test_two_runs_cannot_write_one_log(path: Path) -> None:
    with Log.open(path, HEADER):
        with pytest.raises(ValueError, match="being written by another run"):
            Log.open(path, HEADER)
        assert Log.read(path).header == HEADER
    Log.open(path, HEADER).close()


def test_other_files_are_refused(path: Path, tmp_path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"garbage\n")
    with pytest.raises(ValueError, match=r"run\.jsonl:6 is not a line of a log"):
        Log.read(path)
    other = tmp_path / "other.jsonl"
    for text in ("hello\n", '{"format": "something else"}\n', "[]\n"):
        other.write_text(text)
        with pytest.raises(ValueError, match="begins with 'keima tune 1'"):
            Log.open(other, HEADER)
        assert other.read_text() == text
    other.write_text("")
    with pytest.raises(ValueError, match="is empty"):
        Log.read(other)
    with pytest.raises(ValueError, match=r"cannot read .*: No such file"):
        Log.read(tmp_path / "none")
    with pytest.raises(ValueError, match=r"cannot open .*: No such file"):
        Log.open(tmp_path / "no" / "folder", HEADER)
