"""The end of a program while a daemon thread searches: no crash, and no long wait."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading, time
from keima import Engine, Game, Limit
from keima.solve import solve_go

searching = threading.Event()

def work():
    if sys.argv[1] == "solve":
        solve_go(5, 5, megabytes=16, progress=lambda _: searching.set())
    engine = Engine(sys.argv[1], threads=2)
    while True:
        engine.search(Game(9), Limit(seconds=60), analysis=True, progress=lambda _: searching.set())

threading.Thread(target=work, daemon=True).start()
searching.wait()
"""


@pytest.mark.parametrize("what", ["classic", "abramson", "keima", "solve"])
def test_a_search_under_way_ends_with_the_program(what: str) -> None:
    words = [sys.executable, "-c", PROGRAM, what]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
