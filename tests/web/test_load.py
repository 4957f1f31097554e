"""Many games open and many pages analysing: the server answers all the same."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keima.web import limits

GAMES, ANALYSING, MOVES = 200, 50, 80
#: Milliseconds that an answer may take, 95 times of a hundred.
MOST = 100.0
SIZE = 9


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server in a process of its own, as people have it."""
    command = [sys.executable, "-m", "keima", "serve", "--no-browser", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1].rstrip("/")
        assert process.poll() is None, "the server has ended"
    finally:
        process.terminate()
        process.wait(30)


class Pace:
    """Keeps requests apart, so that none is one too many."""

    def __init__(self) -> None:
        self._next = time.monotonic()

    def wait(self) -> None:
        pause = threading.Event()
        pause.wait(max(0.0, self._next - time.monotonic()))
        self._next = max(self._next, time.monotonic()) + 1 / (0.8 * limits.REQUESTS)


def answers(visitor: Any, pace: Pace, games: list[dict[str, Any]]) -> float:
    """Milliseconds within which 95 of a hundred moves are answered."""
    times = []
    for number in range(MOVES):
        state = games[7 * number % len(games)]
        point = state["legal"].index(1)
        move = f"{'ABCDEFGHJ'[point % SIZE]}{SIZE - point // SIZE}"
        pace.wait()
        began = time.perf_counter()
        state |= visitor.do(state["id"], "play", move=move)
        times.append(1000 * (time.perf_counter() - began))
    return sorted(times)[int(0.95 * (len(times) - 1))]


@pytest.mark.slow
def test_many_games_and_many_who_analyse(tmp_path: Path, visitor_of: Any) -> None:
    pace = Pace()
    with served(tmp_path) as address, contextlib.ExitStack() as stack:
        visitor = visitor_of(address)
        games = []
        for _ in range(GAMES):
            pace.wait()
            games.append(visitor.new(width=SIZE, height=SIZE))
        # What this machine makes of it, with whatever else it does.
        alone = answers(visitor, pace, games)
        pages = [stack.enter_context(visitor.page(game["id"])) for game in games[:ANALYSING]]
        for page in pages:
            page.send(type="analyse", profile="brugmann", views=["ownership", "visits"])
        told = pages[0].next("analysis")
        busy = answers(visitor, pace, games)
        assert told["analysis"]["visits"] > 0
        assert busy < MOST + 2 * alone, json.dumps({"alone": alone, "busy": busy})
        # Everybody gets an analysis, sooner or later.
        for page in pages:
            assert page.next("analysis")["analysis"]["moves"]
        assert len(visitor.get("games")["games"]) == GAMES
