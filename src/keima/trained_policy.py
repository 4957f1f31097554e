"""Files of trained playouts: what simulation balancing has found.

    # comments
    capture_rate 0.4
    beside_last 0.13

    XO. .*. ... 2.31 0.8 0.9 1.2

A line is the name of a number and its value, or the three rows of a shape (X own, O enemy, . empty,
- off the board, * the move) and its weights: around the last two moves, where it saves stones in
atari, where another rule offers it, and elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache
from itertools import chain

from keima import _core
from keima.files import read_brought
from keima.gammas import MOST_BYTES, SHAPES

#: Who offers a point, in the order of the core and of the numbers in a line.
OFFERS = ("near", "escape", "tactics", "elsewhere")
#: How often a rule is asked.
RATES = (
    *("ko_rate", "nakade_rate", "capture_rate", "escape_rate"),
    *("two_liberty_rate", "many_liberty_rate"),
)
#: How much the weights of points around the last move and the one before count; 1 is the weight of
#: playing somewhere else.
FACTORS = ("beside_last", "across_last", "beside_before", "across_before")


@dataclass
class TrainedPolicy:
    """The numbers of a policy: rules as often as not and all else alike, if nothing is given.

    >>> policy = TrainedPolicy()
    >>> policy.rates[RATES.index("ko_rate")] = 0.25
    >>> policy.shapes[OFFERS.index("near")][3] = 2.5
    >>> parse(policy.to_text("all alike but two")) == policy
    True
    """

    #: A list of the weights of all shapes for each of OFFERS.
    shapes: list[list[float]] = field(default_factory=lambda: [[1.0] * len(SHAPES) for _ in OFFERS])
    rates: list[float] = field(default_factory=lambda: [0.5] * len(RATES))
    factors: list[float] = field(default_factory=lambda: [1.0] * len(FACTORS))

    def to_text(self, header: str = "") -> str:
        """As a file."""
        lines = [f"# {line}".rstrip() for line in header.splitlines()]
        for names, values in ((RATES, self.rates), (FACTORS, self.factors)):
            lines += [f"{name} {value:.4g}" for name, value in zip(names, values, strict=True)]
        lines.append("")
        for cells, *weights in zip(SHAPES, *self.shapes, strict=True):
            numbers = " ".join(f"{weight:.4g}" for weight in weights)
            lines.append(f"{cells[:3]} {cells[3:6]} {cells[6:]} {numbers}")
        return "\n".join(lines) + "\n"

    def native(self) -> _core.TrainedPolicy:
        """For the core. Raises ValueError unless all numbers are positive and rates at most 1."""
        return _core.TrainedPolicy([*chain(*self.shapes), *self.rates, *self.factors])


def parse(text: str) -> TrainedPolicy:
    """Reads a file's text. What it does not name is as in a new policy. Raises ValueError, with the
    line, for a fault.

    >>> parse("XO. .*. ... 1 2")
    Traceback (most recent call last):
    ...
    ValueError: line 1: expected 4 positive numbers after 'XO. .*. ...'
    """
    policy = TrainedPolicy()
    # Of every name: which lists have its numbers, and where.
    places = {cells: (policy.shapes, i) for i, cells in enumerate(SHAPES)}
    for names, values in ((RATES, policy.rates), (FACTORS, policy.factors)):
        places |= {name: ([values], i) for i, name in enumerate(names)}
    seen = set()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        taken = 3 if len(words) > 3 else 1
        name, told = "".join(words[:taken]), " ".join(words[:taken])
        if name not in places:
            raise ValueError(f"line {number}: there is no '{told}'")
        if name in seen:
            raise ValueError(f"line {number}: '{told}' comes twice")
        seen.add(name)
        found = [_positive(word) for word in words[taken:]]
        lists, place = places[name]
        count = len(lists)
        if len(found) != count or not all(found):
            many = f"{count} positive numbers" if count > 1 else "a positive number"
            raise ValueError(f"line {number}: expected {many} after '{told}'")
        if name in RATES and found[0] > 1:
            raise ValueError(f"line {number}: '{told}' must be at most 1")
        for values, value in zip(lists, found, strict=True):
            values[place] = value
    return policy


def _positive(word: str) -> float:
    """0 for what is no positive number."""
    try:
        value = float(word)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) and value > 0 else 0.0


@cache
def load(name: str) -> TrainedPolicy:
    """A policy that Keima brings, or that of a file. Raises ValueError, which names the file, if it
    cannot be read or has a fault."""
    text = read_brought(name, ".policy", MOST_BYTES)
    try:
        return parse(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
