"""Games after games need no more memory. `bench/leak.py` shows the same for a thousand games."""

from __future__ import annotations

import gc
import runpy
from pathlib import Path

import pytest

from keima import Engine

LEAK = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "leak.py"))
play_games, resident_kb = LEAK["play_games"], LEAK["resident_kb"]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@pytest.mark.slow
def test_thirty_games_leave_nothing_behind() -> None:
    """A tree, a table or a board for each search (1,000 of them) would be many megabytes."""
    engine = Engine("classic:playouts=20,memory_mb=4,score_playouts=20", threads=1, seed=1)
    play_games(engine, range(10), 5)
    gc.collect()
    before = resident_kb()
    moves = play_games(engine, range(10, 40), 5)
    gc.collect()
    assert moves > 300
    assert resident_kb() - before < 6 << 10
