"""A game analysed from its first position to its last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from keima.colors import Color
from keima.game import Game
from keima.review.found import Found, found_by
from keima.review.moves import Judged, Play, Threshold, judge_moves, play_of
from keima.review.record import Record, read_record
from keima.sgf.convert import tree_of_game

if TYPE_CHECKING:
    from keima.engine import Engine
    from keima.sgf import GameTree

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


USUAL_SETTINGS, USUAL_THRESHOLD = Settings(), Threshold()


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
    record: Record,
    engine: Engine,
    settings: Settings,
    known: Mapping[int, Found],
    keep: Callable[[Found], object],
    tell: Tell,
) -> dict[int, Found]:
    """What is known of all positions that can be searched, after those that are not `known` yet
    were; `keep` is given each of these as soon as it is found.

    Every search starts without a tree, so that what it finds depends on its position alone, not on
    where an interrupted run went on. What the network has said of the positions around is kept
    all the same: it is the larger part of the time.
    """
    from keima.engine import Limit
    from keima.engine.unpassed import unpassed

    wanted = record.to_search
    limit = Limit(settings.playouts, settings.seconds)
    found = {number: known[number] for number in wanted if number in known}
    tell(len(found), len(wanted))
    for number in wanted:
        if number in found:
            continue
        color = record.color_at(number)
        engine.new_game()
        result = engine.search(
            unpassed(record.turns[number].game), limit if limit else None, color, analysis=True
        )
        entry = found_by(result, number, color)
        keep(entry)
        found[number] = entry
        tell(len(found), len(wanted))
    return found


def review_game(
    source: Game | GameTree,
    settings: Settings = USUAL_SETTINGS,
    threshold: Threshold = USUAL_THRESHOLD,
    tell: Tell | None = None,
) -> Review:
    """The review of a game, or of the main line of a tree. Raises ValueError for settings that are
    wrong and for a tree that is no game of Go."""
    record = read_record(tree_of_game(source) if isinstance(source, Game) else source)
    engine = settings.engine()
    key = analysis_key(record, settings, engine.prepare(record.turns[0].game))
    found = analyse(record, engine, settings, {}, lambda _: None, tell or (lambda *_: None))
    return Review(record, key, found, threshold)
