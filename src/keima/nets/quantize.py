"""int8: the convolutions of the trunk in whole numbers, several times as fast.

Only the 3x3 convolutions of the trunk are changed; the first layer, the heads and the 1x1
convolutions keep all their digits, for what they compute would suffer. The range of every input
is the widest that was seen on positions Keima makes itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from keima.nets.description import Description
from keima.nets.graph import Ranges, build_model
from keima.nets.outputs import Evaluation, check_finite, interpret
from keima.nets.runtime import compiled
from keima.nets.samples import Sample

#: What a network in int8 must keep of the one it is made of.
LEAST_AGREEMENT, MOST_WIN_ERROR = 0.94, 0.012
#: Positions to set ranges by, and others to try the result on; fewer for large networks.
MOST_RANGES, MOST_TRIED, LEAST_RANGES, LEAST_TRIED = 200, 300, 60, 200
#: Seconds to find out how fast a model is.
TIMED = 0.4
#: Weights times points of a network for which the greatest numbers are too slow.
_LARGE = 1e9


@dataclass(frozen=True)
class Agreement:
    """How a network in int8 compares with its source: how often its best move is the same, the
    mean of how far its chance to win, its policy (Kullback and Leibler) and its lead are off."""

    positions: int
    best_move: float
    win_error: float
    divergence: float
    lead_error: float

    @property
    def good(self) -> bool:
        return self.best_move >= LEAST_AGREEMENT and self.win_error <= MOST_WIN_ERROR

    def __str__(self) -> str:
        return (
            f"{self.best_move:.1%} of {self.positions} best moves are the same, "
            f"mean error of the win rate {self.win_error:.4f}"
        )


def sample_counts(net: Description, width: int, height: int) -> tuple[int, int]:
    """How many positions to set ranges by and to try the result on."""
    share = min(1.0, _LARGE / (net.weights * width * height))
    return (
        max(LEAST_RANGES, round(MOST_RANGES * share)),
        max(LEAST_TRIED, round(MOST_TRIED * share)),
    )


def find_ranges(net: Description, width: int, height: int, samples: Sequence[Sample]) -> Ranges:
    """The least and the greatest value of each channel of each input of a 3x3 convolution of the
    trunk. Raises NetworkError if one is not finite."""
    model = compiled(build_model(net, width, height, watch=True))
    request = model.create_infer_request()
    names = [name for port in model.outputs for name in port.get_names() if "." in name]
    found: dict[str, Any] = dict.fromkeys(names, np.float32(0))
    for sample in samples:
        request.infer(_inputs(sample))
        for name in names:
            pick = np.minimum if name.endswith(".least") else np.maximum
            found[name] = pick(found[name], request.get_tensor(name).data.reshape(-1))
    check_finite(found)
    keys = [name.removesuffix(".least") for name in names if name.endswith(".least")]
    return {key: (found[f"{key}.least"], found[f"{key}.greatest"]) for key in keys}


def compare(net: Description, first: Any, second: Any, samples: Sequence[Sample]) -> Agreement:
    """Two compiled models of one network, the first being the one to trust."""
    same, wins, divergences, leads = 0, 0.0, 0.0, 0.0
    for sample in samples:
        a, b = (_evaluate(net, model, sample) for model in (first, second))
        same += int(a.policy.argmax() == b.policy.argmax())
        wins += abs(a.winrate - b.winrate)
        leads += abs(a.lead - b.lead)
        p, q = np.maximum(a.policy, 1e-12), np.maximum(b.policy, 1e-12)
        divergences += float((p * np.log(p / q)).sum())
    n = len(samples)
    return Agreement(n, same / n, wins / n, divergences / n, leads / n)


def time_of(model: Any, sample: Sample) -> float:
    """Seconds of the processor for one evaluation, the best of several."""
    request = model.create_infer_request()
    request.infer(_inputs(sample))
    best, began, runs = float("inf"), time.process_time(), 0
    while runs < 3 or time.process_time() - began < TIMED:
        start = time.process_time()
        request.infer()
        best, runs = min(best, time.process_time() - start), runs + 1
    return best


def _evaluate(net: Description, model: Any, sample: Sample) -> Evaluation:
    found = model(_inputs(sample))
    raw = {name: found[name][0] for name in ("policy", "value", "score", "ownership")}
    return interpret(raw, sample.legal, net.version, net.multipliers)


def _inputs(sample: Sample) -> dict[str, Any]:
    return {"planes": sample.planes[None], "globals": sample.numbers[None]}
