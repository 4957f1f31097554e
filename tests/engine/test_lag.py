"""Delays, measured from what a controller says is left."""

from __future__ import annotations

import pytest

from keima.engine.lag import LONGEST, Lag, charged
from keima.gtp.timing import TimeLeft, TimeSettings, spend

ABSOLUTE = TimeSettings("absolute", 100)


def run(lag: Lag, settings: TimeSettings, delays: list[float], own: float = 1.0) -> TimeLeft:
    """Moves that a controller charges with its delays."""
    left = settings.start()
    lag.told(settings, left)
    for delay in delays:
        lag.moved(own, own)
        left = spend(settings, left, own + delay)
        lag.told(settings, left)
    return left


def test_a_constant_is_assumed_until_the_controller_tells() -> None:
    lag = Lag(0.1)
    assert lag.seconds == lag.worst == 0.1
    lag.moved(1, 1)
    assert lag.seconds == 0.1 and not lag.is_measured


@pytest.mark.parametrize(
    "settings",
    [
        ABSOLUTE,
        TimeSettings("canadian", 0, 100.5, 25),
        TimeSettings("fischer", 50, increment=2),
        TimeSettings("byoyomi", 100, 10, 3),
    ],
)
def test_mean_and_worst(settings: TimeSettings) -> None:
    lag = Lag(0.1)
    run(lag, settings, [0.25, 0.25, 0.85])
    assert lag.seconds == pytest.approx(0.45)
    assert lag.worst == pytest.approx(0.85)


def test_whole_seconds_need_several_moves() -> None:
    lag = Lag(0.1)
    shown = 100.0
    lag.told(ABSOLUTE, TimeLeft(100))
    for move in range(20):
        lag.moved(1.3, 1.3)
        shown -= 1.5
        lag.told(ABSOLUTE, TimeLeft(int(shown)))
        if move < 3:
            assert lag.seconds == 0.1
    assert lag.seconds == pytest.approx(0.2, abs=0.06)


def test_our_own_clock_is_finer_than_whole_seconds() -> None:
    lag = Lag(0.1)
    assert lag.refined(TimeLeft(2), TimeLeft(2.75)) == TimeLeft(2.75)
    assert lag.refined(TimeLeft(2), TimeLeft(3.25)) == TimeLeft(2)
    assert lag.refined(TimeLeft(2), TimeLeft(1.5)) == TimeLeft(2)
    assert lag.refined(TimeLeft(2, 5), TimeLeft(2.75)) == TimeLeft(2, 5)
    assert lag.refined(TimeLeft(2), None) == TimeLeft(2)
    lag.told(ABSOLUTE, TimeLeft(99.5))
    assert lag.refined(TimeLeft(2), TimeLeft(2.75)) == TimeLeft(2)


def test_late_searches_count_and_fade() -> None:
    lag = Lag(0.0)
    lag.moved(1.0, 1.5)
    assert lag.seconds == pytest.approx(0.1)
    assert lag.worst == pytest.approx(0.5)
    for _ in range(10):
        lag.moved(1.0, 1.0)
    assert lag.seconds < 0.02 and lag.worst < 0.1


def test_what_was_learnt_is_kept_for_the_next_game() -> None:
    lag = Lag(0.0)
    run(lag, ABSOLUTE, [0.5, 0.75])
    lag.new_game()
    assert lag.seconds == pytest.approx(0.625)
    run(lag, ABSOLUTE, [0.0] * 30)
    lag.new_game()
    assert lag.seconds < 0.1


def test_strange_clocks_do_no_harm() -> None:
    lag = Lag(0.1)
    for seconds in (50.5, 80.5, 3.25, 90.125):  # a clock that is set by hand
        lag.told(ABSOLUTE, TimeLeft(seconds))
        lag.moved(1, 1)
    assert 0 <= lag.seconds <= LONGEST
    lag.told(TimeSettings(), TimeLeft(0))


def test_what_cannot_be_told() -> None:
    canadian = TimeSettings("canadian", 10, 30, 5)
    assert charged(canadian, TimeLeft(5, 1), TimeLeft(30, 5), 1) is None
    assert charged(canadian, TimeLeft(5), TimeLeft(29, 4), 1) is None
    assert charged(TimeSettings("byoyomi", 0, 10, 3), TimeLeft(10, 3), TimeLeft(10, 3), 1) is None
    capped = TimeSettings("fischer-capped", 10, increment=5, limit=12)
    assert charged(capped, TimeLeft(10), TimeLeft(12), 1) is None
