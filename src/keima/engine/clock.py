"""How long to think about a move (Ferreira 2016, section 3.5: equations 3.30 and 3.31).

    time = max(period / stones, main / (turns / 2)),  turns = max(empty points, side)

The share of a move is bounded by what the clock has left, less a reserve, so that no plan can
lose a game on time.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from keima.engine.lag import Lag
from keima.engine.limits import MOST_SECONDS, Limit
from keima.engine.parameters import SearchParameters
from keima.game import Game
from keima.gtp.timing import TimeLeft, TimeSettings

#: Seconds of a main time that are kept to the end; of a short one, a part of it.
RESERVE, RESERVE_PART = 2.0, 0.1
#: Games go on when the board is full: board sides of moves whose delays are kept, too.
EXTRA_SIDES = 6
#: Moves of a clock that has only its reserve left share this part of it.
LAST_PART = 0.01
#: What is kept of a period: the worst delay and half of it again, and a part of the period.
PERIOD_DELAYS, PERIOD_PART = 1.5, 0.02
#: A busy machine may stop a program for so long; kept of every clock, if that is at most a quarter.
PAUSE = 0.1
#: The least that is ever planned: a clock that has run out must still get an answer.
SHORTEST = 0.0001
#: The release 1.11 of Matilda plans for more moves than a game has, and multiplies the share.
RELEASE_FACTOR = 2.8
#: What an unexpectedly fast and an unexpectedly slow move take, as parts of the share.
FAST, SLOW = 0.4, 2.5
#: A second move with so many of the visits of the first leaves the choice open; one with so many
#: is taken seriously if its win rate is higher.
CLOSE, SERIOUS = 0.8, 0.1
#: A search that ended before so much of its time was sure of itself.
EARLY = 0.9
#: Delays assumed until they are measured: with a controller at a pipe or a network, and in the
#: same process.
CONTROLLER_LAG, PROCESS_LAG = 0.15, 0.005

R = TypeVar("R")


@dataclass(frozen=True)
class TimeParameters:
    """How a clock is used; see the parameters `time_...` of the players."""

    formula: str = "thesis"
    first: float = 2.0
    unclear: float = 1.5
    lag: float | None = None
    hurry: float = 0.0
    surprise: float = 0.0

    @classmethod
    def of(cls, parameters: SearchParameters) -> TimeParameters:
        """Those of a player."""
        p = parameters
        return cls(
            p.time_formula, p.time_first, p.time_unclear, p.time_lag, p.time_hurry, p.time_surprise
        )


@dataclass(frozen=True, slots=True)
class Position:
    """What the plan must know of the board."""

    area: int
    empty: int

    @classmethod
    def of(cls, game: Game) -> Position:
        stones = game.board.stones
        return cls(game.area, stones.count(0))

    @property
    def side(self) -> float:
        """Of a square board that is as large."""
        return math.sqrt(self.area)


@dataclass(frozen=True, slots=True)
class Delay:
    """What a move costs beside its search: expected, at worst, and whether that is measured."""

    seconds: float
    worst: float
    is_measured: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """Seconds for a move, and what it may be extended to."""

    seconds: float
    most: float


def turns_left(formula: str, position: Position) -> float:
    """Moves for which main time must last. Equation 3.31 counts those of both sides, and half of
    them are ours; the release counts otherwise.

    >>> turns_left("thesis", Position(361, 361)), turns_left("thesis", Position(81, 3))
    (180.5, 4.5)
    """
    if formula == "release":
        stones = position.area - position.empty
        return max(position.area * 2 / 3 - stones, position.side / 4) / RELEASE_FACTOR
    return max(position.empty, position.side) / 2


def available(settings: TimeSettings, left: TimeLeft) -> float:
    """What is left before the game or a byo-yomi period is lost."""
    follows = settings.kind in ("canadian", "byoyomi") and left.stones == 0
    return left.seconds + settings.period if follows else left.seconds


def moves_beyond(formula: str, position: Position) -> float:
    """Moves that may come after those that main time is shared among."""
    more = max(position.empty / 2 - turns_left(formula, position), 0.0)
    return EXTRA_SIDES * position.side + more


def reserve(settings: TimeSettings, left: TimeLeft, delay: Delay, beyond: float) -> float:
    """What is never planned. Of a period only delays are kept: another one follows it."""
    if settings.kind in ("canadian", "byoyomi"):
        return min(_margin(settings.period, delay), available(settings, left) / 2)
    whole = max(settings.main, settings.increment)
    kept = max(min(RESERVE, RESERVE_PART * whole), min(PAUSE, whole / 4)) + delay.worst
    if delay.is_measured:
        kept += max(delay.seconds - settings.increment, 0.0) * beyond
    return min(kept, whole / 2, (1 - LAST_PART) * left.seconds)


def bound(settings: TimeSettings, left: TimeLeft, delay: Delay, beyond: float) -> float:
    """No plan is longer."""
    capped = settings.most
    if math.isfinite(capped):
        capped -= min(_margin(capped, delay), capped / 2)
    return min(available(settings, left) - reserve(settings, left, delay, beyond), capped)


def _margin(period: float, delay: Delay) -> float:
    """What keeps a move inside a time that it must not exceed."""
    return PERIOD_DELAYS * delay.worst + max(PERIOD_PART * period, min(PAUSE, period / 4))


def share(
    settings: TimeSettings, left: TimeLeft, position: Position, delay: Delay, formula: str
) -> tuple[float, float]:
    """The fair part of a clock for the next move, and the most that does not rob later ones."""
    beyond = moves_beyond(formula, position)
    longest = bound(settings, left, delay, beyond)
    main = max(left.seconds - reserve(settings, left, delay, beyond), 0.0)
    part = main / max(turns_left(formula, position), 1.0)
    match settings.kind:
        case "absolute":
            fair, most = part, main / 2
        case "canadian" if left.stones > 0:
            fair = left.seconds / left.stones
            most = longest - (left.stones - 1) * fair / 2
        case "canadian":
            stone = settings.period / max(settings.count, 1)
            fair, most = max(part, stone), max(main / 2, stone)
        case "byoyomi" if left.stones > 0:
            fair = most = left.seconds
        case "byoyomi":
            fair, most = max(part, settings.period), max(main / 2, settings.period)
        case _:
            # What would not fit on a capped clock is better used now.
            full = left.seconds + settings.increment - settings.limit
            fair = max(part + settings.increment, full)
            most = max(main / 2 + settings.increment, full)
    return fair, min(most, longest)


def plan_move(
    settings: TimeSettings,
    left: TimeLeft,
    position: Position,
    delay: Delay,
    parameters: TimeParameters | None = None,
    factor: float = 1.0,
) -> Plan | None:
    """How long the next move may take; None without a limit.

    >>> clock = TimeSettings("absolute", 904.5)
    >>> plan_move(clock, clock.start(), Position(361, 361), Delay(0, 0))
    Plan(seconds=5.0, most=7.5)
    """
    if settings.kind == "none":
        return None
    parameters = parameters or TimeParameters()
    fair, most = share(settings, left, position, delay, parameters.formula)
    # Delays that are only assumed must not eat up a short clock.
    least = fair / 10 if delay.is_measured else fair / 2
    wanted = max(fair - delay.seconds, least) * factor
    most = min(max(most, SHORTEST), MOST_SECONDS)
    seconds = min(max(wanted, SHORTEST), most)
    return Plan(seconds, min(seconds * max(parameters.unclear, 1.0), most))


def is_unclear(candidates: Sequence[object]) -> bool:
    """Do visits and values disagree about the best move, or is its lead small?"""
    counted = [(getattr(c, "visits", 0), getattr(c, "winrate", None)) for c in candidates]
    counted = sorted((c for c in counted if c[0] > 0), reverse=True, key=lambda c: c[0])
    if len(counted) < 2:
        return False
    most, rate = counted[0]
    if counted[1][0] >= CLOSE * most:
        return True
    serious = [r for visits, r in counted[1:] if visits >= SERIOUS * most and r is not None]
    return rate is not None and any(r > rate for r in serious)


class TimeKeeper:
    """Uses the clock of one side, game after game.

    `assumed` is the delay of a move until it is measured, if the parameters give none.
    """

    def __init__(
        self, parameters: TimeParameters, assumed: float = CONTROLLER_LAG, seed: int = 0
    ) -> None:
        self.parameters = parameters
        self.lag = Lag(assumed if parameters.lag is None else parameters.lag)
        self._random = random.Random(seed)
        self.new_game()

    def new_game(self) -> None:
        self.lag.new_game()
        self._moves = 0
        self._has_searched = False
        self._was_unclear = False

    def told(self, settings: TimeSettings, left: TimeLeft) -> None:
        """The controller says what is left; a lag that is given as a parameter stays."""
        if self.parameters.lag is None:
            self.lag.told(settings, left)

    def plan(self, settings: TimeSettings, left: TimeLeft, game: Game) -> Plan | None:
        """How long the next move may take, without surprises."""
        return self._plan(settings, left, game, self._factor())

    def _plan(
        self, settings: TimeSettings, left: TimeLeft, game: Game, factor: float
    ) -> Plan | None:
        if settings.kind == "none":
            return None
        delay = Delay(self.lag.seconds, self.lag.worst, self.lag.is_measured)
        return plan_move(settings, left, Position.of(game), delay, self.parameters, factor)

    def _factor(self) -> float:
        """More for the first search of a game, which starts without a tree; a little less for
        every later move, if that is wanted."""
        first = 1.0 if self._has_searched else self.parameters.first
        return float(first * (1 - self.parameters.hurry) ** self._moves)

    def _surprise(self) -> float:
        """Now and then a slow move after a simple position, or a fast one after a hard one."""
        if self._random.random() >= self.parameters.surprise:
            return 1.0
        return FAST if self._was_unclear else SLOW

    def think(
        self,
        search: Callable[[Limit], R],
        game: Game,
        settings: TimeSettings,
        left: TimeLeft,
        limit: Limit,
        *,
        resumes: bool = False,
    ) -> R:
        """Searches within the clock and within `limit`. A search that `resumes` where it ended is
        extended, once, if the position is unclear."""
        began = time.monotonic()
        plan = self._plan(settings, left, game, self._factor() * self._surprise())
        given = limit.seconds if limit.seconds is not None else math.inf
        allowed = min(plan.seconds if plan else math.inf, given)
        result = search(_limited(limit, allowed))
        took = time.monotonic() - began
        candidates = getattr(result, "candidates", ())
        self._was_unclear = is_unclear(candidates)
        if plan and resumes and self._was_unclear and took >= EARLY * allowed:
            extra = min(plan.most, given) - took
            if extra > (1 - EARLY) * allowed:
                result = search(_limited(limit, extra))
                allowed, took = allowed + extra, time.monotonic() - began
        self.lag.moved(allowed, took)
        self._moves += 1
        self._has_searched = self._has_searched or getattr(result, "playouts", 1) > 0
        return result


def _limited(limit: Limit, seconds: float) -> Limit:
    return Limit(limit.playouts, None if math.isinf(seconds) else seconds)
