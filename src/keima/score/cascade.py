"""The cascade of networks that tells which blocks of a finished position are alive (van der Werf
2004, 8.5.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from keima import _core
from keima.score.perceptron import Floats, Perceptron


@dataclass(frozen=True)
class Cascade:
    """The first network sees the static features of a block; each further one also what the one
    before it said of the blocks around."""

    steps: tuple[Perceptron, ...]

    def values(self, features: _core.BlockFeatures) -> Floats:
        """How likely each block is alive, from 0 to 1."""
        if not len(features):
            return np.zeros(0, np.float32)
        found = self.steps[0](features.statics())
        for step in self.steps[1:]:
            found = step(features.recursive(found))
        return found
