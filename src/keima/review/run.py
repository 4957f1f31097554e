"""A game analysed from its first position to its last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from keima.colors import Color
from keima.review.found import Found, found_by
from keima.review.journal import Journal
from keima.review.moves import Judged, Play, Threshold, judge_moves, play_of
from keima.review.record import Record

if TYPE_CHECKING:
    from keima.engine import Engine

#: Hears how many positions are done, of how many.
Tell = Callable[[int, int], object]


@dataclass(frozen=True)
class Settings:
    """How positions are searched."""

    profile: str = "keima"
    #: For each position; those of the profile if neither is given.
    playouts: int | None = None
    seconds: float | None = None
    threads: int | None = None
    seed: int = 1

    def engine(self) -> Engine:
        """Raises ValueError, or OSError, for a profile that is none or values out of range."""
        from keima.engine import Engine, Limit

        Limit(self.playouts, self.seconds)
        return Engine(self.profile, threads=self.threads, seed=self.seed)


@dataclass(frozen=True)
class Review:
    """A game and what was found in it."""

    record: Record
    #: What was searched and how: see `analysis_key`.
    analysis: dict[str, Any]
    found: dict[int, Found]
    threshold: Threshold = field(default_factory=Threshold)

    @cached_property
    def judged(self) -> dict[int, Judged]:
        return judge_moves(self.record, self.found, self.threshold)

    @cached_property
    def plays(self) -> dict[str, Play]:
        """How well each side played."""
        judged = self.judged.values()
        return {color.letter: play_of(color, judged) for color in (Color.BLACK, Color.WHITE)}


def analysis_key(record: Record, settings: Settings, network: str | None) -> dict[str, Any]:
    """What makes two analyses the same: results of one can take the place of the other's. How
    many threads searched does not matter."""
    from keima import __version__

    return {
        "keima": __version__,
        "profile": settings.profile,
        "network": network,
        "playouts": settings.playouts,
        "seconds": settings.seconds,
        "seed": settings.seed,
        "game": record.key,
    }


def analyse(
    record: Record, engine: Engine, settings: Settings, journal: Journal, tell: Tell
) -> dict[int, Found]:
    """Searches the positions that the journal does not know yet; it knows them afterwards, and
    also, if this is interrupted, those that were done.

    Every search starts without a tree, so that what it finds depends on its position alone, not on
    where an interrupted run went on. What the network has said of the positions around is kept
    all the same: it is the larger part of the time.
    """
    from keima.engine import Limit

    wanted = record.to_search
    limit = Limit(settings.playouts, settings.seconds)
    done = sum(number in journal.found for number in wanted)
    tell(done, len(wanted))
    for number in wanted:
        if number in journal.found:
            continue
        color = record.color_at(number)
        engine.new_game()
        result = engine.search(
            record.turns[number].game, limit if limit else None, color, analysis=True
        )
        journal.add(found_by(result, number, color))
        done += 1
        tell(done, len(wanted))
    return {number: journal.found[number] for number in wanted}
