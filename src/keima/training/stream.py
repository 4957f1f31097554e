"""Batches without end: of the games themselves, or of what a teacher says of their positions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from keima.data.positions import Batch, Choice, Positions, turned_back
from keima.data.record import LEARN
from keima.training.labels import Labels, decode_policy
from keima.training.teacher import Teacher

#: Positions that a teacher judges at a time.
CHUNK = 512
#: Labels that a run begins with and draws from at any time.
WINDOW = 16384

Data = Sequence[tuple[Positions, float]]


class Games:
    """Batches of moves and results as they were played. A batch is of one size; sizes and packs
    come as often as their weights say."""

    def __init__(self, data: Data, batch: int) -> None:
        self._data, self._batch = data, batch
        self._sizes, self._shares = _by_size(data)

    def next(self, rng: np.random.Generator) -> Batch:
        size = self._sizes[rng.choice(len(self._sizes), p=self._shares)]
        packs = [(pack, weight) for pack, weight in self._data if pack.size == size]
        counts = rng.multinomial(self._batch, _shares([weight for _, weight in packs]))
        return joined(
            [
                pack.batch(pack.draw(LEARN, int(count), rng))
                for (pack, _), count in zip(packs, counts, strict=True)
                if count
            ]
        )


class Lessons:
    """Batches of a teacher's judgements. They are kept in label files in `folder`.

    A batch is drawn from the labels of a window that moves on by one after `reuse` uses, to new
    labels at its end; so each label is used as often as any other, that many times on average.
    Sizes share the window as their weights say; where there are fewer positions, it is as many.
    """

    def __init__(
        self, data: Data, batch: int, teacher: Teacher, folder: Path, reuse: float
    ) -> None:
        self._data, self._batch = data, batch
        self._teacher, self._reuse = teacher, max(reuse, 0.01)
        self._sizes, self._shares = _by_size(data)
        about: dict[str, object] = {
            "teacher": teacher.digest,
            "packs": [pack.digest for pack, _ in data],
        }
        self.labels = {size: Labels(folder, size, about) for size in self._sizes}
        self._windows = {
            size: min(max(batch, round(WINDOW * share)), _positions(data, size))
            for size, share in zip(self._sizes, self._shares, strict=True)
        }
        #: Positions used of each size.
        self.used = dict.fromkeys(self._sizes, 0)

    @property
    def labelled(self) -> int:
        return sum(len(labels) for labels in self.labels.values())

    def next(self, rng: np.random.Generator) -> Batch:
        size = self._sizes[rng.choice(len(self._sizes), p=self._shares)]
        while len(self.labels[size]) < self._end(size):
            self.more(size)
        end = self._end(size)
        rows = rng.integers(end - self._windows[size], end, size=self._batch)
        self.used[size] += self._batch
        return self._of(self.labels[size].take(rows), rng)

    def lacking(self) -> int | None:
        """A size whose next batch needs labels that are not there yet; None if there is none."""
        return next((s for s in self._sizes if len(self.labels[s]) < self._end(s)), None)

    def _end(self, size: int) -> int:
        """Where the window ends."""
        return self._windows[size] + int(self.used[size] / self._reuse)

    def more(self, size: int) -> None:
        """Lets the teacher judge another chunk: which positions is up to the number of labels that
        are there, so that a run that was killed goes on as it would have."""
        labels = self.labels[size]
        rng = np.random.default_rng([size, len(labels)])
        at = [number for number, (pack, _) in enumerate(self._data) if pack.size == size]
        counts = rng.multinomial(CHUNK, _shares([self._data[number][1] for number in at]))
        judged = []
        for number, count in zip(at, counts, strict=True):
            pack = self._data[number][0]
            if count:
                choice = pack.draw(LEARN, int(count), rng)
                judged.append(self._teacher.label(pack, number, choice))
        labels.append(np.concatenate(judged))

    def _of(self, records: Any, rng: np.random.Generator) -> Batch:
        parts = []
        for number in np.unique(records["pack"]):
            chosen = records[records["pack"] == number]
            parts.append(taught(self._data[number][0], chosen, rng.integers(8, size=len(chosen))))
        return joined(parts)


def taught(pack: Positions, records: Any, symmetries: Any) -> Batch:
    """What a teacher said of positions of one pack, turned."""
    count, area = len(records), pack.size * pack.size
    choice = Choice(
        records["game"].astype(np.int32),
        records["move"].astype(np.int32),
        np.asarray(symmetries, np.uint8),
    )
    planes, numbers, targets = pack.inputs(choice)
    turned = turned_back(pack.size)[choice.symmetries]
    policy = decode_policy(records["policy"])
    policy[:, :area] = np.take_along_axis(policy[:, :area], turned, 1)
    policy *= 1 - pack.played
    policy[np.arange(count), targets] += pack.played
    owners = np.take_along_axis(records["owners"], turned, 1) / np.float32(127)
    value = records["value"].astype(np.float32)
    ones = np.ones(count, np.float32)
    return Batch(
        planes,
        numbers,
        targets.astype(np.int64),
        policy.astype(np.float32),
        value / value.sum(1, keepdims=True),
        ones,
        records["score"].astype(np.float32),
        ones,
        owners.astype(np.float32),
        ones,
        taught=True,
    )


def joined(parts: Sequence[Batch]) -> Batch:
    if len(parts) == 1:
        return parts[0]

    def all_of(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    names = (
        *("planes", "globals", "moves", "value", "has_value"),
        *("score", "has_score", "owners", "has_owners"),
    )
    policy = None if parts[0].policy is None else all_of("policy")
    return Batch(policy=policy, taught=parts[0].taught, **{name: all_of(name) for name in names})


def _by_size(data: Data) -> tuple[list[int], list[float]]:
    sizes = sorted({pack.size for pack, _ in data})
    if not sizes:
        raise ValueError("there is no data: name packs or folders of shards")
    return sizes, _shares([sum(w for pack, w in data if pack.size == size) for size in sizes])


def _positions(data: Data, size: int) -> int:
    return sum(pack.count(LEARN) for pack, _ in data if pack.size == size)


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    if total <= 0:
        raise ValueError("there are no positions to learn from")
    return [weight / total for weight in weights]
