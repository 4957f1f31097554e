"""Trains a shallow network (`keima.models.shallow`) to predict the moves of games.

The gradient comes from the core; the steps are Adam's (Kingma & Ba 2015). Keller & Perez 2016 lower
the squared error with plain momentum; here it is the cross entropy that goes with a softmax.
"""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from keima import _core
from keima.files import read_file, write_file
from keima.learn.packs import TEST, VALIDATION
from keima.learn.samples import LEARN, Samples, Source
from keima.models.shallow import ShallowModel, Shape, Weights, write_shallow

RANKS = 10
#: Of Adam.
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8
#: The rate falls in a line to this part of it.
LAST_RATE = 0.02
#: More than any state needs; a file with more is not read.
MOST_BYTES = 1 << 26


@dataclass(frozen=True)
class Accuracy:
    """How often the move that was played is among the best 1 to 10."""

    positions: int
    ranks: tuple[int, ...]
    #: Natural, of all moves.
    log_likelihood: float

    def top(self, best: int) -> float:
        return self.ranks[best - 1] / max(1, self.positions)

    def __str__(self) -> str:
        loss = -self.log_likelihood / max(1, self.positions)
        return (
            f"{self.positions:,} positions, best move {self.top(1):.2%}, among five "
            f"{self.top(5):.2%}, among ten {self.top(10):.2%}, loss {loss:.4f}"
        )

    def to_json(self) -> dict[str, Any]:
        tops = [round(self.top(best), 4) for best in range(1, RANKS + 1)]
        loss = -self.log_likelihood / max(1, self.positions)
        return {"positions": self.positions, "top": tops, "loss": round(loss, 4)}


@dataclass(frozen=True)
class Settings:
    """How it is trained. `positions` is where the rate has fallen to nearly nothing; learning may
    go on."""

    positions: int = 12_000_000
    batch: int = 256
    rate: float = 0.005
    #: Are all weights made the same under the eight symmetries of the board? If not, positions are
    #: turned by chance.
    tied: bool = True
    #: Positions of the parts that are not learnt from.
    held_out: int = 20_000
    seed: int = 1


def first_weights(shape: Shape, seed: int) -> Weights:
    """By chance, as is usual for rectified units: each sees 25 states at a time."""
    rng = np.random.default_rng([seed, 77])
    weights = np.zeros(shape.weights, np.float32)
    parts = shape.split(weights)
    parts["input"][:] = rng.normal(0, (2 / 25) ** 0.5, parts["input"].shape)
    parts["output"][:] = rng.normal(0, (1 / (9 * shape.kernels)) ** 0.5, parts["output"].shape)
    return weights


def tie(shape: Shape, weights: Weights) -> Weights:
    """The mean of all weights over the eight symmetries, so that a turned board has the turned
    answer."""
    tied = weights.copy()
    for name, part in shape.split(tied).items():
        sides = shape.parts[name]
        if name in ("biases", "output_biases"):
            grid = part.reshape(shape.size, shape.size, -1)
        else:
            grid = np.moveaxis(part.reshape(-1, *sides[-3:]), 0, -1).reshape(*sides[-3:-1], -1)
        turned = [np.rot90(g, turn) for g in (grid, grid.swapaxes(0, 1)) for turn in range(4)]
        mean = np.mean(turned, axis=0)
        if name in ("biases", "output_biases"):
            part[:] = mean.reshape(sides)
        else:
            kernels = mean.reshape(*sides[-3:], -1)
            part[:] = np.moveaxis(kernels, -1, 0).reshape(sides)
    return tied


def native(shape: Shape, weights: Weights) -> _core.ShallowNet:
    return ShallowModel(shape, weights).native()


def judge(net: _core.ShallowNet, samples: Samples) -> Accuracy:
    """How well a network predicts the moves of samples."""
    same = np.zeros(len(samples), np.uint8)
    s = samples
    _, likelihood, ranks = net.learn(
        s.states, s.last, s.before, s.moves, s.owners, same, gradient=False
    )
    return Accuracy(len(samples), tuple(ranks), likelihood)


class Learner:
    """A run in a folder: `state.npz` is what it goes on from, `network.bin` the network so far,
    `log.jsonl` how it went."""

    def __init__(
        self,
        folder: Path,
        source: Source,
        shape: Shape,
        settings: Settings,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Raises ValueError if the folder has a run with another shape."""
        self._folder, self._source, self.shape = folder, source, shape
        self._settings, self._tell = settings, tell
        self.positions = self._chunk = self._steps = 0
        self.weights = first_weights(shape, settings.seed)
        if settings.tied:
            self.weights = tie(shape, self.weights)
        self._mean = np.zeros(shape.weights)
        self._square = np.zeros(shape.weights)
        self._validation: Samples | None = None
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "state.npz").exists():
            self._restore()

    def run(self, positions: int, stopped: Callable[[], bool] = lambda: False) -> None:
        """Until so many positions have been seen, or `stopped` says so."""
        while self.positions < positions and not stopped():
            began = time.monotonic()
            samples = self._source.chunk(self._chunk, LEARN)
            if not len(samples.moves):
                raise ValueError("games without a position to learn from: leave them out")
            made = time.monotonic()
            seen = self._learn(samples, positions)
            self._chunk += 1
            done = time.monotonic()
            validation = judge(self.net, self.held_out(VALIDATION))
            row = {
                "positions": self.positions,
                "loss": round(-seen.log_likelihood / max(1, seen.positions), 4),
                "top1": round(seen.top(1), 4),
                "validation": validation.to_json(),
                "seconds": [round(made - began, 1), round(done - made, 1)],
            }
            self._save(row)
            self._tell(f"{self.positions:,} positions; validation: {validation}")

    @property
    def net(self) -> _core.ShallowNet:
        return native(self.shape, self.weights)

    def held_out(self, part: int) -> Samples:
        """Positions of a part that is not learnt from."""
        if part == VALIDATION and self._validation is not None:
            return self._validation
        samples = held_out(self._source, part, self._settings.held_out)
        if part == VALIDATION:
            self._validation = samples
        return samples

    def finish(self) -> Accuracy:
        """Judged by the games for the last test; the file of the network says so."""
        accuracy = judge(self.net, self.held_out(TEST))
        self._write(accuracy)
        return accuracy

    def _learn(self, samples: Samples, most: int) -> Accuracy:
        rng = np.random.default_rng([self._settings.seed, self._chunk, 5])
        order = rng.permutation(len(samples))[: max(0, most - self.positions)]
        ranks, likelihood = np.zeros(RANKS, int), 0.0
        for start in range(0, len(order), self._settings.batch):
            batch = samples.take(order[start : start + self._settings.batch])
            turns = rng.integers(8, size=len(batch)).astype(np.uint8)
            gradient, found, counts = self.net.learn(
                batch.states, batch.last, batch.before, batch.moves, batch.owners, turns
            )
            self._step(gradient / len(batch))
            self.positions += len(batch)
            likelihood += found
            ranks += counts
        return Accuracy(len(order), tuple(ranks.tolist()), likelihood)

    def _step(self, gradient: Any) -> None:
        s = self._settings
        if s.tied:
            gradient = tie(self.shape, gradient.astype(np.float32))
        self._steps += 1
        self._mean += (1 - MEAN) * (gradient - self._mean)
        self._square += (1 - SQUARE) * (gradient**2 - self._square)
        mean = self._mean / (1 - MEAN**self._steps)
        square = self._square / (1 - SQUARE**self._steps)
        rate = s.rate * max(LAST_RATE, 1 - self.positions / s.positions)
        self.weights += (rate * mean / (np.sqrt(square) + TINY)).astype(np.float32)

    def _save(self, row: dict[str, Any]) -> None:
        state = io.BytesIO()
        np.savez(
            state,
            weights=self.weights,
            mean=self._mean,
            square=self._square,
            progress=np.array([self.positions, self._chunk, self._steps]),
        )
        write_file(self._folder / "state.npz", state.getvalue())
        with (self._folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
        self._write(None)

    def _write(self, accuracy: Accuracy | None) -> None:
        about: dict[str, object] = {"seen": self.positions, "how": asdict(self._settings)}
        if accuracy:
            about["test"] = accuracy.to_json()
        model = ShallowModel(self.shape, self.weights, about)
        write_shallow(self._folder / "network.bin", model)

    def _restore(self) -> None:
        path = self._folder / "state.npz"
        try:
            data = io.BytesIO(read_file(path, MOST_BYTES))
            with np.load(data, allow_pickle=False) as state:
                columns = [state[name].astype(float) for name in ("weights", "mean", "square")]
                progress = [int(number) for number in state["progress"]]
            if any(column.shape != self.weights.shape for column in columns):
                raise ValueError("it is of another kind of network")
            if not all(np.isfinite(column).all() for column in columns) or min(progress) < 0:
                raise ValueError("it has what is no number")
            self.positions, self._chunk, self._steps = progress
            self.weights = columns[0].astype(np.float32)
            self._mean, self._square = columns[1:]
        except (OSError, KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"cannot go on from {path}: {error}") from None


def held_out(source: Source, part: int, most: int) -> Samples:
    """At most so many positions of a part, of as few chunks as it takes."""
    found: list[Samples] = []
    for number in range(source.chunks(part)):
        found.append(source.chunk(number, part))
        if sum(map(len, found)) >= most:
            break
    if not found:
        raise ValueError("the packs have no games that are not learnt from")
    states, last, before, moves = (
        np.concatenate([getattr(s, name) for s in found])
        for name in ("states", "last", "before", "moves")
    )
    owners = [s.owners for s in found if s.owners is not None]
    together = np.concatenate(owners) if len(owners) == len(found) else None
    return Samples(states, last, before, moves, together).take(slice(0, most))
