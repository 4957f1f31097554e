"""The formulas of Palsson 2008, 7.4, on numbers small enough to check by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima.hybrids.strategies import highest, ranked, weighted, within

values = st.dictionaries(st.integers(0, 80), st.floats(0.01, 100), min_size=1, max_size=20)


def test_ranked_prefers_value_then_the_lower_point() -> None:
    assert ranked({5: 1.0, 3: 1.0, 9: 2.0}) == [9, 3, 5]


def test_ranked_leaves_out_what_is_unknown() -> None:
    assert ranked({5: 1.0, 3: 4.0}, among=[3, 4]) == [3]


def test_highest_takes_the_n_best() -> None:
    assert highest({1: 10.0, 2: 30.0, 3: 20.0}, 2) == [2, 3]
    assert highest({1: 10.0}, 6) == [1]


@pytest.mark.parametrize(
    ("percent", "expected"), [(0, [2]), (5, [2, 3]), (10, [2, 3, 4]), (100, [2, 3, 4, 1])]
)
def test_within_a_range_of_the_best(percent: float, expected: list[int]) -> None:
    assert within({1: 10.0, 2: 40.0, 3: 38.0, 4: 36.0}, percent) == expected


def test_within_nothing() -> None:
    assert within({}, 10) == []


def test_weighted_scales_monte_carlo_to_gnu_go() -> None:
    # MAX_GG = 20, MAX_MC = 4: factor 5.
    assert weighted({1: 20.0, 2: 16.0}, {1: 1.0, 2: 4.0}, 0.25) == {
        1: pytest.approx(1 * 5 * 0.25 + 20 * 0.75),
        2: pytest.approx(4 * 5 * 0.25 + 16 * 0.75),
    }


def test_weighted_without_positive_monte_carlo_values_is_gnu_go_alone() -> None:
    assert weighted({1: 20.0, 2: 16.0}, {1: -3.0, 2: 0.0}, 0.5) == {1: 20.0, 2: 16.0}


def test_weighted_leaves_out_moves_that_one_side_does_not_know() -> None:
    assert set(weighted({1: 20.0, 2: 16.0}, {2: 3.0, 7: 9.0}, 0.5)) == {2}


@given(values, values)
def test_weight_0_ranks_as_gnu_go_and_weight_1_as_monte_carlo(
    gnugo: dict[int, float], monte_carlo: dict[int, float]
) -> None:
    both = set(gnugo) & set(monte_carlo)
    if not both:
        return
    by_gnugo = weighted(gnugo, monte_carlo, 0)
    assert ranked(by_gnugo) == ranked({m: gnugo[m] for m in both})
    by_mc = weighted(gnugo, monte_carlo, 1)
    assert monte_carlo[ranked(by_mc)[0]] == pytest.approx(max(monte_carlo[m] for m in both))


@given(values, st.floats(0, 100), st.floats(0, 100))
def test_a_wider_range_holds_the_narrower(gnugo: dict[int, float], a: float, b: float) -> None:
    narrow, wide = sorted((a, b))
    assert set(within(gnugo, narrow)) <= set(within(gnugo, wide))
