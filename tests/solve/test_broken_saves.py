"""Saved searches that somebody has changed, and saves that fail."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keima._core import CaptureSolver, GoSolver
from keima.solve import solve_capture, solve_go

Entry = tuple[int, int, int]  # place, lock and data


def summed(entries: list[Entry]) -> int:
    total = 0
    for entry in entries:
        for x in entry:
            total = (total ^ x) * 0x9E3779B97F4A7C15 & 2**64 - 1
            total ^= total >> 32
    return total


def forged(path: Path, change: Callable[[Entry], Entry]) -> None:
    """Changes one entry of a saved table, and its sum so that it fits."""
    data = path.read_bytes()
    start = 24 + struct.unpack_from("<Q", data, 8)[0]
    *entries, _ = struct.iter_unpack("<QQQ", data[start:])
    entries[len(entries) // 2] = change(entries[len(entries) // 2])
    last = (2**64 - 1, summed(entries), 0)
    path.write_bytes(data[:start] + b"".join(struct.pack("<QQQ", *e) for e in (*entries, last)))


def with_field(shift: int, bits: int, value: int) -> Callable[[Entry], Entry]:
    def change(entry: Entry) -> Entry:
        place, lock, data = entry
        return place, lock, data & ~((1 << bits) - 1 << shift) | value << shift

    return change


def solvers() -> list[Callable[[], GoSolver | CaptureSolver]]:
    return [lambda: GoSolver(3, 3, megabytes=1), lambda: CaptureSolver(4, 4, megabytes=1)]


@pytest.mark.parametrize("make", solvers(), ids=["go", "capture"])
def test_entries_that_no_search_could_store(
    tmp_path: Path, make: Callable[[], GoSolver | CaptureSolver]
) -> None:
    first = make()
    for depth in range(1, 6):
        first.search(depth)
    path = tmp_path / "table"
    first.save(str(path), 0)
    saved = path.read_bytes()
    forged(path, lambda entry: entry)
    assert path.read_bytes() == saved
    assert make().load(str(path)) > 10
    points = 9 if isinstance(first, GoSolver) else 15
    forged(path, with_field(24, 7, points))  # the last move that there is
    assert make().load(str(path)) > 10
    for change in (
        with_field(24, 7, points + 1),
        with_field(24, 7, 126),
        with_field(31, 2, 0),  # no bound
        with_field(16, 8, 254),  # a depth that is not searched
        with_field(0, 16, 30_000),  # more than any value
        lambda entry: (1 << 40, *entry[1:]),  # beyond the table
    ):
        path.write_bytes(saved)
        forged(path, change)
        other = make()
        with pytest.raises(RuntimeError, match="an entry that no search could store"):
            other.load(str(path))
        assert other.fill == 0


def test_a_failed_save_leaves_nothing_behind(tmp_path: Path) -> None:
    solver = GoSolver(3, 3, megabytes=1)
    solver.search(4)
    folder = tmp_path / "taken"
    folder.mkdir()
    with pytest.raises(RuntimeError, match="cannot write"):
        solver.save(str(folder), 0)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    solver = GoSolver(3, 3, megabytes=1)
    solver.search(4)
    path = tmp_path / "table"
    solver.save(str(path), 0)
    saved = path.read_bytes()
    (tmp_path / "table.new").symlink_to("/dev/full")
    with pytest.raises(RuntimeError, match=r"cannot write .*No space left"):
        solver.save(str(path), 0)
    assert [found.name for found in tmp_path.iterdir()] == ["table"]
    assert path.read_bytes() == saved


def changed(data: Any, keys: tuple[Any, ...], value: Any) -> Any:
    """A copy with one value changed, or without it if that is Ellipsis."""
    copied = json.loads(json.dumps(data))
    at = copied
    for key in keys[:-1]:
        at = at[key]
    if value is ...:
        del at[keys[-1]]
    else:
        at[keys[-1]] = value
    return copied


@pytest.mark.parametrize(
    ("keys", "value", "words"),
    [
        (("depth",), "6", "depth is '6', expected a whole number from 0 to 199"),
        (("depth",), True, "depth is True, expected a whole"),
        (("depth",), 1000, "depth is 1000, expected"),
        (("answered",), ..., "answered is missing"),
        (("nodes",), -1, "nodes is -1"),
        (("seconds",), float("nan"), "seconds is nan, expected a number from 0"),
        (("before",), 10**400, "before is 1000"),
        (("question",), [None], "question is .None., expected a list of 2"),
        (("question",), [100, 0], "question is 100"),
        (("question",), [1, 2], "question is 2, expected a whole number from -1 to 1"),
        (("bounds",), [], "bounds is .., expected named values"),
        (("bounds", "lower"), 17, "lower is 17, expected a whole number from -16 to 16"),
        (("bounds", "size"), 9, "lower is -16, expected a whole number from -9 to 9"),
        (("bounds", "size"), 17, "bounds are of another board or rule"),
        (("bounds", "endless"), False, "bounds are of another board or rule"),
        (("bounds", "asked"), {"first": "maybe"}, "first is 'maybe', expected yes or no or open"),
        (("bounds", "asked"), {"foo": "open"}, "'foo' is no question"),
        (("bounds", "asked"), {"3 2": "open"}, "'3 2' is no question"),
        (("bounds", "asked"), {"3": "open"}, "'3' is no question"),
        (("answers",), {}, "answers is {}, expected a list"),
        (("answers",), [{"question": "who wins?"}], "komi is missing"),
        (("answers",), ["x" * 100], "an answer is 'x{36}..., expected named"),
        (("best",), {"maybe": [[1], 2]}, "a name is 'maybe'"),
        (("best",), {"yes": [[17], 2]}, "a move is 17, expected a whole number from 0 to 16"),
        (("best",), {"yes": [1, 2]}, "a line is 1, expected a list"),
        (("trees",), {"yes": 1}, "yes is 1, expected a text"),
        (("trees",), {"yes": "no record"}, "is broken: "),
        (("trees",), {"yes": ""}, "is broken: "),
    ],
)
def test_a_changed_state(tmp_path: Path, keys: tuple[Any, ...], value: Any, words: str) -> None:
    path = tmp_path / "search"
    state = path.with_name("search.json")
    solve_go(4, 4, save=path, megabytes=1, depth=2)
    data = json.loads(state.read_text())
    state.write_text(json.dumps(changed(data, ("state", *keys), value)))
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(ValueError, match=rf"search\.json is broken: .*{words.split(': ')[-1]}"):
        solve_go(4, 4, save=path, megabytes=1, depth=2)
    assert before == (path.read_bytes() if path.exists() else None)


def test_a_changed_state_of_the_capture_game(tmp_path: Path) -> None:
    path = tmp_path / "search"
    state = path.with_name("search.json")
    solve_capture(3, 3, save=path, megabytes=1)
    data = json.loads(state.read_text())
    for name, value in (("nodes", 1.5), ("seconds", "1"), ("seconds", ...)):
        state.write_text(json.dumps(changed(data, ("state", name), value)))
        with pytest.raises(ValueError, match=rf"search\.json is broken: {name} is"):
            solve_capture(3, 3, save=path, megabytes=1)
    state.write_text(json.dumps(changed(data, ("table",), 1)))
    with pytest.raises(ValueError, match="is broken or no saved search"):
        solve_capture(3, 3, save=path, megabytes=1)
    state.write_text('{"format": ' + "1" * 10_000 + "}")
    with pytest.raises(ValueError, match="is broken or no saved search"):
        solve_capture(3, 3, save=path, megabytes=1)
