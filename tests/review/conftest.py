from collections.abc import Callable
from pathlib import Path

import pytest

from keima import sgf
from keima.colors import Color
from keima.review.found import Choice, Found
from keima.review.moves import Threshold
from keima.review.record import Record, read_record
from keima.review.run import Review

# White's A1 is a blunder; the comment has what must be escaped, and there is a variation.
GAME = r"""(;FF[4]GM[1]SZ[9]KM[7]RU[Chinese]PB[Ann]PW[Bob]BR[5k]RE[B+R]XX[kept\]too]
;B[ee]C[a \] bracket and a \\ backslash];W[ai]LB[cc:A](;B[gc])(;B[cc]C[older idea];W[gg]))"""


def found(
    number: int, color: str, winrate: float | None, score: float | None, *lines: str
) -> Found:
    """What a search found, as Black sees it; the first line is the best."""
    choices = tuple(
        Choice(line.split()[0], 100 // place, winrate, score, tuple(line.split()))
        for place, line in enumerate(lines, 1)
    )
    return Found(number, Color.parse(color), winrate, score, 100, 0.1, choices)


@pytest.fixture
def record() -> Record:
    return read_record(sgf.parse(GAME)[0], "game.sgf")


KEY = {"keima": "0", "profile": "p", "network": None, "playouts": 9, "seconds": None}


@pytest.fixture
def review(record: Record) -> Review:
    return Review(
        record,
        KEY,
        {
            0: found(0, "B", 0.5, 0.1, "E5 C3"),
            1: found(1, "W", 0.52, 0.5, "C3 G7 pass", "G3"),
            2: found(2, "B", 0.9, 8.5, "C7 G3 C3", "G7"),
            3: found(3, "W", 0.85, 7.0, "C3"),
        },
        Threshold(),
    )


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


@pytest.fixture
def found_of() -> Callable[..., Found]:
    return found
