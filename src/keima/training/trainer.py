"""The training loop: it can be stopped at any time, even killed, and goes on where it was."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from keima.data.positions import Batch, Positions, read_data
from keima.files import write_file
from keima.nets.preparing import PRECISIONS, Precision
from keima.nets.reader import read_network
from keima.nets.runtime import flags
from keima.nets.torch_convert import describe, load
from keima.nets.torch_model import Shape, TorchNetwork
from keima.nets.writer import network_bytes
from keima.training.accuracy import Accuracy, agreement, held_out, measure, opinion
from keima.training.average import HORIZON, Average
from keima.training.checkpoint import read_checkpoint, write_checkpoint
from keima.training.curves import LOG, draw_curves
from keima.training.losses import WEIGHTS, losses, total
from keima.training.optimizer import optimizer_of
from keima.training.settings import Settings
from keima.training.stream import Games, Lessons
from keima.training.teacher import Teacher

NETWORK = "network.bin.gz"
#: Gradients longer than this are shortened.
LONGEST = 2.0
VALIDATION = 1
#: Positions of which a teacher is asked what a network should say, shared by the packs.
JUDGED = 1000


@dataclass
class Every:
    """Seconds between two of each."""

    log: float = 20.0
    save: float = 120.0
    validation: float = 600.0


@dataclass
class Progress:
    """How far a run is; part of the checkpoint."""

    steps: int = 0
    positions: int = 0
    seconds: float = 0.0
    #: From where to where the rate falls, in positions.
    anneal: tuple[int, int] | None = None
    used: dict[str, int] = field(default_factory=dict)


class Trainer:
    """A run in a folder: `settings.json`, `checkpoint.pt`, `log.jsonl`, `curves.svg` and
    `network.bin.gz`, the network with averaged weights. Raises ValueError for settings or files
    that cannot be used."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        *,
        every: Every | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        torch.set_num_threads(1)
        self.folder, self.settings, self._tell = folder, settings, tell
        self._every = every or Every()
        self._bfloat16 = in_bfloat16(settings.precision)
        folder.mkdir(parents=True, exist_ok=True)
        self.data = read_data(settings.data, vary=settings.teacher is not None)
        self.stream: Games | Lessons
        self._teacher: Teacher | None = None
        if settings.teacher is None:
            if any(pack.played for pack, _ in self.data):
                raise ValueError("a part of the moves played is for --teacher: else it is all")
            self.stream = Games(self.data, settings.batch)
        else:
            precision = _teacher_precision(settings.teacher_precision)
            self._teacher = Teacher(settings.teacher, precision)
            self.stream = Lessons(
                self.data,
                settings.batch,
                self._teacher,
                Path(settings.labels) if settings.labels else folder,
                settings.reuse,
            )
        self._weights = WEIGHTS | {"score": settings.score, "ownership": settings.ownership}
        torch.manual_seed(settings.seed)
        self.net = _first(settings).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = Average(self.net)
        self.optimizer = optimizer_of(self.net, settings)
        self.rng = np.random.default_rng(settings.seed)
        self.progress = Progress()
        self._restore()
        self._held_out: list[tuple[str, list[Batch], list[tuple[Any, Any]]]] | None = None
        settings.write(folder)

    # The state

    def _restore(self) -> None:
        state = read_checkpoint(self.folder)
        if state is None:
            return
        try:
            self.net.load_state_dict(state["model"])
            self.average.net.load_state_dict(state["average"])
            fading = [group["weight_decay"] for group in self.optimizer.param_groups]
            self.optimizer.load_state_dict(state["optimizer"])
            for group, decay in zip(self.optimizer.param_groups, fading, strict=True):
                group["weight_decay"] = decay  # that of the settings, which may have changed
            known = json.loads(state["progress"])
            self.rng.bit_generator.state = json.loads(state["rng"])
        except (KeyError, RuntimeError, ValueError, TypeError) as error:
            told = str(error).splitlines()[0]
            raise ValueError(f"the checkpoint in {self.folder} is of another run: {told}") from None
        known["anneal"] = tuple(known["anneal"]) if known["anneal"] else None
        self.progress = Progress(**known)
        if isinstance(self.stream, Lessons):
            for size, used in self.progress.used.items():
                if int(size) in self.stream.used:
                    self.stream.used[int(size)] = used

    def save(self) -> None:
        """Writes checkpoint, network and curves."""
        if isinstance(self.stream, Lessons):
            self.progress.used = {str(size): used for size, used in self.stream.used.items()}
        write_checkpoint(
            self.folder,
            {
                "model": self.net.state_dict(),
                "average": self.average.net.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "progress": json.dumps(self.progress.__dict__),
                "rng": json.dumps(self.rng.bit_generator.state),
            },
        )
        shape = self.net.shape
        name = f"keima-b{shape.blocks}c{shape.channels}-s{self.progress.positions}"
        net = describe(self.average.net, name)
        write_file(self.folder / NETWORK, network_bytes(net))
        draw_curves(self.folder)

    def anneal(self, positions: int) -> None:
        """From now on the rate falls, to 0 after so many positions, where the run ends."""
        now = self.progress.positions
        self.progress.anneal = (now, now + positions)

    # The loop

    def rate(self) -> float:
        warmth = (self.progress.steps + 1) / max(self.settings.warm, 1)
        rate = self.settings.step_size * min(1.0, warmth)
        if self.progress.anneal:
            start, end = self.progress.anneal
            done = (self.progress.positions - start) / max(end - start, 1)
            rate *= 0.5 * (1 + math.cos(math.pi * min(max(done, 0.0), 1.0)))
        return rate

    def horizon(self) -> float:
        """Steps that the average looks back. While the rate falls the last steps are the best: then
        it is a tenth of them at most."""
        if self.progress.anneal is None:
            return HORIZON
        start, end = self.progress.anneal
        return min(HORIZON, (end - start) / self.settings.batch / 10)

    def step(self) -> dict[str, float]:
        """Learns from one batch; the losses before."""
        batch = self.stream.next(self.rng)
        self.net.train()
        planes = torch.from_numpy(batch.planes).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, enabled=self._bfloat16):
            x = self.net.trunk(planes, torch.from_numpy(batch.globals))
        # Weights, heads and losses have all digits.
        parts = losses(self.net.heads(x.float()), batch)
        loss = total(parts, self._weights)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), LONGEST)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        self.optimizer.step()
        self.progress.steps += 1
        self.progress.positions += len(batch)
        self.average.update(self.net, self.progress.steps, self.horizon())
        return {name: part.item() for name, part in parts.items()}

    def run(
        self,
        *,
        seconds: float = math.inf,
        positions: int | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Trains until so much time has passed, so many positions more were seen, the rate is 0,
        or `stopped` says so; then saves."""
        began = time.monotonic()

        def done() -> bool:
            return stopped() or time.monotonic() - began >= seconds

        saved = logged = validated = began
        goal = math.inf if positions is None else self.progress.positions + positions
        end = self.progress.anneal[1] if self.progress.anneal else math.inf
        sums: dict[str, float] = {}
        steps, seen = 0, self.progress.positions
        self._label(done)
        last = time.monotonic()
        while not done() and self.progress.positions < min(goal, end):
            for name, value in self.step().items():
                sums[name] = sums.get(name, 0.0) + value
            steps += 1
            now = time.monotonic()
            self.progress.seconds += now - last
            last = now
            if now - logged >= self._every.log:
                speed = (self.progress.positions - seen) / (now - logged)
                self._log(losses=_means(sums, steps), speed=round(speed, 1))
                sums, steps, seen, logged = {}, 0, self.progress.positions, now
            if now - validated >= self._every.validation:
                self.validate()
                validated = last = logged = time.monotonic()
                seen = self.progress.positions
            if now - saved >= self._every.save:
                self.save()
                saved = last = time.monotonic()
        if steps:
            self._log(losses=_means(sums, steps))
        self.validate()
        self.save()

    def _label(self, done: Callable[[], bool]) -> None:
        """Lets a teacher judge what the next batches are drawn from: that may take minutes."""
        if not isinstance(self.stream, Lessons):
            return
        told = time.monotonic()
        while (size := self.stream.lacking()) is not None and not done():
            self.stream.more(size)
            if time.monotonic() - told >= self._every.log:
                self._tell(f"{self.stream.labelled:,} positions judged")
                told = time.monotonic()

    # Validation

    def validate(self) -> dict[str, Accuracy]:
        """How well the averaged network predicts the games kept for it; also logged is how close it
        is to the teacher there, if there is one."""
        if self._held_out is None:
            self._held_out = [self._hold_out(pack) for pack, _ in self.data]
        found, rows = {}, {}
        for name, batches, told in self._held_out:
            accuracy = measure(self.judge, batches)
            if accuracy is not None:
                found[name] = accuracy
                close = agreement(self.judge, batches, told)
                rows[name] = {**accuracy.to_json(), **(close.to_json() if close else {})}
        self._log(validation=rows)
        return found

    def _hold_out(self, pack: Positions) -> tuple[str, list[Batch], list[tuple[Any, Any]]]:
        """A pack's name, what is validated of it, and the teacher's opinions of the first ones."""
        # With the komi that was played with, also if a teacher judges others.
        batches = list(held_out(Positions(pack.pack), VALIDATION, self.settings.validate))
        told: list[tuple[Any, Any]] = []
        asked = JUDGED / len(self.data)
        for batch in batches:
            if self._teacher is None or asked <= 0:
                break
            told.append(opinion(self._teacher.policy_and_value, batch))
            asked -= len(batch)
        return _name(pack), batches, told

    def judge(self, planes: Any, numbers: Any) -> tuple[Any, Any]:
        """The averaged network's raw policy and value."""
        with torch.no_grad():
            given = torch.from_numpy(planes).contiguous(memory_format=torch.channels_last)
            policy, value, _, _ = self.average.net(given, torch.from_numpy(numbers))
        return policy.numpy(), value.numpy()

    def _log(self, **what: object) -> None:
        row: dict[str, object] = {
            "positions": self.progress.positions,
            "steps": self.progress.steps,
            "seconds": round(self.progress.seconds, 1),
            "rate": self.rate(),
        }
        if isinstance(self.stream, Lessons):
            row["labelled"] = self.stream.labelled
        row |= what
        with (self.folder / LOG).open("a") as file:
            file.write(json.dumps(row) + "\n")
        self._tell(_line(row))


def _first(settings: Settings) -> TorchNetwork:
    """The network that a run begins with. Raises ValueError if it is not of the size told."""
    if settings.start is None:
        return TorchNetwork(Shape(settings.blocks, settings.channels))
    net = load(read_network(settings.start))
    blocks, channels = net.shape.blocks, net.shape.channels
    if (blocks, channels) != (settings.blocks, settings.channels):
        raise ValueError(
            f"{settings.start} has {blocks} blocks of {channels} channels, the run "
            f"{settings.blocks} of {settings.channels}: give --blocks {blocks} "
            f"--channels {channels}, or begin without --start"
        )
    return net


def _teacher_precision(name: str) -> Precision:
    for known in PRECISIONS:
        if known == name:
            return known
    raise ValueError(f"teacher_precision must be one of {', '.join(PRECISIONS)}, got {name!r}")


def in_bfloat16(precision: str) -> bool:
    """Whether a run with this setting computes in bfloat16 here. Raises ValueError."""
    if precision not in ("auto", "f32", "bf16"):
        raise ValueError(f"precision must be one of auto, f32, bf16, got {precision!r}")
    return precision == "bf16" or (precision == "auto" and "avx512_bf16" in flags())


def _name(pack: Positions) -> str:
    return pack.pack.path.stem


def _means(sums: dict[str, float], steps: int) -> dict[str, float]:
    return {name: round(value / steps, 5) for name, value in sums.items()}


def _line(row: dict[str, Any]) -> str:
    text = f"{row['positions']:,} positions, {row['seconds']:.0f} s"
    if "speed" in row:
        text += f", {row['speed']:.0f} a second"
    for name, value in row.get("losses", {}).items():
        text += f", {name} {value:.4f}"
    for name, told in row.get("validation", {}).items():
        text += f"; {name} top-1 {told['top1']:.1%}, loss {told['loss']:.3f}"
        if told["value_loss"] is not None:
            text += f", result {told['value_loss']:.3f}"
        if "kl" in told:
            text += f", from the teacher {told['kl']:.3f} and {told['winrate_off']:.3f}"
    return text
