import os
import shutil
from collections.abc import Callable

import pytest
from hypothesis import settings

from keima import _core
from keima.drawing import parse_text

# How long an example takes says more about what else the machine does.
settings.register_profile("keima", deadline=None)
settings.load_profile("keima")


@pytest.fixture(scope="session")
def board() -> Callable[..., _core.Board]:
    """Reads a drawn position: board(". X O", "X . O", "O O .")."""
    return lambda *rows: _core.Board.from_stones(*parse_text(*rows))


@pytest.fixture(scope="session")
def gnugo() -> str:
    """Where the real GNU Go is."""
    path = shutil.which("gnugo", path=os.environ.get("PATH", "") + ":/usr/games")
    if path is None:
        pytest.fail("GNU Go is needed as a referee: install the package gnugo")
    return path
