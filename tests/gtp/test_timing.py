import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima.gtp.timing import (
    KINDS,
    SHORTEST,
    TimeLeft,
    TimeSettings,
    canadian,
    seconds_for_move,
    spend,
)

AREA = 361


def test_time_settings_of_gtp() -> None:
    assert canadian(0, 30, 0) == TimeSettings()
    assert canadian(600, 30, 0) == TimeSettings()
    assert canadian(600, 0, 0) == canadian(600, 0, 25) == TimeSettings("absolute", 600)
    assert canadian(0, 300, 25) == TimeSettings("canadian", 0, 300, 25)


def test_clocks_start_in_main_time_if_there_is_one() -> None:
    assert TimeSettings("canadian", 10, 300, 25).start() == TimeLeft(10)
    assert TimeSettings("canadian", 0, 300, 25).start() == TimeLeft(300, 25)
    assert TimeSettings("byoyomi", 0, 30, 5).start() == TimeLeft(30, 5)
    assert TimeSettings("fischer", 20, increment=5).start() == TimeLeft(20)


def test_no_limit() -> None:
    assert seconds_for_move(TimeSettings(), TimeLeft(0), 0, AREA) is None


def test_a_canadian_period_is_shared_among_its_stones() -> None:
    settings = TimeSettings("canadian", 0, 300, 25)
    assert seconds_for_move(settings, TimeLeft(300, 25), 50, AREA) == pytest.approx(12, abs=0.2)
    assert seconds_for_move(settings, TimeLeft(30, 1), 50, AREA) == pytest.approx(30, abs=0.2)


def test_byoyomi_uses_its_period_and_main_time_uses_no_less() -> None:
    settings = TimeSettings("byoyomi", 60, 30, 5)
    assert seconds_for_move(settings, TimeLeft(30, 2), 50, AREA) == pytest.approx(30, abs=0.2)
    assert seconds_for_move(settings, TimeLeft(60), 0, AREA) == pytest.approx(30, abs=0.2)


def test_fischer_adds_the_increment_and_keeps_to_the_caps() -> None:
    plain = TimeSettings("fischer", 300, increment=10)
    assert seconds_for_move(plain, TimeLeft(300), 0, AREA) == pytest.approx(11.8, abs=0.2)
    capped = TimeSettings("fischer-capped", 300, increment=10, limit=300, most=3)
    assert seconds_for_move(capped, TimeLeft(300), 0, AREA) == pytest.approx(3, abs=0.2)
    # An increment that the clock cannot pay is not spent beforehand.
    short = seconds_for_move(plain, TimeLeft(1), 100, AREA)
    assert short is not None and short < 1


def test_later_moves_of_the_same_clock_get_more_time() -> None:
    settings = TimeSettings("absolute", 600)
    early, late = (seconds_for_move(settings, TimeLeft(600), n, AREA) for n in (0, 150))
    assert early is not None and late is not None and early < late


settings = st.builds(
    TimeSettings,
    st.sampled_from([kind for kind in KINDS if kind != "none"]),
    main=st.floats(0, 1e9),
    period=st.floats(0.5, 1e6),
    count=st.integers(1, 1000),
    increment=st.floats(0, 1e5),
    limit=st.floats(1, 1e9),
    most=st.floats(0.5, 1e9),
)


@given(settings, st.floats(0, 1e10), st.integers(0, 2**31 - 1), st.integers(0, 5000))
def test_a_move_never_gets_more_than_the_clock_has(
    time: TimeSettings, seconds: float, stones: int, move: int
) -> None:
    if time.kind not in ("canadian", "byoyomi"):
        stones = 0
    allowed = seconds_for_move(time, TimeLeft(seconds, stones), move, AREA)
    assert allowed is not None and allowed > 0 and math.isfinite(allowed)
    # In main time a period may still follow; a clock that is all but out still gets something.
    follows = time.period if time.kind in ("canadian", "byoyomi") and stones == 0 else 0
    assert allowed <= max(seconds + follows, SHORTEST)


@given(settings, st.floats(0, 1e5), st.integers(0, 100), st.floats(0, 1e6))
def test_a_clock_stays_a_clock(
    time: TimeSettings, seconds: float, stones: int, spent: float
) -> None:
    after = spend(time, TimeLeft(seconds, stones), spent)
    assert after.seconds >= 0 and math.isfinite(after.seconds)
    assert after.stones >= 0


@pytest.mark.parametrize("lag", [0.0, 0.1])
@pytest.mark.parametrize("area", [81, 361])
@pytest.mark.parametrize(
    "time",
    [
        TimeSettings("absolute", 5),
        TimeSettings("absolute", 900),
        TimeSettings("fischer", 30, increment=1),
        TimeSettings("fischer-capped", 10, increment=0.5, limit=12, most=2),
    ],
)
def test_whole_games_do_not_run_out_of_main_time(time: TimeSettings, area: int, lag: float) -> None:
    """Three times as many moves as a normal game has, with what pipes and networks add."""
    left, used = time.start(), 0.0
    for move in range(0, 3 * area, 2):
        allowed = seconds_for_move(time, left, move, area)
        assert allowed is not None
        spent = allowed + (lag if allowed > 0.02 else 0)
        assert spent < left.seconds
        left, used = spend(time, left, spent), used + spent
    if time.kind == "absolute" and time.main > 100:
        assert used > 0.8 * time.main


def test_a_canadian_game_never_loses_its_period() -> None:
    time = TimeSettings("canadian", 10, 30, 10)
    left = time.start()
    for move in range(0, 400, 2):
        allowed = seconds_for_move(time, left, move, AREA)
        assert allowed is not None
        assert allowed < (left.seconds if left.stones else left.seconds + time.period)
        left = spend(time, left, allowed + 0.1)


def test_spending_main_time_enters_overtime() -> None:
    canadian_time = TimeSettings("canadian", 10, 30, 5)
    assert spend(canadian_time, TimeLeft(10), 4) == TimeLeft(6)
    assert spend(canadian_time, TimeLeft(6), 8) == TimeLeft(28, 4)
    assert spend(canadian_time, TimeLeft(28, 4), 1) == TimeLeft(27, 3)
    assert spend(canadian_time, TimeLeft(5, 1), 1) == TimeLeft(30, 5)
    byoyomi = TimeSettings("byoyomi", 10, 30, 3)
    assert spend(byoyomi, TimeLeft(10), 15) == TimeLeft(30, 3)
    assert spend(byoyomi, TimeLeft(10), 45) == TimeLeft(30, 2)
    assert spend(byoyomi, TimeLeft(30, 3), 29) == TimeLeft(30, 3)
    assert spend(byoyomi, TimeLeft(30, 3), 31) == TimeLeft(30, 2)


def test_fischer_clocks_grow_to_their_limit() -> None:
    plain = TimeSettings("fischer", 10, increment=5)
    assert spend(plain, TimeLeft(10), 2) == TimeLeft(13)
    capped = TimeSettings("fischer-capped", 10, increment=5, limit=12)
    assert spend(capped, TimeLeft(10), 2) == TimeLeft(12)
