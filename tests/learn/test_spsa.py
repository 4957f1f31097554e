"""SPSA on the output layer (Keller & Perez 2016, section 3.2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from keima import Engine, Game, _core
from keima.learn.spsa import Case, Games, Prediction, Settings, Spsa
from keima.models.shallow import ShallowModel, Shape, read_named


@pytest.fixture
def model() -> ShallowModel:
    shape = Shape(5, 2, history=False)
    weights = np.random.default_rng(1).normal(0, 0.3, shape.weights).astype(np.float32)
    shape.split(weights)["biases"][:] = 1
    return ShallowModel(shape, weights)


class Told:
    """Answers that are given beforehand; remembers what was asked."""

    def __init__(self, answers: Sequence[float]) -> None:
        self.answers = answers

    def compare(self, plus: _core.ShallowNet, minus: _core.ShallowNet, trial: int) -> float:
        return self.answers[trial]


def test_steps_follow_the_rule(tmp_path: Path, model: ShallowModel) -> None:
    answers = [0.0, 0.5, 0.0, 0.0, -0.25, 0.0]
    settings = Settings(c=0.01, step=2, momentum=0.5, seed=3)
    run = Spsa(tmp_path, model, Told(answers), lambda net: 0.0, settings)
    weights, latest, alpha = run.weights.copy(), 0.0 * run.weights, 2 * 0.01**2
    for trial, answer in enumerate(answers):
        delta = 0.01 * np.random.default_rng([3, trial, 5]).choice([-1.0, 1.0], len(weights))
        slope = answer / delta
        weights = weights + alpha * slope + 0.5 * alpha * latest
        latest = slope if answer else latest
        run.step()
        assert run.weights == pytest.approx(weights, abs=1e-12)
    assert run.still == 4
    # The first trial told nothing; the second moved each weight by half of step * c.
    assert abs(run.weights - model.shape.split(model.weights)["output"].ravel()).max() > 0.01


class Nearer:
    """Which network's answer on the empty board is nearer to a wanted move."""

    def __init__(self, move: int) -> None:
        self._move = move

    def value(self, net: _core.ShallowNet) -> float:
        return net.predict(_core.Board(5, 5), 1)[self._move]

    def compare(self, plus: _core.ShallowNet, minus: _core.ShallowNet, trial: int) -> float:
        return float(np.sign(self.value(plus) - self.value(minus)))


def test_it_climbs_and_goes_on(tmp_path: Path, model: ShallowModel) -> None:
    wanted = Nearer(6)
    settings = Settings(c=0.02, step=0.5)
    whole = Spsa(tmp_path / "a", model, wanted, wanted.value, settings)
    whole.run(60, 20)
    assert whole.best > 1.5 * whole.first
    best = read_named(str(tmp_path / "a" / "network.bin"), 5)
    assert wanted.value(best.native()) == pytest.approx(whole.best)
    assert (best.weights[: -9 * 2 - 25] == model.weights[: -9 * 2 - 25]).all()
    for trials in (20, 60):
        parts = Spsa(tmp_path / "b", model, wanted, wanted.value, settings)
        parts.run(trials, 20)
    assert (parts.weights == whole.weights).all()
    (tmp_path / "b" / "state.json").write_text("{}")
    with pytest.raises(ValueError, match="cannot go on"):
        Spsa(tmp_path / "b", model, wanted, wanted.value, settings)


def liking(point: int) -> _core.ShallowNet:
    shape = Shape(5, 1, history=False)
    weights = np.zeros(shape.weights, np.float32)
    shape.split(weights)["output_biases"][point] = 8
    return ShallowModel(shape, weights).native()


def test_moves_that_the_search_plays_too() -> None:
    engine = Engine("pachi-nn:shallow_weight=1", threads=1, seed=1)
    cases = [Case(Game(5), "C3"), Case(Game(5), "B2")]
    judge = Prediction(engine, cases, Settings(positions=8, playouts=40))
    assert judge.rate(liking(12), cases) == 0.5
    assert judge.compare(liking(12), liking(12), 1) == 0
    assert judge.rate(liking(12), cases[:1]) - judge.rate(liking(0), cases[:1]) == 1


def test_games_are_fair() -> None:
    judge = Games("pachi-nn:shallow_weight=1", 5, Settings(positions=2, playouts=20))
    one, other = liking(12), liking(0)
    assert judge.compare(one, one, 0) == 0
    assert judge.compare(one, other, 0) == -judge.compare(other, one, 0)
