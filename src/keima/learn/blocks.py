"""Blocks of finished positions as examples: which must be told dead or alive (van der Werf 2004,
8.2.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from keima import _core
from keima.learn.perceptron import Labels
from keima.points import neighbours
from keima.score.perceptron import Floats
from keima.scoring import without

DEAD, ALIVE, IRRELEVANT = 0, 1, -1


def block_labels(board: _core.Board, dead: Collection[int]) -> list[int]:
    """DEAD, ALIVE or IRRELEVANT for each block, in the order of `_core.BlockFeatures`.

    A dead block is in the opponent's area. A living one matters if it is at the border of its own
    area, which is next to a point of the other colour's area or of nobody's.
    """
    owners = _core.area_owners(without(board, dead))
    near = neighbours(board.width, board.height)
    features = _core.BlockFeatures(board)
    labels = [IRRELEVANT] * len(features)
    for p, n in enumerate(features.numbers):
        if n < 0:
            continue
        if p in dead:
            labels[n] = DEAD if owners[p] == 3 - features.colors[n] else labels[n]
        elif any(owners[q] != features.colors[n] for q in near[p]):
            labels[n] = ALIVE
    return labels


@dataclass
class Positions:
    """Finished positions with the labels of their blocks."""

    boards: list[_core.Board] = field(default_factory=list)
    labels: list[list[int]] = field(default_factory=list)

    def add(self, board: _core.Board, dead: Collection[int]) -> None:
        self.boards.append(board)
        self.labels.append(block_labels(board, dead))

    def __len__(self) -> int:
        return len(self.boards)

    def relevant(self) -> npt.NDArray[np.bool_]:
        """Of all blocks of all positions."""
        return np.array([x != IRRELEVANT for labels in self.labels for x in labels], bool)

    def alive(self) -> Labels:
        """Of the blocks that matter."""
        return np.array(
            [x == ALIVE for labels in self.labels for x in labels if x != IRRELEVANT], bool
        )

    def features(self, values: Sequence[Floats] | None) -> Floats:
        """Of all blocks: the static ones, or with predictions for each position's blocks all."""
        tables = []
        for i, board in enumerate(self.boards):
            features = _core.BlockFeatures(board)
            tables.append(features.statics() if values is None else features.recursive(values[i]))
        return np.concatenate(tables) if tables else np.zeros((0, 0), np.float32)

    def split(self, values: Floats) -> list[Floats]:
        """Values of all blocks as those of each position."""
        ends = np.cumsum([len(labels) for labels in self.labels])[:-1]
        return np.split(values, ends)
