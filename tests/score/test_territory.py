"""Estimates of territory, drawn: b and w are empty points that count for a side."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from keima import _core
from keima.book.reduction import symmetries
from keima.score.life import Floats, all_but
from keima.score.territory import METHODS, STONES, Stones, estimate_territory, expected_owners

#: A white stone at C2, which is dead.
ROOM = (
    ". . . X . O .",
    ". . O X . O .",
    ". . . X . O .",
    "X X X X . O O",
)


def owners(
    board: Callable[..., _core.Board], rows: tuple[str, ...], method: str, stones: Stones
) -> str:
    found = estimate_territory(board(*rows), 1, method, stones=stones, alive=all_but([9]))
    return "".join(".bw"[o % 3] for o in found.owners)


@pytest.mark.parametrize(
    "method, stones, told",
    [
        ("explicit", "keep", "...b.w. ..wb.w. ...b.w. bbbb.ww"),
        ("direct", "keep", "...b.ww .wwb.ww bb.b.ww bbbb.ww"),
        ("direct", "remove", "..bb.ww ..bb.ww bbbb.ww bbbb.ww"),
        ("direct", "reverse", "..bb.ww .bbb.ww bbbb.ww bbbb.ww"),
        ("distance", "remove", "bbbb.ww bbbb.ww bbbb.ww bbbb.ww"),
        ("distance", "reverse", "bbbb.ww bbbb.ww bbbb.ww bbbb.ww"),
    ],
)
def test_dead_stones_kept_removed_or_reversed(
    board: Callable[..., _core.Board], method: str, stones: Stones, told: str
) -> None:
    assert owners(board, ROOM, method, stones) == told.replace(" ", "")


def test_bouzy_divides_what_is_left_by_distance(board: Callable[..., _core.Board]) -> None:
    position = board(". X . . . . . O .", ". X . . . . . O .", ". X . . . . . O .")
    plain = estimate_territory(position, 1, "bouzy", stones="keep")
    divided = estimate_territory(position, 1, "bouzy-distance", stones="keep")
    assert plain.owners.count(0) > divided.owners.count(0) == 3
    assert all(a in (0, b) for a, b in zip(plain.owners, divided.owners, strict=True))


def test_what_an_estimate_says(board: Callable[..., _core.Board]) -> None:
    found = estimate_territory(board(*ROOM), 2, "distance", alive=all_but([9]))
    assert found.dead == {9}
    assert found.area == sum(found.owners) == 16 - 8
    assert len(found.values) == 28


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("stones", STONES)
@pytest.mark.parametrize("size", [(1, 1), (2, 3), (9, 9), (25, 25)])
def test_turned_boards_and_other_colours(
    method: str, stones: Stones, size: tuple[int, int]
) -> None:
    width, height = size
    rng = random.Random(width)
    area = width * height
    stones_on = [rng.choice([0, 0, 0, 0, 1, 2]) for _ in range(area)]
    likely = np.array([rng.random() for _ in range(area)], np.float32)

    def told(on: list[int], alive: Floats, to_play: int) -> list[int]:
        try:
            position = _core.Board.from_stones(width, height, on)
        except ValueError:  # a stone without liberties
            position = _core.Board(width, height)
        return list(
            estimate_territory(position, to_play, method, stones=stones, alive=alive).owners
        )

    plain = told(stones_on, likely, 1)
    assert told([(3 - s) % 3 for s in stones_on], likely, 2) == [-o for o in plain]
    for table in symmetries(width, height):
        on, alive, wanted = [0] * area, likely.copy(), [0] * area
        for p, q in enumerate(table[:area]):
            on[q], alive[q], wanted[q] = stones_on[p], likely[p], plain[p]
        assert told(on, alive, 1) == wanted


def test_expected_owners(board: Callable[..., _core.Board]) -> None:
    position = board(*ROOM)
    found = expected_owners(position, 1, alive=all_but([9]))
    assert found[9] == 1 and found[3] == 1 and found[5] == -1
    assert found[0] > 0 > found[6] and (np.abs(found) <= 1).all()


def test_a_method_of_one_s_own_and_unknown_ones(board: Callable[..., _core.Board]) -> None:
    with pytest.raises(ValueError, match="unknown method 'moyo': expected one of explicit"):
        estimate_territory(board(". X"), 1, "moyo")
    with pytest.raises(ValueError, match="kept, removed or reversed, not 'burn'"):
        estimate_territory(board(". X"), 1, "direct", stones="burn")  # type: ignore[arg-type]
