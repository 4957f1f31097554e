"""Every command, with a real search behind it, and arguments that make no sense."""

from __future__ import annotations

from typing import Any

import pytest

from keima import Engine, Game
from keima.gtp.registry import COMMANDS
from keima.gtp.server import Server
from keima.gtp.session import Session

#: These take any text.
FREE = {"echo", "echo_err", "cgos-opponent_name", "cgos-opponent_rating", "cgos-gameover"}
ALWAYS_WRONG = [
    " ".join(["?!"] * 12),
    " ".join(["b"] * 13),
    "interval interval interval interval interval",
    "b A1 b",
    "-1 -1 -1 -1 -1 -1 -1",
]
PERHAPS_WRONG = [
    '{"playouts":',
    "",
    "nan",
    "-1",
    "1e999",
    "9" * 400,
    "{" * 2000,
    '"unclosed',
    "../../nowhere",
    "\x7f\x00\x1b[2J",
    "\u0664\u0662 \u00e9",
    "b",
    "b 0",
    "b nan nan",
    "b pvVisits",
    "b pvVisits maybe",
    "w interval -5",
    "avoid b A1 0",
    "allow w A1,,Z9 1",
    "maxmoves 99999999999999999999",
    "playouts 0",
    "threads 1e9",
    '{"threads":-1,"seed":5}',
    '{"frisbee":2}',
]


@pytest.fixture
def session() -> Session:
    made = Session(
        lambda seed: Engine("classic:playouts=8,memory_mb=1", threads=1, seed=seed or 1),
        Game(3, komi=0.5),
        files=False,
        log=lambda text: None,
    )
    made.game.play("B2")
    return made


def answer(session: Session, name: str, arguments: str) -> str:
    return Server(session).answer(f"{name} {arguments}".encode()).decode()


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - FREE - {"quit", "exit"}))
def test_what_makes_no_sense_is_refused_in_words(session: Session, state: Any, name: str) -> None:
    before = state(session)
    for arguments in ALWAYS_WRONG:
        reply = answer(session, name, arguments)
        assert reply.startswith("? ") and len(reply) > 10, (arguments, reply)
        assert "internal error" not in reply, (arguments, reply)
        assert state(session) == before, arguments


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"quit", "exit"}))
def test_what_may_make_no_sense_changes_nothing_if_it_is_refused(
    session: Session, state: Any, name: str
) -> None:
    for arguments in PERHAPS_WRONG:
        before = state(session)
        reply = answer(session, name, arguments)
        assert "internal error" not in reply, (arguments, reply)
        if reply.startswith("?"):
            assert len(reply) > 8, (arguments, reply)
            assert state(session) == before, arguments
