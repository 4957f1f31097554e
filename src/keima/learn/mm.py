"""Minorization-maximization (Ferreira 2016, eq. 3.28; Coulom 2007), and the plain frequencies.

A move is a team of features; teams meet in positions, and the one that was played has won. The
gammas that make the games most likely are found by updating one feature after the other:

    gamma_i <- W_i / sum_j (C_ij / E_j)

W_i: wins of i's teams. C_ij: strength of i's team-mates in position j, summed over its teams there.
E_j: strength of all candidates of j.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.gammas import FEATURES, SHAPES, Gammas

Array = npt.NDArray[np.float64]

SETS = 1 << len(FEATURES)
EMPTY = SHAPES.index("....*....")


@dataclass(frozen=True)
class Sweep:
    """After all features have been updated once."""

    number: int
    model: Gammas
    #: Mean over the positions of the training set before the last update, in nats.
    log_likelihood: float


def strengths(model: Gammas) -> Array:
    """Of every team, by number: the shape, then one bit for each feature.

    >>> model = Gammas()
    >>> model.features[0] = 3.0
    >>> strengths(model)[:4].tolist()
    [1.0, 3.0, 1.0, 3.0]
    """
    factors = np.ones(SETS)
    for i, gamma in enumerate(model.features):
        factors[_has(i)] *= gamma
    return np.outer(np.asarray(model.shapes), factors).ravel()


def train(
    games: _core.Competitions,
    *,
    prior: float = 1.0,
    most: int = 60,
    enough: float = 1e-6,
    start: Gammas | None = None,
    tell: Callable[[Sweep], object] | None = None,
) -> Gammas:
    """The gammas of the greatest likelihood.

    Each value has `prior` wins and as many losses against a team of strength 1, so that what is
    rare stays near 1. Ends after `most` sweeps, or when one gains less than `enough` of the mean
    log-likelihood. Raises ValueError if there are no games.
    """
    _need_positions(games)
    model = Gammas(list(start.features), list(start.shapes)) if start else Gammas()
    model.shapes = _centred(np.asarray(model.shapes)).tolist()
    wins = games.wins()
    before = -np.inf
    for sweep in range(most):
        likelihood = before
        for i in range(len(FEATURES)):
            own = np.tile(_has(i), len(SHAPES))
            shares, likelihood, _ = _shares(games, model)
            gamma = np.array([model.features[i]])
            sums = np.array([wins[own].sum()]), np.array([shares[own].sum()])
            model.features[i] = float(_updated(gamma, *sums, prior)[0])
        shares, likelihood, _ = _shares(games, model)
        gammas = _updated(np.asarray(model.shapes), _by_shape(wins), _by_shape(shares), prior)
        model.shapes = _centred(gammas).tolist()
        if tell:
            tell(Sweep(sweep + 1, model, likelihood))
        if likelihood - before < enough:
            break
        before = likelihood
    return normalized(model)


def frequencies(games: _core.Competitions) -> Gammas:
    """The plain estimate: how often a value was chosen, of the times that it could have been. A
    feature that a move has or not is compared with the moves that have it not. One choice in two
    is added to all, for what never came. Raises ValueError if there are no games."""
    _need_positions(games)
    wins, all_teams = games.wins(), games.appearances()
    model = Gammas()
    for i in range(len(FEATURES)):
        own = np.tile(_has(i), len(SHAPES))
        rates = [(wins[s].sum() + 1) / (all_teams[s].sum() + 2) for s in (own, ~own)]
        model.features[i] = float(rates[0] / rates[1])
    model.shapes = ((_by_shape(wins) + 1) / (_by_shape(all_teams) + 2)).tolist()
    return normalized(model)


def normalized(model: Gammas) -> Gammas:
    """The same model: every move has one shape, so that only ratios of shapes count. The empty
    neighbourhood gets 1."""
    unit = model.shapes[EMPTY]
    return Gammas(list(model.features), [gamma / unit for gamma in model.shapes])


def counts(games: _core.Competitions) -> list[tuple[int, int]]:
    """How often each shape was chosen, and could have been."""
    won, there = (_by_shape(sums) for sums in (games.wins(), games.appearances()))
    return [(int(w), int(t)) for w, t in zip(won, there, strict=True)]


def judge(games: _core.Competitions, model: Gammas) -> tuple[float, float]:
    """Mean log-likelihood and how often the strongest move was played; 0 if there are no games."""
    _, likelihood, accuracy = games.weigh(strengths(model))
    return likelihood, accuracy


def _need_positions(games: _core.Competitions) -> None:
    if not len(games):
        raise ValueError("there are no positions to learn from")


def _has(feature: int) -> npt.NDArray[np.bool_]:
    return (np.arange(SETS) >> feature & 1).astype(bool)


def _by_shape(teams: Array) -> Array:
    sums: Array = teams.reshape(len(SHAPES), SETS).sum(axis=1)
    return sums


def _shares(games: _core.Competitions, model: Gammas) -> tuple[Array, float, float]:
    """By team the sum over positions of its part of all strength: gamma_i C_ij / E_j."""
    strong = strengths(model)
    shares, likelihood, accuracy = games.weigh(strong)
    return shares * strong, likelihood, accuracy


def _centred(shapes: Array) -> Array:
    """The scale of the shapes that the prior likes best. Nothing else depends on it, so that it
    would be approached very slowly."""
    low, high = -50.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        scaled = shapes * np.exp(middle)
        if ((1 - scaled) / (1 + scaled)).sum() > 0:
            low = middle
        else:
            high = middle
    centred: Array = shapes * np.exp(low)
    return centred


def _updated(gamma: Array, wins: Array, shares: Array, prior: float) -> Array:
    # Each of the games of the prior is between this value alone and a strength of 1.
    return (wins + prior) / (shares / gamma + 2 * prior / (gamma + 1))
