"""A small network with one hidden layer, which tells how likely something is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Perceptron:
    """Tanh units over scaled inputs and one logistic output. All arrays are of 32 bits."""

    #: What is taken from each input, and what the rest is multiplied by.
    mean: Floats
    scale: Floats
    #: inputs x units, units, units, and the output's bias.
    hidden: Floats
    hidden_bias: Floats
    output: Floats
    output_bias: Floats

    def __call__(self, inputs: Floats) -> Floats:
        """A value from 0 to 1 for each row.

        >>> one = np.ones(1, np.float32)
        >>> net = Perceptron(0 * one, one, one[None], 0 * one, 2 * one, 0 * one)
        >>> net(np.float32([[0], [9]])).round(2).tolist()
        [0.5, 0.8799999952316284]
        """
        units = np.tanh(self.scaled(inputs) @ self.hidden + self.hidden_bias)
        found: Floats = logistic(units @ self.output + self.output_bias)
        return found

    def scaled(self, inputs: Floats) -> Floats:
        """What the units see: counts grow without end with the board, so their roots are taken."""
        scaled: Floats = (rooted(inputs) - self.mean) * self.scale
        return scaled


def rooted(inputs: Floats) -> Floats:
    """Square roots, with the sign of what they are of."""
    found: Floats = np.sign(inputs) * np.sqrt(np.abs(inputs))
    return found


def logistic(x: Floats) -> Floats:
    found: Floats = 0.5 + 0.5 * np.tanh(0.5 * x)  # without overflow
    return found
