"""Figures of van der Werf 2004, table 9.1, from blocks of unfinished positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from keima import _core
from keima.learn.classifiers import LinearDiscriminant, Logistic, NearestMean, Perceptron
from keima.learn.classifiers.base import Array, Classifier, Labels
from keima.learn.life import BEFORE_END, Positions, judged_values, report
from keima.learn.perceptron import Training as HowToTrain
from keima.learn.perceptron import errors, train
from keima.score.life import Alive, alive_by_both, alive_by_learning, alive_by_playouts, all_alive

#: Examples to learn from.
SIZES = (1000, 5000, 25_000)
#: Hidden units of the networks, with one hidden layer or two.
UNITS: dict[str, int | tuple[int, int]] = {
    "5": 5,
    "15": 15,
    "25": 25,
    "25-5": (25, 5),
    "25-25": (25, 25),
    "50": 50,
}
#: Of the training of a network: full-batch steps at most, and those in vain that end it.
STEPS, PATIENCE = 400, 60
#: What the document's classifiers see: the features without captures.
SEEN = len(_core.block_feature_names()) - 6

#: Learns from labelled vectors; the second pair is for validation.
Fit = Callable[[Array, Labels, Array, Labels, int], Classifier]
#: What a cell of the table is made by.
Cells = dict[str, Callable[[], dict[str, Any]]]


def _network(method: str, units: int | tuple[int, int]) -> Fit:
    def fit(x: Array, y: Labels, vx: Array, vy: Labels, seed: int) -> Classifier:
        net = Perceptron(units, method, steps=STEPS, patience=PATIENCE, seed=seed)  # type: ignore[arg-type]
        return net.fit(x, y, (vx, vy))

    return fit


CLASSIFIERS: dict[str, Fit] = {
    "NMC": lambda x, y, vx, vy, seed: NearestMean().fit(x, y),
    "LDC": lambda x, y, vx, vy, seed: LinearDiscriminant().fit(x, y),
    "LOGLC": lambda x, y, vx, vy, seed: Logistic().fit(x, y),
    **{f"GDXNC-{name}": _network("momentum", units) for name, units in UNITS.items()},
    **{f"RPNC-{name}": _network("rprop", units) for name, units in UNITS.items()},
}

#: Judges of stones that are compared on the same positions.
JUDGES: dict[str, Alive] = {
    "always alive": all_alive,
    "100 playouts": alive_by_playouts,
    "10 playouts": lambda board, to_play: alive_by_playouts(board, to_play, playouts=10),
    "the cascade": alive_by_learning,
    "100 playouts and the cascade": alive_by_both,
}


def cells(
    learn: Positions, validation: Positions, test: Positions, judged: Positions, seed: int = 1
) -> Cells:
    """Of each classifier with each number of examples, and of each judge: `test` has some positions
    of many games, `judged` all positions of some."""
    tables: dict[str, tuple[Array, Labels]] = {}

    def table(name: str, part: Positions) -> tuple[Array, Labels]:
        if name not in tables:
            seen = part.features()[part.relevant()][:, :SEEN]
            tables[name] = seen, part.alive().astype(np.int64)
        return tables[name]

    def sample(name: str, part: Positions, count: int) -> tuple[Array, Labels]:
        x, y = table(name, part)
        rows = np.random.default_rng(seed).choice(len(y), min(count, len(y)), replace=False)
        return x[rows], y[rows]

    def classifier(fit: Fit, size: int) -> dict[str, Any]:
        x, y = sample("learn", learn, size)
        vx, vy = sample("validation", validation, size)
        tx, ty = table("test", test)
        mean, scale = x.mean(0), x.std(0)
        scale = np.where(scale > 0, scale, 1)
        found = fit((x - mean) / scale, y, (vx - mean) / scale, vy, seed)
        return {"test_error": round(float((found.predict((tx - mean) / scale) != ty).mean()), 5)}

    def all_examples() -> dict[str, Any]:
        """The document's 25 units, from all blocks there are, by the shipped cascade's training."""
        (x, y), (vx, vy), (tx, ty) = (
            table(name, part)
            for name, part in (("learn", learn), ("validation", validation), ("test", test))
        )
        how = HowToTrain(units=25, epochs=10, batch=512, seed=seed)
        net, _ = train(x.astype(np.float32), y == 1, (vx.astype(np.float32), vy == 1), how)
        return {
            "examples": len(y),
            "test_error": round(errors(net, tx.astype(np.float32), ty == 1), 5),
        }

    def judge(alive: Alive) -> dict[str, Any]:
        found = report(judged, judged_values(judged, alive))
        before: Mapping[int, float] = found.before_end
        return {
            "games": found.games,
            "blocks": found.blocks,
            "test_error": round(found.wrong, 5),
            **{f"before_{n}": round(before[n], 5) for n in BEFORE_END if n in before},
        }

    wanted: Cells = {
        f"{name} {size}": lambda fit=fit, size=size: classifier(fit, size)  # type: ignore[misc]
        for size in SIZES
        for name, fit in CLASSIFIERS.items()
    }
    wanted["25 units, all"] = all_examples
    for name, alive in JUDGES.items():
        wanted[name] = lambda alive=alive: judge(alive)  # type: ignore[misc]
    return wanted
