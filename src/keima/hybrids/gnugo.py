"""GNU Go as a source of move values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from keima.arena.programs import find_program, kill
from keima.colors import Color
from keima.game import Game, Move
from keima.gtp.client import GtpClient
from keima.models.errors import CannotPlay
from keima.rules import Rules
from keima.scoring import plain_number

_VALUE = re.compile(r"([A-T][0-9]{1,2})\s+(-?[0-9.]+)")


@dataclass(frozen=True)
class Valuation:
    """What GNU Go would play (a point, or None for a pass or resignation), and the value of
    every move that it sees a reason for. Moves without a value are unknown, not worthless."""

    choice: int | None
    values: dict[int, float]


def gnugo_path() -> str:
    """Where GNU Go is; raises ValueError that says how to get it."""
    try:
        return find_program("gnugo")
    except ValueError:
        raise ValueError(
            "GNU Go is needed and was not found; on Debian: apt-get install gnugo"
        ) from None


class GnuGo:
    """A GNU Go process that follows a game and values its moves. It starts when first used and
    is restarted when the rules change."""

    def __init__(self, level: int = 10, seed: int = 0, timeout: float = 600.0) -> None:
        self._level, self._timeout = level, timeout
        self._seed = seed % 2**31
        self._client: GtpClient | None = None
        self._cpu_before = 0.0
        self._rules: Rules | None = None
        self._start: tuple[object, ...] = ()
        self._moves: list[Move] = []

    def close(self) -> None:
        if self._client:
            self._client.close()
            self._cpu_before += self._client.cpu_seconds()
        self._client = None

    def cpu_seconds(self) -> float:
        """Processor time that it has used so far, in all processes."""
        return self._cpu_before + (self._client.cpu_seconds() if self._client else 0.0)

    def abandon(self) -> None:
        """Ends the process at once, from any thread."""
        if self._client:
            kill(self._client)

    def new_game(self, seed: int) -> None:
        """Begins anew with a seed of its own, so that a game does not depend on earlier ones."""
        self._seed, self._start = seed % 2**31, ()

    def value_moves(self, game: Game, color: Color) -> Valuation:
        """GNU Go's own move for a side, without playing it, and its move values."""
        client = self._follow(game)
        reply = client.send(f"reg_genmove {color.word}").lower()
        choice = None if reply in ("pass", "resign") else game.parse(reply)
        values: dict[int, float] = {}
        if choice is not None:
            for name, value in _VALUE.findall(client.send("all_move_values")):
                values[game.parse(name)] = float(value)
        return Valuation(choice, values)

    def is_blunder(self, game: Game, color: Color, point: int) -> bool:
        """Can the stone just played be captured, by GNU Go's tactical reading?"""
        client = self._follow(game)
        name = game.name(point)
        if client.try_send(f"trymove {color.word} {name}") is None:
            return True
        attack = client.send(f"attack {name}")
        client.send("popgo")
        return attack.startswith("1")

    def _follow(self, game: Game) -> GtpClient:
        """Brings GNU Go to the position of the game by as few moves as possible."""
        if self._client is None or not self._client.is_alive() or self._rules != game.rules:
            self.close()
            self._client = GtpClient(self._command(game.rules), timeout=self._timeout)
            self._rules, self._start = game.rules, ()
        client = self._client
        first = game.native.start
        start = (game.width, game.height, game.komi, first.hash)
        moves = list(game.moves)
        if start != self._start or moves[: len(self._moves)] != self._moves:
            self._start, self._moves = (), []
            if game.width != game.height:
                raise CannotPlay("GNU Go plays on square boards only")
            client.send(f"boardsize {game.width}")
            client.send("clear_board")
            client.send(f"set_random_seed {self._seed}")
            client.send(f"komi {plain_number(game.komi)}")
            stones = [Move(Color(c), p) for p, c in enumerate(first.stones) if c]
            self._play(client, game, stones)
            self._start = start
        self._play(client, game, moves[len(self._moves) :])
        self._moves = moves
        return client

    @staticmethod
    def _play(client: GtpClient, game: Game, moves: Iterable[Move]) -> None:
        for move in moves:
            client.send(f"play {move.color.word} {game.name(move.point)}")

    def _command(self, rules: Rules) -> list[str]:
        ko = {"positional": ["--positional-superko"], "situational": ["--situational-superko"]}
        return [
            gnugo_path(),
            *("--mode", "gtp", "--never-resign"),
            *("--level", str(self._level), "--seed", str(self._seed)),
            "--chinese-rules" if rules.scoring == "area" else "--japanese-rules",
            *ko.get(rules.ko, []),
            *(["--allow-suicide"] if rules.suicide else []),
        ]
