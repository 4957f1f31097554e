"""A network that a programmer can ask about positions."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from keima.game import Game
from keima.nets.forward import OUTPUTS
from keima.nets.outputs import Evaluation, interpret
from keima.nets.preparing import Precision, PreparedNetwork, prepare
from keima.nets.runtime import compiled
from keima.nets.samples import legal_moves


class Network:
    """A network by name or path: any of KataGo's convolutional ones, or Keima's own.

    One model is kept for every board size that was asked about. Threads may share a network; it
    answers one at a time. Raises NetworkError when the network is first used if there is none, or
    none that Keima can use.
    """

    def __init__(
        self,
        name: str | os.PathLike[str],
        *,
        precision: Precision = "auto",
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self._name, self._precision, self._tell = name, precision, tell
        self._models: dict[tuple[int, int], tuple[PreparedNetwork, Any]] = {}
        #: A compiled model has one place for inputs and outputs.
        self._lock = threading.Lock()

    def prepared(self, width: int, height: int) -> PreparedNetwork:
        """What is used for a board size."""
        return self._model(width, height)[0]

    def evaluate(self, game: Game, *, symmetry: int = 0, optimism: float = 0.0) -> Evaluation:
        """What the network says of the present position for the side to move.

        The network sees the board under a symmetry (see `keima.nets.inputs`); the answer is for
        the board as it is. `optimism` goes from 0, the usual policy, to 1, the optimistic one of
        networks that have it.
        """
        from keima.nets.inputs import inputs_of, symmetry_map

        width, height = game.width, game.height
        facts, model = self._model(width, height)
        planes, numbers = inputs_of(game, symmetry=symmetry, suicide_area=facts.suicide_area)
        with self._lock:
            found = model({"planes": planes[None], "globals": numbers[None]})
        raw = {name: found[name][0] for name in OUTPUTS}
        if symmetry:
            places = symmetry_map(width, height, symmetry)
            moves = np.append(places, game.area)
            raw["policy"] = raw["policy"][:, moves]
            raw["ownership"] = raw["ownership"].reshape(-1)[places].reshape(height, width)
        return interpret(
            raw,
            legal_moves(game),
            facts.version,
            facts.multipliers,
            no_result=may_have_no_result(game),
            optimism=optimism,
        )

    def _model(self, width: int, height: int) -> tuple[PreparedNetwork, Any]:
        with self._lock:
            if (width, height) not in self._models:
                found = prepare(self._name, width, height, self._precision, self._tell)
                self._models[width, height] = found, compiled(str(found.xml))
            return self._models[width, height]


def may_have_no_result(game: Game) -> bool:
    """Not where every repetition is forbidden and area counts, as networks are taught."""
    return game.rules.scoring != "area" or game.rules.ko in ("simple", "cycle")
