from __future__ import annotations

import re
from pathlib import Path

import pytest

from keima.engine.parameters import FlatParameters, parameters_of, with_values

PLAYERS_PAGE = Path(__file__).parents[2] / "docs" / "players.md"


def test_text_and_values_are_read_alike() -> None:
    text = with_values(FlatParameters(), {"playouts": "50", "resign_threshold": "0.1"})
    assert text == with_values(FlatParameters(), {"playouts": 50, "resign_threshold": 0.1})


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("playouts", 0, "a whole number from 1 to 1,000,000,000,000"),
        ("playouts", "many", "a whole number from 1 to 1,000,000,000,000"),
        ("playouts", 1.5, "a whole number from 1 to 1,000,000,000,000"),
        ("playouts", True, "a whole number from 1 to 1,000,000,000,000"),
        ("playouts", [1], "a whole number from 1 to 1,000,000,000,000"),
        ("seconds", "nan", "a number from 0.001 to 1,000,000"),
        ("seconds", float("inf"), "a number from 0.001 to 1,000,000"),
        ("threads", 257, "a whole number from 1 to 256"),
        ("seed", -1, "a whole number from 0 to 2^64 - 1"),
        ("seed", 2**64, "a whole number from 0 to 2^64 - 1"),
        ("resign_threshold", "1.01", "a number from 0 to 1"),
        ("model", "tree", "one of abramson, brugmann"),
        ("eyes", "", "one of strict, usual"),
        ("valuation", 1, "one of signed, literal"),
    ],
)
def test_bad_values_name_what_is_allowed(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{name} must be {allowed}, got {value!r}")):
        with_values(FlatParameters(), {name: value})


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown parameter 'speed': expected one of playouts, "):
        with_values(FlatParameters(), {"speed": 1})


def test_the_largest_seed_is_exact() -> None:
    assert with_values(FlatParameters(), {"seed": str(2**64 - 1)}).seed == 2**64 - 1


def test_one_of_playouts_and_seconds_takes_the_other_away() -> None:
    timed = with_values(FlatParameters(), {"seconds": 2})
    assert (timed.playouts, timed.seconds) == (None, 2)
    counted = with_values(timed, {"playouts": 7})
    assert (counted.playouts, counted.seconds) == (7, None)
    both = with_values(FlatParameters(), {"playouts": 7, "seconds": 2})
    assert (both.playouts, both.seconds) == (7, 2)


def test_every_default_is_allowed() -> None:
    for parameter in parameters_of(FlatParameters):
        assert parameter.default is None or parameter.read(parameter.default) == parameter.default
        assert parameter.doc.endswith(".")


def test_the_documentation_has_the_table_of_parameters() -> None:
    page = PLAYERS_PAGE.read_text(encoding="utf-8")
    for parameter in parameters_of(FlatParameters):
        default = "not given" if parameter.default is None else f"{parameter.default}"
        allowed = parameter.allowed.removeprefix("one of ")
        assert f"| `{parameter.name}` | {default} | {allowed} | {parameter.doc} |" in page
