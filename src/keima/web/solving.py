"""The exact value of every move on small boards."""

from __future__ import annotations

import contextlib
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from keima.colors import Color
from keima.engine.counting import area_komi
from keima.engine.solving import can_solve
from keima.game import Game
from keima.scoring import plain_number
from keima.solve.moves import Memory, MoveValues, Worth
from keima.web import limits
from keima.web.values import Refused

#: Seconds of work after which what is not proved stays open, until it is asked for again.
_MOST = 1800.0
#: Seconds for a move before it is another's turn.
_LONGEST = 8.0
#: Seconds between two reports of a turn, and between two times that what is proved is kept.
_EVERY = 0.5
_SAVE_EVERY = 10.0
#: The file beside the games with what was proved here.
PROVED = "proved.txt"


def kept_proofs(path: Path) -> Memory:
    """What Keima knows and what was proved here before, of which a file is kept. One that cannot be
    read is left alone, with a warning."""
    try:
        return Memory(file=path)
    except (OSError, ValueError) as error:
        warnings.warn(f"what is proved is not kept: {error}", stacklevel=2)
        return Memory()


def check_solvable(game: Game) -> None:
    """Refuses games whose moves have no proof here."""
    if game.area > limits.SOLVER_POINTS:
        raise Refused(
            f"a board of {game.width}x{game.height} is too large for the solver: expected at most "
            f"{limits.SOLVER_POINTS} points"
        )
    if not can_solve(game.rules):
        raise Refused(
            f"the solver does not know {game.rules.name} rules: expected area scoring without "
            "tax, suicide and button, as chinese"
        )
    if game.is_over:
        raise Refused("the game is over here: there is no move to solve", 409)


class SolveJob:
    """Solves all moves of the side to play, one a turn, a while each and again. `tell` is called,
    in the thread of the search, with what is proved so far: after each turn, and within it.
    What is found is kept in `memory`, also when the job is withdrawn."""

    urgent = False
    slow = True

    def __init__(
        self,
        game: Game,
        node: int,
        tell: Callable[[SolveJob, dict[str, Any] | str], object],
        memory: Memory | None = None,
    ) -> None:
        self._game, self._node, self._tell, self._memory = game, node, tell, memory
        self._komi = area_komi(game)
        self._values: MoveValues | None = None
        self._stop = threading.Event()
        self._worked = self._told_at = 0.0

    def interrupt(self) -> None:
        self._stop.set()

    def turn(self) -> bool:
        began = time.monotonic()
        try:
            if self._values is None:
                ko = "japanese" if self._game.rules.ko == "cycle" else "basic"
                self._values = MoveValues(self._game, ko, self._memory, longest=_LONGEST)
            more = self._values.work(self._stop, self._tick)
        except Exception as error:
            self._tell(self, str(error))
            return False
        self._stop.clear()
        self._worked += time.monotonic() - began
        more = more and self._worked < _MOST
        if self._memory is not None:
            with contextlib.suppress(OSError, ValueError):  # it is known all the same
                self._memory.save(_SAVE_EVERY if more else 0.0)
        self._tell(self, self._told(done=not more))
        return more

    def _tick(self) -> None:
        now = time.monotonic()
        if now - self._told_at >= _EVERY:
            self._told_at = now
            self._tell(self, self._told(done=False))

    def _told(self, *, done: bool) -> dict[str, Any]:
        assert self._values is not None
        sign = 1 if self._game.to_play is Color.BLACK else -1
        worths = self._values.worths
        proved = {m: w.value - self._komi for m, w in worths.items() if w.value is not None}
        open_ = {m: w for m, w in worths.items() if w.value is None}
        best = max((sign * value for value in proved.values()), default=None)
        # What is still open can be no better than this.
        hoped = max((self._most(w, sign) for w in open_.values()), default=None)
        value = None
        if best is not None and (hoped is None or best >= hoped):
            value = sign * best
        elif (whole := self._values.known) is not None:
            value = whole - self._komi
            best = sign * value  # by a move that is not proved yet
        return {
            "node": self._node,
            "moves": {
                move: {"value": value, "text": _text(value), "best": sign * value == best}
                for move, value in proved.items()
            },
            "open": {move: self._open(worth) for move, worth in open_.items()},
            "value": value,
            "at": self._values.at,
            "positions": self._values.positions,
            "done": done,
        }

    def _most(self, worth: Worth, sign: int) -> float:
        """The best that the side to move can hope for."""
        return sign * ((worth.upper if sign > 0 else worth.lower) - self._komi)

    def _open(self, worth: Worth) -> dict[str, Any]:
        """Bounds that say something, and how deep the search is."""
        area = self._game.area
        return {
            "lower": worth.lower - self._komi if worth.lower > -area else None,
            "upper": worth.upper - self._komi if worth.upper < area else None,
            "depth": worth.depth,
        }


def _text(value: float) -> str:
    if value == 0:
        return "0"
    return f"{'B' if value > 0 else 'W'}+{plain_number(abs(value))}"
