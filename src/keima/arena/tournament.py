"""What is to be played: pairings, their games, and when one of them may stop early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Literal

from keima.arena.openings import Opening
from keima.arena.settings import Entrant, GameSettings, PlannedGame, derive_seed
from keima.arena.statistics import Sprt

Colors = Literal["both", "B", "W"]
"""Which colours a player has in a match."""


@dataclass(frozen=True)
class Match:
    """Games between two players. They take turns with the colours, `a` has Black first, unless
    `a_plays` gives it one colour in all games; each opening is played twice before the next."""

    a: Entrant
    b: Entrant
    games: int
    settings: GameSettings = field(default_factory=GameSettings)
    openings: tuple[Opening, ...] = ()
    a_plays: Colors = "both"

    def __post_init__(self) -> None:
        if self.a.name == self.b.name:
            raise ValueError(f"{self.a.name} cannot play against itself: give it a second name")
        if self.games < 1:
            raise ValueError(f"the number of games must be 1 or more, got {self.games}")

    @property
    def name(self) -> str:
        return f"{self.a.name} - {self.b.name}"

    def plan(self, tournament: str, seed: int, number: int, index: int) -> PlannedGame:
        """The game with that number in the match and that index in the tournament."""
        settings = self.settings
        if self.openings:
            settings = settings.replace(opening=self.openings[number // 2 % len(self.openings)])
        a_is_black = number % 2 == 0 if self.a_plays == "both" else self.a_plays == "B"
        black, white = (self.a, self.b) if a_is_black else (self.b, self.a)
        own_seed = derive_seed(seed, self.name, number)
        return PlannedGame(tournament, index, self.name, black, white, settings, own_seed)


@dataclass(frozen=True)
class Tournament:
    """Matches, played side by side.

    >>> a, b, c = (Entrant(name, "brugmann") for name in "abc")
    >>> t = Tournament("test", tuple(round_robin([a, b, c], 2)), seed=1)
    >>> [(plan.black.name, plan.white.name) for plan in t.plans()]
    [('a', 'b'), ('a', 'c'), ('b', 'c'), ('b', 'a'), ('c', 'a'), ('c', 'b')]
    """

    name: str
    matches: tuple[Match, ...]
    seed: int = 0
    #: Ends a match as soon as it is decided whether its first player is stronger.
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if not self.matches:
            raise ValueError(f"tournament {self.name!r} has no games")
        names = [match.name for match in self.matches]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"{', '.join(sorted(twice))}: each pairing can be there once")

    def plans(self) -> Iterator[PlannedGame]:
        """All games in the order in which they are begun: a game of each match in turn. More
        games of the same matches continue the order, so a tournament can be made longer."""
        width = len(self.matches)
        for number in range(max(match.games for match in self.matches)):
            for place, match in enumerate(self.matches):
                if number < match.games:
                    yield match.plan(self.name, self.seed, number, number * width + place)

    @property
    def games(self) -> int:
        return sum(match.games for match in self.matches)

    @property
    def entrants(self) -> list[Entrant]:
        found = {e.name: e for match in self.matches for e in (match.a, match.b)}
        return list(found.values())


def round_robin(
    entrants: Sequence[Entrant],
    games: int,
    settings: GameSettings | None = None,
    openings: tuple[Opening, ...] = (),
) -> list[Match]:
    """Everybody against everybody."""
    settings = settings or GameSettings()
    return [Match(a, b, games, settings, openings) for a, b in combinations(entrants, 2)]


def gauntlet(
    player: Entrant,
    opponents: Sequence[Entrant],
    games: int,
    settings: GameSettings | None = None,
    openings: tuple[Opening, ...] = (),
) -> list[Match]:
    """One against each of the others."""
    settings = settings or GameSettings()
    return [Match(player, other, games, settings, openings) for other in opponents]


def ladder_of(name: str, spec: str, parameter: str, values: Sequence[object]) -> list[Entrant]:
    """Players that differ in one parameter. `{value}` in the spec is replaced; without it, the
    parameter is set in the profile.

    >>> [e.spec for e in ladder_of("b", "brugmann", "playouts", [10, 20])]
    ['brugmann:playouts=10', 'brugmann:playouts=20']
    >>> ladder_of("g", "gtp:gnugo --level {value}", "level", [1])
    [Entrant(name='g level=1', spec='gtp:gnugo --level 1')]
    """
    found = []
    for value in values:
        if "{value}" in spec:
            full = spec.replace("{value}", str(value))
        elif spec.startswith("gtp:"):
            raise ValueError(f"{spec!r} has no {{value}} to be replaced by {parameter}")
        else:
            profile = spec.removeprefix("sub:")
            full = f"{spec}{',' if ':' in profile else ':'}{parameter}={value}"
        found.append(Entrant(f"{name} {parameter}={value}", full))
    return found


def ladder(
    rungs: Sequence[Entrant],
    opponent: Entrant | None,
    games: int,
    settings: GameSettings | None = None,
    openings: tuple[Opening, ...] = (),
) -> list[Match]:
    """Each rung against the opponent; without one, each against the one below it."""
    settings = settings or GameSettings()
    if opponent is not None:
        return [Match(rung, opponent, games, settings, openings) for rung in rungs]
    return [Match(high, low, games, settings, openings) for low, high in pairwise(rungs)]
