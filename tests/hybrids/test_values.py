"""Values of moves from the root of a tree search."""

import pytest

from keima.engine.result import Candidate
from keima.hybrids.values import MEASURES, tree_values


def move(name: str, visits: int, winrate: float | None, score: float | None) -> Candidate:
    return Candidate(name, visits, winrate, score, float(visits))


@pytest.mark.parametrize("measure", MEASURES)
def test_moves_without_games_are_unknown(measure: str) -> None:
    values = tree_values([move("C3", 10, 0.5, 1.5), move("D4", 0, None, None)], measure)
    assert values == {"C3": 0.0}
    assert tree_values([], measure) == {}


@pytest.mark.parametrize("measure", MEASURES)
def test_a_lucky_game_is_not_the_best_move(measure: str) -> None:
    values = tree_values([move("C3", 800, 0.7, 5.5), move("D4", 1, 1.0, 40.5)], measure)
    assert max(values, key=lambda name: values[name]) == "C3"


def test_values_are_above_the_least() -> None:
    few = [move("C3", 400, 0.7, 5.5), move("D4", 100, 0.6, 2.0), move("E5", 50, 0.2, -9.5)]
    assert tree_values(few, "score") == {"C3": 15.0, "D4": 11.5, "E5": 0.0}
    assert tree_values(few, "visits") == {"C3": 350.0, "D4": 50.0, "E5": 0.0}
    rates = tree_values(few, "winrate")
    assert rates["C3"] > rates["D4"] > rates["E5"] == 0


def test_a_score_of_hardly_any_games_does_not_count() -> None:
    values = tree_values([move("C3", 1000, 0.5, 0.5), move("D4", 19, 0.5, 30.5)], "score")
    assert list(values) == ["C3"]
