"""Trains a small network by back-propagation, one example at a time (Ferreira 2016, 3.4.4)."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.files import read_file, write_file
from keima.learn.examples import Data

SYMMETRIES = 8
#: The document's learning rate, and the reach of a unit in its figures 4.6 and 4.7.
RATE, DISTANCE = 0.002, 9
#: Steps over which weights are averaged.
AVERAGE = 200_000
#: Steps between two looks at the clock, and between weights that count for the average.
CHUNK = 500
MOST_BYTES = 1 << 26


@dataclass(frozen=True)
class Score:
    """How well the moves of examples are told."""

    positions: int
    #: Median rank of the move played among all points, and among those that may be played.
    rank: float
    legal_rank: float
    #: How often it is the best of those that may be played, and among the best quarter of them.
    accuracy: float
    quarter: float

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions, median rank {self.rank:g} of all points and "
            f"{self.legal_rank:g} of legal ones, best {self.accuracy:.1%}, "
            f"in the best quarter {self.quarter:.1%}"
        )


def judge(
    ranks: Callable[[npt.NDArray[np.uint32]], npt.NDArray[np.float32]], count: int, most: int = 0
) -> Score:
    """By the ranks that a network gives to the first `most` of `count` examples, 0 for all.
    Raises ValueError if there are none."""
    if not count:
        raise ValueError("there are no positions to judge by")
    rows = ranks(np.arange(min(count, most or count), dtype=np.uint32) * SYMMETRIES)
    overall, legal, choices = rows.T
    return Score(
        len(rows),
        float(np.median(overall)),
        float(np.median(legal)),
        float((legal <= 1).mean()),
        float((legal <= choices / 4).mean()),
    )


@dataclass(frozen=True)
class Settings:
    """What makes a run: with the same ones and the same data it is the same."""

    side: int
    distance: int = DISTANCE
    rate: float = RATE
    seed: int = 1
    #: Steps over which weights are averaged for the network that is written; 0 for the last ones.
    average: int = AVERAGE
    #: Names of the packs, and how many examples they gave.
    packs: tuple[str, ...] = ()
    examples: int = 0


class Learner:
    """A network on its way, epoch by epoch, each in another order. It can be kept in a file at
    any time, and a run that goes on from there is as if it had never stopped."""

    def __init__(self, settings: Settings, data: Data) -> None:
        if not len(data.train):
            raise ValueError("there are no positions to learn from")
        self.settings, self._data = settings, data
        self.net = _core.Perceptron(settings.side, settings.distance)
        self.net.randomize(settings.seed)
        self.steps = 0
        self._mean = np.zeros(len(self.net), np.float32)
        self._counted = 0
        #: By epoch what was judged at its end: steps, epoch and the fields of a Score, as `average`
        #: those of the average.
        self.log: list[dict[str, Any]] = []
        self._order = (-1, np.zeros(0, np.uint32))

    @property
    def epoch_steps(self) -> int:
        return len(self._data.train) * SYMMETRIES

    @property
    def epoch(self) -> int:
        """Epochs that are done."""
        return self.steps // self.epoch_steps

    def learn(self, most: int = CHUNK) -> None:
        """So many steps, or fewer to the end of the epoch."""
        epoch, done = divmod(self.steps, self.epoch_steps)
        numbers = self._numbers(epoch)[done : done + most]
        self.net.learn(self._data.train, numbers, self.settings.rate)
        self.steps += len(numbers)
        if self.settings.average:
            self._counted += 1
            part = max(1 / self._counted, min(1, CHUNK / self.settings.average))
            self._mean += np.float32(part) * (self.net.weights - self._mean)

    @property
    def averaged(self) -> _core.Perceptron:
        """The network with averaged weights; a step moves the outputs of its own move so much that
        the last weights know best what was played last."""
        if not self._counted:
            return self.net
        net = _core.Perceptron(self.settings.side, self.settings.distance)
        net.set_weights(self._mean)
        return net

    def _numbers(self, epoch: int) -> npt.NDArray[np.uint32]:
        if self._order[0] != epoch:
            rng = np.random.default_rng([self.settings.seed, epoch])
            numbers = np.arange(self.epoch_steps, dtype=np.uint32)
            rng.shuffle(numbers)
            self._order = epoch, numbers
        return self._order[1]

    def judge(self, most: int = 0, *, average: bool = True) -> Score:
        """By examples of the test, the average or the last weights."""
        test, net = self._data.test, self.averaged if average else self.net
        return judge(lambda numbers: net.ranks(test, numbers), len(test), most)

    def note(self) -> None:
        """Judges, and puts a line into the log."""
        last = asdict(self.judge(average=False))
        row = {"steps": self.steps, "epoch": self.steps / self.epoch_steps, **last}
        if self.settings.average:
            row["average"] = asdict(self.judge())
        self.log.append(row)

    def save(self, path: Path) -> None:
        """Keeps everything in a file."""
        about = {
            "settings": asdict(self.settings),
            "steps": self.steps,
            "counted": self._counted,
            "log": self.log,
        }
        data = io.BytesIO()
        np.savez(
            data,
            about=np.array(json.dumps(about)),
            weights=self.net.weights,
            mean=self._mean,
        )
        write_file(path, data.getvalue())

    def load(self, path: Path) -> None:
        """Goes on from such a file. Raises ValueError, which names it, if it is of another run."""
        data = read_file(path, MOST_BYTES)
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as members:
                about = json.loads(str(members["about"]))
                weights, mean = (members[n].astype(np.float32) for n in ("weights", "mean"))
            settings = about["settings"]
            settings["packs"] = tuple(settings["packs"])
            steps, counted = int(about["steps"]), int(about["counted"])
            log = list(about["log"])
            if mean.shape != weights.shape or not np.isfinite(mean).all():
                raise ValueError("its average does not fit")
        except (ValueError, KeyError, TypeError, zipfile.BadZipFile, OSError, EOFError) as error:
            raise ValueError(f"{path} is no state of a run: {error}") from None
        if settings != asdict(self.settings):
            raise ValueError(f"{path} is of another run: {_difference(settings, self.settings)}")
        self.net.set_weights(weights)
        self.steps, self.log = steps, log
        self._mean, self._counted = mean, counted


def _difference(other: dict[str, Any], own: Settings) -> str:
    """
    >>> _difference({"side": 9, "rate": 0.1}, Settings(9))
    'its rate is 0.1, not 0.002'
    """
    differ: Sequence[str] = [
        f"its {name} is {other[name]}, not {value}"
        for name, value in asdict(own).items()
        if name in other and other[name] != value
    ]
    return ", ".join(differ) or "it has other settings"
