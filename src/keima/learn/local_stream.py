"""The local model learnt from far more pairs than are looked at together: a few at a time, each of
them once. What the document did, with all pairs at once, takes many times as long for less."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from keima.files import write_file
from keima.learn.classifiers.network import Network
from keima.learn.classifiers.rules import Adam
from keima.learn.extraction import Scaling
from keima.learn.local_moves import pair_error
from keima.learn.pairs import Pairs


@dataclass(frozen=True)
class StreamSettings:
    """How it learns from a stream of pairs."""

    #: Pairs in all; the rate falls to nothing until then.
    pairs: int = 4_000_000
    batch: int = 512
    rate: float = 0.002
    #: By how much a move that was played is to be worth more than the other one (eq. 7.1).
    margin: float = 1.0


class StreamLearner:
    """A network over scaled features on its way, chunk by chunk; what it was can be kept in a file
    and taken up again."""

    def __init__(self, network: Network, scaling: Scaling, settings: StreamSettings) -> None:
        self.network, self.scaling = network, scaling
        self._settings = settings
        self._rule = Adam(settings.rate)
        #: Pairs seen, and chunks.
        self.seen = self.chunks = 0

    @property
    def done(self) -> bool:
        return self.seen >= self._settings.pairs

    def learn(self, pairs: Pairs) -> float:
        """Learns from a chunk, which is not scaled yet; gives the mean error on the way."""
        s = self._settings
        total, batches = 0.0, 0
        for start in range(0, len(pairs), s.batch):
            part = slice(start, start + s.batch)
            few = Pairs(self.scaling(pairs.played[part]), self.scaling(pairs.others[part]))
            error, gradient = pair_error(self.network, few, s.margin)
            self._rule.rate = s.rate * max(0.0, 1 - self.seen / s.pairs)
            self.network.weights = self._rule.next(self.network.weights, error, gradient)
            self.seen += len(few)
            total, batches = total + error, batches + 1
            if self.done:
                break
        self.chunks += 1
        return total / max(1, batches)

    def run(
        self, source: Callable[[int], Pairs], tell: Callable[[int, float], object] | None = None
    ) -> None:
        """To the end of the pairs; `tell` is given after each chunk the pairs seen so far and
        their error."""
        while not self.done:
            error = self.learn(source(self.chunks))
            if tell:
                tell(self.seen, error)

    def save(self, path: Path) -> None:
        """As a whole or not at all."""
        file = io.BytesIO()
        np.savez(
            file,
            weights=self.network.weights,
            mean=np.zeros(0) if self._rule.mean is None else self._rule.mean,
            square=np.zeros(0) if self._rule.square is None else self._rule.square,
            steps=self._rule.steps,
            seen=self.seen,
            chunks=self.chunks,
            centre=self.scaling.centre,
            factor=self.scaling.factor,
        )
        write_file(path, file.getvalue())

    def load(self, path: Path) -> None:
        """Raises ValueError, which names the file, for what is of another network."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                weights = kept["weights"]
                if weights.shape != self.network.weights.shape:
                    raise ValueError("it is of another network")
                self.network.weights = weights
                self.scaling = Scaling(kept["centre"], kept["factor"])
                if kept["mean"].size:
                    self._rule.mean, self._rule.square = kept["mean"], kept["square"]
                self._rule.steps = int(kept["steps"])
                self.seen, self.chunks = int(kept["seen"]), int(kept["chunks"])
        except (OSError, KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"cannot go on from {path}: {error}") from None
