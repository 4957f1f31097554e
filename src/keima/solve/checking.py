"""What a saved state says, looked at before it is believed: anybody can write a JSON file."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any


class Fields:
    """Named values, each checked as it is taken; ValueError says which one is wrong, and how.

    >>> fields = Fields({"depth": 7, "answer": "yes"})
    >>> fields.whole("depth", 0, 199), fields.one_of("answer", ("yes", "no"))
    (7, 'yes')
    >>> fields.whole("depth", 0, 5)
    Traceback (most recent call last):
        ...
    ValueError: depth is 7, expected a whole number from 0 to 5
    """

    def __init__(self, data: object, name: str = "the state") -> None:
        if not isinstance(data, dict):
            raise _wrong(name, data, "named values")
        self._data: dict[Any, Any] = data

    def take(self, name: str) -> Any:
        if name not in self._data:
            raise ValueError(f"{name} is missing")
        return self._data[name]

    def whole(self, name: str, low: int, high: int) -> int:
        return whole(name, self.take(name), low, high)

    def number(self, name: str, low: float, high: float = 1e18) -> float:
        value = self.take(name)
        if type(value) not in (int, float) or not low <= value <= high:
            raise _wrong(name, value, f"a number from {low:g} to {high:g}")
        return float(value)

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise _wrong(name, value, "true or false")
        return value

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str):
            raise _wrong(name, value, "a text")
        return value

    def one_of(self, name: str, words: Collection[str]) -> str:
        value = self.take(name)
        if not isinstance(value, str) or value not in words:
            raise _wrong(name, value, " or ".join(words))
        return value

    def items(self, name: str, count: int | None = None) -> list[Any]:
        return items(name, self.take(name), count)

    def fields(self, name: str) -> Fields:
        return Fields(self.take(name), name)

    def names(self, allowed: Collection[str] | None = None) -> list[str]:
        """All names; with `allowed` no others may be there."""
        for name in self._data:
            if allowed is not None and name not in allowed:
                raise _wrong("a name", name, " or ".join(allowed))
        return list(self._data)


def whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number; true and false are none."""
    if type(value) is not int or not low <= value <= high:
        raise _wrong(name, value, f"a whole number from {low} to {high}")
    return value


def items(name: str, value: object, count: int | None = None) -> list[Any]:
    """A list, of so many values if that is said."""
    if not isinstance(value, list) or (count is not None and len(value) != count):
        raise _wrong(name, value, "a list" if count is None else f"a list of {count}")
    return value


def _wrong(name: str, value: object, expected: str) -> ValueError:
    shown = repr(value)
    return ValueError(
        f"{name} is {shown if len(shown) <= 40 else shown[:37] + '...'}, expected {expected}"
    )
