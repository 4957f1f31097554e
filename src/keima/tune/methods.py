"""The tuners by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from keima.tune.optuna import OptunaSettings, OptunaTuner
from keima.tune.quadratic import Quadratic, QuadraticSettings
from keima.tune.space import Space
from keima.tune.spsa import Spsa, SpsaSettings
from keima.tune.tuner import Tuner

_SETTINGS: dict[str, type[SpsaSettings] | type[QuadraticSettings] | type[OptunaSettings]] = {
    "spsa": SpsaSettings,
    "quadratic": QuadraticSettings,
    "optuna": OptunaSettings,
}
METHODS = tuple(_SETTINGS)


def read_options(method: str, given: Mapping[str, object], trials: int) -> dict[str, Any]:
    """All options of a method, checked. SPSA's delay is a tenth of the trials unless given.

    >>> read_options("quadratic", {"height": 2}, trials=100)
    {'height': 2.0, 'prior': 10.0, 'uniform': 10}
    >>> read_options("spsa", {"speed": 2}, trials=100)
    Traceback (most recent call last):
    ...
    ValueError: spsa has no option speed: expected one of step, c, alpha, gamma, delay, momentum
    """
    if method not in _SETTINGS:
        raise ValueError(f"unknown method {method!r}: expected one of {', '.join(METHODS)}")
    kind = _SETTINGS[method]
    known = {field.name: type(field.default) for field in fields(kind)}
    options: dict[str, Any] = {"delay": trials / 10} if method == "spsa" else {}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"{method} has no option {name}: expected one of {', '.join(known)}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{method}: {name} must be a number, got {value!r}")
        if known[name] is int and value != int(value):
            raise ValueError(f"{method}: {name} must be a whole number, got {value!r}")
        options[name] = int(value) if known[name] is int else float(value)
    return asdict(kind(**options))


def make_tuner(method: str, space: Space, seed: int, options: Mapping[str, Any]) -> Tuner:
    """A tuner with options as `read_options` gives them."""
    if method == "spsa":
        return Spsa(space, seed, SpsaSettings(**options))
    if method == "quadratic":
        return Quadratic(space, seed, QuadraticSettings(**options))
    return OptunaTuner(space, seed, OptunaSettings(**options))
