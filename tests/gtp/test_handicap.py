"""Handicap stones."""

from typing import Any

Talk = Any  # tests/gtp/conftest.py


def test_fixed_handicap(talk: Talk) -> None:
    assert talk("boardsize 19", "fixed_handicap 5") == "= D4 Q16 D16 Q4 K10"
    assert talk("get_handicap") == "= 5"
    assert talk("undo") == "? cannot undo"
    assert talk("fixed_handicap 2") == "? board not empty"
    for count in (-1, 0, 1, 10, 1000):
        assert talk("clear_board", f"fixed_handicap {count}") == "? invalid number of stones"
    assert talk("fixed_handicap two").startswith("? syntax error")
    assert talk("boardsize 6", "fixed_handicap 2") == "? invalid number of stones"
    assert talk("list_stones b") == "="


def test_place_free_handicap(talk: Talk) -> None:
    points = talk("boardsize 9", "place_free_handicap 12")[2:].split()
    assert len(set(points)) == 12
    assert sorted(talk("list_stones b")[2:].split()) == sorted(points)
    assert talk("place_free_handicap 2") == "? board not empty"
    for count in (1, 81):
        assert talk("clear_board", f"place_free_handicap {count}") == "? invalid number of stones"
    assert talk("place_free_handicap").startswith("? syntax error")


def test_set_free_handicap(talk: Talk) -> None:
    assert talk("set_free_handicap A1 E5 C3") == "="
    assert talk("list_stones b") == "= E5 C3 A1"
    assert talk("get_handicap") == "= 3"
    assert talk("undo") == "? cannot undo"
    assert talk("set_free_handicap A1 E5") == "? board not empty"
    for bad in ("", "A1", "A1 A1", "A1 Z9", "A1 pass", "A1 x"):
        assert talk("clear_board", f"set_free_handicap {bad}") == "? bad vertex list"


def test_moves_after_a_handicap_can_be_undone(talk: Talk) -> None:
    talk("fixed_handicap 2", "play w E5")
    assert talk("undo") == "="
    assert talk("undo") == "? cannot undo"
