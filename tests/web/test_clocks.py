"""Clocks: reading, running, running out."""

from __future__ import annotations

from typing import Any

import pytest

from keima.colors import Color
from keima.gtp.timing import TimeLeft
from keima.sgf import GameTree
from keima.web import clocks
from keima.web.clocks import Clock, read_settings, running_left, settings_json, total

BYOYOMI = {"main": 600.0, "byoyomi": 30.0, "periods": 5}


@pytest.mark.parametrize(
    "given", [None, {"main": 60.0}, BYOYOMI, {"main": 600.0, "increment": 10.0}]
)
def test_settings_are_written_as_they_are_read(given: Any) -> None:
    assert settings_json(read_settings(given)) == given


@pytest.mark.parametrize(
    ("left", "seconds", "then"),
    [
        (TimeLeft(600), 10, TimeLeft(590)),
        (TimeLeft(10), 25, TimeLeft(15, 5)),
        (TimeLeft(10), 45, TimeLeft(25, 4)),
        (TimeLeft(30, 2), 40, TimeLeft(20, 1)),
        (TimeLeft(30, 1), 40, TimeLeft(0, 1)),
    ],
)
def test_byoyomi_while_it_runs(left: TimeLeft, seconds: float, then: TimeLeft) -> None:
    settings = read_settings(BYOYOMI)
    assert settings is not None
    assert running_left(settings, left, seconds) == then
    assert (
        total(settings, left) - seconds == pytest.approx(total(settings, then)) or not then.seconds
    )


def test_the_length_of_a_period_is_told_whatever_is_left_of_one() -> None:
    settings = read_settings(BYOYOMI)
    assert settings is not None
    clock = Clock(settings)
    clock.left[Color.BLACK] = TimeLeft(12, 2)
    told = clock.to_json()
    assert told["length"] == 30 and (told["B"]["period"], told["B"]["periods"]) == (12, 2)


def test_a_clock_runs_for_one_side(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(clocks.time, "monotonic", lambda: now)
    settings = read_settings({"main": 60, "increment": 5})
    assert settings is not None
    clock = Clock(settings)
    clock.start(Color.BLACK)
    now += 10
    assert clock.to_json()["length"] == 0
    assert clock.to_json()["B"]["main"] == 50 and clock.to_json()["running"] == "B"
    assert clock.until_lost() == 50
    clock.press(Color.BLACK)
    assert clock.left[Color.BLACK] == TimeLeft(55)
    clock.start(Color.WHITE)
    now += 70
    assert clock.until_lost() == -10 and clock.now(Color.WHITE) == TimeLeft(0)
    assert clock.now(Color.BLACK) == TimeLeft(55)


def test_what_is_left_stands_in_the_record() -> None:
    settings = read_settings(BYOYOMI)
    assert settings is not None
    clock, node = Clock(settings), GameTree(9).root.add_move("B", "E5")
    clock.left[Color.BLACK] = TimeLeft(12.5, 3)
    clock.write(node, Color.BLACK)
    other = Clock(settings)
    other.read(node.add_move("W", "C3"))
    assert other.left == {Color.BLACK: TimeLeft(12.5, 3), Color.WHITE: TimeLeft(600)}
    node.set_raw("BL", ["nonsense"])
    other.read(node)
    assert other.left[Color.BLACK] == TimeLeft(600)


def test_a_clock_that_runs_out_loses_the_game(server: Any) -> None:
    game = server.new(width=5, clock={"main": 1})["id"]
    with server.page(game) as page:
        state = page.state(over=True)
        assert state["result"] == "W+T"
        assert state["clock"]["B"]["main"] == 0 and state["clock"]["running"] is None


def test_moves_press_the_clock_and_undo_gives_time_back(server: Any) -> None:
    game = server.new(width=5, clock={"main": 600, "increment": 10})["id"]
    state = server.play(game, "C3")
    assert state["clock"]["running"] == "W" and 600 < state["clock"]["B"]["main"] <= 610
    server.play(game, "B2")
    assert server.do(game, "go", node=0)["clock"]["running"] is None  # a look at the past
    server.do(game, "go", node=2)
    state = server.do(game, "undo")
    assert state["clock"]["running"] == "W" and 600 < state["clock"]["B"]["main"] <= 610
    assert state["clock"]["W"]["main"] <= 600
    assert server.do(game, "settings", clock=None)["clock"] is None


def test_an_engines_clock_runs_while_it_thinks(server: Any) -> None:
    engine = {"kind": "engine", "profile": "brugmann", "seconds": 0.2}
    game = server.new(width=5, players={"W": engine}, clock={"main": 600})["id"]
    with server.page(game) as page:
        server.play(game, "C3")
        state = page.state(number=2)
        assert 0 < state["clock"]["W"]["main"] < 600 and state["clock"]["running"] == "B"
