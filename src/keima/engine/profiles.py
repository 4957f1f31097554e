"""Profiles: TOML files that say which parts make an engine, and with which parameters."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

_FOLDER = Path(__file__).parent.parent / "profiles"
_TABLES = ("parameters", "large", "levels", "large_levels")
_KEYS = ("player", "description", *_TABLES)


@dataclass(frozen=True)
class Profile:
    """A named composition; `parameters` are as written, not yet checked. Those of `large` take
    their place on boards of 12x12 and more. `levels` are by name what else a player of that
    strength has, on small boards and on large ones."""

    name: str
    player: str
    description: str
    parameters: Mapping[str, object]
    large: Mapping[str, object] = field(default_factory=dict)
    levels: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    large_levels: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def changes(self, large: bool, level: str | None) -> dict[str, object]:
        """What differs from `parameters` on such boards, at this level. Raises ValueError if
        there is no such level."""
        changes = dict(self.large) if large else {}
        if level is None or level == "none":
            return changes
        levels = self.large_levels if large else self.levels
        if level not in levels:
            allowed = f"expected one of {', '.join(levels)}, or none" if levels else "it has none"
            raise ValueError(f"profile {self.name} has no level {level!r}: {allowed}")
        return changes | dict(levels[level])


def known_profiles() -> list[str]:
    """The names of the profiles that come with Keima.

    >>> "brugmann" in known_profiles()
    True
    """
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def load_profile(name: str) -> Profile:
    """Reads a profile by name, or by path if it has a slash or ends in `.toml`.

    Raises ValueError that says what is wrong and what would be right.
    """
    if "/" in name or name.endswith(".toml"):
        path = Path(name)
    elif name in known_profiles():
        path = _FOLDER / f"{name}.toml"
    else:
        raise ValueError(
            f"unknown profile {name!r}: expected one of {', '.join(known_profiles())}, "
            "or the path of a .toml file"
        )
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read profile {name}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"profile {name} is not valid TOML: {error}") from None
    return _check(path.stem, name, values)


def _check(stem: str, given: str, values: Mapping[str, object]) -> Profile:
    for key in values:
        if key not in _KEYS:
            raise ValueError(
                f"profile {given}: unknown key {key!r}: expected one of {', '.join(_KEYS)}"
            )
    player = values.get("player")
    if not isinstance(player, str):
        raise ValueError(f"profile {given}: `player` must name a player, got {player!r}")
    description = values.get("description", "")
    if not isinstance(description, str):
        raise ValueError(f"profile {given}: `description` must be text, got {description!r}")
    tables: dict[str, dict[str, Any]] = {}
    for key in _TABLES:
        table = values.get(key, {})
        nested = list(table.values()) if isinstance(table, dict) and "levels" in key else []
        for value in [table, *nested]:
            if not isinstance(value, dict):
                raise ValueError(f"profile {given}: `{key}` must be a table, got {value!r}")
        tables[key] = cast("dict[str, Any]", table)
    if set(tables["levels"]) != set(tables["large_levels"]):
        raise ValueError(f"profile {given}: `levels` and `large_levels` must have the same names")
    return Profile(stem, player, description, **tables)


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Splits an engine's name from its overrides.

    >>> parse_spec("brugmann:playouts=5000,threads=1")
    ('brugmann', {'playouts': '5000', 'threads': '1'})
    """
    name, colon, rest = spec.strip().partition(":")
    overrides: dict[str, str] = {}
    for item in rest.split(",") if colon else ():
        key, equals, value = (part.strip() for part in item.partition("="))
        if not (key and equals and value):
            raise ValueError(
                f"{item.strip()!r} in engine {spec!r} is not an override: expected name=value, "
                "as in brugmann:playouts=5000,threads=1"
            )
        if key in overrides:
            raise ValueError(f"{key} is given twice in engine {spec!r}")
        overrides[key] = value
    return name, overrides
