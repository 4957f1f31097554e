"""Moves: given, asked for, taken back."""

from collections.abc import Callable
from typing import Any

import pytest

from keima import Engine, Game
from keima.gtp.server import Server
from keima.gtp.session import Session

Talk = Any  # tests/gtp/conftest.py


def test_play(talk: Talk) -> None:
    assert talk("play black E5") == "="
    assert talk("play W e6") == "="
    assert talk("play b PASS") == "="
    assert talk("list_stones b") == "= E5"
    assert talk("move_history") == "= black pass\nwhite E6\nblack E5"


def test_one_side_may_play_twice(talk: Talk) -> None:
    assert talk("play b E5", "play b E6", "play b E7", "list_stones b") == "= E7 E6 E5"


def test_illegal_moves(talk: Talk) -> None:
    talk("play b E5")
    assert talk("play w E5") == "? illegal move"
    assert talk.log == ["play: illegal move: white cannot play E5: the point is occupied"]
    talk("play b A2", "play b B1")
    assert talk("play w A1") == "? illegal move"


def test_ko(talk: Talk) -> None:
    talk.board(". X O .", "X . X O", ". X O .", ". . . .")
    assert talk("play w B3") == "="
    assert talk("play b C3") == "? illegal move"
    assert talk("play b D1", "play w A1", "play b C3") == "="


def test_superko_is_the_rules_affair(talk: Talk) -> None:
    """White takes one stone, Black takes it back after two passes: the first position again."""
    for rules, answer in (("chinese", "="), ("chinese-kgs", "? illegal move")):
        talk.board(". X O .", "X . X O", ". X O .", ". . . .")
        talk(f"kata-set-rules {rules}", "play w B3", "play b pass", "play w pass")
        assert talk("play b C3") == answer


@pytest.mark.parametrize(
    "arguments", ["b Z9", "b E0", "b E10", "b I5", "b 55", "b E", "x E5", "b E5x", "b resign"]
)
def test_moves_that_are_no_moves(talk: Talk, arguments: str) -> None:
    assert talk(f"play {arguments}").startswith("? invalid color or coordinate: ")


def test_play_needs_two_arguments(talk: Talk) -> None:
    assert talk("play") == "? syntax error: expected 2 arguments, got 0"
    assert talk("play b") == "? syntax error: expected 2 arguments, got 1"
    assert talk("play b E5 E6") == "? syntax error: expected 2 arguments, got 3"


def test_genmove_plays_what_it_answers(talk: Talk) -> None:
    assert talk("genmove b") == "= A9"
    assert talk("genmove w") == "= B9"
    assert talk("genmove w") == "= C9"
    assert talk("move_history") == "= white C9\nwhite B9\nblack A9"
    assert talk("genmove").startswith("? syntax error")
    assert talk("genmove red").startswith("? invalid color")


def test_genmove_can_pass_and_resign(talk: Talk, result: Callable[..., Any]) -> None:
    talk("genmove b")
    talk.players[0].planned = [result("pass"), result("resign")]
    assert talk("genmove w") == "= pass"
    assert talk("genmove b") == "= resign"
    assert talk("move_history") == "= white pass\nblack A9"


def test_genmove_still_answers_after_the_end(talk: Talk) -> None:
    talk("play b pass", "play w pass")
    assert talk("genmove b") == "= A9"


def test_reg_genmove_changes_nothing(talk: Talk) -> None:
    talk("play b A9")
    before = talk.session.game.copy()
    assert talk("reg_genmove w") == talk("reg_genmove w") == "= B9"
    assert talk.session.game == before
    assert [p.seed for p in talk.players] == [1, 1]
    assert talk("reg_genmove").startswith("? syntax error")


@pytest.mark.parametrize("command", ["genmove", "reg_genmove"])
@pytest.mark.parametrize(
    ("profile", "size", "why"),
    [
        ("keima:playouts=1", 1, "networks play on boards from 2x2 to 25x25, not 1x1"),
        ("ponnuki", 9, "the capture game is played on boards of up to 64 points, not on 9x9"),
    ],
)
def test_players_say_why_they_cannot_play(command: str, profile: str, size: int, why: str) -> None:
    session = Session(lambda seed: Engine(profile, seed=seed), Game(size))
    assert Server(session).answer(f"{command} b".encode()).decode() == f"? {why}\n\n"


def test_undo(talk: Talk) -> None:
    talk("play b E5", "play w E6")
    assert talk("undo", "move_history") == "= black E5"
    assert talk("play w E5") == "? illegal move"
    assert talk("undo", "undo") == "? cannot undo"


def test_undo_restores_captures(talk: Talk) -> None:
    talk("play w A1", "play b A2", "play b B1")
    assert talk("captures b") == "= 1"
    assert talk("undo", "list_stones w") == "= A1"
    assert talk("captures b") == "= 0"


def test_gg_undo(talk: Talk) -> None:
    talk("gogui-play_sequence b A1 w B2 b C3 w D4")
    assert talk("gg-undo 3", "move_history") == "= black A1"
    assert talk("gg-undo 2") == "? cannot undo"
    assert talk("gg-undo 0") == "="
    assert talk("gg-undo", "move_history") == "="
    assert talk("gg-undo -1").startswith("? syntax error: -1 is too small")
    assert talk("gg-undo x").startswith("? syntax error")
