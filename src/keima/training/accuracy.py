"""How well a network predicts moves and results of games that it has not learnt from, and how close
it is to a teacher there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from keima.data.positions import Batch, Positions

Array = npt.NDArray[Any]
#: From planes and globals to the raw policy [N,A+1] and value [N,3].
Judge = Callable[[Array, Array], tuple[Array, Array]]

#: Positions judged at once.
BLOCK = 128


@dataclass(frozen=True)
class Accuracy:
    """`loss` is the mean of -ln of the probability of the move played; `value_error` the mean
    distance between the chance to win and the result, `value_loss` its cross entropy, `winner` how
    often the side that won has the better chance: None if no result is known."""

    positions: int
    top1: float
    top5: float
    loss: float
    value_error: float | None
    value_loss: float | None
    winner: float | None

    def __str__(self) -> str:
        text = (
            f"{self.positions:,} positions, top-1 {self.top1:.2%}, top-5 {self.top5:.2%}, "
            f"log loss {self.loss:.4f}, "
        )
        if self.value_error is None or self.winner is None:
            return text + "no result known"
        return text + f"win-rate error {self.value_error:.4f}, winner told {self.winner:.2%}"

    def to_json(self) -> dict[str, float | None]:
        return {
            name: None if value is None else round(value, 6) for name, value in asdict(self).items()
        }


@dataclass(frozen=True)
class Agreement:
    """How far a network is from its teacher: `kl` is the mean Kullback-Leibler divergence of its
    policy from the teacher's, `winrate_off` the mean distance of the chances to win. What people
    play hides how strong a network is; this does not."""

    judged: int
    kl: float
    winrate_off: float

    def to_json(self) -> dict[str, float]:
        return {name: round(value, 6) for name, value in asdict(self).items()}


def held_out(
    pack: Positions, part: int, count: int, seed: int = 1, block: int = BLOCK
) -> Iterator[Batch]:
    """Always the same positions of a part, at most so many, in batches."""
    rng = np.random.default_rng(seed)
    count = min(count, pack.count(part))
    for start in range(0, count, block):
        yield pack.batch(pack.draw(part, min(block, count - start), rng, turned=False))


def opinion(judge: Judge, batch: Batch) -> tuple[Array, Array]:
    """The logarithms of the policy, where no stones stand, and the chances to win; what has no
    result is half won."""
    policy, value = (array.astype(np.float64) for array in judge(batch.planes, batch.globals))
    area = policy.shape[1] - 1
    stones = (batch.planes[:, 1] + batch.planes[:, 2]).reshape(-1, area) > 0
    policy[:, :area][stones] = -1e9
    policy -= policy.max(1, keepdims=True)
    chances = np.exp(value - value.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    logs = policy - np.log(np.exp(policy).sum(1, keepdims=True))
    return logs, chances[:, 0] + chances[:, 2] / 2


def agreement(
    judge: Judge, batches: Iterable[Batch], told: Iterable[tuple[Array, Array]]
) -> Agreement | None:
    """With the teacher's opinions of the batches; None if there are none."""
    kls, offs = [], []
    for batch, (theirs, their_chances) in zip(batches, told, strict=False):
        logs, chances = opinion(judge, batch)
        kls.append((np.exp(theirs) * (theirs - logs)).sum(1))
        offs.append(np.abs(chances - their_chances))
    if not kls:
        return None
    kl = np.concatenate(kls)
    return Agreement(len(kl), float(kl.mean()), float(np.concatenate(offs).mean()))


def measure(judge: Judge, batches: Iterable[Batch]) -> Accuracy | None:
    """None if there are no positions. Points where stones stand are left out."""
    ranks, losses, errors, value_losses, right = [], [], [], [], []
    for batch in batches:
        logs, chances = opinion(judge, batch)
        played = logs[np.arange(len(batch)), batch.moves]
        ranks.append((logs > played[:, None]).sum(1))
        losses.append(-played)
        known = batch.has_value > 0
        won, result = chances[known], batch.value[known, 0]
        errors.append(np.abs(won - result))
        sure = np.clip(won, 1e-6, 1 - 1e-6)
        value_losses.append(-(result * np.log(sure) + (1 - result) * np.log(1 - sure)))
        right.append((won > 0.5) == (result > 0.5))
    if not ranks:
        return None
    rank = np.concatenate(ranks)

    def mean(parts: list[Array]) -> float | None:
        values = np.concatenate(parts)
        return float(values.mean()) if len(values) else None

    return Accuracy(
        len(rank),
        float((rank == 0).mean()),
        float((rank < 5).mean()),
        float(np.concatenate(losses).mean()),
        mean(errors),
        mean(value_losses),
        mean(right),
    )
