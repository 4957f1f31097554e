"""Multilayer perceptrons as classifiers, by three methods of training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Self

import numpy as np

from keima.learn.classifiers.base import Array, Labels, classes_of
from keima.learn.classifiers.deep import DeepNetwork
from keima.learn.classifiers.levenberg import levenberg_marquardt
from keima.learn.classifiers.network import Network
from keima.learn.classifiers.rules import Momentum, Rprop, Rule
from keima.learn.classifiers.training import Weights, descend, stopped_early

Method = Literal["momentum", "rprop", "levenberg"]
METHODS: tuple[Method, ...] = ("momentum", "rprop", "levenberg")


class Perceptron:
    """An output for each class, 1 for its own vectors and -1 for others; the mean square of what
    is missing becomes small. Inputs are scaled to mean 0 and deviation 1. With examples for
    validation, those weights count that label most of them rightly. It has one hidden layer or two,
    but one alone by Levenberg-Marquardt."""

    def __init__(
        self,
        hidden: int | tuple[int, int] = 25,
        method: Method = "rprop",
        *,
        steps: int = 2000,
        patience: int = 200,
        seed: int = 1,
    ) -> None:
        if method not in METHODS:
            raise ValueError(f"unknown method {method!r}: expected one of {', '.join(METHODS)}")
        if method == "levenberg" and not isinstance(hidden, int):
            raise ValueError(f"levenberg is for one hidden layer, got {hidden!r}")
        self._hidden, self._method = hidden, method
        self._steps, self._patience, self._seed = steps, patience, seed
        #: The part of the vectors for validation that are labelled rightly.
        self.judged = 0.0

    def fit(
        self, vectors: Array, labels: Labels, validation: tuple[Array, Labels] | None = None
    ) -> Self:
        self._classes = classes_of(vectors, labels)
        self._mean = vectors.mean(0)
        self._scale = np.where(vectors.std(0) > 0, vectors.std(0), 1.0)
        self._network: Network | DeepNetwork
        inputs, outputs = vectors.shape[1], len(self._classes)
        if isinstance(self._hidden, int):
            self._network = Network(inputs, self._hidden, outputs, seed=self._seed)
        else:
            self._network = DeepNetwork(inputs, self._hidden, outputs, seed=self._seed)
        x = self._inputs(vectors)
        wanted = np.where(labels[:, None] == self._classes, 1.0, -1.0)
        judged = (vectors, labels) if validation is None else validation

        def judge(weights: Weights) -> float:
            self._network.weights = weights
            return float((self.predict(judged[0]) == judged[1]).mean())

        course = self._course(x, wanted)
        self._network.weights, self.judged = stopped_early(
            course, judge, steps=self._steps, patience=self._patience
        )
        return self

    def _course(self, x: Array, wanted: Array) -> Iterator[tuple[Weights, float]]:
        network = self._network

        def residuals(weights: Weights) -> Weights:
            network.weights = weights
            return np.asarray((network(x) - wanted).ravel())

        def jacobian(weights: Weights) -> Weights:
            assert isinstance(network, Network)
            network.weights = weights
            return network.jacobian(x)

        def target(weights: Weights) -> tuple[float, Weights]:
            network.weights = weights
            hidden = network.hidden_of(x)
            missing = network.outputs_of(hidden) - wanted
            gradient = np.zeros_like(weights)
            network.add_gradient(gradient, x, hidden, 2 * missing / missing.size)
            return float((missing**2).mean()), gradient

        if self._method == "levenberg":
            return levenberg_marquardt(network.weights, residuals, jacobian)
        rule: Rule = Momentum() if self._method == "momentum" else Rprop()
        return descend(network.weights, target, rule)

    def _inputs(self, vectors: Array) -> Array:
        return np.asarray((vectors - self._mean) / self._scale)

    def predict(self, vectors: Array) -> Labels:
        return np.asarray(self._classes[self._network(self._inputs(vectors)).argmax(1)])
