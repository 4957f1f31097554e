"""Figures of van der Werf 2004, tables 8.1 to 8.3, from labelled blocks of finished games."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.blocks import IRRELEVANT, Positions
from keima.learn.cascade import train_cascade
from keima.learn.classifiers import (
    LinearDiscriminant,
    Logistic,
    NearestMean,
    NearestNeighbours,
    Perceptron,
    QuadraticDiscriminant,
)
from keima.learn.classifiers.base import Array, Labels
from keima.learn.csa import Data
from keima.learn.perceptron import Training

SIZES = (100, 1000, 10_000)
#: Hidden units of table 8.1, of table 8.2 and of table 8.3.
UNITS, RAW_UNITS, CASCADE_UNITS = 15, (15, 35, 75), 50
RECURSIVE_SIZES = (1000, 10_000, 100_000)
#: Of the training of a cascade's network, however few the examples are.
LEAST_STEPS = 2000
#: The part of the variance that the second extraction of table 8.2 keeps.
KEPT = 0.9

#: A line of the file of results; rows that are there, by table and name, are not measured again.
Row = dict[str, str | int | float]
Done = Container[tuple[str, str]]


class Fitted(Protocol):
    def predict(self, vectors: Array) -> Labels: ...


#: Learns from labelled vectors; the second pair is for validation.
Fit = Callable[[Array, Labels, Array, Labels, int], Fitted]


def _network(method: str, units: int = UNITS) -> Fit:
    def fit(x: Array, y: Labels, vx: Array, vy: Labels, seed: int) -> Fitted:
        # Levenberg and Marquardt's steps are few and each takes long.
        limits = {"steps": 60, "patience": 10} if method == "levenberg" else {}
        net = Perceptron(units, method, seed=seed, **limits)  # type: ignore[arg-type]
        return net.fit(x, y, (vx, vy))

    return fit


CLASSIFIERS: dict[str, Fit] = {
    "NMC": lambda x, y, vx, vy, seed: NearestMean().fit(x, y),
    "LDC": lambda x, y, vx, vy, seed: LinearDiscriminant().fit(x, y),
    "LOGLC": lambda x, y, vx, vy, seed: Logistic().fit(x, y),
    "QDC": lambda x, y, vx, vy, seed: QuadraticDiscriminant().fit(x, y),
    "NNC": lambda x, y, vx, vy, seed: NearestNeighbours(1).fit(x, y),
    "KNNC": lambda x, y, vx, vy, seed: NearestNeighbours().fit(x, y),
    "BPNC": _network("momentum"),
    "LMNC": _network("levenberg"),
    "RPNC": _network("rprop"),
}


@dataclass(frozen=True)
class Blocks:
    """Vectors of blocks that matter, with 1 for alive and 0 for dead."""

    vectors: Array
    labels: Labels

    def sample(self, count: int, rng: np.random.Generator) -> Blocks:
        """Some of both classes, by chance."""
        chosen = rng.choice(len(self.labels), min(count, len(self.labels)), replace=False)
        return Blocks(self.vectors[chosen], self.labels[chosen])


def static_blocks(positions: Positions) -> Blocks:
    relevant = positions.relevant()
    return Blocks(positions.features(None)[relevant], positions.alive().astype(np.int64))


def raw_blocks(positions: Positions) -> Blocks:
    """Three bitboards, of the block, of its friends and of its enemies, turned so that the block's
    centre of mass is always in the same eighth of the board."""
    rows: list[npt.NDArray[np.float32]] = []
    for board, labels in zip(positions.boards, positions.labels, strict=True):
        shape = board.height, board.width
        numbers = np.array(_core.BlockFeatures(board).numbers).reshape(shape)
        stones = np.array(board.stones).reshape(shape)
        for n, kind in enumerate(labels):
            if kind == IRRELEVANT:
                continue
            own = numbers == n
            color = stones[own][0]
            planes = np.stack([own, (stones == color) & ~own, stones == 3 - color])
            rows.append(_canonical(planes).ravel().astype(np.float32))
    return Blocks(np.stack(rows), positions.alive().astype(np.int64))


def _canonical(planes: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The first plane's centre of mass is in the upper half, on the left, and not below the
    diagonal."""
    y, x = (axis.mean() for axis in np.nonzero(planes[0]))
    height, width = planes.shape[1:]
    if y > (height - 1) / 2:
        planes, y = planes[:, ::-1], height - 1 - y
    if x > (width - 1) / 2:
        planes, x = planes[:, :, ::-1], width - 1 - x
    return planes.transpose(0, 2, 1) if y > x and height == width else planes


def classifier_rows(data: Data, runs: int, seed: int, done: Done = ()) -> Iterator[Row]:
    """Table 8.1: errors of each classifier without recursion, means of so many runs."""
    learn, judged = static_blocks(data.learn), static_blocks(data.validation)
    test = static_blocks(data.test)
    for name, fit in CLASSIFIERS.items():
        for size in SIZES:
            if ("8.1", f"{name} {size}") in done:
                continue
            found = [_measured(fit, learn, judged, test, size, seed + run) for run in range(runs)]
            training, error, seconds = np.mean(found, 0).tolist()
            yield {
                "table": "8.1",
                "row": f"{name} {size}",
                "training_error": training,
                "test_error": error,
                "seconds": seconds,
            }


def _measured(
    fit: Fit, learn: Blocks, judged: Blocks, test: Blocks, size: int, seed: int
) -> tuple[float, float, float]:
    """Errors on the examples learnt from and on the test, and seconds of the processor."""
    rng = np.random.default_rng(seed)
    examples = learn.sample(size, rng)
    while len(set(examples.labels.tolist())) < 2:
        examples = learn.sample(size, rng)
    chosen = judged.sample(size, rng)
    mean, scale = examples.vectors.mean(0), examples.vectors.std(0)

    def scaled(blocks: Blocks) -> Array:
        return np.asarray((blocks.vectors - mean) / np.where(scale > 0, scale, 1))

    start = time.process_time()
    fitted = fit(scaled(examples), examples.labels, scaled(chosen), chosen.labels, seed)
    seconds = time.process_time() - start
    errors = [
        float((fitted.predict(scaled(blocks)) != blocks.labels).mean())
        for blocks in (examples, test)
    ]
    return errors[0], errors[1], seconds


def raw_rows(data: Data, runs: int, seed: int, done: Done = ()) -> Iterator[Row]:
    """Table 8.2: the raw board, whole and by its principal components."""
    parts = [raw_blocks(part) for part in (data.learn, data.validation, data.test)]
    features = len(_core.block_feature_names()) - 11
    for size in SIZES:
        for name in ("raw", "pca1", "pca2"):
            if ("8.2", f"{name} {size}") in done:
                continue
            row: Row = {"table": "8.2", "row": f"{name} {size}"}
            for units in RAW_UNITS:
                found = []
                for run in range(runs):
                    count = {"raw": None, "pca1": features, "pca2": KEPT}[name]
                    learn, judged, test = _extracted(parts, count, size, seed + run)
                    fit = _network("rprop", units)
                    found.append(_measured(fit, learn, judged, test, size, seed + run)[1])
                row[f"test_error_{units}"] = float(np.mean(found))
            yield row


def _extracted(
    parts: list[Blocks], count: float | None, size: int, seed: int
) -> tuple[Blocks, Blocks, Blocks]:
    """By the principal components of a sample: so many, or if less than 1 as many as keep that part
    of the variance."""
    if count is None:
        return parts[0], parts[1], parts[2]
    sample = parts[0].sample(size, np.random.default_rng(seed)).vectors
    variances, columns = np.linalg.eigh(np.cov(sample.T))
    order = np.argsort(variances)[::-1]
    if count < 1:
        part = np.cumsum(variances[order]) / variances.sum()
        count = int(np.searchsorted(part, count)) + 1
    kept = columns[:, order[: int(count)]].astype(np.float32)
    found = [Blocks(part.vectors @ kept, part.labels) for part in parts]
    return found[0], found[1], found[2]


def recursion_rows(
    data: Data, runs: int, how: Training, seed: int, done: Done = ()
) -> Iterator[Row]:
    """Table 8.3: errors after each step of cascades, means of so many."""
    relevant, alive = data.test.relevant(), data.test.alive()
    for size in RECURSIVE_SIZES:
        if ("8.3", f"{size}") in done:
            continue
        found = []
        for run in range(runs):
            learn = _some(data.learn, size, seed + run)
            epochs = max(how.epochs, LEAST_STEPS * how.batch // size)
            training = replace(how, units=CASCADE_UNITS, epochs=epochs, seed=seed + run)
            cascade = train_cascade(learn, data.validation, training, tries=1)
            values, errors = None, []
            for step in cascade.steps:
                said = step(data.test.features(values))
                errors.append(float(((said[relevant] >= 0.5) != alive).mean()))
                values = data.test.split(said)
            found.append(errors)
        row: Row = {"table": "8.3", "row": f"{size}"}
        for number, error in enumerate(np.mean(found, 0).tolist(), 1):
            row[f"test_error_{number}"] = error
        yield row


def _some(positions: Positions, blocks: int, seed: int) -> Positions:
    """Positions by chance with so many blocks that matter, or all there are."""
    some, count = Positions(), 0
    for i in np.random.default_rng(seed).permutation(len(positions)).tolist():
        if count >= blocks:
            break
        some.boards.append(positions.boards[i])
        some.labels.append(positions.labels[i])
        count += sum(x != IRRELEVANT for x in positions.labels[i])
    return some
