"""Typed reading of the fields of a query."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from keima.colors import Color
from keima.game import Game


class QueryError(ValueError):
    """A query that cannot be answered, and the field that is to blame."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Fields:
    """Reads fields and remembers which were asked for; every method raises QueryError."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        self._known: set[str] = set()

    def unused(self) -> list[str]:
        return [name for name in self._values if name not in self._known]

    def has(self, name: str) -> bool:
        self._known.add(name)
        return name in self._values

    def get(self, name: str) -> Any:
        self._known.add(name)
        if name not in self._values:
            raise QueryError("Must be given", name)
        return self._values[name]

    def string(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str):
            raise QueryError(f"Must be a string, got {shown(value)}", name)
        return value

    def flag(self, name: str) -> bool:
        value = self.get(name) if self.has(name) else False
        if not isinstance(value, bool):
            raise QueryError(f"Must be true or false, got {shown(value)}", name)
        return value

    def integer(self, name: str, least: int, most: int) -> int:
        return whole(self.get(name), name, least, most)

    def number(self, name: str, least: float, most: float) -> float:
        value = self.get(name)
        good = isinstance(value, int | float) and not isinstance(value, bool)
        if not (good and least <= value <= most and math.isfinite(value)):
            raise QueryError(
                f"Must be a number from {least:g} to {most:g}, got {shown(value)}", name
            )
        return float(value)

    def items(self, name: str) -> list[Any]:
        value = self.get(name)
        if not isinstance(value, list):
            raise QueryError(f"Must be a list, got {shown(value)}", name)
        return value

    def integers(self, name: str, least: int, most: int) -> list[int]:
        return [whole(value, name, least, most) for value in self.items(name)]

    def mapping(self, name: str) -> dict[str, Any]:
        value = self.get(name) if self.has(name) else {}
        if not isinstance(value, dict):
            raise QueryError(f"Must be an object, got {shown(value)}", name)
        return value


def whole(value: object, name: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise QueryError(f"Must be a whole number from {least} to {most}, got {shown(value)}", name)
    return value


def player(value: object, name: str) -> Color:
    try:
        return Color.parse(value)  # type: ignore[arg-type]
    except (ValueError, TypeError, AttributeError):
        raise QueryError(f'Must be "B" or "W", got {shown(value)}', name) from None


def location(game: Game, value: object, name: str) -> int:
    try:
        if isinstance(value, str):
            return game.parse(value)
    except ValueError:
        pass
    raise QueryError(f"Could not parse location: {shown(value)}", name)


def placed(game: Game, value: object, name: str) -> tuple[Color, int]:
    """A pair of a player and a location."""
    if not (isinstance(value, list) and len(value) == 2):
        raise QueryError(f"Must be pairs of player and location, got {shown(value)}", name)
    return player(value[0], name), location(game, value[1], name)
