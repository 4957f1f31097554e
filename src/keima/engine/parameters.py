"""The parameters of the players: each with a type, a default, a range and a sentence. Profiles,
command lines and the documentation read them from here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar, get_type_hints


@dataclass(frozen=True)
class Parameter:
    """What may be given for one parameter."""

    name: str
    kind: type
    default: object
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The values that are right, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.kind is str:
            return "a name"
        what = "a whole number" if self.kind is int else "a number"
        if self.high is None:
            return f"{what} from {self.low:,} on"
        high = "2^64 - 1" if self.high == 2**64 - 1 else f"{self.high:,}"
        return f"{what} from {self.low:,} to {high}"

    def read(self, value: object) -> int | float | str:
        """A value given as such or as text; raises ValueError that says what is allowed."""
        try:
            if self.choices:
                if value in self.choices:
                    return str(value)
            elif self.kind is str:
                if isinstance(value, str) and value:
                    return value
            elif not isinstance(value, bool) and isinstance(value, int | float | str):
                number = self.kind(value)
                exact = isinstance(value, str) or number == value
                if exact and math.isfinite(number) and self._in_range(number):
                    return number  # type: ignore[no-any-return]
        except (ValueError, OverflowError):
            pass
        raise ValueError(f"{self.name} must be {self.allowed}, got {value!r}")

    def _in_range(self, number: float) -> bool:
        return (self.low is None or number >= self.low) and (
            self.high is None or number <= self.high
        )


def parameter(
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """A field of a parameters class, with what may be given for it."""
    return field(
        default=default, metadata={"doc": doc, "low": low, "high": high, "choices": choices}
    )


@dataclass(frozen=True)
class SearchParameters:
    """What every searching player has."""

    playouts: int | None = parameter(
        10_000,
        "Simulated games per move; of the model `abramson`, after each of the candidate moves.",
        low=1,
        high=10**12,
    )
    seconds: float | None = parameter(
        None,
        "Time per move. If only one of `playouts` and `seconds` is given, it alone counts.",
        low=0.001,
        high=10**6,
    )
    threads: int | None = parameter(
        None, "Threads that play; if not given, one for each core.", low=1, high=256
    )
    seed: int | None = parameter(
        None,
        "Where all chance comes from: the same seed, position and number of playouts give the "
        "same result: of flat players on any number of threads, of tree searches on one. If not "
        "given, every engine draws its own.",
        low=0,
        high=2**64 - 1,
    )
    resign_threshold: float = parameter(
        0.0,
        "Resign when the win rate is below this, but not in the first quarter of a game, and with "
        "a network and fewer than 100 playouts only if it was so three turns in a row.",
        low=0,
        high=1,
    )
    level: str | None = parameter(
        None,
        "How strong to play, in profiles that have levels: from `12k` up to `4d`, or `none`. It "
        "sets parameters that are not given, and playouts at most, whatever the time.",
    )
    book: str | None = parameter(
        None,
        "Opening book that is asked before a search: `9x9`, which Keima brings, the path of a "
        "file, or `none`.",
    )
    solve_points: int = parameter(
        0,
        "Prove the best move before a search where no more points than this are open, on boards of "
        "up to 64 points, with area scoring and without suicide; 0 for never.",
        low=0,
        high=64,
    )
    time_formula: str = parameter(
        "thesis",
        "How main time is shared: `thesis`, equations 3.30 and 3.31 of Ferreira 2016; `release`, "
        "as in Matilda 1.11, more at the beginning.",
        choices=("thesis", "release"),
    )
    time_first: float = parameter(
        2.0, "Times the share, for the first search of a game.", low=1, high=10
    )
    time_unclear: float = parameter(
        1.5, "Up to so many times the share, for a choice that is still open.", low=1, high=10
    )
    time_lag: float | None = parameter(
        None,
        "Seconds that a clock counts beside a search; if not given, they are measured.",
        low=0,
        high=60,
    )
    time_hurry: float = parameter(
        0.0, "Against people: every move is faster than the last one by this part.", low=0, high=0.1
    )
    time_surprise: float = parameter(
        0.0,
        "Against people: how often a move is much slower or faster than expected.",
        low=0,
        high=1,
    )


@dataclass(frozen=True)
class FlatParameters(SearchParameters):
    """Parameters of the flat Monte Carlo player."""

    model: str = parameter(
        "brugmann",
        "`abramson`: games after each move; `brugmann`: one batch of games, all moves as first.",
        choices=("abramson", "brugmann"),
    )
    valuation: str = parameter(
        "signed",
        "`signed`: mean margin of the player to move; `literal`: absolute value of the mean "
        "margin, as printed in Palsson 2008.",
        choices=("signed", "literal"),
    )
    eyes: str = parameter(
        "strict",
        "Which eyes playouts leave alone: `strict`, those of Palsson 2008, Definition 3; `usual`, "
        "also those with one enemy stone at a diagonal inside the board.",
        choices=("strict", "usual"),
    )
    passes: str = parameter(
        "settled",
        "When to pass: `settled`, when the game is won or nothing can be gained; `cleanup`, the "
        "same but dead stones are captured first; `last`, only when no playable move is left.",
        choices=("settled", "cleanup", "last"),
    )


P = TypeVar("P", bound=SearchParameters)


def parameters_of(kind: type[SearchParameters]) -> Iterator[Parameter]:
    """The parameters of a kind of player, in order."""
    hints = get_type_hints(kind)
    for f in fields(kind):
        types = getattr(hints[f.name], "__args__", (hints[f.name],))
        yield Parameter(f.name, types[0], f.default, **f.metadata)


def with_values(base: P, values: Mapping[str, object]) -> P:
    """A copy with the given values, checked. Giving one of playouts and seconds takes the other
    away; giving both keeps both.

    >>> with_values(FlatParameters(), {"seconds": "2", "eyes": "usual"}).playouts is None
    True
    >>> with_values(FlatParameters(), {"threads": 0})
    Traceback (most recent call last):
    ...
    ValueError: threads must be a whole number from 1 to 256, got 0
    """
    known = {p.name: p for p in parameters_of(type(base))}
    changes: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"unknown parameter {name!r}: expected one of {', '.join(known)}")
        changes[name] = known[name].read(value)
    for given, other in (("playouts", "seconds"), ("seconds", "playouts")):
        if given in changes:
            changes.setdefault(other, None)
    return replace(base, **changes)
