"""The numbers of legal positions (OEIS A094777 and its rectangles), through the real board."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from keima import _core


@pytest.mark.parametrize(
    ("width", "height", "count"),
    [
        (1, 1, 1),
        (1, 2, 5),
        (2, 1, 5),
        (1, 3, 15),
        (2, 2, 57),
        (2, 3, 489),
        (3, 2, 489),
        (3, 3, 12_675),
        (3, 4, 321_689),
    ],
)
def test_every_colouring_of_a_small_board(width: int, height: int, count: int) -> None:
    assert _core.count_legal_positions(width, height) == count


@pytest.mark.slow
def test_every_colouring_of_4x4() -> None:
    # 43 million positions: 15 seconds of one processor, without Python's lock.
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(lambda part: _core.count_legal_positions(4, 4, part, 8), range(8))
        assert sum(parts) == 24_318_165


def test_parts_add_up() -> None:
    assert sum(_core.count_legal_positions(2, 3, part, 7) for part in range(7)) == 489


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((6, 5), "cannot try all positions of a 6x5 board: expected 1 to 25 points"),
        ((0, 5), "cannot try all positions of a 0x5 board"),
        ((2, 2, 3, 3), "part 3 is not one of 3"),
        ((2, 2, -1, 3), "part -1 is not one of 3"),
        ((2, 2, 0, 0), "parts must be from 1 to 1000000, got 0"),
        ((5, 5, 10**9, 2 * 10**9), "parts must be from 1 to 1000000, got 2000000000"),
        ((2**16, 2**16), "cannot try all positions of a 65536x65536 board"),
    ],
)
def test_what_cannot_be_counted(arguments: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.count_legal_positions(*arguments)
