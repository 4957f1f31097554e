"""What is searched: parameters with ranges, and their place in the unit cube."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Value = int | float | str
Values = dict[str, Value]
"""One value for each parameter, by name."""


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`, both included; `log` if equal ratios are equally far apart.

    >>> width = Number("width", 1, 100, log=True)
    >>> width.from_unit(0.5), width.to_unit(10)
    (10.0, 0.5)
    >>> Number("level", 1, 10, integer=True).from_unit(0.3)
    4
    """

    name: str
    low: float
    high: float
    log: bool = False
    integer: bool = False
    start: float | None = None

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise ValueError(
                f"parameter {self.name}: low must be below high, got {self.low!r} and {self.high!r}"
            )
        if self.log and self.low <= 0:
            raise ValueError(
                f"parameter {self.name}: a logarithmic range must start above 0, got {self.low!r}"
            )
        if self.integer and not all(float(x).is_integer() for x in (self.low, self.high)):
            raise ValueError(
                f"parameter {self.name}: the range of whole numbers must end in whole numbers, "
                f"got {self.low!r} to {self.high!r}"
            )
        if self.start is not None and not self.low <= self.start <= self.high:
            raise ValueError(
                f"parameter {self.name}: start must be from {self.low!r} to {self.high!r}, "
                f"got {self.start!r}"
            )

    def from_unit(self, place: float) -> Value:
        """The value at a place from 0 (low) to 1 (high), rounded to a millionth of the range:
        engines are told their values as text."""
        place = min(1.0, max(0.0, place))
        if self.log:
            value = self.low * (self.high / self.low) ** place
            width = value * math.log(self.high / self.low)
        else:
            width = self.high - self.low
            value = self.low + width * place
        digits = 6 - math.floor(math.log10(width))
        if self.integer:
            return int(min(self.high, max(self.low, round(value))))
        return float(min(self.high, max(self.low, round(value, digits))))

    def to_unit(self, value: Value) -> float:
        """The place of a value; raises ValueError outside of the range."""
        if not isinstance(value, int | float) or not self.low <= value <= self.high:
            raise ValueError(
                f"parameter {self.name} must be from {self.low!r} to {self.high!r}, got {value!r}"
            )
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    @property
    def middle(self) -> float:
        """The place to start from."""
        return 0.5 if self.start is None else self.to_unit(self.start)

    @property
    def step(self) -> float:
        """The smallest distance of two places that surely have different values."""
        if not self.integer:
            return 1e-6
        if self.log:
            return math.log1p(1 / self.low) / math.log(self.high / self.low)
        return 1 / (self.high - self.low)


@dataclass(frozen=True)
class Choice:
    """One of some values without an order."""

    name: str
    choices: tuple[Value, ...]
    start: Value | None = None

    def __post_init__(self) -> None:
        if len(set(self.choices)) < 2 or len(set(self.choices)) != len(self.choices):
            raise ValueError(
                f"parameter {self.name}: expected two or more different choices, "
                f"got {list(self.choices)}"
            )
        if self.start is not None and self.start not in self.choices:
            raise ValueError(
                f"parameter {self.name}: start must be one of {list(self.choices)}, "
                f"got {self.start!r}"
            )


Parameter = Number | Choice


@dataclass(frozen=True)
class Space:
    """The parameters to tune.

    >>> space = Space((Number("a", 0, 1), Number("b", 1, 100, log=True)))
    >>> space.decode([0.25, 0.5])
    {'a': 0.25, 'b': 10.0}
    >>> space.encode({"a": 0.25, "b": 10})
    [0.25, 0.5]
    """

    parameters: tuple[Parameter, ...]

    def __post_init__(self) -> None:
        if not self.parameters:
            raise ValueError("there is no parameter to tune: expected at least one")
        names = [p.name for p in self.parameters]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"parameter {name} is given twice")

    def __iter__(self) -> Iterator[Parameter]:
        return iter(self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)

    def numbers(self, method: str) -> tuple[Number, ...]:
        """The parameters, if all are numbers; raises ValueError that names the others."""
        for p in self.parameters:
            if isinstance(p, Choice):
                raise ValueError(
                    f"method {method} tunes numbers only, and {p.name} is one of "
                    f"{list(p.choices)}: use method optuna, or leave it out"
                )
        return tuple(p for p in self.parameters if isinstance(p, Number))

    def decode(self, places: Sequence[float]) -> Values:
        """The values at a place in the unit cube; numbers only."""
        numbers = self.numbers("with places")
        return {p.name: p.from_unit(x) for p, x in zip(numbers, places, strict=True)}

    def encode(self, values: Mapping[str, Value]) -> list[float]:
        """The place of values in the unit cube; numbers only."""
        return [p.to_unit(values[p.name]) for p in self.numbers("with places")]

    def start(self) -> Values:
        """Where the search begins: the given starts, the middle of a range, the first choice."""
        return {
            p.name: (p.from_unit(p.middle) if p.start is None else p.start)
            if isinstance(p, Number)
            else (p.choices[0] if p.start is None else p.start)
            for p in self.parameters
        }

    def to_json(self) -> list[dict[str, Any]]:
        """Plain data from which `from_json` makes the same space."""
        result: list[dict[str, Any]] = []
        for p in self.parameters:
            if isinstance(p, Choice):
                result.append({"name": p.name, "choices": list(p.choices), "start": p.start})
            else:
                result.append(
                    {
                        "name": p.name,
                        "low": p.low,
                        "high": p.high,
                        "log": p.log,
                        "integer": p.integer,
                        "start": p.start,
                    }
                )
        return result

    @classmethod
    def from_json(cls, data: Sequence[Mapping[str, Any]]) -> Space:
        """Reads what `to_json` gives."""
        return cls(
            tuple(
                Choice(d["name"], tuple(d["choices"]), d["start"])
                if "choices" in d
                else Number(**d)
                for d in data
            )
        )


def spell(values: Mapping[str, Value]) -> str:
    """Values as they are written after a profile's name.

    >>> spell({"playouts": 100, "bias": 0.5})
    'playouts=100,bias=0.5'
    """
    return ",".join(f"{name}={value}" for name, value in values.items())
