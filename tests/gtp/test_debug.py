"""Looking at the game and at the program."""

from collections.abc import Callable
from typing import Any

import keima

Talk = Any  # tests/gtp/conftest.py


def test_showboard(talk: Talk) -> None:
    talk("play b E5")
    text = talk("showboard")
    assert text.startswith("= \n    A B C D E F G H J\n 9  . .")
    assert "(X)" in text
    assert text.endswith("White to play, move 2, chinese rules, komi 7.5")


def test_points(talk: Talk) -> None:
    talk("play b E5", "play w E6", "play b F5")
    assert talk("color E5") == "= black"
    assert talk("color E6") == "= white"
    assert talk("color A1") == "= empty"
    assert talk("color pass").startswith("? invalid color or coordinate")
    assert talk("color").startswith("? syntax error")
    assert talk("countlib E5") == "= 5"
    assert talk("findlib E5") == "= F6 D5 G5 E4 F4"
    assert talk("findlib A1") == "? no stone at A1"
    assert talk("countlib Z1").startswith("? invalid color or coordinate")


def test_legal_moves(talk: Talk) -> None:
    talk("boardsize 2", "play b A1", "play b B2")
    assert talk("is_legal w A2") == "= 0"
    assert talk("is_legal b A2") == "= 1"
    assert talk("is_legal w pass") == "= 1"
    assert talk("is_legal w Z1").startswith("? invalid color or coordinate")
    assert talk("is_legal w").startswith("? syntax error")
    assert talk("all_legal b") == "= A2 B1"
    assert talk("all_legal w") == "="


def test_last_move(talk: Talk) -> None:
    assert talk("last_move") == "? no previous move known"
    assert talk("play b E5", "last_move") == "= black E5"
    assert talk("play w pass", "last_move") == "= white pass"


def test_times_and_descriptions(talk: Talk) -> None:
    for name in ("cputime", "gomill-cpu_time"):
        assert 0 < float(talk(name)[2:]) < 1000
    assert talk("gomill-describe_engine") == (
        f"= Keima {keima.__version__}\nplayer: first legal\n"
        "limits: the player's own\nrules: chinese"
    )


def test_limits_in_the_description(new_talk: Callable[..., Any]) -> None:
    text = new_talk(playouts=100, seconds=0.5)("gomill-describe_engine")
    assert "\nlimits: 100 playouts a move, 0.5 s a move\n" in text


def test_clear_cache_and_new_games_reach_the_player(talk: Talk) -> None:
    talk("genmove b")
    (player,) = talk.players
    for count, text in enumerate(("clear_cache", "clear_board", "boardsize 5", "set_position"), 1):
        talk(text)
        assert player.games == count
    talk("genmove b", "undo", "play b A1")
    assert player.games == 4


def test_kgs_game_over(talk: Talk) -> None:
    assert talk("kgs-game_over") == "="
