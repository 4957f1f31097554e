"""Values that come from outside, read with care. What is wrong is `Refused`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, NoReturn


class Refused(Exception):
    """What a client asked for is not done; nothing has changed. `status` is that of HTTP."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.message, self.status = message, status


def shown(value: object) -> str:
    """A value for a message, cut if it is long."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def read_json(data: bytes | str) -> dict[str, Any]:
    """A JSON object. NaN and Infinity, which JSON does not know, are refused too.

    >>> read_json(b'{"do": "pass"}')
    {'do': 'pass'}
    """
    try:
        value = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(f"this is not JSON: {shown(str(error))}", 400) from None
    if not isinstance(value, dict):
        raise Refused(f"expected a JSON object, got {shown(value)}", 400)
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def known_keys(given: Mapping[str, object], known: Collection[str], where: str) -> None:
    """Refuses keys that mean nothing."""
    for key in given:
        if key not in known:
            raise Refused(f"{where}: unknown {shown(key)}: expected some of {', '.join(known)}")


def mapping(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused(f"{name} must be an object, got {shown(value)}")
    return value


def whole(value: object, name: str, low: int, high: int) -> int:
    """
    >>> whole(9, "width", 1, 25)
    9
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refused(f"{name} must be a whole number from {low} to {high:,}, got {shown(value)}")
    return value


def number(value: object, name: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise Refused(f"{name} must be a number from {low:,} to {high:,}, got {shown(value)}")
    return float(value)


def text(value: object, name: str, most: int) -> str:
    """A text without halves of surrogate pairs, which no file can hold, and without zeros."""
    if not isinstance(value, str):
        raise Refused(f"{name} must be a text, got {shown(value)}")
    if len(value) > most:
        raise Refused(f"{name} has {len(value):,} characters: expected at most {most:,}", 413)
    return value.encode("utf-8", "replace").decode("utf-8").replace("\0", "")


def choice(value: object, name: str, allowed: Collection[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Refused(f"{name} must be one of {', '.join(allowed)}, got {shown(value)}")
    return value


def switch(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"{name} must be true or false, got {shown(value)}")
    return value
