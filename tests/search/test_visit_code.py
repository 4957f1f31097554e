"""Visits in a byte."""

from keima import _core


def prior_visits(visits: int) -> float:
    return _core.visits_in_a_byte(visits)


def test_small_numbers_are_exact() -> None:
    assert [prior_visits(n) for n in range(64)] == list(range(64))


def test_large_ones_are_near_and_in_order() -> None:
    found = [prior_visits(n) for n in range(64, 4033)]
    assert all(abs(f - n) <= n / 64 for n, f in enumerate(found, 64))
    assert found == sorted(found)


def test_what_is_too_large_is_the_largest() -> None:
    assert prior_visits(5000) == prior_visits(10**6) == 4032
