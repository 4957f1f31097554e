"""Running a tournament: what is left of it is played, every game is stored, and a match stops
when its test is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from keima.arena.records import GameRecord
from keima.arena.results import Outcome, Results
from keima.arena.settings import PlannedGame
from keima.arena.statistics import Sprt, SprtState, Tally
from keima.arena.tournament import Match, Tournament

Backend = Callable[[Iterable[PlannedGame]], Iterator[GameRecord]]
"""Plays games somewhere, and draws plans as it has room for them."""


@dataclass
class MatchState:
    """How a match stands."""

    match: Match
    #: Points of its first player by the number of the game in the match; None if it was void.
    points: dict[int, float | None] = field(default_factory=dict)
    #: When its test was decided, and how many games it took.
    decided: SprtState | None = None
    decided_after: int = 0
    _checked: int = 0
    _prefix: Tally = field(default_factory=lambda: Tally(0, 0))

    @property
    def tally(self) -> Tally:
        """Of its first player, void games left out."""
        return tally_of(self.points.values())

    @property
    def void(self) -> int:
        return sum(points is None for points in self.points.values())

    def add(self, number: int, points: float | None, sprt: Sprt | None) -> None:
        """Counts a game. The test looks at games in their order, not in that of their ends: so
        it decides the same whatever the number of workers."""
        self.points[number] = points
        while sprt is not None and self.decided is None and self._checked in self.points:
            self._prefix += tally_of([self.points[self._checked]])
            self._checked += 1
            state = sprt.games(self._prefix)
            if state.verdict:
                self.decided, self.decided_after = state, self._checked


def tally_of(points: Iterable[float | None]) -> Tally:
    """Wins, losses and draws.

    >>> tally_of([1, 1, 0, 0.5, None])
    Tally(wins=2, losses=1, draws=1)
    """
    found = list(points)
    return Tally(found.count(1), found.count(0), found.count(0.5))


class Run:
    """A tournament under way.

    Raises ValueError if the database has games of a tournament of this name that are not those
    of this one: another seed, other players or settings.
    """

    def __init__(self, tournament: Tournament, results: Results, source: str = "") -> None:
        self.tournament, self.results = tournament, results
        self.states = {match.name: MatchState(match) for match in tournament.matches}
        results.begin(tournament.name, source, tournament.sprt)
        self._width = len(tournament.matches)
        planned = {plan.index: plan for plan in tournament.plans()}
        self.done: set[int] = set()
        self.faults = 0
        for outcome in results.outcomes(tournament.name):
            plan = planned.get(outcome.number)
            if plan is None and outcome.match in self.states:
                continue  # the tournament was made shorter
            if plan is None or plan.fingerprint() != outcome.fingerprint:
                raise ValueError(
                    f"game {outcome.number} of tournament {tournament.name!r} in {results.path} "
                    f"was played under another plan ({outcome.match}): use another name or "
                    "another database"
                )
            self.done.add(outcome.number)
            self._count(outcome)
        #: Games that were there at the start.
        self.resumed = len(self.done)
        self._plans = [plan for index, plan in planned.items() if index not in self.done]

    def plans(self) -> Iterator[PlannedGame]:
        """The games that are left, leaving out those of matches that are decided."""
        for plan in self._plans:
            if self.states[plan.match].decided is None:
                yield plan

    @property
    def left(self) -> int:
        """Games still to be played, unless a test stops a match earlier."""
        return sum(
            plan.index not in self.done and self.states[plan.match].decided is None
            for plan in self._plans
        )

    def play(self, backend: Backend) -> Iterator[GameRecord]:
        """Plays what is left; a game is yielded when it is stored."""
        games = backend(self.plans())
        try:
            for record in games:
                self.results.add(record)
                self.done.add(record.plan.index)
                self.faults += len(record.faults)
                plan = record.plan
                self._count(
                    Outcome(
                        plan.index,
                        plan.match,
                        "",
                        plan.black.name,
                        plan.white.name,
                        record.result,
                    )
                )
                yield record
        finally:
            close = getattr(games, "close", None)
            if close is not None:
                close()

    def _count(self, outcome: Outcome) -> None:
        state = self.states[outcome.match]
        points: float | None = None
        if outcome.result != "Void":
            black = {"B": 1.0, "W": 0.0}.get(outcome.result[0], 0.5)
            points = black if outcome.black == state.match.a.name else 1 - black
        state.add(outcome.number // self._width, points, self.tournament.sprt)
