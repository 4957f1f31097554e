"""What a clock counts for a move and the search does not see: pipes, networks, the start of a
search and its end."""

from __future__ import annotations

from dataclasses import dataclass

from keima.gtp.timing import TimeLeft, TimeSettings

#: No single delay counts for more: a controller that slept says nothing about the next move.
LONGEST = 5.0
#: Moves after which clocks told in whole seconds say something about delays.
WHOLE_MOVES = 5
#: Moves of earlier games that count at most.
MEMORY = 20
#: What is left, after each move, of the mean and of the longest time that searches were late.
FADING = 0.8


@dataclass
class _Measure:
    """Since when is measured: what the clock showed, and what was done since."""

    left: TimeLeft
    last: TimeLeft
    moves: int = 0
    own: float = 0.0
    last_own: float = 0.0


class Lag:
    """Measures delays from what a controller says is left; until it does, a constant is assumed.

    >>> clock = TimeSettings("absolute", 60)
    >>> lag = Lag(0.1)
    >>> lag.told(clock, TimeLeft(60.0))
    >>> lag.moved(2.0, 2.0)
    >>> lag.told(clock, TimeLeft(57.75))
    >>> lag.seconds, lag.is_measured
    (0.25, True)
    """

    def __init__(self, assumed: float) -> None:
        self.assumed = assumed
        self._late, self._latest = 0.0, 0.0
        self._worst = 0.0
        self._total, self._moves = 0.0, 0  # of what is measured and done with
        self._measure: _Measure | None = None
        self._now = 0.0  # delays of the measure under way
        self._has_fractions = False  # are clocks told in parts of seconds?

    @property
    def is_measured(self) -> bool:
        return self._measured()[1] > 0

    @property
    def seconds(self) -> float:
        """What the next move is expected to cost beside its search."""
        total, moves = self._measured()
        outside = total / moves if moves else self.assumed
        return outside + self._late

    @property
    def worst(self) -> float:
        """What it has cost at most."""
        return max(self.seconds, self._worst) + max(self._latest - self._late, 0.0)

    def new_game(self) -> None:
        """Ends the measure under way; what was learnt is kept."""
        self._total, self._moves = self._measured()
        if self._moves > MEMORY:
            self._total, self._moves = self._total * MEMORY / self._moves, MEMORY
        self._measure, self._now = None, 0.0
        self._worst *= FADING

    def moved(self, allowed: float, took: float) -> None:
        """A search was allowed so many seconds and took so many."""
        late = max(min(took - allowed, LONGEST), 0.0)
        self._late = FADING * self._late + (1 - FADING) * late
        self._latest = max(late, FADING * self._latest)
        if self._measure is not None:
            self._measure.moves += 1
            self._measure.own += took
            self._measure.last_own += took

    def told(self, settings: TimeSettings, left: TimeLeft) -> None:
        """The controller says what is left."""
        self._has_fractions |= not float(left.seconds).is_integer()
        measure = self._measure
        used = charged(settings, measure.left, left, measure.moves) if measure else None
        if measure is None or used is None or used < 0:
            self.new_game()
            self._measure = _Measure(left, left)
            return
        if measure.moves:
            unsure = 0.0 if self._has_fractions else 1.0
            self._now = min(max(used - measure.own - unsure, 0.0), LONGEST * measure.moves)
            self._see_worst(settings, measure, left)
        measure.last, measure.last_own = left, 0.0

    def refined(self, told: TimeLeft, own: TimeLeft | None) -> TimeLeft:
        """What is left if a clock in whole seconds agrees with our own: ours is finer."""
        if self._has_fractions or own is None or own.stones != told.stones:
            return told
        return own if told.seconds <= own.seconds < told.seconds + 1 else told

    def _see_worst(self, settings: TimeSettings, measure: _Measure, left: TimeLeft) -> None:
        used = charged(settings, measure.last, left, 1)
        if used is not None and self._has_fractions:
            self._worst = max(self._worst, min(used - measure.last_own, LONGEST))

    def _measured(self) -> tuple[float, int]:
        """All delays so far and the moves they belong to; the measure under way counts when it
        says anything."""
        measure = self._measure
        if measure is None or (not self._has_fractions and measure.moves < WHOLE_MOVES):
            return self._total, self._moves
        moves = measure.moves if measure.last_own == 0.0 else measure.moves - 1
        return self._total + self._now, self._moves + moves


def charged(settings: TimeSettings, before: TimeLeft, after: TimeLeft, moves: int) -> float | None:
    """What a clock has counted for some moves between two readings; None if it cannot be told,
    since a new period has begun or the clock is at its limit.

    >>> charged(TimeSettings("fischer", 60, increment=5), TimeLeft(60), TimeLeft(63), 2)
    7
    """
    used = before.seconds - after.seconds
    match settings.kind:
        case "none":
            return None
        case "fischer" | "fischer-capped":
            full = after.seconds >= settings.limit
            return None if full else used + moves * settings.increment
        case "canadian" if before.stones > 0:
            return used if before.stones - after.stones == moves else None
        case _:
            return used if before.stones == after.stones == 0 else None
