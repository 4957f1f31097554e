"""GTP programs as players: told everything they understand, and watched."""

from __future__ import annotations

import contextlib
import math
import os
import shlex
import shutil
import signal
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from keima.arena.clock import Clock
from keima.arena.players import PlayerFault
from keima.arena.settings import GameSettings, time_text
from keima.colors import Color
from keima.game import Game
from keima.gtp.client import (
    GtpBadReply,
    GtpClient,
    GtpClientError,
    GtpDied,
    GtpFailure,
    GtpTimeout,
)
from keima.gtp.timing import TimeSettings
from keima.rules import Rules
from keima.scoring import plain_number

KEPT_LINES = 5000
"""Lines of talk that are kept of a game."""
OVERTIME = 5.0
"""Seconds to wait for a move after the flag has fallen, before the program is ended."""

T = TypeVar("T")


def profile_command(spec: str) -> list[str]:
    """The command that plays a profile over GTP."""
    from keima.engine.profiles import parse_spec

    _, given = parse_spec(spec)
    command = [sys.executable, "-m", "keima", "gtp"]
    command += ["--profile", spec]
    if "threads" not in given:
        command += ["--threads", "1"]
    if "seed" not in given:
        command += ["--seed", "{seed}"]
    return command


def find_program(name: str) -> str:
    """The path of a program; Debian's folder of games, which is not on every PATH, counts.
    Raises ValueError if there is none."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")
    if found is None:
        raise ValueError(f"there is no program {name!r}: expected one on the PATH, or a path")
    return found


class TracedClient(GtpClient):
    """A client that keeps what is said, and tells lines that belong to no answer."""

    def __init__(self, command: list[str], timeout: float) -> None:
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.stray: list[str] = []
        self._answering = False
        super().__init__(command, timeout=timeout)

    def send(self, command: str, timeout: float | None = None) -> str:
        self.lines.append(f"> {command}")
        self._answering = False
        return super().send(command, timeout)

    def _read_line(self, deadline: float, budget: int) -> tuple[str, int]:
        line, used = super()._read_line(deadline, budget)
        if line:
            if line[0] in "=?":
                self._answering = True
            elif not self._answering:
                self.stray.append(line)
            self.lines.append(f"< {line}")
        return line, used

    def forget(self) -> None:
        self.lines.clear()
        self.stray.clear()


class GtpPlayer:
    """Any GTP program as a player. If it `keeps_seed`, it is never told one."""

    def __init__(self, spec: str, command: str | list[str], *, keeps_seed: bool = False) -> None:
        self.spec = spec
        self._keeps_seed = keeps_seed
        try:
            words = shlex.split(command) if isinstance(command, str) else command
        except ValueError as error:
            raise ValueError(f"{spec!r} is not a command: {error}") from None
        self._is_gnugo = Path(words[0]).name == "gnugo"
        self._command = [find_program(words[0]), *words[1:]]
        if self._is_gnugo and "--mode" not in words:
            self._command += ["--mode", "gtp"]
        self._client: TracedClient | None = None
        self._known: frozenset[str] = frozenset()
        self._started_as: list[str] = []
        self._broken = True
        self._cpu_before = 0.0
        self._announced: tuple[str, ...] = ()

    # Starting

    def announce(self, *commands: str) -> None:
        """Commands for the next game, sent before its board is cleared if they are known."""
        self._announced = commands

    def tell(self, command: str) -> None:
        """Sends a command for information, if the program knows it."""
        if self._client is not None and not self._broken and command.split()[0] in self._known:
            try:
                self._client.try_send(command)
            except GtpClientError:
                self._broken = True

    def new_game(self, game: Game, settings: GameSettings, seed: int) -> None:
        self._guard(lambda: self._new_game(game, settings, seed))

    def _new_game(self, game: Game, settings: GameSettings, seed: int) -> None:
        command = self._complete(settings)
        seeded = [word.replace("{seed}", str(seed)) for word in command]
        needs_seed = seeded != command and "set_random_seed" not in self._known
        if self._client is None or self._broken or needs_seed or command != self._started_as:
            self._start(seeded, settings.timeout)
        self._started_as = command
        client = self._started
        client.forget()
        client.timeout = settings.timeout
        self._set_up(client, game, settings, seed)

    def _complete(self, settings: GameSettings) -> list[str]:
        """GNU Go cannot be told the rules later."""
        if not self._is_gnugo or {"--chinese-rules", "--japanese-rules"} & {*self._command}:
            return self._command
        area = Rules.parse(settings.rules).scoring == "area"
        return [*self._command, "--chinese-rules" if area else "--japanese-rules"]

    def _start(self, command: list[str], timeout: float) -> None:
        self.close()
        self._client = client = TracedClient(command, timeout)
        self._known = frozenset(client.send("list_commands").split())
        self._broken = False

    def _set_up(self, client: GtpClient, game: Game, settings: GameSettings, seed: int) -> None:
        width, height = settings.size
        if width == height:
            client.send(f"boardsize {width}")
        elif "rectangular_boardsize" in self._known:
            client.send(f"rectangular_boardsize {width} {height}")
        else:
            client.send(f"boardsize {width} {height}")
        for command in self._announced:
            self.tell(command)
        client.send("clear_board")
        if "set_random_seed" in self._known and not self._keeps_seed:
            client.send(f"set_random_seed {seed}")
        if "kata-set-rules" in self._known:
            client.try_send(f"kata-set-rules {settings.rules}")
        client.send(f"komi {plain_number(game.komi)}")
        for command in _time_commands(settings.time, self._known):
            client.send(command)
        start = game.native.start
        black, white = (
            [game.name(p) for p, c in enumerate(start.stones) if c == color]
            for color in (Color.BLACK, Color.WHITE)
        )
        if game.handicap and "set_free_handicap" in self._known:
            client.send(f"set_free_handicap {' '.join(black)}")
        else:
            # Stones of a position never capture each other, whatever their order.
            for side, points in (("b", black), ("w", white)):
                for name in points:
                    client.send(f"play {side} {name}")
        for color, point in game.moves:
            client.send(f"play {color.letter.lower()} {game.name(point)}")

    # Playing

    def knows(self, command: str) -> bool:
        """Has the program said that it knows a command? Only after `new_game`."""
        return command in self._known

    def genmove(self, game: Game, color: Color, clock: Clock, command: str = "") -> str:
        """A move; or the reply to another command that makes the program move."""

        def ask() -> str:
            client = self._started
            timeout = None
            if clock.is_running:
                if "time_left" in self._known:
                    stones = clock.left.stones
                    if clock.settings.kind == "byoyomi" and not self._knows_byoyomi:
                        stones = min(stones, 1)
                    client.send(
                        f"time_left {color.letter.lower()} {int(clock.left.seconds)} {stones}"
                    )
                timeout = clock.until_flag + min(OVERTIME, client.timeout)
            return client.send(command or f"genmove {color.letter.lower()}", timeout)

        return self._guard(ask).strip()

    def play(self, color: Color, move: str) -> None:
        self._guard(lambda: self._started.send(f"play {color.letter.lower()} {move}"))

    def final_score(self, game: Game) -> str | None:
        if "final_score" not in self._known:
            return None
        return self._guard(lambda: self._started.try_send("final_score"))

    def _guard(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except GtpFailure as error:
            raise PlayerFault("failure", str(error)) from error
        except GtpTimeout as error:
            self._broken = True
            raise PlayerFault("hang", str(error)) from error
        except GtpDied as error:
            self._broken = True
            raise PlayerFault("crash", str(error)) from error
        except GtpBadReply as error:
            self._broken = True
            raise PlayerFault("nonsense", str(error)) from error

    @property
    def _knows_byoyomi(self) -> bool:
        return not self._known.isdisjoint(("kata-time_settings", "kgs-time_settings"))

    @property
    def _started(self) -> TracedClient:
        if self._client is None:
            raise GtpDied(f"{self.spec} is not running")
        return self._client

    # Watching

    def cpu_seconds(self) -> float:
        client = self._client
        if client is None:
            return self._cpu_before
        if "gomill-cpu_time" in self._known and not self._broken:
            try:
                return self._cpu_before + float(client.send("gomill-cpu_time"))
            except (GtpClientError, ValueError):
                self._known -= {"gomill-cpu_time"}
        return self._cpu_before + client.cpu_seconds()

    def stray(self) -> list[str]:
        return list(self._client.stray) if self._client else []

    def transcript(self) -> str:
        if self._client is None:
            return ""
        talk = "\n".join(self._client.lines)
        errors = self._client.stderr.strip()
        return f"{talk}\n--- stderr ---\n{errors}" if errors else talk

    def describe(self) -> dict[str, Any]:
        client = self._client
        if client is None or self._broken:
            return {"name": self.spec}
        try:
            answers = {
                key: client.try_send(command)
                for key, command in (
                    ("name", "name"),
                    ("version", "version"),
                    ("details", "gomill-describe_engine"),
                )
                if command in self._known
            }
        except GtpClientError:
            self._broken = True
            return {"name": self.spec}
        return {key: answer for key, answer in answers.items() if answer}

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._cpu_before += self._client.cpu_seconds()
            self._client = None

    def abandon(self) -> None:
        if self._client is not None:
            kill(self._client)


def kill(client: GtpClient) -> None:
    """Ends a program and its children without waiting for them."""
    with contextlib.suppress(OSError):
        os.killpg(client.pid, signal.SIGKILL)


def _time_commands(time: TimeSettings, known: frozenset[str]) -> list[str]:
    """How to tell a program its clock. One that does not know the time system is told a
    stricter one: `time_left` before each move corrects it."""
    if time.kind == "none":
        return []
    if "kata-time_settings" in known:
        return [f"kata-time_settings {time_text(time)}"]
    # Whole seconds; nothing at all would mean no limit.
    main, period = (max(math.floor(s), 1) if s else 0 for s in (time.main, time.period))
    if time.kind == "byoyomi" and "kgs-time_settings" in known:
        return [f"kgs-time_settings byoyomi {main} {period} {time.count}"]
    if "time_settings" not in known:
        return []
    match time.kind:
        case "canadian":
            return [f"time_settings {main} {period} {time.count}"]
        case "byoyomi":
            return [f"time_settings {main} {period} 1"]
        case _:
            return [f"time_settings {main} 0 0"]
