"""Small data for tests of training."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from keima.data.record import LEARN, Record
from keima.data.shards import write_shard

SIZE = 5


def write_games(path: Path, games: int = 60, size: int = SIZE, seed: int = 1) -> Path:
    """Games whose moves are easy to foresee: the points in order, from one of a few on. Black wins
    those that begin in the first row."""
    rng, area, records = random.Random(seed), size * size, []
    for number in range(games):
        start = rng.choice([0, 2 * size])
        moves = [(start + turn) % area for turn in range(area // 2)]
        record = Record(size, [*moves, area, area], komi=6.5, rules=3)
        record.winner, record.reason, record.margin = (1 if start == 0 else -1), 1, 5.5
        record.part = number % 20 if number % 20 < 2 else LEARN
        record.owners = [record.winner] * (area - size) + [0] * size
        records.append(record)
    write_shard(path, records)
    return path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A pack of games that are easy to foresee."""
    return write_games(tmp_path / "games.npz")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models of networks that tests make are not kept."""
    monkeypatch.setenv("KEIMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("KEIMA_NETWORKS", str(tmp_path / "networks"))
