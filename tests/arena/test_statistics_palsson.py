"""Every number of Palsson 2008 that his formulas give."""

import math

import pytest

from keima.arena.statistics import (
    Tally,
    acceptance_interval,
    detectable_difference,
    relative_strength,
)

TABLE_7_1 = [
    (50, 18, 32, 77.78),
    (100, 40, 60, 50.00),
    (1000, 469, 531, 13.22),
    (10_000, 4902, 5098, 4.00),
    (100_000, 49_690, 50_310, 1.25),
    (1_000_000, 499_020, 500_980, 0.39),
]

# Won, lost, relative strength in percent, its bounds: Tables 8.1 to 8.4.
TABLES_8 = [
    (704, 726, -3.03, -12.60, 7.56),
    (39, 61, -36.07, -58.76, -4.69),
    (14, 40, -65.00, -85.60, -35.36),
    (300, 350, -14.29, -26.66, -0.01),
    (36, 64, -43.75, -64.50, -15.50),
    (442, 508, -12.99, -23.49, -1.17),
    (21, 49, -57.14, -77.62, -28.43),
    (13, 57, -77.19, -92.64, -56.56),
    (12, 68, -82.35, -95.79, -64.94),
    (35, 65, -46.15, -66.31, -18.84),
    (35, 115, -69.57, -81.89, -54.37),
    (407, 423, -3.78, -16.06, 10.25),
    (374, 386, -3.11, -15.99, 11.71),
    (1541, 1459, 5.62, -1.68, 13.47),
    (307, 343, -10.50, -23.36, 4.39),
    (1246, 1264, -1.42, -8.85, 6.60),
    (1297, 1353, -4.14, -11.18, 3.45),
    (202, 248, -18.55, -32.58, -1.95),
    (475, 525, -9.52, -20.14, 2.43),
    (394, 446, -11.66, -22.94, 1.15),
    (566, 574, -1.39, -12.22, 10.76),
    (177, 223, -20.63, -35.12, -3.34),
    (54, 96, -43.75, -61.11, -21.42),
    (154, 196, -21.43, -36.70, -3.00),
    (81, 119, -31.93, -49.46, -9.78),
    (4195, 3605, 16.37, 11.29, 21.69),
    (3323, 2877, 15.50, 9.87, 21.44),
    (493, 557, -11.49, -21.66, -0.09),
    (344, 406, -15.27, -26.73, -2.20),
]


@pytest.mark.parametrize(("games", "lower", "upper", "percent"), TABLE_7_1)
def test_table_7_1(games: int, lower: int, upper: int, percent: float) -> None:
    row = detectable_difference(games)
    assert (row.games, row.lower, row.upper) == (games, lower, upper)
    assert round(100 * row.difference, 2) == percent


@pytest.mark.parametrize(("won", "lost", "value", "low", "high"), TABLES_8)
def test_tables_8(won: int, lost: int, value: float, low: float, high: float) -> None:
    printed = [round(100 * x, 2) for x in relative_strength(Tally(won, lost))]
    assert printed == [value, low, high]


def test_the_acceptance_interval_is_not_rounded() -> None:
    low, high = acceptance_interval(50)
    assert low == pytest.approx(25 - 1.96 * math.sqrt(12.5))
    assert low + high == pytest.approx(50)


def test_draws_are_half_a_win_and_half_a_loss() -> None:
    assert relative_strength(Tally(50, 30, 20)) == relative_strength(Tally(60, 40))


def test_bounds_have_limits() -> None:
    assert relative_strength(Tally(0, 10)).low == -1
    assert relative_strength(Tally(10, 0)).value == math.inf
    assert relative_strength(Tally(50, 3)).high == math.inf
    assert detectable_difference(3).difference == math.inf


def test_errors() -> None:
    with pytest.raises(ValueError, match="1 or more, got 0"):
        acceptance_interval(0)
    with pytest.raises(ValueError, match="at least one"):
        relative_strength(Tally(0, 0))
