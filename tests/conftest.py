import os
import shutil
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from hypothesis import settings

import keima.experiments
from keima import _core
from keima.arena.settings import Entrant, GameSettings
from keima.arena.statistics import Tally
from keima.drawing import parse_text
from keima.experiments.experiment import Cell, Experiment
from keima.gtp.client import GtpClient

# How long an example takes says more about what else the machine does.
settings.register_profile("keima", deadline=None)
settings.load_profile("keima")

# Players without a network of their own take the best that is installed: here those of Keima alone.
os.environ["KEIMA_NETWORKS"] = "/nonexistent/networks"


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


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is sent to GTP programs from now on."""
    commands: list[str] = []
    really = GtpClient.send

    def send(client: GtpClient, command: str, timeout: float | None = None) -> str:
        commands.append(command)
        return really(client, command, timeout)

    monkeypatch.setattr(GtpClient, "send", send)
    return commands


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Experiment:
    """An experiment of three cells on a small board, known by the name `small`."""
    strong, weak = Entrant("strong", "brugmann:playouts=30"), Entrant("weak", "abramson:playouts=1")
    even = Entrant("even", "abramson:playouts=1")
    settings = GameSettings(size=(3, 3), komi=0.5, score="keima")
    experiment = Experiment(
        "small",
        "Nobody 2001",
        "1",
        "Strong < weak & others",
        ("who", "n"),
        settings,
        (
            Cell("strong", ("Strong", "1"), strong, weak, Tally(40, 10), 4),
            Cell("even", ("Even", "2"), even, weak, Tally(3, 3, 1), 2),
            Cell("never", ("Never", "3"), even, weak, Tally(7, 0), 2),
        ),
        notes=("The board is small.",),
    )
    module = SimpleNamespace(EXPERIMENTS={"small": experiment})
    monkeypatch.setitem(sys.modules, "small_experiments", module)  # type: ignore[arg-type]
    monkeypatch.setitem(keima.experiments._MODULES, "small", "small_experiments")
    return experiment
