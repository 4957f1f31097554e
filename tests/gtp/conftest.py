"""A server to talk to, with a player that is as simple as can be."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from keima.colors import Color
from keima.engine import Candidate, SearchResult
from keima.engine.parameters import SearchParameters, with_values
from keima.game import Game
from keima.gtp.server import Server
from keima.gtp.session import Session


def found(move: str, candidates: Iterable[str], size: tuple[int, int] = (9, 9)) -> SearchResult:
    """A search's result of which little is known."""
    return SearchResult(
        move=move,
        winrate=0.5,
        score=0.0,
        pv=[move],
        candidates=[Candidate(name, 1, 0.5, 0.0, 1.0) for name in candidates],
        playouts=1,
        seconds=0.0,
        size=size,
        owners=(0.0,) * (size[0] * size[1]),
    )


@dataclass
class FirstLegal:
    """Plays the first legal point, or what it was told to."""

    seed: int | None
    planned: list[SearchResult] = field(default_factory=list)
    limits: list[Any] = field(default_factory=list)
    games: int = 0
    name: str = "first legal"
    parameters: SearchParameters = field(default_factory=SearchParameters)
    options: dict[str, Any] = field(default_factory=dict)

    def search(
        self, game: Game, limit: Any = None, color: Color | None = None, **options: Any
    ) -> SearchResult:
        self.limits.append(limit)
        self.options = options
        if self.planned:
            return self.planned.pop(0)
        points = options.get("moves") or game.native.legal_points(color or game.to_play)
        moves = [game.name(p) for p in points]
        return found(moves[0] if moves else "pass", moves, (game.width, game.height))

    def stop(self) -> None:
        pass

    def change(self, **values: object) -> None:
        self.parameters = with_values(self.parameters, values)

    def new_game(self) -> None:
        self.games += 1


REPLY = re.compile(rb"([=?])([0-9]*) ([^\x00-\x09\x0b-\x1f\x7f\n]*(?:\n[^\x00-\x1f\x7f]+)*)\n\n")


class Talk:
    """Sends commands to a server in this process and checks that every reply is well formed."""

    def __init__(self, **options: Any) -> None:
        self.log: list[str] = []
        self.players: list[FirstLegal] = []
        self.session = Session(self.make_player, log=self.log.append, **options)
        self.server = Server(self.session)

    def make_player(self, seed: int | None) -> FirstLegal:
        self.players.append(FirstLegal(seed))
        return self.players[-1]

    def raw(self, data: bytes) -> list[bytes]:
        replies = list(self.server.feed(data))
        for text in replies:
            assert REPLY.fullmatch(text), text
        return replies

    def __call__(self, *commands: str) -> str:
        """The last reply, with its sign; all before it must succeed."""
        text = ""
        for i, command in enumerate(commands):
            (reply,) = self.raw(command.encode() + b"\n")
            text = reply.decode()[:-2]
            assert i == len(commands) - 1 or text.startswith("="), f"{command}: {text}"
        return text.rstrip(" ") if text in ("= ", "? ") else text

    def board(self, *rows: str) -> None:
        """Sets up a drawn position: X Black, O White."""
        stones = "".join(rows).replace(" ", "")
        height = len(rows)
        self.session.game = Game((len(stones) // height, height), komi=0)
        self.session.game.setup(
            [i for i, c in enumerate(stones) if c == "X"],
            [i for i, c in enumerate(stones) if c == "O"],
        )


@pytest.fixture
def talk() -> Talk:
    """A talk on an empty 9x9 board."""
    return Talk(game=Game(9, komi=7.5))


@pytest.fixture(scope="session")
def new_talk() -> Callable[..., Talk]:
    return Talk


@pytest.fixture
def result() -> Callable[..., SearchResult]:
    """A search result to plan: the move, the candidates' moves."""

    def make(move: str, *candidates: str) -> SearchResult:
        return found(move, candidates)

    return make


def state_of(session: Any) -> tuple[Any, ...]:
    """All that a command that fails must leave as it is."""
    game = session.game
    prisoners = tuple(game.captures(color) for color in "bw")
    return (
        game.copy(),
        game.board.hash,
        game.board.ko,
        prisoners,
        session.time_settings,
        dict(session.clocks),
        session.closing,
        (session.playouts, session.seconds, list(session.changes)),
        session.player.parameters,
        (session.own, session.last),
    )


@pytest.fixture(scope="session")
def state() -> Callable[[Any], tuple[Any, ...]]:
    return state_of
