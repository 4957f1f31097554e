"""Board sizes, komi and set-up positions."""

from typing import Any

import pytest

Talk = Any  # tests/gtp/conftest.py


def test_board_sizes(talk: Talk) -> None:
    for size in (1, 2, 9, 19, 25):
        assert talk(f"boardsize {size}") == "="
        assert talk("query_boardsize") == f"= {size}"
    for size in ("0", "26", "-9", "9" * 20):
        assert talk(f"boardsize {size}") == "? unacceptable size"
    assert talk("boardsize nine") == "? syntax error: 'nine' is not an integer"
    assert talk("boardsize").startswith("? syntax error")
    assert talk("query_boardsize") == "= 25"


def test_rectangular_boards(talk: Talk) -> None:
    for given in ("boardsize 9 5", "boardsize 9:5", "rectangular_boardsize 9 5"):
        assert talk("clear_board", given, "query_boardsize") == "= 9 5"
        assert talk("play b J5") == "="
        assert talk("play w A6").startswith("? invalid color or coordinate")
    assert talk("boardsize 9:26") == talk("boardsize 9:12345") == "? unacceptable size"
    assert talk("rectangular_boardsize 0 9") == "? unacceptable size"
    assert talk("rectangular_boardsize 9") == "? syntax error: expected 2 arguments, got 1"


def test_a_new_board_keeps_rules_and_komi(talk: Talk) -> None:
    talk("komi 0.5", "kata-set-rules japanese", "boardsize 13", "clear_board")
    assert talk("get_komi") == "= 0.5"
    assert talk.session.game.rules.name == "japanese"


def test_clear_board(talk: Talk) -> None:
    talk("play b E5", "clear_board")
    assert talk("list_stones b") == "="
    assert talk("undo") == "? cannot undo"


@pytest.mark.parametrize("komi", ["0", "-7.5", "1000000", "6.1234567", "1e-3"])
def test_any_komi_is_accepted(talk: Talk, komi: str) -> None:
    assert talk(f"komi {komi}") == "="
    assert float(talk("get_komi")[2:]) == float(komi)


@pytest.mark.parametrize("komi", ["nan", "inf", "-inf", "1e999", "seven", "7,5", "7 5", ""])
def test_what_is_not_a_komi(talk: Talk, komi: str) -> None:
    assert talk(f"komi {komi}").startswith("? syntax error")
    assert talk("get_komi") == "= 7.5"


def test_set_position(talk: Talk) -> None:
    talk("play b E5", "set_position b A1 w A2 B B1")
    assert talk("list_stones b") == "= A1 B1"
    assert talk("list_stones w") == "= A2"
    assert talk("undo") == "? cannot undo"
    assert talk("set_position") == "="
    assert talk("list_stones b") == "="


@pytest.mark.parametrize(
    ("stones", "text"),
    [
        ("b A1 w A1", "invalid position: a point is named twice"),
        ("b A1 b A1", "invalid position: a point is named twice"),
        ("w A1 b A2 b B1", "invalid position: the group at A1 would have no liberty"),
        ("b pass", "invalid color or coordinate: a pass cannot be set up"),
        ("b", "syntax error: expected pairs of a colour and a vertex"),
        ("b A1 x A2", "invalid color or coordinate: 'x' is not a colour"),
        ("b A10", "invalid color or coordinate: 'A10' is not on a 9x9 board"),
    ],
)
def test_positions_that_cannot_be(talk: Talk, stones: str, text: str) -> None:
    talk("play b E5")
    for name in ("set_position", "gogui-setup"):
        if name == "gogui-setup":
            talk("clear_board")
        assert talk(f"{name} {stones}").startswith(f"? {text}")
    assert talk("list_stones b") == "="
