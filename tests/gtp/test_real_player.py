"""The server with a real engine behind it."""

from collections.abc import Iterator

import pytest

from keima.colors import Color
from keima.engine import Engine
from keima.game import Game
from keima.gtp.server import Server
from keima.gtp.session import Session


class Seat:
    """A server with the default player, on a drawn position."""

    def __init__(self, *rows: str, rules: str = "chinese") -> None:
        self.game = Game.from_drawing(*rows, komi=0, rules=rules)
        self.session = Session(make_engine, self.game, playouts=2000)
        self.server = Server(self.session)

    def __call__(self, command: str) -> str:
        reply = self.server.answer(command.encode()).decode()
        assert reply.startswith("= "), reply
        return reply[2:-2]

    def moves(self, command: str) -> Iterator[str]:
        """The moves of one side while the other passes, until it passes too."""
        color, other = command.split()[1], "white" if command.endswith("black") else "black"
        while (move := self(command)) != "pass":
            yield move
            self(f"play {other} pass")
            assert self.session.game.move_number < 200, f"{color} does not stop"


def make_engine(seed: int | None) -> Engine:
    return Engine("brugmann", threads=1, seed=7 if seed is None else seed)


#: Both sides live for certain; one white and one black stone are dead.
SETTLED = (
    ". X . X O . .",
    "X X X X O O O",
    ". . . X O . X",
    ". O . X O . .",
    ". . . X O O O",
    "X X X X O . O",
    ". X . X O O .",
)


def test_dead_stones_are_found() -> None:
    seat = Seat(*SETTLED)
    assert seat("final_status_list dead").split("\n") == ["G5", "B4"]
    assert seat("final_status_list seki") == ""
    assert seat("final_score") == "B+7"


@pytest.mark.parametrize("color", ["black", "white"])
def test_a_cleanup_takes_every_dead_stone_and_keeps_its_own_life(color: str) -> None:
    seat = Seat(*SETTLED)
    moves = list(seat.moves(f"kgs-genmove_cleanup {color}"))
    assert moves, "there was something to take"
    side = Color.parse(color)
    dead = {"black": "B4", "white": "G5"}[color]
    assert seat.game.at(dead) != side.opponent
    stones = seat.game.board.stones
    assert stones[3 if color == "black" else 4] == side
    other = seat(f"list_stones {side.opponent.word}").split()
    assert len(other) == (15 if color == "white" else 13), "living stones stay"
    assert seat("final_score") in ("B+7", "B+6", "B+8")


def test_dead_stones_in_doubt_are_judged_by_playouts() -> None:
    """Nothing here is unconditionally alive, but nobody doubts who owns what."""
    seat = Seat(
        ". . X O . .",
        ". . X O . .",
        ". . X O . X",
        ". . X O . .",
        ". . X O . .",
    )
    assert seat("keima-pass_alive white") == ""
    assert seat("final_status_list dead") == "F3"
    assert seat("final_score") == "0"


def test_two_real_players_finish_a_game() -> None:
    seat = Seat(*["." * 5] * 5, rules="tromp-taylor")
    seat("komi 0.5")
    for _ in range(200):
        if seat.session.game.is_over:
            break
        seat(f"genmove {seat.session.game.to_play.word}")
    assert seat.session.game.is_over
    assert seat("final_score") == seat.session.game.score().text


def test_reg_genmove_has_no_chance_in_it() -> None:
    seat = Seat(*["." * 7] * 7)
    assert len({seat("reg_genmove b") for _ in range(3)}) == 1
    assert seat("list_stones b") == ""


def test_a_board_without_a_small_network_is_told_and_another_goes_on() -> None:
    session = Session(lambda _: Engine("matilda-mlp", threads=1), Game(7), playouts=10)
    server = Server(session)
    assert server.answer(b"genmove black").startswith(
        b"? there is no small network for boards of 7"
    )
    assert not session.game.moves
    assert server.answer(b"boardsize 9").startswith(b"=")
    assert server.answer(b"genmove black").startswith(b"= ")


def test_a_board_on_which_no_network_plays_is_told() -> None:
    said: list[str] = []
    session = Session(lambda _: Engine("keima", threads=1), Game(1), playouts=1, log=said.append)
    server = Server(session)
    assert server.answer(b"genmove black") == (
        b"? networks play on boards from 2x2 to 25x25, not 1x1\n\n"
    )
    assert not any("Traceback" in line for line in said)


def test_a_full_disk_does_not_end_a_game_before_it_begins() -> None:
    class Full(Engine):
        def prepare(self, game: Game, tell: object = None) -> str | None:
            raise OSError(28, "No space left on device")

    said: list[str] = []
    session = Session(lambda _: Full("brugmann", threads=1), Game(5), playouts=10, log=said.append)
    assert Server(session).answer(b"boardsize 5").startswith(b"=")
    assert any("No space left" in line for line in said)


@pytest.mark.parametrize("spec", ["matilda-mlp:mlp=no/such", "pachi-nn:shallow=no/such"])
def test_a_network_whose_file_is_missing_is_told(spec: str) -> None:
    session = Session(lambda _: Engine(spec, threads=1), Game(9), playouts=1, log=lambda _: None)
    assert Server(session).answer(b"genmove black").startswith(b"? cannot read no/such: No such")


def test_a_tree_that_is_too_large_for_the_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """As the core where the system gives no memory."""

        def __init__(self, *given: object) -> None:
            pass

        def search(self, *given: object, **options: object) -> None:
            raise MemoryError("std::bad_alloc")

        def __getattr__(self, name: str) -> object:
            return lambda *given, **options: None

    said: list[str] = []
    session = Session(
        lambda _: Engine("matilda", threads=1, memory_mb=32768), Game(9), log=said.append
    )
    server = Server(session)
    with monkeypatch.context() as full:
        full.setattr("keima.engine.tree._core.TreeSearch", Full)
        assert server.answer(b"genmove black") == (
            b"? there is no memory for a tree of 32768 MB: make memory_mb smaller\n\n"
        )
    assert not session.game.moves and not said
    assert server.answer(b'kata-set-params {"memory_mb":1,"playouts":10}') == b"= \n\n"
    assert server.answer(b"genmove black").startswith(b"= ")
