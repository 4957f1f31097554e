"""The formulas of Palsson 2008, section 7.1, on numbers worked out by hand."""

from __future__ import annotations

import math

import pytest

from keima import Color
from keima.engine.valuation import Tally, normalised, raw_value


def tally(*scores: int, komi: float = 0.0) -> Tally:
    halves = sum(2 if s > komi else 1 if s == komi else 0 for s in scores)
    return Tally(len(scores), sum(scores), sum(s * s for s in scores), halves)


@pytest.mark.parametrize(
    ("scores", "komi", "color", "literal", "signed"),
    [
        ((10, 20), 0.0, Color.BLACK, 15.0, 15.0),  # Black is ahead and to move: the same
        ((10, 20), 0.0, Color.WHITE, 15.0, -15.0),  # White is behind: they differ
        ((-30, -10), 0.0, Color.WHITE, 20.0, 20.0),
        ((-30, -10), 0.0, Color.BLACK, 20.0, -20.0),
        ((6, 7), 6.5, Color.BLACK, 0.0, 0.0),
        ((0, 0), 6.5, Color.BLACK, 6.5, -6.5),  # komi counts
        ((0, 0), 6.5, Color.WHITE, 6.5, 6.5),
    ],
)
def test_raw_values(
    scores: tuple[int, ...], komi: float, color: Color, literal: float, signed: float
) -> None:
    games = tally(*scores)
    assert raw_value(games, color, komi, "literal") == literal
    assert raw_value(games, color, komi, "signed") == signed


def test_the_literal_valuation_prefers_the_worse_move_of_who_is_behind() -> None:
    bad, worse = tally(-10, -10), tally(-40, -40)
    literal = {m: raw_value(t, Color.BLACK, 0, "literal") for m, t in enumerate((bad, worse))}
    signed = {m: raw_value(t, Color.BLACK, 0, "signed") for m, t in enumerate((bad, worse))}
    assert normalised(literal) == {0: 0.0, 1: 30.0}
    assert normalised(signed) == {0: 30.0, 1: 0.0}


def test_normalised_above_the_least_or_above_a_pass() -> None:
    assert normalised({5: -3.0, 7: 4.0, 9: 0.0}) == {5: 0.0, 7: 7.0, 9: 3.0}
    assert normalised({5: -3.0, 7: 4.0}, floor=1.0) == {5: -4.0, 7: 3.0}
    assert normalised({}) == {}


def test_winrate_counts_draws_half() -> None:
    games = tally(8, 7, 6, 6, komi=7.0)
    assert games.winrate(Color.BLACK) == pytest.approx(1.5 / 4)
    assert games.winrate(Color.WHITE) == pytest.approx(2.5 / 4)


def test_variance_of_the_mean() -> None:
    assert tally(1, 3).variance == pytest.approx(2.0 / 2)
    assert tally(5, 5, 5).variance == 0
    assert tally(5).variance == math.inf
