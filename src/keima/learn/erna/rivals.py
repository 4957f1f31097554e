"""The nine ways to learn connectedness that van der Werf 2004 compares (table 6.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from keima.learn.classifiers import (
    Classifier,
    LinearDiscriminant,
    NearestMean,
    NearestNeighbours,
    Perceptron,
    QuadraticDiscriminant,
)
from keima.learn.classifiers.base import accuracy as accuracy_of
from keima.learn.erna.boards import SIZES, Boards, draw_boards
from keima.learn.erna.episodes import accuracy
from keima.learn.erna.learning import Learning, learn
from keima.learn.erna.network import Architecture, erna, eye_alone, fully_recurrent

#: Boards to learn from and to choose by, together, and those to choose by.
USED = {4: 300, 5: 1000, 6: 1000}
CHOSEN_BY = {4: 100, 5: 200, 6: 200}
#: Hidden neurons of the multilayer perceptron, of which the best are chosen.
HIDDEN = (3, 6, 12, 25, 50, 100)

CLASSIFIERS: Mapping[str, Callable[[], Classifier]] = {
    "nearest mean": NearestMean,
    "linear discriminant": LinearDiscriminant,
    "quadratic discriminant": QuadraticDiscriminant,
    "nearest neighbour": lambda: NearestNeighbours(1),
    "k nearest neighbours": NearestNeighbours,
}
RECURRENT: Mapping[str, Callable[[int], Architecture]] = {
    "fully recurrent": fully_recurrent,
    "eye alone": eye_alone,
    "erna": erna,
}
PERCEPTRON = "perceptron"
RIVALS = (*CLASSIFIERS, PERCEPTRON, *RECURRENT)
#: Our own: ERNA with all the boards to learn from, of which the table's classifiers had a part.
ALL_BOARDS = "erna, all boards"


@dataclass(frozen=True)
class Task:
    """Boards of a size, of which none is in two parts."""

    train: Boards
    validation: Boards
    test: Boards
    #: More to learn from, which the table's classifiers did not have.
    spare: Boards

    @property
    def side(self) -> int:
        return self.test.side


def make_task(side: int, seed: int = 1) -> Task:
    """As many as in the document. Raises ValueError for another size than 4, 5 and 6."""
    if side not in SIZES:
        raise ValueError(f"boards must be of 4x4, 5x5 or 6x6, got {side!r}")
    learnt, tested = SIZES[side]
    boards = draw_boards(side, learnt + tested, seed)
    chosen = CHOSEN_BY[side]
    return Task(
        boards.take(slice(chosen, USED[side])),
        boards.take(slice(0, chosen)),
        boards.take(slice(learnt, None)),
        boards.take(slice(USED[side], learnt)),
    )


def compete(name: str, task: Task, learning: Learning | None = None) -> float:
    """The part of the boards for the test that a rival labels rightly. Raises ValueError for an
    unknown one."""
    learning = learning or Learning()
    if name in RECURRENT or name == ALL_BOARDS:
        shape = RECURRENT.get(name, erna)(task.side)
        train = task.train.plus(task.spare) if name == ALL_BOARDS else task.train
        network, _ = learn(shape, train, task.validation, learning)
        return accuracy(network, task.test)
    if name == PERCEPTRON:
        return accuracy_of(_perceptron(task, learning), task.test.points, task.test.connected)
    if name not in CLASSIFIERS:
        raise ValueError(
            f"unknown rival {name!r}: expected one of {', '.join((*RIVALS, ALL_BOARDS))}"
        )
    # Which choose nothing on the way, and so learn from both parts.
    points = np.concatenate([task.train.points, task.validation.points])
    connected = np.concatenate([task.train.connected, task.validation.connected])
    found = CLASSIFIERS[name]().fit(points, connected)
    return accuracy_of(found, task.test.points, task.test.connected)


def _perceptron(task: Task, learning: Learning) -> Perceptron:
    judged = task.validation.points, task.validation.connected
    tried = (
        Perceptron(hidden, steps=min(2000, learning.epochs), seed=learning.seed).fit(
            task.train.points, task.train.connected, validation=judged
        )
        for hidden in HIDDEN
    )
    return max(tried, key=lambda network: network.judged)
