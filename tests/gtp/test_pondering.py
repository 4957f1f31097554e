"""The server lets the player think between commands, and at no other time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keima import Engine, Game
from keima.gtp.pondering import Pondering
from keima.gtp.server import Server
from keima.gtp.session import Session

SECONDS = 60
"""Longer than anything here takes, on any machine."""


class Thinker(Engine):
    """Notes what it ponders about."""

    def __init__(self, **given: Any) -> None:
        super().__init__("classic:playouts=30", threads=1, seed=1, **given)
        self.pondered: list[Game] = []
        self.found: Any = None
        self.stops = 0
        self.begun = threading.Event()
        self.is_pondering = False
        self.beside: list[bool] = []

    def search(self, *args: Any, **options: Any) -> Any:
        self.beside.append(self.is_pondering)
        return super().search(*args, **options)

    def ponder(self, game: Game, *args: Any, **options: Any) -> Any:
        self.pondered.append(game)
        self.is_pondering = True
        try:
            self.found = super().ponder(game, progress=lambda done: self.begun.set())
            return self.found
        finally:
            self.is_pondering = False

    def stop(self) -> None:
        self.stops += 1
        super().stop()


class Talk:
    """A server in a thread of its own, with a pipe to it."""

    def __init__(self, **given: Any) -> None:
        self.player = Thinker(**given)
        self.log: list[str] = []
        self.session = Session(lambda seed: self.player, Game(5, komi=0.5), log=self.log.append)
        read, self._input = os.pipe()
        output, write = os.pipe()
        self._output = os.fdopen(output, "rb")
        self._files = (os.fdopen(read, "rb"), os.fdopen(write, "wb"))
        self._thread = threading.Thread(
            target=lambda: Server(self.session).serve(*self._files), daemon=True
        )
        self._thread.start()

    def send(self, text: str) -> None:
        os.write(self._input, text.encode())

    def reply(self) -> str:
        lines = []
        while line := self._output.readline().decode().rstrip("\n"):
            lines.append(line)
        return "\n".join(lines)

    def __call__(self, *commands: str) -> str:
        text = ""
        for command in commands:
            self.send(f"{command}\n")
            text = self.reply()
        return text

    def close(self) -> None:
        if self._output.closed:
            return
        os.close(self._input)
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()
        assert not self.player.is_pondering
        for file in (*self._files, self._output):
            file.close()


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk(ponder=1)
    yield talk
    talk.close()
    assert not any("Traceback" in text for text in talk.log)


def test_thoughts_are_there_when_the_answer_is_asked_for(talk: Talk) -> None:
    move = talk("genmove b").removeprefix("= ")
    assert talk.player.begun.wait(SECONDS), "it thinks although nothing is asked"
    talk("name")
    game = talk.player.pondered[0]
    assert [game.name(m.point) for m in game.moves] == [move]
    talk(f"play w {talk.player.found.candidates[0].move}")
    talk("kata-genmove_analyze b interval 0 rootInfo true")
    assert talk.session.last is not None
    visits = talk.session.last.result.visits
    assert visits is not None and visits > talk.session.last.result.playouts


def test_every_command_is_answered_in_order(talk: Talk) -> None:
    talk("genmove b")
    talk.send("1 name\n2 echo a\n3 genmove w\n4 echo b\n5 color A1\n6 undo\n")
    replies = [talk.reply() for _ in range(6)]
    assert [r.split(" ")[0] for r in replies] == ["=1", "=2", "=3", "=4", "=5", "=6"]


def test_nothing_else_runs_beside_it(talk: Talk) -> None:
    """Whatever comes, it has ended before; after what leaves the position as it is, it goes on."""
    talk("genmove b")
    for line in (
        "name",
        "time_left w 10 0",
        "nonsense",
        "undo 5",
        "reg_genmove w",
        "top_moves_white",
    ):
        talk(line)
    talk.close()
    assert talk.player.beside == [False] * 3
    assert len(talk.player.pondered) == 7
    assert {g.move_number for g in talk.player.pondered} == {1}


@pytest.mark.parametrize(
    "lines",
    [
        ["play w E5"],  # it is our turn
        ["undo"],
        ["clear_board"],
        ["boardsize 7"],
        ["kgs-game_over"],
        ["cgos-gameover B+3"],
        ["kata-set-param ponder 0"],
        ["genmove w", "undo"],
        ["play w pass", "play b pass"],  # the game is over
        ["set_position b A1"],
    ],
)
def test_when_there_is_nothing_to_ponder(talk: Talk, lines: list[str]) -> None:
    talk("play b C3", "play w B2", "genmove b")
    talk(*lines)
    assert not talk.session.ponders


def test_a_resignation_ends_it(talk: Talk) -> None:
    talk("komi 30.5", "kata-set-param playouts 300")
    talk("gogui-play_sequence b C3 w C4 b B4 w B3 b D4 w D3 b C2 w C5")
    assert talk("genmove b") == "= resign"
    assert not talk.session.ponders


def test_it_is_off_by_default() -> None:
    talk = Talk()
    talk("genmove b")
    assert not talk.session.ponders
    talk("kata-set-param ponder 1")
    assert talk.session.ponders
    talk.close()
    assert talk.player.pondered


def test_a_fault_is_logged_and_no_more() -> None:
    log: list[str] = []

    class Faulty:
        def ponder(self, game: Game) -> None:
            raise RuntimeError("no")

        def stop(self) -> None: ...

    pondering = Pondering(log.append)
    pondering.start(Faulty(), Game(5))  # type: ignore[arg-type]
    pondering.stop()
    assert "RuntimeError: no" in log[0]
    pondering.stop()


def test_a_server_that_is_fed_by_hand_never_ponders() -> None:
    player = Thinker(ponder=1)
    server = Server(Session(lambda seed: player, Game(5)))
    out = io.BytesIO()
    server.run(b"genmove b", out.write)
    assert not player.pondered


def test_the_program_has_an_option() -> None:
    keima = str(Path(sys.executable).with_name("keima"))
    lines = "boardsize 5\ngenmove b\nkata-get-param ponder\nquit\n"
    done = subprocess.run(
        [keima, "gtp", "--ponder", "--playouts", "20"],
        input=lines,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0 and done.stdout.endswith("= 1\n\n= \n\n")
    bad = subprocess.run(
        [keima, "gtp", "--ponder", "--profile", "brugmann"], capture_output=True, text=True
    )
    assert bad.returncode == 2 and "unknown parameter 'ponder'" in bad.stderr
