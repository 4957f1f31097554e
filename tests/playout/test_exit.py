"""Nothing of the core is left over when the interpreter ends."""

import subprocess
import sys

import pytest

PROGRAM = """
import threading
from keima.models import load_move_model
from keima.playouts import load_patterns

LOAD("LOADED")
# A thread that waits for ever keeps what it holds, here a cache.
def wait(kept):
    threading.Event().wait()

threading.Thread(target=wait, args=[LOAD], daemon=True).start()
"""


@pytest.mark.parametrize("load, loaded", [("load_patterns", "mogo"), ("load_move_model", "9x9")])
def test_a_thread_that_waits_keeps_nothing_loaded(load: str, loaded: str) -> None:
    program = PROGRAM.replace("LOADED", loaded).replace("LOAD", load)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
