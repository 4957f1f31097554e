"""What the raw outputs of a network mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from keima.nets.description import Multipliers, NetworkError

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a network says of a position, from the view of the side to move.

    `policy` has a probability for every point, row by row from the top, and at last for a pass;
    `ownership` is +1 where a point will belong to the side to move.
    """

    policy: Array
    win: float
    loss: float
    no_result: float
    score_mean: float
    score_stdev: float
    lead: float
    ownership: Array
    #: How far the value and the score will move in the next turns; from version 9 on.
    value_error: float | None = None
    score_error: float | None = None

    @property
    def winrate(self) -> float:
        """A game without a result is half won."""
        return self.win + self.no_result / 2


def interpret(
    raw: Mapping[str, npt.NDArray[np.float32]],
    legal: npt.NDArray[np.bool_],
    version: int,
    multipliers: Multipliers,
    *,
    no_result: bool = True,
    optimism: float = 0.0,
    temperature: float = 1.0,
) -> Evaluation:
    """The meaning of the raw outputs for one position (no axis for a batch).

    `legal` has the board's points and the pass; `no_result` says whether a game can end without
    one, which it cannot under area scoring with superko. `optimism` goes from the first policy
    to the second of networks that have it. Raises NetworkError for outputs that are not finite.
    """
    check_finite(raw)
    logits = raw["policy"].astype(np.float64)
    line = logits[0] + (logits[1] - logits[0]) * optimism if len(logits) > 1 else logits[0]
    policy = _softmax(np.where(legal, line / temperature, -np.inf))
    outcome = raw["value"].astype(np.float64)
    win, loss, none = _softmax(outcome if no_result else np.array([*outcome[:2], -np.inf]))
    score = raw["score"].astype(np.float64)
    mean = multipliers.score_mean * score[0]
    stdev = multipliers.score_stdev * _softplus(score[1])
    # A game without a result has no score: it counts as 0.
    square = (mean * mean + stdev * stdev) * (1 - none)
    mean *= 1 - none
    value_error, score_error = _errors(score, version, multipliers)
    return Evaluation(
        policy,
        float(win),
        float(loss),
        float(none),
        float(mean),
        float(np.sqrt(max(square - mean * mean, 0.0))),
        float(multipliers.lead * score[2] * (1 - none)),
        np.tanh(raw["ownership"].astype(np.float64)),
        value_error,
        score_error,
    )


def check_finite(arrays: Mapping[str, npt.NDArray[np.float32]]) -> None:
    """Raises NetworkError, which names the array: weights can be finite and far too large."""
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise NetworkError(f"the network computes numbers that are not finite ({name})")


def _errors(
    score: Array, version: int, multipliers: Multipliers
) -> tuple[float | None, float | None]:
    if version < 9:
        return None, None
    if version < 10:
        return float(_softplus(score[4])), float(10 * _softplus(score[5]))
    if version < 14:
        return (
            float(np.sqrt(_softplus(score[4]) * multipliers.value_error)),
            float(np.sqrt(_softplus(score[5]) * multipliers.score_error)),
        )
    return (
        float(_softplus(score[4] / 2) * np.sqrt(multipliers.value_error)),
        float(_softplus(score[5] / 2) * np.sqrt(multipliers.score_error)),
    )


def _softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max())
    shares: Array = powers / powers.sum()
    return shares


def _softplus(x: float) -> float:
    return float(np.logaddexp(0.0, x))
