"""The objective: games of a player with the values of a trial against a fixed opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from keima.arena.openings import Opening
from keima.arena.play import play_game
from keima.arena.records import GameRecord
from keima.arena.settings import Entrant, GameSettings, PlannedGame
from keima.tune.log import Played
from keima.tune.run import Backend, Job
from keima.tune.space import Choice, Number, Parameter, Space, Value, Values


@dataclass(frozen=True)
class Games:
    """Games of `player`, a spec to which the values are added, against `opponent`."""

    player: str
    opponent: str
    settings: GameSettings = field(default_factory=GameSettings)
    openings: tuple[Opening, ...] = ()

    def __call__(self, job: Job) -> Played:
        return self.played(play_game(self.plan(job, 0)))

    def plan(self, job: Job, index: int) -> PlannedGame:
        """The job as a game of the arena. Colours alternate; an opening is played with both."""
        settings = self.settings
        if self.openings:
            opening = self.openings[job.number // 2 % len(self.openings)]
            settings = settings.replace(opening=opening)
        sides = [
            Entrant("player", with_values(self.player, job.values)),
            Entrant("opponent", self.opponent),
        ]
        black, white = sides if job.number % 2 == 0 else sides[::-1]
        return PlannedGame("tune", index, "player - opponent", black, white, settings, job.seed)

    @staticmethod
    def played(record: GameRecord) -> Played:
        """What a record says of the player."""
        black = record.plan.black.name == "player"
        details: dict[str, Any] = {
            "color": "B" if black else "W",
            "result": record.result,
            "moves": len(record.moves),
            "seconds": round(record.seconds, 3),
        }
        if record.faults:
            details["faults"] = [f"{f.color} {f.kind}: {f.message}" for f in record.faults]
        if record.is_void:
            return Played(None, details)
        return Played(record.points if black else 1 - record.points, details)

    def backend(
        self, play: Callable[[Iterable[PlannedGame | None]], Iterator[GameRecord]]
    ) -> Backend:
        """Plays jobs on the arena's pool or cluster."""

        def run(jobs: Iterator[Job | None]) -> Iterator[tuple[Job, Played]]:
            under_way: dict[int, Job] = {}

            def plans() -> Iterator[PlannedGame | None]:
                index = 0
                for job in jobs:
                    if job is None:
                        yield None
                        continue
                    under_way[index] = job
                    yield self.plan(job, index)
                    index += 1

            for record in play(plans()):
                yield under_way.pop(record.plan.index), self.played(record)

        return run


def with_values(spec: str, values: Mapping[str, Value]) -> str:
    """A spec with values: `{name}` in it is replaced; other values override the profile's.

    >>> with_values("brugmann:playouts=10", {"playouts": 20, "eyes": "usual"})
    'brugmann:playouts=20,eyes=usual'
    >>> with_values("gtp:gnugo --level {level}", {"level": 3})
    'gtp:gnugo --level 3'
    >>> with_values("gtp:gnugo", {"level": 3})
    Traceback (most recent call last):
    ...
    ValueError: the player 'gtp:gnugo' does not say where level goes: expected {level} in it
    """
    from keima.engine.profiles import parse_spec

    rest: Values = {}
    for name, value in values.items():
        if "{" + name + "}" in spec:
            spec = spec.replace("{" + name + "}", str(value))
        elif spec.startswith("gtp:"):
            raise ValueError(
                f"the player {spec!r} does not say where {name} goes: expected {{{name}}} in it"
            )
        else:
            rest[name] = value
    if not rest:
        return spec
    prefix = "sub:" if spec.startswith("sub:") else ""
    profile, given = parse_spec(spec.removeprefix("sub:"))
    both = ",".join(f"{name}={value}" for name, value in {**given, **rest}.items())
    return f"{prefix}{profile}:{both}"


def make_parameter(player: str, name: str, given: Mapping[str, Any]) -> Parameter:
    """A parameter from a table of a file; the range, the choices and the start that it leaves
    out are those of the player's profile. Raises ValueError if there are none."""
    table = dict(given)
    known = None if player.startswith("gtp:") else _profile_parameter(player, name)
    if known is not None:
        own, value = known
        if own.choices:
            table.setdefault("choices", own.choices)
        else:
            for key, limit in (("low", own.low), ("high", own.high)):
                if limit is not None:
                    table.setdefault(key, limit)
            table.setdefault("integer", own.kind is int)
        table.setdefault("start", _inside(value, table))
    if "choices" in table:
        _only(name, table, ("choices", "start", "integer"))
        return Choice(name, tuple(table["choices"]), table.get("start"))
    _only(name, table, ("low", "high", "log", "integer", "start"))
    for key in ("low", "high"):
        if key not in table:
            raise ValueError(f"parameter {name}: {key} is missing, and no profile has it")
    return Number(
        name,
        table["low"],
        table["high"],
        table.get("log", False),
        table.get("integer", False),
        table.get("start"),
    )


def _profile_parameter(player: str, name: str) -> tuple[Any, object] | None:
    """What the profile knows of a parameter, and its value there; None if the spec names a
    place for it by itself."""
    from keima.engine import Engine
    from keima.engine.parameters import parameters_of

    if "{" + name + "}" in player:
        return None
    parameters = Engine(player.removeprefix("sub:")).parameters
    known = {p.name: p for p in parameters_of(type(parameters))}
    if name not in known:
        raise ValueError(f"{player} has no parameter {name!r}: expected one of {', '.join(known)}")
    return known[name], getattr(parameters, name)


def _inside(value: object, table: Mapping[str, Any]) -> object:
    """The value if it can be a start, else None."""
    if "choices" in table:
        return value if value in table["choices"] else None
    low, high = table.get("low"), table.get("high")
    if isinstance(value, int | float) and low is not None and high is not None:
        return value if low <= value <= high else None
    return None


def _only(name: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise ValueError(
                f"parameter {name}: unknown key {key!r}: expected one of {', '.join(known)}"
            )


def check_space(games: Games, space: Space) -> None:
    """Raises ValueError if a player at an end of the space, or the opponent, can never work."""
    from keima.arena.players import make_player

    ends: list[Values] = [space.start()]
    for p in space:
        options: tuple[Value, ...] = (
            p.choices if isinstance(p, Choice) else (p.from_unit(0), p.from_unit(1))
        )
        ends += [{**space.start(), p.name: value} for value in options]
    for spec in (games.opponent, *(with_values(games.player, values) for values in ends)):
        make_player(spec).close()
