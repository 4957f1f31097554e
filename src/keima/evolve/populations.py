"""The two populations, nodes and networks made of them, and how they breed.

The steps are those of Ferreira 2016, algorithm 1. A parent of the best part mates with one that is
at least as good; of the two children each takes the first genes of one and the rest of the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.evolve.settings import Settings

INPUTS, OUTPUTS = 8, 6
Rng = np.random.Generator
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@dataclass
class Populations:
    """A node has inputs, outputs and the weights of both, a network the numbers of its nodes."""

    inputs: npt.NDArray[np.uint16]
    outputs: npt.NDArray[np.uint16]
    weights: npt.NDArray[np.float32]
    networks: npt.NDArray[np.int32]

    @classmethod
    def random(cls, settings: Settings, rng: Rng) -> Populations:
        area = settings.side**2
        members = rng.integers(settings.nodes, size=(settings.networks, settings.hidden))
        return cls(
            _different(rng, settings.nodes, INPUTS, settings.bits * area),
            _different(rng, settings.nodes, OUTPUTS, area),
            _weights(rng, settings.nodes, settings),
            members.astype(np.int32),
        )

    def copy(self) -> Populations:
        return Populations(
            self.inputs.copy(), self.outputs.copy(), self.weights.copy(), self.networks.copy()
        )

    def network(self, number: int, settings: Settings) -> _core.SaneNetwork:
        members = self.networks[number]
        return _core.SaneNetwork(
            settings.side,
            settings.bits,
            np.ascontiguousarray(self.inputs[members]),
            np.ascontiguousarray(self.outputs[members]),
            np.ascontiguousarray(self.weights[members]),
        )

    def breed(self, fitness: Floats, settings: Settings, rng: Rng) -> None:
        """The next generation, from what the networks of this one are worth."""
        worth = node_fitness(self.networks, fitness, settings.nodes, settings.best)
        children = self._breed_nodes(_order(worth, rng), settings, rng)
        self._breed_networks(_order(fitness, rng), children, settings, rng)

    def _breed_nodes(self, order: Indices, settings: Settings, rng: Rng) -> Indices:
        """Returns by node its child, or -1."""
        parents, mates, places = _pairs(order, settings.breed, rng)
        cut = rng.integers(1, INPUTS + OUTPUTS, size=len(parents))[:, None]
        child_of = np.full(settings.nodes, -1, np.int64)
        for mine, other, place in ((parents, mates, places[0]), (mates, parents, places[1])):
            for genes, first in ((self.inputs, 0), (self.outputs, INPUTS), (self.weights, 0)):
                own = np.arange(first, first + genes.shape[1])[None] < cut
                genes[place] = np.where(own, genes[mine], genes[other])
        children = np.concatenate(places)
        child_of[parents] = places[0]
        self._mutate(children, settings, rng)
        return child_of

    def _mutate(self, nodes: Indices, settings: Settings, rng: Rng) -> None:
        area = settings.side**2
        for genes, most in ((self.inputs, settings.bits * area), (self.outputs, area)):
            own = genes[nodes]
            new = rng.random(own.shape) < settings.mutation
            own[new] = rng.integers(most, size=int(new.sum()))
            genes[nodes] = _repaired(own, most, rng)
        own_weights = self.weights[nodes]
        new = rng.random(own_weights.shape) < settings.mutation
        own_weights[new] = _weights(rng, len(nodes), settings)[new]
        self.weights[nodes] = own_weights

    def _breed_networks(
        self, order: Indices, child_of: Indices, settings: Settings, rng: Rng
    ) -> None:
        parents, mates, places = _pairs(order, settings.breed, rng)
        cut = rng.integers(1, settings.hidden + 1, size=len(parents))[:, None]
        own = np.arange(settings.hidden)[None] < cut
        pairs = ((parents, mates), (mates, parents))
        for place, (mine, other) in zip(places, pairs, strict=True):
            children = np.where(own, self.networks[mine], self.networks[other]).astype(np.int64)
            # First phase: other nodes.
            bred = child_of[children]
            takes = (bred >= 0) & (rng.random(children.shape) < settings.to_child)
            children = np.where(takes, bred, children)
            any_node = rng.random(children.shape) < settings.to_any
            children[any_node] = rng.integers(settings.nodes, size=int(any_node.sum()))
            self.networks[place] = children
            # Second phase: a node that is new.
            for child in children[rng.random(len(children)) < settings.redraw]:
                self._redraw(int(rng.choice(child)), settings, rng)

    def _redraw(self, node: int, settings: Settings, rng: Rng) -> None:
        area = settings.side**2
        self.inputs[node] = _different(rng, 1, INPUTS, settings.bits * area)[0]
        self.outputs[node] = _different(rng, 1, OUTPUTS, area)[0]
        self.weights[node] = _weights(rng, 1, settings)[0]


def node_fitness(
    networks: npt.NDArray[np.int32], fitness: Floats, nodes: int, best: float
) -> Floats:
    """Of each node the mean fitness of the best networks that have it; a node that none has is
    worth less than any.

    >>> node_fitness(np.array([[0, 1], [1, 2], [1, 1]]), np.array([3.0, 1.0, 2.0]), 4, 2).tolist()
    [3.0, 2.5, 1.0, 0.0]
    """
    order = np.argsort(-fitness, kind="stable")
    count, total = np.zeros(nodes), np.zeros(nodes)
    for number in order:
        members = np.unique(networks[number])
        members = members[count[members] < best]
        count[members] += 1
        total[members] += fitness[number]
    lowest = float(fitness.min()) - 1
    return np.where(count > 0, total / np.maximum(count, 1), lowest)


def _order(worth: Floats, rng: Rng) -> Indices:
    """The best first; of even ones in an order of chance."""
    shuffled = rng.permutation(len(worth))
    ordered: Indices = shuffled[np.argsort(-worth[shuffled], kind="stable")]
    return ordered


def _pairs(
    order: Indices, part: float, rng: Rng
) -> tuple[Indices, Indices, tuple[Indices, Indices]]:
    """Parents, for each a mate that is at least as good, and the places of their two children:
    those of the worst."""
    count = max(1, int(part * len(order)))
    better = rng.integers(np.arange(count) + 1)
    return order[:count], order[better], (order[-2 * count : -count], order[-count:])


def _different(rng: Rng, rows: int, columns: int, most: int) -> npt.NDArray[np.uint16]:
    numbers = rng.integers(most, size=(rows, columns)).astype(np.uint16)
    return _repaired(numbers, most, rng)


def _repaired(numbers: npt.NDArray[np.uint16], most: int, rng: Rng) -> npt.NDArray[np.uint16]:
    """The same, but what comes twice in a row is drawn anew."""
    while True:
        again = np.zeros(numbers.shape, bool)
        for column in range(1, numbers.shape[1]):
            again[:, column] = (numbers[:, :column] == numbers[:, column, None]).any(axis=1)
        if not again.any():
            return numbers
        numbers[again] = rng.integers(most, size=int(again.sum()))


def _weights(rng: Rng, rows: int, settings: Settings) -> npt.NDArray[np.float32]:
    most = settings.weight_range
    return rng.uniform(-most, most, (rows, INPUTS + OUTPUTS)).astype(np.float32)
