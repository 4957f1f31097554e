"""What is made small: how far the outputs are from the targets."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional

from keima.data.positions import Batch
from keima.nets.torch_model import Outputs

#: How much each part counts if nothing else is said. Scores are in 20 points.
WEIGHTS = {"policy": 1.0, "value": 1.2, "score": 1.0, "spread": 0.05, "ownership": 1.0}


def losses(outputs: Outputs, batch: Batch) -> dict[str, Tensor]:
    """The mean of each part over the positions that have its target."""
    policy, value, score, ownership = outputs
    target = torch.from_numpy(batch.score)
    has_score = torch.from_numpy(batch.has_score)
    if batch.policy is None:
        by_move = functional.cross_entropy(policy, torch.from_numpy(batch.moves))
    else:
        by_move = functional.cross_entropy(policy, torch.from_numpy(batch.policy))
    won = functional.cross_entropy(value, torch.from_numpy(batch.value), reduction="none")
    close = functional.smooth_l1_loss(score[:, [0, 2]], target[:, [0, 2]], reduction="none")
    if batch.taught:
        spread = functional.smooth_l1_loss(score[:, [1, 3]], target[:, [1, 3]], reduction="none")
        far = spread.mean(1)
    else:
        # How far the mean is off is what the deviation is to say.
        off = (score[:, 0].detach() - target[:, 0]).abs() * 1.25
        far = functional.smooth_l1_loss(functional.softplus(score[:, 1]), off, reduction="none")
    owners = torch.from_numpy(batch.owners)
    # The tanh of the raw output is the mean owner: its probability has twice the raw output.
    own = functional.binary_cross_entropy_with_logits(
        2 * ownership.flatten(1), (1 + owners) / 2, reduction="none"
    )
    return {
        "policy": by_move,
        "value": _mean(won, torch.from_numpy(batch.has_value)),
        "score": _mean(close.mean(1), has_score),
        "spread": _mean(far, has_score),
        "ownership": _mean(own.mean(1), torch.from_numpy(batch.has_owners)),
    }


def total(parts: Mapping[str, Tensor], weights: Mapping[str, float] = WEIGHTS) -> Tensor:
    return torch.stack([weights[name] * part for name, part in parts.items()]).sum()


def _mean(values: Tensor, known: Tensor) -> Tensor:
    """Over those that are known; divided by all of the batch, so that few do not count much."""
    return (values * known).mean()
