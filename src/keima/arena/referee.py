"""Who has won: Keima's count, with dead stones found by playouts, and GNU Go's."""

from __future__ import annotations

import re
from typing import Protocol

from keima.colors import Color
from keima.game import Game
from keima.gtp.client import GtpClient
from keima.scoring import handicap_bonus, plain_number

_RESULT = re.compile(r"([BW])\+([0-9]+(?:\.[0-9]*)?)", re.IGNORECASE)


def read_result(text: str | None) -> float | None:
    """Black's margin in an answer to `final_score`; None if that is not a counted result.

    >>> read_result("W+2.5"), read_result("0"), read_result("B+Resign")
    (-2.5, 0.0, None)
    """
    if text is None:
        return None
    if text.strip().lower() in ("0", "draw", "jigo"):
        return 0.0
    match = _RESULT.match(text.strip())
    if match is None:
        return None
    return float(match[2]) if match[1] in "Bb" else -float(match[2])


def write_result(margin: float) -> str:
    """As GTP and SGF write it.

    >>> write_result(3.5), write_result(-10.0), write_result(0)
    ('B+3.5', 'W+10', '0')
    """
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{plain_number(round(abs(margin), 9))}"


class Referee(Protocol):
    """Counts finished games."""

    def count(self, game: Game) -> str:
        """The result: B+3.5, W+10 or 0."""

    def close(self) -> None: ...
    def abandon(self) -> None:
        """Ends what it has started at once, from any thread."""


class KeimaReferee:
    """Keima's own count, with the dead stones that `keima.score` finds.

    >>> game = Game(5, komi=0.5)
    >>> for move in "C3 pass C2 pass C4 pass C1 pass C5 A1 pass pass".split():
    ...     _ = game.play(move)
    >>> KeimaReferee().count(game)
    'B+24.5'
    """

    def count(self, game: Game) -> str:
        return game.score("find").text

    def close(self) -> None:
        """There is nothing to close."""

    abandon = close


class GnuGoReferee:
    """GNU Go's count: it plays the position out against itself until all that is dead is
    captured (its `--score aftermath`). Raises ValueError if there is no `gnugo`."""

    def __init__(self, timeout: float = 600.0) -> None:
        from keima.arena.programs import find_program

        self._program = find_program("gnugo")
        self._timeout = timeout
        self._clients: dict[str, GtpClient] = {}

    def count(self, game: Game) -> str:
        if game.width != game.height:
            raise ValueError(f"GNU Go cannot count a board of {game.width}x{game.height} points")
        scoring = game.rules.scoring
        if scoring not in self._clients:
            flag = "--chinese-rules" if scoring == "area" else "--japanese-rules"
            command = [self._program, "--mode", "gtp", "--score", "aftermath", flag]
            self._clients[scoring] = GtpClient(command, timeout=self._timeout)
        client = self._clients[scoring]
        # The position is set up as it stands; what came before, and komi, are counted here. GNU
        # Go keeps the score of the last position and would not notice another komi.
        komi = game.komi + handicap_bonus(game.rules, game.handicap)
        if scoring == "territory":
            komi += game.captures(Color.WHITE) - game.captures(Color.BLACK)
        client.send(f"boardsize {game.width}")
        client.send("clear_board")
        client.send("komi 0")
        client.send("set_random_seed 1")
        for point, stone in enumerate(game.board.stones):
            if stone:
                client.send(f"play {'.bw'[stone]} {game.name(point)}")
        answer = client.send("final_score")
        margin = read_result(answer)
        if margin is None:
            raise ValueError(f"GNU Go counted {answer!r}: expected a result as B+3.5")
        return write_result(margin - komi)

    def close(self) -> None:
        for client in self._clients.values():
            client.close()
        self._clients.clear()

    def abandon(self) -> None:
        from keima.arena.programs import kill

        for client in self._clients.values():
            kill(client)


def make_referee(name: str) -> Referee:
    """A referee by its name, `keima` or `gnugo`."""
    return GnuGoReferee() if name == "gnugo" else KeimaReferee()
