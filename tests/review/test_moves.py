from collections.abc import Callable

import pytest

from keima.colors import Color
from keima.review.found import Found
from keima.review.moves import Play, Threshold, judge_moves, play_of, worst
from keima.review.record import Record
from keima.review.run import Review


def test_a_loss_is_of_who_moved(review: Review) -> None:
    judged = review.judged
    assert [judged[n].points for n in (1, 2, 3)] == [-0.4, 8.0, 1.5]
    assert judged[2].winrate == pytest.approx(0.38) and judged[2].color == Color.WHITE
    assert [judged[n].grade for n in (1, 2, 3)] == [None, "blunder", None]


def test_the_best_move_is_no_mistake(record: Record, found_of: Callable[..., Found]) -> None:
    found = {0: found_of(0, "B", 0.5, 5.0, "E5"), 1: found_of(1, "W", 0.1, -20.0, "C3")}
    [judged] = judge_moves(record, found, Threshold()).values()
    assert judged.points == 25.0 and judged.times == 0 and judged.grade is None
    assert play_of(Color.BLACK, [judged]).points == 0


def test_unknown_positions_have_no_losses(record: Record, found_of: Callable[..., Found]) -> None:
    found = {0: found_of(0, "B", 0.5, 5.0, "E5"), 2: found_of(2, "B", 0.5, 5.0, "E5")}
    assert judge_moves(record, found, Threshold()) == {}


def test_without_scores_the_win_rate_counts(record: Record, found_of: Callable[..., Found]) -> None:
    found = {0: found_of(0, "B", 0.9, None, "C3"), 1: found_of(1, "W", 0.5, None, "C3")}
    [judged] = judge_moves(record, found, Threshold(2.0)).values()
    assert judged.points is None and judged.is_blunder and judged.lost == "40 %"
    [judged] = judge_moves(record, found, Threshold.parse("30%")).values()
    assert judged.grade == "mistake"


def test_the_worst_first(review: Review) -> None:
    eager = Review(review.record, review.analysis, review.found, Threshold(1.0))
    assert [each.turn.number for each in worst(eager.judged.values(), 5)] == [2, 3]
    assert [each.turn.number for each in worst(eager.judged.values(), 1)] == [2]


def test_how_well_they_played(review: Review) -> None:
    assert review.plays["B"] == Play(2, 1, 2, 0, 0, 0.75, 0.025)
    assert review.plays["W"] == Play(1, 0, 0, 1, 1, 8.0, 0.38)
    assert play_of(Color.BLACK, []).points is None


@pytest.mark.parametrize("text", ["", "0", "-1", "two", "101%", "%", "1e5", "nan"])
def test_what_is_no_threshold(text: str) -> None:
    with pytest.raises(ValueError, match="is not a loss: expected points above 0"):
        Threshold.parse(text)


def test_thresholds_in_words() -> None:
    assert str(Threshold.parse("1.5")) == "1.5 points" and str(Threshold.parse("5 %")) == "5 %"
