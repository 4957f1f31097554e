"""Nothing of the core is left over when the interpreter ends."""

import subprocess
import sys

PROGRAM = """
import threading
from keima.playouts import load_patterns, make_playout

make_playout("mogo")
# A thread that waits for ever keeps what it holds, here the cache of patterns.
def wait(kept):
    threading.Event().wait()

threading.Thread(target=wait, args=[load_patterns], daemon=True).start()
"""


def test_a_thread_that_waits_keeps_no_patterns() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
