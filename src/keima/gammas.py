"""Files of trained moves: a gamma for each feature and each 3x3 shape.

    # comments
    near_small 3.1
    capture 12.5

    XO. .*. ... 2.31 1234 56789

A line is the name of a feature and its gamma, or the three rows of a shape (X own, O enemy,
. empty, - off the board, * the move) and its gamma; what follows a gamma is for people: how often
the shape was chosen, and how often it could have been.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from keima import _core
from keima.files import read_brought

#: A file with more is not read.
MOST_BYTES = 1 << 26

#: The names of the features that a move has or not, in the order of the core.
FEATURES: tuple[str, ...] = tuple(_core.move_features())
#: All shapes, nine characters each, in the order of the core.
SHAPES: tuple[str, ...] = tuple(_core.shape_drawings())


@dataclass
class Gammas:
    """A model of moves: all 1, if nothing is given.

    >>> model = Gammas()
    >>> model.features[FEATURES.index("capture")] = 20.0
    >>> parse_gammas(model.to_text()) == model
    True
    """

    features: list[float] = field(default_factory=lambda: [1.0] * len(FEATURES))
    shapes: list[float] = field(default_factory=lambda: [1.0] * len(SHAPES))

    def to_text(self, header: str = "", counts: Sequence[tuple[int, int]] = ()) -> str:
        """As a file; `counts` are how often each shape was chosen and could have been."""
        lines = [f"# {line}".rstrip() for line in header.splitlines()]
        lines += [
            f"{name} {gamma:.5g}" for name, gamma in zip(FEATURES, self.features, strict=True)
        ]
        lines.append("")
        for i, (cells, gamma) in enumerate(zip(SHAPES, self.shapes, strict=True)):
            known = f" {counts[i][0]} {counts[i][1]}" if counts else ""
            lines.append(f"{cells[:3]} {cells[3:6]} {cells[6:]} {gamma:.5g}{known}")
        return "\n".join(lines) + "\n"

    def native(self) -> _core.Gammas:
        """For the core. Raises ValueError unless all are positive."""
        return _core.Gammas(self.features, self.shapes)


def parse_gammas(text: str) -> Gammas:
    """Reads a file's text. What it does not name has a gamma of 1. Raises ValueError, with the
    line, for a fault.

    >>> parse_gammas("capture many")
    Traceback (most recent call last):
    ...
    ValueError: line 1: 'many' is not a positive number
    """
    model = Gammas()
    shapes = {cells: i for i, cells in enumerate(SHAPES)}
    features = {name: i for i, name in enumerate(FEATURES)}
    seen = set()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        is_shape = len(words) >= 4
        name = "".join(words[:3]) if is_shape else words[0]
        if name in seen:
            raise ValueError(f"line {number}: '{name}' comes twice")
        seen.add(name)
        rest = words[3:] if is_shape else words[1:]
        if name not in (shapes if is_shape else features):
            told = f"shape '{' '.join(words[:3])}'" if is_shape else f"feature '{name}'"
            raise ValueError(f"line {number}: there is no {told}")
        if not rest or (not is_shape and len(rest) > 1):
            raise ValueError(f"line {number}: expected one number after '{name}'")
        gamma = _positive(number, rest[0])
        if is_shape:
            model.shapes[shapes[name]] = gamma
        else:
            model.features[features[name]] = gamma
    return model


def _positive(line: int, word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ValueError(f"line {line}: '{word}' is not a positive number")
    return value


@cache
def load_gammas(name: str) -> Gammas:
    """A model that Keima brings, or that of a file. Raises ValueError, which names the file, if it
    cannot be read or has a fault."""
    text = read_brought(name, ".gammas", MOST_BYTES)
    try:
        return parse_gammas(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
