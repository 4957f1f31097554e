"""What stays in a table that is too small, and in files from before entries told their plies."""

from __future__ import annotations

import struct
from pathlib import Path

from keima._core import SOLVE_FINAL, GoSolver

from .test_broken_saves import summed


def test_values_that_hold_for_ever_do_not_fill_a_small_table() -> None:
    """With deep slots full of small trees that are proved, 21 million nodes did not suffice."""
    solver = GoSolver(4, 4, komi=3, endless=-1, megabytes=4)
    for depth in range(1, 60):
        value, _, complete, _ = solver.search(depth, nodes=4_000_000 - solver.nodes)
        assert complete
        if abs(value) > SOLVE_FINAL:
            break
    assert value < -SOLVE_FINAL


def test_saved_are_entries_of_so_many_plies(tmp_path: Path) -> None:
    solver = GoSolver(3, 3, megabytes=1)
    for depth in range(1, 9):
        solver.search(depth)
    numbers = []
    for least in (0, 3, 6, 8, 9):
        solver.save(str(tmp_path / "table"), least)
        numbers.append(GoSolver(3, 3, megabytes=1).load(str(tmp_path / "table")))
    assert numbers == sorted(set(numbers), reverse=True)
    assert numbers[-1] == 0


def test_an_old_file_keeps_its_deep_entries(tmp_path: Path) -> None:
    path = tmp_path / "table"
    solver = GoSolver(3, 3, megabytes=1)
    for depth in range(1, 9):
        solver.search(depth)
    solver.save(str(path), 6)
    data = path.read_bytes()
    start = 24 + struct.unpack_from("<Q", data, 8)[0]
    *entries, _ = struct.iter_unpack("<QQQ", data[start:])
    old = [(place, lock, entry & ~(0x7F << 33)) for place, lock, entry in entries]
    assert old != entries
    last = (2**64 - 1, summed(old), 0)
    path.write_bytes(data[:start] + b"".join(struct.pack("<QQQ", *e) for e in (*old, last)))
    again = GoSolver(3, 3, megabytes=1)
    assert again.load(str(path)) == len(old) > 5
    again.save(str(path), 6)
    assert GoSolver(3, 3, megabytes=1).load(str(path)) == len(old)
