"""A run: trials are asked for, played and told, and can be taken up again from the log.

A tuner is told results in the order of trials, whatever the order in which games end, and trial
k is asked for when exactly the trials up to k - `ahead` have been told. So a run finds the same
values on any number of workers, and after any number of interruptions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from keima.arena.settings import derive_seed
from keima.tune.log import GameId, Log, Played
from keima.tune.space import Values
from keima.tune.tuner import Tuner


class Job(NamedTuple):
    """A game to be played with these values. `number` counts the games of a point over all
    trials: even ones are played with Black. The points of a trial have the same seeds."""

    place: GameId
    values: Values
    number: int
    seed: int


class Objective(Protocol):
    """What is tuned for: the outcome of one game, which depends on nothing but the job."""

    def __call__(self, job: Job) -> Played: ...


Backend = Callable[[Iterator[Job | None]], Iterator[tuple[Job, Played]]]
"""Plays jobs somewhere and yields them as they are over. A job of None means that none is to be
had before another one is over."""


def serial(objective: Objective) -> Backend:
    """Plays one job after the other, here."""

    def play(jobs: Iterator[Job | None]) -> Iterator[tuple[Job, Played]]:
        for job in jobs:
            assert job is not None, "nothing is under way that could be waited for"
            yield job, objective(job)

    return play


@dataclass(frozen=True)
class RunSettings:
    """How trials are played: `games` for each point of a trial, `ahead` trials under way at most.
    A tuner learns a little later with more trials ahead; fewer leave workers without work."""

    games: int = 2
    ahead: int = 4
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("games", "ahead"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 or more, got {getattr(self, name)}")


class Run:
    """A run of `trials` trials; those that the log has are not played again."""

    def __init__(self, tuner: Tuner, log: Log, trials: int, settings: RunSettings) -> None:
        if trials < 0:
            raise ValueError(f"the number of trials must be 0 or more, got {trials}")
        self.tuner, self.log, self.settings = tuner, log, settings
        self.trials = trials
        self.told = 0
        self._asked = 0
        self._queue: deque[Job] = deque()
        self._advance()
        #: Trials that were complete at the start.
        self.resumed = self.told

    def play(self, backend: Backend) -> Iterator[Job]:
        """Plays what is left; a job is yielded when it is stored."""
        for job, played in backend(self._jobs()):
            self.log.add_game(job.place, played)
            self._advance()
            yield job
        if self.told < self.trials:
            raise RuntimeError(f"games are missing after trial {self.told} of {self.trials}")

    @property
    def left(self) -> int:
        """Games still to be played by trials that are asked for; later ones have as many."""
        missing = len(self._queue)
        per_trial = self.settings.games * len(self.log.trials[0]) if self.log.trials else 0
        return missing + per_trial * (self.trials - self._asked)

    def _jobs(self) -> Iterator[Job | None]:
        while self.told < self.trials:
            yield self._queue.popleft() if self._queue else None

    def _advance(self) -> None:
        """Asks and tells as far as results go. Asking comes first: that fixes what the tuner has
        been told when it is asked."""
        while True:
            if self._asked < min(self.trials, self.told + self.settings.ahead):
                self._ask(self._asked)
                self._asked += 1
            elif self.told < self._asked and (
                results := self.log.results(self.told, self.settings.games)
            ):
                self.tuner.tell(self.told, results)
                self.told += 1
            else:
                return

    def _ask(self, trial: int) -> None:
        if trial in self.log.trials:
            self.tuner.restore(trial, self.log.trials[trial])
        else:
            self.log.add_trial(trial, self.tuner.ask(trial))
        for game in range(self.settings.games):
            for point, values in enumerate(self.log.trials[trial]):
                place = GameId(trial, point, game)
                if place not in self.log.games:
                    seed = derive_seed(self.settings.seed, trial, game)
                    number = trial * self.settings.games + game
                    self._queue.append(Job(place, values, number, seed))


def check(
    values: Values, log: Log, games: int, seed: int, backend: Backend
) -> Iterator[tuple[Job, Played]]:
    """Plays games that no tuner sees, for a rate without flattery; stored like the others."""
    done = log.checked(values)
    jobs = (
        Job(GameId(-1, 0, number), values, number, derive_seed(seed, "check", number))
        for number in range(games)
        if number not in done
    )
    for job, played in backend(jobs):
        log.add_check(values, job.number, played)
        yield job, played
