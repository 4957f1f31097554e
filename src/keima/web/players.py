"""Who plays: people, and engines by the name of a profile. Nothing here takes a path."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from keima.engine.limits import Limit
from keima.engine.profiles import known_profiles, load_profile
from keima.web import limits
from keima.web.values import Refused, choice, known_keys, mapping, number, shown, whole

#: The profile of those who name none.
USUAL = "keima"
#: It plays another game.
_OTHER_GAMES = ("ponnuki",)
#: It needs a network that is named.
_INCOMPLETE = ("kata",)


@dataclass(frozen=True)
class Profile:
    """What a page may choose."""

    name: str
    about: str
    levels: tuple[str, ...]


@cache
def profiles() -> dict[str, Profile]:
    """Those that can play Go as they are, by name."""
    found = {}
    for name in known_profiles():
        if name not in _OTHER_GAMES and name not in _INCOMPLETE:
            profile = load_profile(name)
            found[name] = Profile(name, profile.description, tuple(profile.levels))
    return found


def read_profile(value: object) -> str:
    return choice(value, "profile", profiles())


def read_level(profile: str, value: object) -> str | None:
    if value is None:
        return None
    levels = profiles()[profile].levels
    if not levels:
        raise Refused(f"profile {profile} has no levels: expected null, got {shown(value)}")
    return choice(value, "level", levels)


@dataclass(frozen=True)
class Seat:
    """A player; `profile` is None for people."""

    profile: str | None = None
    level: str | None = None
    seconds: float | None = None
    playouts: int | None = None

    @property
    def is_engine(self) -> bool:
        return self.profile is not None

    @property
    def name(self) -> str:
        """Of an engine; people have none."""
        return " ".join(part for part in (self.profile, self.level) if part)

    @property
    def limit(self) -> Limit | None:
        """None if the profile's own holds."""
        if self.seconds is None and self.playouts is None:
            return None
        return Limit(self.playouts, self.seconds)

    @classmethod
    def read(cls, value: object, where: str = "player") -> Seat:
        """Reads a PLAYER."""
        given = mapping(value, where)
        known_keys(given, ("kind", "profile", "level", "seconds", "playouts"), where)
        if choice(given.get("kind"), f"{where}: kind", ("human", "engine")) == "human":
            return cls()
        profile = read_profile(given.get("profile", USUAL))
        seconds, playouts = given.get("seconds"), given.get("playouts")
        return cls(
            profile,
            read_level(profile, given.get("level")),
            None if seconds is None else number(seconds, "seconds", 0.05, limits.SECONDS),
            None if playouts is None else whole(playouts, "playouts", 1, limits.PLAYOUTS),
        )

    def to_json(self) -> dict[str, Any]:
        if self.profile is None:
            return {"kind": "human"}
        return {
            "kind": "engine",
            "profile": self.profile,
            "level": self.level,
            "seconds": self.seconds,
            "playouts": self.playouts,
        }
