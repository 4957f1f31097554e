"""A client of the Computer Go Server (CGOS): any player of the arena plays rated games there.

The server speaks lines of text and leads; the client answers. Of a `setup` line the first
program is White. Games are played by Chinese counting without removal of dead stones, positional
superko, no suicide, and sudden death; a game that was interrupted is set up again with its moves.
"""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import keima
from keima.arena.clock import Clock
from keima.arena.players import Player, PlayerFault
from keima.arena.settings import GameSettings
from keima.colors import Color
from keima.game import Game
from keima.gtp.timing import TimeLeft, TimeSettings
from keima.online.analysis import genmove_analyze, to_line
from keima.rules import Rules

LONGEST_LINE = 1 << 16
ANALYZE = "genmove_analyze"
"""The extension of the protocol that sends an analysis with each move."""
RULES = json.dumps(
    Rules.parse("tromp-taylor").replace(suicide=False).to_json(), separators=(",", ":")
)
_PROGRAM = re.compile(r"(.*)\(([^()]*)\)")


class CgosError(Exception):
    """The server refused the client; it is of no use to try again."""


class ConnectionLost(Exception):
    """The server vanished or made no sense: connect again."""


@dataclass(frozen=True)
class Account:
    """Where to log in."""

    host: str
    port: int
    user: str
    password: str


@dataclass(frozen=True)
class Patience:
    """Seconds before the first and between the later attempts to connect, which double each
    time up to `longest`; seconds for connecting and logging in; and of silence after which a
    server counts as gone."""

    first: float = 1.0
    longest: float = 120.0
    login: float = 30.0
    silence: float = 3600.0


@dataclass(frozen=True)
class Setup:
    """A game as the server announces it.

    >>> setup = parse_setup("12 9 7.0 300000 ann(1800) bob(?) E5 299000 C3 298000")
    >>> setup.white, setup.black, setup.black_rating, setup.moves
    ('ann', 'bob', '?', ('E5', 'C3'))
    """

    number: str
    size: int
    komi: float
    seconds: float
    white: str
    white_rating: str
    black: str
    black_rating: str
    moves: tuple[str, ...]


def parse_setup(text: str) -> Setup:
    """Reads what follows the word `setup`; raises ValueError if it is something else."""
    words = text.split()
    if len(words) < 6 or len(words) % 2:
        raise ValueError(
            f"setup {text!r}: expected number, size, komi, milliseconds, White, Black and pairs of "
            "move and milliseconds"
        )
    (white, white_rating), (black, black_rating) = map(_name_and_rating, words[4:6])
    return Setup(
        words[0],
        int(words[1]),
        float(words[2]),
        int(words[3]) / 1000,
        white,
        white_rating,
        black,
        black_rating,
        tuple(words[6::2]),
    )


def _name_and_rating(text: str) -> tuple[str, str]:
    match = _PROGRAM.fullmatch(text)
    return (match[1], match[2]) if match else (text, "")


class CgosClient:
    """Logs a player in and plays games until `games` are over (None for no end) or `stop` is
    called. `log` gets a line of text for everything that happens. If the server wants it and
    `analysis` is true, every move goes with what the player thought of it."""

    def __init__(
        self,
        player: Player,
        account: Account,
        *,
        games: int | None = None,
        log: Callable[[str], None] = lambda text: None,
        patience: Patience | None = None,
        seed: int = 0,
        analysis: bool = True,
    ) -> None:
        self._player, self._account, self._log = player, account, log
        self._patience = patience or Patience()
        self._wanted = games
        self._seed = seed
        self._may_analyze = analysis
        self._analyzes = False
        self._stopped = threading.Event()
        self._connection: socket.socket | None = None
        self._game: Game | None = None
        self._settings = GameSettings()
        self._setup: Setup | None = None
        self._logged_in = False
        #: Results of the games that are over, as the server said them.
        self.results: list[str] = []

    def stop(self) -> None:
        """Ends the client after the game under way, or at once if it waits; from any thread."""
        self._stopped.set()

    @property
    def _is_done(self) -> bool:
        enough = self._wanted is not None and len(self.results) >= self._wanted
        return enough or self._stopped.is_set()

    # Connections

    def run(self) -> list[str]:
        """Plays, connecting again whenever the server is gone; returns the results. Raises
        CgosError if the server does not let the client in."""
        pause = self._patience.first
        while not self._is_done:
            self._logged_in = False
            try:
                self._converse()
            except (OSError, ConnectionLost) as error:
                self._log(f"connection lost: {error}")
            if self._is_done:
                break
            if self._logged_in:
                pause = self._patience.first
            self._log(f"connecting again in {pause:g} s")
            self._stopped.wait(pause)
            pause = min(2 * pause, self._patience.longest)
        return self.results

    def _converse(self) -> None:
        account, patience = self._account, self._patience
        address = (account.host, account.port)
        with socket.create_connection(address, timeout=patience.login) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            self._connection = connection
            self._log(f"connected to {account.host}:{account.port}")
            for line in self._lines(connection):
                if not self._answer(line):
                    return

    def _lines(self, connection: socket.socket) -> Iterator[str]:
        buffer = b""
        while True:
            line, feed, rest = buffer.partition(b"\n")
            if feed:
                buffer = rest
                yield line.decode("utf-8", "replace").strip()
                continue
            if len(buffer) > LONGEST_LINE:
                raise ConnectionLost(f"a line of more than {LONGEST_LINE} bytes")
            # While nothing is played a stop need not wait for the server.
            patience = self._patience.silence if self._logged_in else self._patience.login
            data = self._receive(connection, patience)
            if not data:
                raise ConnectionLost("the server closed the connection")
            buffer += data

    def _receive(self, connection: socket.socket, patience: float) -> bytes:
        waited, step = 0.0, min(1.0, patience)
        connection.settimeout(step)
        while True:
            try:
                return connection.recv(1 << 16)
            except TimeoutError:
                waited += step
                if self._stopped.is_set() and self._game is None:
                    return b""
                if waited >= patience:
                    raise ConnectionLost(f"silence for {patience:g} s") from None

    def _send(self, text: str) -> None:
        assert self._connection is not None
        self._connection.settimeout(self._patience.login)
        self._connection.sendall(text.encode() + b"\n")

    # What the server says

    def _answer(self, line: str) -> bool:
        """Does what a line asks for; False ends the conversation."""
        command, _, rest = line.partition(" ")
        try:
            match command.lower():
                case "":
                    pass
                case "protocol":
                    self._analyzes = self._may_analyze and ANALYZE in rest.split()
                    extension = f" {ANALYZE}" if self._analyzes else ""
                    self._send(f"e1 Keima {keima.__version__}{extension}")
                case "username":
                    self._send(self._account.user)
                case "password":
                    self._send(self._account.password)
                case "setup":
                    self._logged_in = True
                    self._begin(parse_setup(rest))
                case "play":
                    self._play(*rest.split())
                case "genmove":
                    self._send(self._genmove(*rest.split()))
                case "gameover":
                    return self._end(rest)
                case "info":
                    self._logged_in = True
                    self._log(f"server: {rest}")
                case _ if command.lower().startswith("error"):
                    if not self._logged_in:
                        raise CgosError(f"the server says {line!r}")
                    raise ConnectionLost(f"the server says {line!r}")
                case _:
                    self._log(f"not understood: {line[:200]!r}")
        except (ValueError, TypeError) as error:
            raise ConnectionLost(f"cannot do {line[:200]!r}: {error}") from error
        return True

    def _begin(self, setup: Setup) -> None:
        self._setup = setup
        self._log(
            f"game {setup.number}: {setup.white} (White, {setup.white_rating}) against "
            f"{setup.black} (Black, {setup.black_rating}), move {len(setup.moves)}"
        )
        self._settings = GameSettings(
            size=(setup.size, setup.size),
            komi=setup.komi,
            rules=RULES,
            time=TimeSettings("absolute", setup.seconds),
        )
        game = self._settings.new_game()
        for move in setup.moves:
            game.play(move)
        self._game = game
        self._seat()

    def _seat(self) -> None:
        """Shows the player the game as it stands; one that fails is asked once more."""
        assert self._game is not None and self._setup is not None
        setup = self._setup
        # The client may play under another name than it logs in with only by White or Black.
        is_white = setup.white == self._account.user
        name = setup.black if is_white else setup.white
        rating = setup.black_rating if is_white else setup.white_rating
        announce = getattr(self._player, "announce", None)
        for attempt in range(2):
            if announce is not None:
                announce(f"cgos-opponent_name {name}", f"cgos-opponent_rating {rating or '?'}")
            try:
                self._player.new_game(
                    self._game, self._settings, self._seed + len(self.results) + 1
                )
                return
            except PlayerFault as fault:
                self._log(f"player: {fault}")
                if attempt:
                    raise ConnectionLost("the player does not start") from fault

    def _play(self, color: str, move: str, milliseconds: str = "") -> None:
        side = self._side(color)
        assert self._game is not None
        point = self._game.play(move, side).point
        try:
            self._player.play(side, self._game.name(point))
        except PlayerFault as fault:
            self._log(f"player: {fault}")
            self._seat()

    def _genmove(self, color: str, milliseconds: str) -> str:
        side = self._side(color)
        assert self._game is not None
        clock = Clock(self._settings.time)
        clock.left = TimeLeft(max(int(milliseconds), 0) / 1000)
        for _ in range(2):
            try:
                move, analysis = self._ask(self._game, side, clock)
                if move.lower() == "resign":
                    return "resign"
                return to_line(self._game.name(self._game.play(move, side).point), analysis)
            except (PlayerFault, ValueError) as fault:
                self._log(f"player: {fault}")
                self._seat()
        return "resign"

    def _ask(self, game: Game, side: Color, clock: Clock) -> tuple[str, dict[str, Any] | None]:
        if self._analyzes:
            return genmove_analyze(self._player, game, side, clock)
        return self._player.genmove(game, side, clock), None

    def _side(self, color: str) -> Color:
        if self._game is None:
            raise ValueError("there is no game")
        return Color.parse(color)

    def _end(self, rest: str) -> bool:
        _, _, result = rest.partition(" ")
        self._log(f"game over: {result}")
        self.results.append(result)
        self._game = None
        tell = getattr(self._player, "tell", None)
        if tell is not None:
            tell(f"cgos-gameover {result.split()[0] if result else ''}".strip())
        if self._is_done:
            self._send("quit")
            return False
        self._send("ready")
        return True
