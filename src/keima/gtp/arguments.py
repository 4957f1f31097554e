"""Typed reading of a command's arguments."""

import math
import re

from keima.colors import Color
from keima.gtp.protocol import GtpError

_INT = re.compile(r"[+-]?[0-9]{1,300}")
_FLOAT = re.compile(r"[+-]?([0-9]{1,300}(\.[0-9]{0,300})?|\.[0-9]{1,300})([eE][+-]?[0-9]{1,3})?")


class Arguments:
    """The arguments of one command. Every method raises GtpError with a text that names what was
    given and what would be right.

    >>> Arguments("black 7 d4").count(2, 3)
    3
    >>> Arguments("x").integer(0)
    Traceback (most recent call last):
    ...
    keima.gtp.protocol.GtpError: syntax error: 'x' is not an integer
    """

    def __init__(self, rest: str) -> None:
        self.rest = rest
        self.words = tuple(word for word in rest.split(" ") if word)

    def __len__(self) -> int:
        return len(self.words)

    def count(self, least: int, most: int | None = None) -> int:
        """How many arguments there are; fails outside least..most (most None: exactly least)."""
        most = least if most is None else most
        given = len(self.words)
        if not least <= given <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise syntax_error(f"expected {wanted} arguments, got {given}")
        return given

    def word(self, index: int) -> str:
        if index >= len(self.words):
            raise syntax_error(f"expected at least {index + 1} arguments, got {len(self.words)}")
        return self.words[index]

    def integer(self, index: int, least: int | None = None, most: int | None = None) -> int:
        word = self.word(index)
        if not _INT.fullmatch(word):
            raise syntax_error(f"{shown(word)} is not an integer")
        value = int(word)
        if least is not None and value < least:
            raise syntax_error(f"{clip(word, 40)} is too small: expected at least {least}")
        if most is not None and value > most:
            raise syntax_error(f"{clip(word, 40)} is too large: expected at most {most}")
        return value

    def number(self, index: int, least: float | None = None, most: float | None = None) -> float:
        """A finite number, written in decimal."""
        word = self.word(index)
        value = float(word) if _FLOAT.fullmatch(word) else math.nan
        if not math.isfinite(value):
            raise syntax_error(f"{shown(word)} is not a number")
        if least is not None and value < least:
            raise syntax_error(f"{clip(word, 40)} is too small: expected at least {least:g}")
        if most is not None and value > most:
            raise syntax_error(f"{clip(word, 40)} is too large: expected at most {most:g}")
        return value

    def is_number(self, index: int) -> bool:
        return index < len(self) and _FLOAT.fullmatch(self.words[index]) is not None

    def color(self, index: int) -> Color:
        return parse_color(self.word(index))

    def path(self) -> tuple[str, "Arguments"]:
        """A file name and the arguments after it; quotes allow spaces in the name."""
        if not self.rest.startswith('"'):
            return self.word(0), Arguments(self.rest.partition(" ")[2])
        name, mark, rest = self.rest[1:].partition('"')
        if not mark:
            raise syntax_error("a file name begins with a quote and has no second one")
        return name, Arguments(rest.strip(" "))


def parse_color(word: str) -> Color:
    try:
        return Color.parse(word)
    except ValueError as error:
        raise GtpError(f"invalid color or coordinate: {clip(str(error))}") from None


def syntax_error(reason: str) -> GtpError:
    return GtpError(f"syntax error: {reason}")


def shown(word: str) -> str:
    """A word from outside, quoted, and short enough for an error message."""
    return repr(clip(word, 40))


def clip(text: str, most: int = 200) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."
