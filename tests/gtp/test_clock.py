"""Time systems and clocks."""

from collections.abc import Callable
from typing import Any

import pytest

from keima.colors import Color
from keima.gtp.timing import TimeLeft, TimeSettings

Talk = Any  # tests/gtp/conftest.py


def test_time_settings(talk: Talk) -> None:
    assert talk("time_settings 600 30 5") == "="
    assert talk.session.time_settings == TimeSettings("canadian", 600, 30, 5)
    talk("time_settings 600 0 0")
    assert talk.session.time_settings == TimeSettings("absolute", 600)
    talk("time_settings 0 1 0")
    assert talk.session.time_settings == TimeSettings()
    for bad in ("", "600", "600 30", "a b c", "-1 0 0", "1 -1 0", "1 1 -1", "1 1 1.5", "1 2 3 4"):
        assert talk(f"time_settings {bad}").startswith("? syntax error")


def test_time_left(talk: Talk) -> None:
    assert talk("time_left b 100 0") == talk("time_left W 30.5 7") == "="
    assert talk.session.clocks == {Color.BLACK: TimeLeft(100), Color.WHITE: TimeLeft(30.5, 7)}
    assert talk("time_left b -3 0") == "="
    assert talk.session.clocks[Color.BLACK] == TimeLeft(0)
    assert talk("time_left x 1 0").startswith("? invalid color")
    for bad in ("b", "b 1", "b x 0", "b 1 x", "b 1 -1", "b nan 0"):
        assert talk(f"time_left {bad}").startswith("? syntax error")


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        ("none", TimeSettings()),
        ("absolute 300", TimeSettings("absolute", 300)),
        ("canadian 300 30.5 5", TimeSettings("canadian", 300, 30.5, 5)),
        ("byoyomi 300 30 5", TimeSettings("byoyomi", 300, 30, 5)),
        ("byoyomi 300 30 0", TimeSettings("absolute", 300)),
        ("fischer 60.5 2147483647", TimeSettings("fischer", 60.5, increment=2**31 - 1)),
        (
            "fischer-capped 60 5 90 20",
            TimeSettings("fischer-capped", 60, increment=5, limit=90, most=20),
        ),
        ("fischer-capped 60 5 -1 -1", TimeSettings("fischer-capped", 60, increment=5)),
    ],
)
def test_time_systems(talk: Talk, words: str, settings: TimeSettings) -> None:
    assert talk(f"kata-time_settings {words}") == "="
    assert talk.session.time_settings == settings
    talk("kata-time_settings none")
    if words.startswith("fischer"):
        assert talk(f"kgs-time_settings {words}").startswith("? syntax error: 'fischer")
    else:
        assert talk(f"kgs-time_settings {words}") == "="
        assert talk.session.time_settings == settings


@pytest.mark.parametrize(
    "words",
    [
        "",
        "none 5",
        "bronstein 5 5",
        "absolute",
        "absolute x",
        "absolute -1",
        "absolute inf",
        "canadian 1 2",
        "canadian 1 2 0",
        "byoyomi 1 2",
        "fischer 5",
        "fischer-capped 1 2 3",
    ],
)
def test_what_is_not_a_time_system(talk: Talk, words: str) -> None:
    talk("time_settings 600 0 0")
    for name in ("kgs-time_settings", "kata-time_settings"):
        assert talk(f"{name} {words}").startswith("? syntax error")
    assert talk.session.time_settings == TimeSettings("absolute", 600)


def test_list_of_time_systems(talk: Talk) -> None:
    expected = "= none absolute canadian byoyomi fischer fischer-capped"
    assert talk("kata-list_time_settings") == expected


def test_moves_keep_to_the_clock(new_talk: Callable[..., Any]) -> None:
    talk = new_talk(playouts=1000, seconds=20.0)
    talk("genmove b")
    (limit,) = talk.players[0].limits
    assert (limit.playouts, limit.seconds) == (1000, 20.0)
    talk("time_settings 0 10 1", "time_left w 10 1", "genmove w")
    assert 9 < talk.players[0].limits[-1].seconds < 10
    talk("time_settings 0 100 1", "genmove w")
    assert talk.players[0].limits[-1].seconds == 20.0


def test_the_clock_runs_without_time_left(talk: Talk) -> None:
    talk("time_settings 10 0 0", "genmove b")
    assert 9 < talk.session.clocks[Color.BLACK].seconds < 10
    assert Color.WHITE not in talk.session.clocks
    talk("clear_board")
    assert talk.session.clock(Color.BLACK) == TimeLeft(10)


def test_delays_are_measured_from_time_left(talk: Talk) -> None:
    talk("time_settings 100 0 0", "time_left b 99.5 0", "genmove b", "time_left b 98.5 0")
    lag = talk.session.keeper(Color.BLACK).lag
    assert lag.is_measured and 0.9 < lag.seconds <= 1.0
    talk("clear_board")
    assert lag.is_measured and 0.9 < lag.seconds <= 1.0
