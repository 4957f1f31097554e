import math

import pytest

from keima.arena.clock import Clock
from keima.arena.settings import parse_time, time_text


def left(text: str, *moves: float) -> tuple[float, int] | None:
    """What is left after moves that took so long; None if the flag fell."""
    clock = Clock(parse_time(text))
    for seconds in moves:
        if not clock.spend(seconds):
            assert clock.has_fallen
            return None
    return clock.left.seconds, clock.left.stones


@pytest.mark.parametrize(
    ("text", "moves", "expected"),
    [
        ("none", (1e9,), (0, 0)),
        ("absolute 10", (4, 6), (0, 0)),
        ("absolute 10", (4, 6.1), None),
        ("fischer 10 2", (4, 7), (3, 0)),
        ("fischer 10 2", (11,), None),
        ("fischer-capped 10 5 12 6", (1,), (12, 0)),
        ("fischer-capped 10 5 12 6", (7,), None),
        ("fischer-capped 10 5 -1 -1", (1,), (14, 0)),
        ("canadian 10 30 3", (12,), (28, 2)),
        ("canadian 10 30 3", (12, 28.5), None),
        ("canadian 10 30 3", (12, 10, 10), (30, 3)),
        ("canadian 10 30 3", (40.5,), None),
        ("byoyomi 10 30 3", (12,), (30, 3)),
        ("byoyomi 10 30 3", (12, 29, 29, 29), (30, 3)),
        ("byoyomi 10 30 3", (12, 31, 29), (30, 2)),
        ("byoyomi 10 30 3", (12, 31, 61), None),
        ("byoyomi 10 30 3", (99.9,), (30, 1)),
        ("byoyomi 10 30 3", (100,), None),
    ],
)
def test_time_systems(
    text: str, moves: tuple[float, ...], expected: tuple[float, int] | None
) -> None:
    assert left(text, *moves) == (expected and pytest.approx(expected))


def test_what_is_left_until_the_flag_falls() -> None:
    for text, seconds in (
        ("none", math.inf),
        ("absolute 10", 10),
        ("canadian 10 30 3", 40),
        ("canadian 0 30 3", 30),
        ("byoyomi 10 30 3", 100),
        ("fischer-capped 10 5 12 6", 6),
    ):
        clock = Clock(parse_time(text))
        assert clock.until_flag == seconds


@pytest.mark.parametrize("text", ["absolute 1234567", "fischer 86400.125 0.0000125"])
def test_every_digit_of_a_time_is_written(text: str) -> None:
    assert time_text(parse_time(text)) == text
