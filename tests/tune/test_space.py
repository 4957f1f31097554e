"""Spaces: places, values, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima.tune.space import Choice, Number, Space, spell

numbers = st.builds(
    lambda low, width, log, integer: (
        Number("n", round(low), round(low) + max(1, round(width)), log, True)
        if integer
        else Number("n", low, low + width, log)
    ),
    st.floats(1, 1e6),
    st.floats(0.01, 1e6),
    st.booleans(),
    st.booleans(),
)


@given(numbers, st.floats(-0.5, 1.5))
def test_values_are_inside_and_near_their_place(number: Number, place: float) -> None:
    value = number.from_unit(place)
    assert number.low <= float(value) <= number.high
    nearest = min(1.0, max(0.0, place))
    assert number.to_unit(value) == pytest.approx(nearest, abs=max(1e-3, number.step))
    assert number.from_unit(number.to_unit(value)) == value


@given(numbers)
def test_neighbours_that_are_a_step_apart_differ(number: Number) -> None:
    for place in (0.0, 0.3, 1 - 1.01 * number.step):
        if 0 <= place <= 1 - 1.01 * number.step:
            assert number.from_unit(place) != number.from_unit(place + 1.01 * number.step)


def test_values_are_short() -> None:
    assert Number("x", 0, 1).from_unit(1 / 3) == 0.333333
    assert Number("x", 1e-5, 1e-3, log=True).from_unit(1 / 3) == 4.64159e-05
    assert Number("x", 1000, 1001).from_unit(1 / 3) == 1000.333333


def test_spaces_survive_json() -> None:
    space = Space(
        (
            Number("a", 1, 100, log=True, integer=True, start=5),
            Number("b", -1.5, 2.5),
            Choice("c", ("x", "y", 3), "y"),
        )
    )
    assert Space.from_json(json.loads(json.dumps(space.to_json()))) == space
    assert space.start() == {"a": 5, "b": 0.5, "c": "y"}
    assert len(space) == 3


def test_spelling() -> None:
    assert spell({"playouts": 100, "eyes": "usual", "bias": 0.25}) == (
        "playouts=100,eyes=usual,bias=0.25"
    )


def test_errors_name_the_parameter() -> None:
    for make, message in [
        (lambda: Number("n", 5, 5), "parameter n: low must be below high, got 5 and 5"),
        (lambda: Number("n", 0, float("inf")), "low must be below high"),
        (lambda: Number("n", 0, 5, log=True), "logarithmic range must start above 0, got 0"),
        (lambda: Number("n", 0, 1.5, integer=True), "must end in whole numbers, got 0 to 1.5"),
        (lambda: Number("n", 0, 5, start=6), "start must be from 0 to 5, got 6"),
        (lambda: Number("n", 0, 5).to_unit(7), "must be from 0 to 5, got 7"),
        (lambda: Number("n", 0, 5).to_unit("x"), "must be from 0 to 5, got 'x'"),
        (lambda: Choice("c", ("a",)), r"two or more different choices, got \['a'\]"),
        (lambda: Choice("c", ("a", "a")), "two or more different choices"),
        (lambda: Choice("c", ("a", "b"), "d"), "start must be one of .* got 'd'"),
        (lambda: Space(()), "at least one"),
        (lambda: Space((Number("n", 0, 1), Number("n", 0, 2))), "n is given twice"),
    ]:
        with pytest.raises(ValueError, match=message):
            make()
