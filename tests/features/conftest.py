from collections.abc import Callable, Mapping

import numpy as np
import pytest

from keima import _core
from keima.drawing import parse_text
from keima.points import parse_point

#: Features of a block by name.
Block = Mapping[str, float]


@pytest.fixture(scope="session")
def block() -> Callable[..., Block]:
    """All features of the block at a point of a drawn position: block(". X", at="B1").

    `alive` gives predictions, by a point of each block; other blocks are alive. Without it the
    recursive features are left out.
    """

    def read(*rows: str, at: str, alive: Mapping[str, float] | None = None) -> Block:
        board = _core.Board.from_stones(*parse_text(*rows))

        def number(name: str) -> int:
            return features.numbers[parse_point(name, board.width, board.height)]

        features = _core.BlockFeatures(board)
        if alive is None:
            table = features.statics()
        else:
            values = np.ones(len(features), np.float32)
            for name, value in alive.items():
                values[number(name)] = value
            table = features.recursive(values)
        names = _core.block_feature_names()[: table.shape[1]]
        return dict(zip(names, table[number(at)].tolist(), strict=True))

    return read
