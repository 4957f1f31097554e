"""What goes wrong inside or on the line, and seeds."""

from collections.abc import Callable
from typing import Any

import keima

Talk = Any  # tests/gtp/conftest.py


def test_a_fault_of_the_player_is_a_reply_and_changes_nothing(
    talk: Talk, result: Callable[..., Any]
) -> None:
    talk("genmove b")
    talk.players[0].planned = [result("A9")]
    assert talk("genmove w").startswith("? internal error: IllegalMove: white cannot play A9")
    assert "Traceback" in talk.log[-1]
    assert talk("move_history") == "= black A9"
    assert talk("genmove w") == "= B9"


def test_a_line_that_is_too_long(talk: Talk) -> None:
    (reply,) = talk.raw(b"7 echo " + b"x" * (1 << 20) + b"\n")
    assert reply == b"?7 line too long: at most 1048576 bytes are read\n\n"
    assert talk("name") == "= Keima"


def test_an_unfinished_last_line_is_a_command(talk: Talk) -> None:
    assert list(talk.server.feed(b"name\nversi")) == [b"= Keima\n\n"]
    assert list(talk.server.feed(b"on")) == []
    assert list(talk.server.finish()) == [f"= {keima.__version__}\n\n".encode()]
    assert list(talk.server.finish()) == []


def test_random_seed(talk: Talk) -> None:
    talk("set_random_seed 7", "play b E5")
    assert talk("get_random_seed") == "= 7"
    assert talk.session.player is talk.players[-1]
    assert talk.players[-1].seed == 7
    assert talk(f"set_random_seed {2**64 - 1}", "get_random_seed") == f"= {2**64 - 1}"
    made = len(talk.players)
    for bad in ("", "x", "-1", "1.5", str(2**64), "9" * 5000, "1 2", "\u0663"):
        assert talk(f"set_random_seed {bad}").startswith("? syntax error"), bad
    assert talk("get_random_seed 1").startswith("? syntax error")
    assert len(talk.players) == made
    assert talk("color E5") == "= black", "the game goes on"
