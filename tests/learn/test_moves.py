"""Move models: what is learnt of a teacher."""

from __future__ import annotations

import numpy as np
import pytest

from keima import _core
from keima.learn.judged import Judged
from keima.learn.moves import Learner, lessons_of


def test_lessons_are_of_what_the_teacher_would_play() -> None:
    """Rare moves are left out, and so is a position where it would pass."""
    policies = np.zeros((2, 26), np.float32)
    policies[0, [7, 12, 3, 25]] = 0.4, 0.1, 0.001, 0.499
    policies[1, [7, 25]] = 0.1, 0.9
    judged = Judged(
        [(_core.Board(5, 5), 1, -1, -1, 0.5)] * 2,
        np.zeros((2, 25), np.float32),
        np.zeros(2),
        policies,
    )
    (lesson,) = lessons_of(judged)
    assert np.flatnonzero(lesson.chances).tolist() == [7, 12]
    assert lesson.chances[7] / lesson.chances[12] == pytest.approx(4**1.5)


def test_a_model_learns_what_a_teacher_says() -> None:
    """Three kinds of points differ by their place: one in four times a corner, else the centre."""
    policies = np.zeros((1, 10), np.float32)
    policies[0, [0, 4]] = 0.25 ** (2 / 3), 0.75 ** (2 / 3)
    judged = Judged(
        [(_core.Board(3, 3), 1, -1, -1, 0.5)], np.zeros((1, 9), np.float32), np.zeros(1), policies
    )
    learner = Learner([], 1, lessons=lessons_of(judged) * 300)
    learner.learn(2, 0.5, 1)
    codes, weights = learner.model()
    found = dict(_core.MoveModel(codes, weights).predict(_core.Board(3, 3), 1))
    assert found[4] == pytest.approx(0.75, abs=0.03)
    # The four corners are the same to it.
    assert found[0] == pytest.approx(0.25 / 4, abs=0.02) == found[8]
