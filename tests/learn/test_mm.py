"""Minorization-maximization against answers that are known otherwise."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from scipy.optimize import minimize

from keima import _core
from keima.gammas import FEATURES, SHAPES, Gammas
from keima.learn.mm import EMPTY, SETS, counts, frequencies, judge, normalized, strengths, train

CORNER, EDGE = SHAPES.index("----*.-.."), SHAPES.index("---.*....")


def first_moves(corner: int, edge: int, middle: int) -> _core.Competitions:
    """Games of one move on 3x3: four corners, four edges, one middle."""
    games = _core.Competitions()
    for point, count in ((0, corner), (1, edge), (4, middle)):
        for _ in range(count):
            games.add_game(_core.Board(3, 3), 1, [point])
    return games


def random_games(count: int, size: int = 5) -> _core.Competitions:
    """Moves that like captures and the middle."""
    rng = random.Random(1)
    games = _core.Competitions()
    for _ in range(count):
        board, color, moves = _core.Board(size, size), 1, []
        for _ in range(30):
            legal = [p for p in range(board.area) if board.is_legal(p, color)]
            weights = [1 + 5 * (board.copy().play(p, color) > 0) + (p == 12) for p in legal]
            moves.append(rng.choices([*legal, board.area], [*weights, 1])[0])
            board.play(moves[-1], color)
            color = 3 - color
        games.add_game(_core.Board(size, size), 1, moves)
    return games


def test_a_known_answer() -> None:
    # P(corner) = 4 c / (4 c + 4 e + m) and so on: the gammas are wins per point.
    games = first_moves(24, 12, 60)
    model = train(games, prior=1e-9, most=500, enough=0)
    assert model.shapes[EMPTY] == 1
    assert model.shapes[CORNER] == pytest.approx(24 / 4 / 60, rel=1e-6)
    assert model.shapes[EDGE] == pytest.approx(12 / 4 / 60, rel=1e-6)
    likelihood, accuracy = judge(games, model)
    expected = (24 * np.log(6 / 96) + 12 * np.log(3 / 96) + 60 * np.log(60 / 96)) / 96
    assert likelihood == pytest.approx(expected)
    assert accuracy == 60 / 96
    assert counts(games)[CORNER] == (24, 4 * 96)


def test_the_greatest_likelihood() -> None:
    """The same function, prior included, is climbed by scipy."""
    games, prior = random_games(20), 1.0
    wins = games.wins()
    seen = np.flatnonzero(games.appearances())
    shapes = sorted({int(t) // SETS for t in seen})

    def model_of(logs: np.ndarray) -> Gammas:
        model = Gammas(np.exp(logs[: len(FEATURES)]).tolist())
        for i, log in zip(shapes, logs[len(FEATURES) :], strict=True):
            model.shapes[i] = float(np.exp(log))
        return model

    def loss(logs: np.ndarray) -> tuple[float, np.ndarray]:
        strong = strengths(model_of(logs))
        shares, likelihood, _ = games.weigh(strong)
        surplus = wins - shares * strong
        by_shape = surplus.reshape(len(SHAPES), SETS).sum(axis=1)[shapes]
        sets = surplus.reshape(len(SHAPES), SETS).sum(axis=0)
        by_feature = [sets[np.arange(SETS) >> i & 1 == 1].sum() for i in range(len(FEATURES))]
        gammas = np.exp(logs)
        value = likelihood * len(games) + prior * np.sum(logs - 2 * np.log1p(gammas))
        gradient = np.concatenate([by_feature, by_shape]) + prior * (1 - gammas) / (1 + gammas)
        return -float(value), -gradient

    start = np.zeros(len(FEATURES) + len(shapes))
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    expected = normalized(model_of(best.x))
    # The scale of the shapes is left to the prior alone: there MM is slow, and it does not matter.
    model = train(games, prior=prior, most=400, enough=0)
    assert judge(games, model)[0] == pytest.approx(judge(games, expected)[0], abs=1e-5)
    np.testing.assert_allclose(model.features, expected.features, rtol=0.02)
    assert model.features[FEATURES.index("capture")] > 2


def test_every_sweep_gains() -> None:
    found: list[float] = []
    train(random_games(5), most=30, enough=-1, tell=lambda s: found.append(s.log_likelihood))
    assert len(found) == 30
    assert all(b >= a - 1e-6 for a, b in itertools.pairwise(found))


def test_a_start_is_gone_on_from() -> None:
    games = random_games(5)
    once = train(games, most=40)
    again = train(games, start=train(games, most=20), most=20)
    assert judge(games, again)[0] == pytest.approx(judge(games, once)[0], abs=1e-3)


def test_frequencies() -> None:
    model = frequencies(first_moves(24, 12, 60))
    middle = 61 / (96 + 2)
    assert model.shapes[CORNER] == pytest.approx((24 + 1) / (4 * 96 + 2) / middle)
    assert model.shapes[EMPTY] == 1


def test_no_games() -> None:
    with pytest.raises(ValueError, match="no positions"):
        train(_core.Competitions())
    with pytest.raises(ValueError, match="no positions"):
        frequencies(_core.Competitions())
