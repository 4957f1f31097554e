"""Frisbee Go over GTP: settings, landings, aims, and what is refused."""

from typing import Any

import pytest

from keima import Engine, Game
from keima.gtp.server import Server
from keima.gtp.session import Session


@pytest.fixture
def real() -> Any:
    session = Session(
        lambda seed: Engine("classic:playouts=100", threads=1, seed=seed or 1), Game(5, komi=0.5)
    )
    server = Server(session)

    def ask(line: str) -> str:
        return server.answer(line.encode()).decode()[:-2]

    ask.session = session  # type: ignore[attr-defined]
    return ask


def test_epsilon_and_accuracy(real: Any) -> None:
    assert (real("frisbee-epsilon"), real("frisbee-accuracy")) == ("= 0", "= 100")
    assert real("frisbee-epsilon 0.2") == "= "
    assert (real("frisbee-epsilon"), real("frisbee-accuracy")) == ("= 0.2", "= 80")
    assert real("frisbee-accuracy 65.5") == "= "
    assert real("frisbee-epsilon") == "= 0.345"
    assert real.session.player.parameters.frisbee == 0.345
    assert real("kata-get-param frisbee") == "= 0.345"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("frisbee-epsilon 1.1", "syntax error: 1.1 is too large: expected at most 1"),
        ("frisbee-epsilon -0.1", "syntax error: -0.1 is too small: expected at least 0"),
        ("frisbee-epsilon x", "syntax error: 'x' is not a number"),
        ("frisbee-epsilon nan", "syntax error: 'nan' is not a number"),
        ("frisbee-epsilon 0.1 0.2", "syntax error: expected 0 to 1 arguments, got 2"),
        ("frisbee-accuracy 101", "syntax error: 101 is too large: expected at most 100"),
        ("frisbee-accuracy -1", "syntax error: -1 is too small"),
        ("frisbee-play b", "syntax error: expected 2 arguments, got 1"),
        ("frisbee-play b C3 D3", "syntax error: expected 2 arguments, got 3"),
        ("frisbee-play green skip", "invalid color or coordinate"),
        ("frisbee-play b Z9", "invalid color or coordinate"),
        ("frisbee-play w B2", "illegal move"),
        ("frisbee-reg_genmove", "syntax error: expected 1 arguments, got 0"),
        ("frisbee-reg_genmove red", "invalid color or coordinate"),
    ],
)
def test_what_is_refused(real: Any, line: str, text: str) -> None:
    real("play b B2")
    before, epsilon = real.session.game.copy(), real("frisbee-epsilon")
    assert real(line).startswith(f"? {text}")
    assert real.session.game == before and real("frisbee-epsilon") == epsilon


def test_stones_are_played_where_they_landed_and_lost_turns_are_no_passes(real: Any) -> None:
    assert real("frisbee-play b C3") == real("frisbee-play w SKIP") == "= "
    assert real("list_stones b") == "= C3"
    assert real.session.game.to_play.word == "black"
    assert real("move_history") == "= black C3"
    real("frisbee-play b skip")
    real("frisbee-play w pass")
    real("frisbee-play b skip")
    real("frisbee-play w pass")
    assert not real.session.game.is_over
    assert real("frisbee-play w A1") == "= "


def test_aims_change_nothing_and_repeat_themselves(real: Any) -> None:
    real("frisbee-epsilon 0.3")
    real("frisbee-play b C3")
    before = real.session.game.copy()
    aim = real("frisbee-reg_genmove w")
    assert aim == real("frisbee-reg_genmove w") and aim[2] in "ABCDEp"
    assert real.session.game == before


def test_players_without_a_tree_say_so(talk: Any) -> None:
    for line in ("frisbee-epsilon 0.2", "frisbee-epsilon", "frisbee-accuracy 90"):
        assert talk(line).startswith("? this player cannot play Frisbee Go")
    assert talk("frisbee-reg_genmove b").startswith("? this player cannot play Frisbee Go")
    assert talk("frisbee-play b E5") == "="


def test_a_network_does_not_know_it() -> None:
    with pytest.raises(ValueError, match="Frisbee Go is for players without a network"):
        Engine("keima:frisbee=0.1")
