"""Learns which moves are good where they are (van der Werf 2004, chapter 7): a network orders pairs
of moves, first over features that are made from all, then over all of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.classifiers.base import Array
from keima.learn.classifiers.network import Network
from keima.learn.classifiers.rules import Rprop
from keima.learn.classifiers.training import Weights, descend, stopped_early
from keima.learn.extraction import Scaling, extraction
from keima.learn.pairs import Pairs, Regions

#: Pairs that are looked at together.
CHUNK = 4096
#: Of first weights, beside 1 / the root of their number; and of first steps.
SMALL, FIRST_STEP = 0.1, 0.002

Tell = Callable[[int, float, float], object]


@dataclass(frozen=True)
class Settings:
    """How it learns."""

    hidden: int = 100
    #: By how much a move that was played is to be worth more than the other one (eq. 7.1).
    margin: float = 0.5
    steps: int = 2000
    #: Steps without a better result on the pairs for validation.
    patience: int = 100
    seed: int = 1


def pair_error(network: Network, pairs: Pairs, margin: float) -> tuple[float, Weights]:
    """The mean error of pairs (eq. 7.1) and its gradient.

    >>> pairs = Pairs(np.zeros((2, 3), np.float32), np.zeros((2, 3), np.float32))
    >>> pair_error(Network(3, 2), pairs, 0.5)[0]
    0.25
    """
    gradient = np.zeros_like(network.weights)
    error = 0.0
    for start in range(0, len(pairs), CHUNK):
        played, others = (x[start : start + CHUNK] for x in (pairs.played, pairs.others))
        hidden = network.hidden_of(played), network.hidden_of(others)
        missing = margin + network.outputs_of(hidden[1]) - network.outputs_of(hidden[0])
        # Pairs that are well apart teach nothing: no gradient needs to be calculated.
        wrong = missing[:, 0] > 0
        missing = missing[wrong]
        error += float((missing.astype(np.float64) ** 2).sum())
        slope = (2 / len(pairs)) * missing
        network.add_gradient(gradient, played[wrong], hidden[0][wrong], -slope)
        network.add_gradient(gradient, others[wrong], hidden[1][wrong], slope)
    return error / len(pairs), gradient


def ordered(network: Network, pairs: Pairs) -> float:
    """The part of the pairs whose move that was played is worth more, and a half of those that are
    worth the same."""
    right = 0.0
    for start in range(0, len(pairs), CHUNK):
        played, others = (x[start : start + CHUNK] for x in (pairs.played, pairs.others))
        better, other = network(played), network(others)
        right += int((better > other).sum()) + 0.5 * int((better == other).sum())
    return right / max(1, len(pairs))


def learn_pairs(
    network: Network, train: Pairs, validation: Pairs, settings: Settings, tell: Tell | None = None
) -> float:
    """Trains a network by RPROP on all pairs together, until nothing is gained on those for
    validation; gives the part of these that it orders rightly."""

    def target(weights: Weights) -> tuple[float, Weights]:
        network.weights = weights
        return pair_error(network, train, settings.margin)

    def judge(weights: Weights) -> float:
        network.weights = weights
        return ordered(network, validation)

    network.weights, found = stopped_early(
        descend(network.weights, target, Rprop(FIRST_STEP)),
        judge,
        steps=settings.steps,
        patience=settings.patience,
        tell=tell,
    )
    return found


def new_network(inputs: int, settings: Settings) -> Network:
    """With small weights: with large ones it learns few pairs by heart."""
    network = Network(inputs, settings.hidden, 1, seed=settings.seed, dtype=np.float32)
    network.weights *= SMALL
    return network


def merged(network: Network, matrix: Array) -> Network:
    """A network over all features that says the same as one over those that the matrix makes: both
    maps are linear, so they are one (van der Werf 2004, 7.3.3)."""
    whole = Network(matrix.shape[0], network.hidden, network.outputs, dtype=network.weights.dtype)
    into, *rest = whole.parts(whole.weights)
    first, *others = network.parts(network.weights)
    into[:] = matrix @ first
    for to, part in zip(rest, others, strict=True):
        to[:] = part
    return whole


@dataclass(frozen=True)
class Course:
    """What the two phases came to: parts of pairs ordered rightly, and processor seconds."""

    first: float
    first_seconds: float
    second: float
    second_seconds: float


def train_local(
    train: Pairs,
    validation: Pairs,
    test: Pairs,
    scaling: Scaling,
    settings: Settings,
    *,
    method: str = "mestmpa",
    part: float = 0.2,
    tell: Tell | None = None,
) -> tuple[Network, Course]:
    """Both phases: over as many extracted features as this part of all, then over all. Pairs are
    as the games have them; the network takes scaled ones. The course is of the pairs for the
    test."""
    train, validation, test = (
        Pairs(scaling(pairs.played), scaling(pairs.others)) for pairs in (train, validation, test)
    )
    began = time.process_time()
    count = max(1, round(part * train.played.shape[1]))
    matrix = extraction(method, train.played, train.others, count)
    thin = matrix.astype(np.float32)
    few, few_validation = (
        Pairs(pairs.played @ thin, pairs.others @ thin) for pairs in (train, validation)
    )
    network = new_network(matrix.shape[1], settings)
    learn_pairs(network, few, few_validation, settings, tell)
    network = merged(network, matrix)
    middle = time.process_time()
    first = ordered(network, test)
    learn_pairs(network, train, validation, settings, tell)
    seconds = middle - began, time.process_time() - middle
    return network, Course(first, seconds[0], ordered(network, test), seconds[1])


def raw_weights(network: Network, scaling: Scaling) -> npt.NDArray[np.float32]:
    """The weights over features as they are, in the order of `cpp/features/local_model.h`: the
    scaling becomes a part of them. The output's bias orders nothing and is left out."""
    into, bias, out, _ = (part.astype(np.float64) for part in network.parts(network.weights))
    raw = into * scaling.factor[:, None]
    weights = np.concatenate([raw.ravel(), bias - scaling.centre @ raw, out.ravel()])
    return weights.astype(np.float32)


def native_model(network: Network, scaling: Scaling, regions: Regions) -> _core.LocalModel:
    """What the core plays with."""
    return _core.LocalModel(*regions.radii, network.hidden, raw_weights(network, scaling))
