"""Drawn positions with questions, in one text file for each part.

A position is a title, a drawing and questions, up to an empty line:

    = snapback
    . X O .
    a O X X
    ? bad_self_atari a X no

X is Black, O is White; a to h mark empty points, x, A, B, C, D black stones, and o, P, Q, R, S
white ones. A question is the name of a function of the test file, its arguments (a mark, X or O for
a colour) and the answer: yes, no, none, a number, or the marks of the points that are the answer.
Each question is asked in all eight symmetries and with colours exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from keima import _core

BLACK, WHITE = "XxABCD", "OoPQRS"

Answer = bool | int | str | list[int]


@dataclass
class Case:
    """A drawn position and what is asked about it."""

    title: str
    rows: list[str]
    questions: list[list[str]]


def read_cases(path: Path) -> list[Case]:
    cases = []
    for block in path.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        assert lines[0].startswith("= "), f"{path.name}: {lines[0]!r} is not a title"
        rows = [line.replace(" ", "") for line in lines[1:] if not line.startswith("? ")]
        questions = [line[2:].split() for line in lines if line.startswith("? ")]
        assert rows and questions, f"{path.name}: {lines[0]!r} has no drawing or no question"
        assert len({len(row) for row in rows}) == 1, f"{path.name}: {lines[0]!r} is not a rectangle"
        cases.append(Case(lines[0][2:], rows, questions))
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        part = metafunc.module.__name__.split(".")[-1].removeprefix("test_")
        cases = read_cases(Path(__file__).with_name(f"{part}.txt"))
        metafunc.parametrize("case", cases, ids=[case.title for case in cases])


def turned(rows: list[str]) -> Iterator[list[str]]:
    for _ in range(4):
        yield rows
        yield [row[::-1] for row in rows]
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]


def exchanged(text: str) -> str:
    return text.translate(str.maketrans(BLACK + WHITE, WHITE + BLACK))


def answer_of(found: Answer, names: dict[int, str], area: int) -> str:
    if isinstance(found, str):
        return found
    if isinstance(found, bool):
        return "yes" if found else "no"
    points = found if isinstance(found, list) else [found] if found != area else []
    return "".join(sorted(names.get(p, "?") for p in points)) or "none"


@pytest.fixture(scope="session")
def check() -> Callable[[Case, dict[str, Callable[..., Answer]]], None]:
    """Asks all questions of a case."""

    def ask(case: Case, functions: dict[str, Callable[..., Answer]]) -> None:
        for swap in (False, True):
            for rows in turned([exchanged(row) if swap else row for row in case.rows]):
                text = "".join(rows)
                stones = [(c in BLACK) + 2 * (c in WHITE) for c in text]
                board = _core.Board.from_stones(len(rows[0]), len(rows), stones)
                marks = {c: p for p, c in enumerate(text) if c not in ".XO"}
                names = {p: c for c, p in marks.items()}
                for name, *arguments, expected in case.questions:
                    if swap:
                        arguments = [exchanged(a) for a in arguments]
                    values = [marks[a] if a in marks else {"X": 1, "O": 2}[a] for a in arguments]
                    found = answer_of(functions[name](board, *values), names, board.area)
                    if swap:
                        found = exchanged(found) if found not in ("no", "none") else found
                    assert found == expected, "\n".join(
                        [f"{name} {' '.join(arguments)}: {found}, not {expected}", *rows]
                    )

    return ask
