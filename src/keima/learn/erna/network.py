"""Recurrent networks that look at a board step by step (van der Werf 2004, 6.4.1): ERNA, whose eye
moves over it, the same without memory, and one that sees all points at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Integers = npt.NDArray[np.int64]

#: The steps of an eye: left, right, up, down, stay.
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0))
#: What it sees: its point and the four beside it.
WINDOW = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
CLASSES = 2


@dataclass(frozen=True)
class Architecture:
    """What a network is made of."""

    side: int
    #: Does it have an eye, or see all points at once?
    eye: bool = True
    hidden: int = 25
    #: Linear neurons of memory for each point, written where the eye is and read in its window.
    local: int = 3
    #: Linear neurons of memory beside them.
    globals: int = 15
    #: Do hidden neurons see each other's last values?
    loop: bool = False
    #: Does it see what it thought of its actions before?
    actions_back: bool = True

    @property
    def moves(self) -> int:
        """Actions that do not end it: steps of the eye, or thinking on. Two more name a class."""
        return len(STEPS) if self.eye else 1

    @property
    def actions(self) -> int:
        return self.moves + CLASSES

    @property
    def most(self) -> int:
        """Iterations at most: as many as the board has points."""
        return self.side * self.side

    @property
    def inputs(self) -> int:
        seen = len(WINDOW) + 2 if self.eye else self.most
        memory = len(WINDOW) * self.local + self.globals + self.hidden * self.loop
        return seen + memory + self.actions * self.actions_back + 1

    @property
    def outputs(self) -> int:
        return self.local + self.globals + self.actions

    @property
    def weights(self) -> int:
        return (self.inputs + 1) * self.hidden + (self.hidden + 1) * self.outputs


def erna(side: int) -> Architecture:
    """The eye-based recurrent network architecture (6.4.4)."""
    return Architecture(side)


def eye_alone(side: int) -> Architecture:
    """ERNA stripped of all that is recurrent."""
    return Architecture(side, local=0, globals=0, actions_back=False)


def fully_recurrent(side: int) -> Architecture:
    """All points at once, and hidden neurons that see each other, as Elman's network."""
    return Architecture(side, eye=False, local=0, globals=0, loop=True)


@dataclass
class Step:
    """What happened to the boards that were still open, for the way back."""

    rows: Integers  # their numbers
    inputs: Floats
    hidden: Floats
    values: Floats  # of all actions
    places: Integers  # of the eye in the padded board
    chosen: Integers
    rewards: Floats
    ended: npt.NDArray[np.bool_]


class Recurrent:
    """Weights of an architecture, and their use on many boards together."""

    def __init__(self, shape: Architecture, seed: int = 1) -> None:
        self.shape = shape
        random = np.random.default_rng(seed)
        self.weights: npt.NDArray[Any] = random.normal(0, 0.1, shape.weights).astype(np.float32)
        n = shape.side
        stride = n + 2
        #: Offsets of the window and of the steps in a board with a border.
        self.window = np.array([dx + dy * stride for dx, dy in WINDOW])
        self.moves = np.array([dx + dy * stride for dx, dy in STEPS])
        #: The upper left corner, where an eye begins; and all points with the border.
        self.start, self.area = stride + 1, stride * stride
        inside = np.zeros((stride, stride), bool)
        inside[1:-1, 1:-1] = True
        self.border = ~inside.ravel()

    def parts(self, weights: npt.NDArray[Any]) -> tuple[Floats, Floats, Floats, Floats]:
        """Views: from inputs, their biases, to outputs, the biases of these."""
        s = self.shape
        ends = np.cumsum([s.inputs * s.hidden, s.hidden, s.hidden * s.outputs])
        into, bias, out, last = np.split(weights, ends)
        return into.reshape(s.inputs, s.hidden), bias, out.reshape(s.hidden, s.outputs), last

    def padded(self, points: Floats) -> Floats:
        """Boards with a border: 1 for a stone, -1 for none, 0 off the board."""
        n = self.shape.side
        wide = np.zeros((len(points), n + 2, n + 2), np.float32)
        wide[:, 1:-1, 1:-1] = 2 * points.reshape(-1, n, n) - 1
        return wide.reshape(len(points), -1)

    def coordinates(self, places: Integers) -> Floats:
        """Column and row of each place, from -1 to 1."""
        n = self.shape.side
        columns = np.stack([places % (n + 2), places // (n + 2)], 1).astype(np.float32)
        return np.asarray(2 * (columns - 1) / (n - 1) - 1, np.float32)

    def scatter(
        self,
        gradient: Floats,
        rows: Integers,
        places: Integers,
        local: Floats,
        memory: Floats,
        hidden: Floats,
        values: Floats,
    ) -> None:
        """Puts a gradient by the inputs of a step where these came from: what the step before
        wrote. Memory of points is added to, as it may be older."""
        s = self.shape
        at = 1 + (len(WINDOW) + 2 if s.eye else s.most)
        if s.local:
            width = len(WINDOW) * s.local
            part = gradient[:, at : at + width].reshape(len(rows), len(WINDOW), s.local)
            # The places of a window differ, so that nothing is added twice to one.
            local[rows[:, None], places[:, None] + self.window] += part
            at += width
        memory[rows] = gradient[:, at : at + s.globals]
        at += s.globals
        hidden[rows] = gradient[:, at : at + s.hidden] if s.loop else 0
        at += s.hidden * s.loop
        values[rows] = gradient[:, at : at + s.actions] if s.actions_back else 0
