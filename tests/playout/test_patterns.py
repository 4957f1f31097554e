"""3x3 patterns: drawings, their symmetries and colours, and faults in the text."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from keima import _core
from keima.gammas import load_gammas
from keima.models import load_move_model
from keima.playouts import load_patterns, make_playout

from ..neighbourhoods import symmetries

BLACK, WHITE = 1, 2
ALLOWED = {
    ".": ".",
    "X": "X",
    "O": "O",
    "x": "X.",
    "o": "O.",
    "?": "XO.",
    "*": "*",
} | dict.fromkeys("-|+", "#")


def drawings(text: str) -> list[tuple[str, int]]:
    """Nine characters and a weight for each pattern."""
    found = []
    for block in "\n".join(line.split("#")[0].rstrip() for line in text.split("\n")).split("\n\n"):
        rows = block.split()
        if rows:
            found.append(("".join(rows[:3]), int(rows[3][1:]) if len(rows) > 3 else 1))
    return found


def expanded(text: str) -> dict[str, int]:
    """Every neighbourhood that matches, with its weight."""
    found: dict[str, int] = {}
    for cells, weight in drawings(text):
        for concrete in itertools.product(*(ALLOWED[c] for c in cells)):
            for turned in symmetries("".join(concrete)):
                found[turned] = max(weight, found.get(turned, 0))
    return found


def neighbourhood(board: _core.Board, point: int, color: int) -> str:
    """As drawn for the player to move."""
    y, x = divmod(point, board.width)
    cells = ""
    for row, column in itertools.product((y - 1, y, y + 1), (x - 1, x, x + 1)):
        if not (0 <= row < board.height and 0 <= column < board.width):
            cells += "#"
        elif (row, column) == (y, x):
            cells += "*"
        else:
            cells += ".XO"[board.at(row * board.width + column) * (1 if color == BLACK else 2) % 3]
    return cells


WEIGHTED = """
# With weights, a corner, and overlapping patterns.
?X?
.*O
---
:7

|.X
|*O
+--
:200

XO?
X*.
?.?
"""


def mogo_text() -> str:
    return (Path(__file__).parents[2] / "src/keima/patterns/mogo.txt").read_text()


@pytest.mark.parametrize("name", ["mogo", "weighted"])
def test_every_neighbourhood_of_random_boards(name: str) -> None:
    text = mogo_text() if name == "mogo" else WEIGHTED
    table = _core.PatternTable(text)
    weights = expanded(text)
    assert table.patterns == len(drawings(text))
    assert table.neighbourhoods == len(weights)
    chance = random.Random(1)
    matched = 0
    for size in (1, 2, 3, 5, 9):
        board = _core.Board(size, size)
        color = BLACK
        for _ in range(400):
            point = chance.randrange(board.area)
            if board.is_legal(point, color):
                board.play(point, color)
            color = 3 - color
            for p, c in itertools.product(range(board.area), (BLACK, WHITE)):
                expected = weights.get(neighbourhood(board, p, c), 0)
                assert table.weight(board, p, c) == expected
                matched += expected > 0
    assert matched > 100


def test_mogo_has_the_known_number_of_neighbourhoods() -> None:
    assert load_patterns("mogo").neighbourhoods == 3168


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XO\n.*.\n???", "line 1, column 3: a row has 3 characters, got 2"),
        ("XOX.\n.*.\n???", "line 1, column 4: a row has 3 characters, got 4"),
        ("\n\nXOY\n.*.\n???", r"line 3, column 3: unexpected 'Y', expected one of \. X O"),
        ("XOX\n...\n???", r"line 2, column 2: unexpected '\.', expected \*"),
        ("XOX\n.*.\n\n", "line 3, column 1: expected 3 rows, got 2"),
        ("XOX\n.*.", "line 2, column 1: expected 3 rows, got 2"),
        ("XOX\n.*.\n???\n???", "line 4, column 1: a pattern has 3 rows"),
        ("XOX\n.*.\n???\n:0", "line 4, column 2: the weight must be from 1 to 255, got '0'"),
        ("XOX\n.*.\n???\n:256", "line 4, column 2: the weight must be from 1 to 255, got '256'"),
        ("XOX\n.*.\n???\n:9999999999", "from 1 to 255"),
        ("XOX\n.*.\n???\n:", "from 1 to 255, got ''"),
        ("XOX\n.*.\n???\n:1x", "line 4, column 3: 'x' is not a digit"),
        ("XOX\n.*.\n???\n:1\n:2", "line 5, column 1: a weight must follow the 3 rows"),
        (":3", "line 1, column 1: a weight must follow the 3 rows"),
        ("X-X\n.*.\n???", "line 1, column 1: what is off the board must be whole rows or columns"),
        ("---\n.*.\n??-", "whole rows or columns"),
    ],
)
def test_faults_are_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.PatternTable(text)


def test_comments_and_line_ends() -> None:
    table = _core.PatternTable("# one\r\nXOX # row\r\n.*.\r\n???\r\n:3\r\n\r\n\r\n")
    assert table.patterns == 1
    assert _core.PatternTable("").neighbourhoods == 0


def test_files(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("XOX\n.*.\n???\n")
    assert load_patterns(str(mine)).patterns == 1
    make_playout("mogo", patterns=str(mine)).run(_core.Board(5, 5), 1)
    mine = tmp_path / "wrong.txt"
    mine.write_text("XOX\n.*!\n???\n")
    with pytest.raises(ValueError, match=r"wrong\.txt: pattern line 2, column 3: unexpected '!'"):
        load_patterns(str(mine))
    mine.write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"cannot read .*wrong\.txt: .*utf-8"):
        load_patterns(str(mine))


@pytest.mark.parametrize("load", [load_patterns, load_gammas, load_move_model])
def test_what_cannot_be_read(load: Callable[[str], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    large = tmp_path / "large"
    large.touch()
    os.truncate(large, (1 << 26) + 1)
    for name in ("nowhere", "/dev/zero", str(tmp_path / "pipe"), str(tmp_path), str(large)):
        with pytest.raises(ValueError, match=f"cannot read {name}: ."):
            load(name)
    with pytest.raises(ValueError, match="cannot read "):
        load("a\0b")


def test_faulty_gammas_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.gammas").write_text("capture many")
    with pytest.raises(ValueError, match=r"a\.gammas: line 1: 'many' is not"):
        load_gammas(str(tmp_path / "a.gammas"))
