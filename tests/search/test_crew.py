"""Threads that cannot be made."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

#: The stacks of 200 threads do not fit into the memory that is left.
CROWDED = """
import resource
from keima import _core

tree = _core.TreeSearch("uniform", {}, {"memory_mb": 1, "parallel": PARALLEL})
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (200 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
found = tree.search(_core.Board(5, 5), 1, last=25, before=25, playouts=2000, threads=200,
                    early_stop=False)
print(found["playouts"], found["root_visits"])
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.skipif("KEIMA_SANITIZE" in os.environ, reason="sanitizers need the memory")
@pytest.mark.parametrize("parallel", [0, 1, 2])
def test_those_that_can_be_made_do_the_work(parallel: int) -> None:
    code = CROWDED.replace("PARALLEL", str(parallel))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == ["2000", "2000"]
