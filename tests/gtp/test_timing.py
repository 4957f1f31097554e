import math

from hypothesis import given
from hypothesis import strategies as st

from keima.gtp.timing import KINDS, TimeLeft, TimeSettings, canadian, spend


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


@given(settings, st.floats(0, 1e5), st.integers(0, 100), st.floats(0, 1e6))
def test_a_clock_stays_a_clock(
    time: TimeSettings, seconds: float, stones: int, spent: float
) -> None:
    after = spend(time, TimeLeft(seconds, stones), spent)
    assert after.seconds >= 0 and math.isfinite(after.seconds)
    assert after.stones >= 0


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
