"""Searches that are saved, killed and taken up again."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from keima._core import SOLVE_VERSION
from keima.solve import Progress, saving, solve_go

#: Solves with a save every moment, and says so when it has saved at a depth.
CHILD = """
import sys
from keima.solve import saving, solve_go
saving.EVERY = 0.0
saving.SHARE = 1e9
def watch(progress):
    print(progress.depth, flush=True)
solve_go(4, 4, save=sys.argv[1], megabytes=16, progress=watch)
"""


def state(path: Path) -> dict[str, object]:
    data = json.loads(path.with_name(path.name + ".json").read_text())["state"]
    assert isinstance(data, dict)
    return data


def test_a_killed_process_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "search"
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    for line in child.stdout:
        if int(line) >= 12 and path.exists():
            break
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    before = state(path)
    assert before["question"] == [None, 0]
    depth = before["depth"]
    assert isinstance(depth, int)
    assert depth >= 11
    told: list[int] = []

    def watch(progress: Progress) -> None:
        told.append(progress.depth)
        if progress.known != "[?, ?]":
            raise KeyboardInterrupt

    again = solve_go(4, 4, save=path, megabytes=16, progress=watch)
    assert told[0] >= depth
    assert again.lower == 1
    # Those of the killed process count too.
    nodes = before["nodes"]
    assert isinstance(nodes, int)
    assert again.nodes > nodes > 0


def test_stopped_saved_and_finished(tmp_path: Path) -> None:
    path = tmp_path / "search"

    def interrupt(progress: object) -> None:
        raise KeyboardInterrupt

    first = solve_go(3, 3, save=path, megabytes=16, progress=interrupt)
    assert first.stopped == "interrupted"
    whole = solve_go(3, 3, save=path, megabytes=16)
    assert (whole.value, whole.proved) == (9, True)
    again = solve_go(3, 3, save=path, megabytes=16)
    assert (again.value, again.best, again.line) == (9, whole.best, whole.line)
    assert again.nodes == whole.nodes


def test_a_board_with_several_questions_is_the_same_after_every_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "LEAST_DEPTH", 0)
    plain = solve_go(2, 2, megabytes=1)
    path = tmp_path / "search"
    for _ in range(60):
        looks = 0

        def look(progress: object) -> None:
            nonlocal looks
            looks += 1
            if looks == 2:
                raise KeyboardInterrupt

        solution = solve_go(2, 2, save=path, megabytes=1, progress=look)
        if solution.stopped is None:
            break
    assert solution.stopped is None
    assert (solution.value, solution.lower, solution.upper) == (0, plain.lower, plain.upper)
    asked = [(a["question"], a["answer"], a["depth"]) for a in solution.answers]
    assert asked == [(a["question"], a["answer"], a["depth"]) for a in plain.answers]


def test_files_that_are_broken_or_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "search"
    solve_go(4, 4, save=path, megabytes=16, depth=6)

    def solve(**changed: object) -> None:
        settings: dict[str, object] = {"megabytes": 16, "depth": 6}
        solve_go(4, 4, save=path, **(settings | changed))  # type: ignore[arg-type]

    with pytest.raises(ValueError, match="of another search: ko was basic, not ssk"):
        solve(ko="ssk")
    with pytest.raises(ValueError, match="of another search: megabytes was 16, not 17"):
        solve(megabytes=17)
    beside = path.with_name("search.json")
    sound = beside.read_bytes()
    other = sound.replace(b'"identity": {', b'"identity": [], "old": {')
    changed = (sound[:-9], sound.replace(b"depth", b"width"), other)
    for broken in (b"", b"{}", b"[1]", b"\xff\xfe", *changed):
        beside.write_bytes(broken)
        with pytest.raises(ValueError, match=r"search\.json"):
            solve()
    beside.unlink()
    path.write_bytes(b"a letter")
    with pytest.raises(ValueError, match=r"no saved search: search\.json is missing"):
        solve()
    assert path.read_bytes() == b"a letter"


def test_what_an_older_solver_saved_is_of_another_search(tmp_path: Path) -> None:
    path = tmp_path / "search"

    def interrupt(progress: Progress) -> None:
        if progress.depth >= 6:
            raise KeyboardInterrupt

    solve_go(4, 4, save=path, megabytes=1, progress=interrupt)
    beside = path.with_name("search.json")
    sound, table = beside.read_text(), path.read_bytes()
    version = f'"version": {SOLVE_VERSION}, '
    assert version in sound
    beside.write_text(sound.replace(version, ""))
    with pytest.raises(ValueError, match="of another search: version was None"):
        solve_go(4, 4, save=path, megabytes=1)
    beside.write_text(sound)
    name = f"go 4x4 basic komi 0/2 version {SOLVE_VERSION}".encode()
    assert name in table
    path.write_bytes(table.replace(name, name[:-1] + b"1"))
    with pytest.raises(ValueError, match=r"of another search \(go 4x4 .* version 1\)"):
        solve_go(4, 4, save=path, megabytes=1)


def test_a_broken_table(tmp_path: Path) -> None:
    path = tmp_path / "search"

    def interrupt(progress: object) -> None:
        raise KeyboardInterrupt

    def stop_after_four(progress: Progress) -> None:
        if progress.depth >= 4:
            raise KeyboardInterrupt

    solve_go(4, 4, save=path, megabytes=1, progress=stop_after_four)
    assert path.stat().st_size > 0
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(ValueError, match="is cut short"):
        solve_go(4, 4, save=path, megabytes=1, progress=interrupt)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot write"):
        solve_go(3, 3, save=tmp_path / "no" / "file", megabytes=1)
    with pytest.raises(ValueError, match="cannot write"):
        solve_go(3, 3, save=tmp_path, megabytes=1)
