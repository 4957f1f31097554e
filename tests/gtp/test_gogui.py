"""What GoGui asks for."""

from typing import Any

from keima.colors import Color
from keima.gtp.registry import COMMANDS

Talk = Any  # tests/gtp/conftest.py


def test_analyze_commands_are_commands(talk: Talk) -> None:
    types = "bwboard cboard dboard eplist gfx hstring hpstring none param plist pspairs pstring"
    types += " sboard string var varb varc varp varpo varw"
    for line in talk("gogui-analyze_commands")[2:].split("\n"):
        kind, label, text = line.split("/", 2)
        assert kind in types.split() and label
        assert text.split()[0] in COMMANDS


def test_gogui_setup(talk: Talk) -> None:
    assert talk("gogui-setup b A1 w A2") == "="
    assert talk("gogui-setup_player w") == "="
    assert talk.session.game.to_play == Color.WHITE
    assert talk("list_stones b") == "= A1"
    assert talk("undo") == "? cannot undo"
    assert talk("gogui-setup b C3") == "? board not empty"
    assert talk("gogui-setup_player").startswith("? syntax error")
    assert talk("gogui-setup_player red").startswith("? invalid color")


def test_gogui_play_sequence_is_all_or_nothing(talk: Talk) -> None:
    assert talk("gogui-play_sequence b E5 w E6 b pass") == "="
    assert talk("gogui-play_sequence w A1 b A1") == "? illegal move"
    assert talk("gogui-play_sequence w A1 b Z1").startswith("? invalid color or coordinate")
    assert talk("gogui-play_sequence w A1 b").startswith("? syntax error: expected pairs")
    assert talk("move_history") == "= black pass\nwhite E6\nblack E5"
    assert talk("gogui-play_sequence") == "="


def test_gogui_title(talk: Talk) -> None:
    assert talk("gogui-title") == "= Keima (first legal)"


def test_area_and_pass_alive(talk: Talk) -> None:
    talk.board(". X . X O", "X X X X O", "O O O O .", ". . . . .")
    assert talk("keima-area") == "= \nb b b b w\nb b b b w\nw w w w w\nw w w w w"
    assert talk("keima-pass_alive b") == "= A4 B4 C4 D4 A3 B3 C3 D3"
    assert talk("keima-pass_alive w") == "="
    assert talk("keima-pass_alive").startswith("? syntax error")
