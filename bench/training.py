"""How fast training is in f32 and in bfloat16, and how far the losses are apart.

python bench/training.py PACK.npz [--batch 128] [--seconds 20] [--steps 0] [--optimizer adamw]

Both precisions take turns, a few steps each; positions a second are of processor time, so that they
mean the same on a busy machine. With `--steps` each learns so many from the same seed, and the
losses of the last quarter are compared.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from keima.training.settings import Settings
from keima.training.trainer import Trainer

PRECISIONS = ("f32", "bf16")
TURN = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--optimizer", default="muon")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = {}
        for precision in PRECISIONS:
            settings = Settings(
                blocks=given.blocks,
                channels=given.channels,
                batch=given.batch,
                data=(given.pack,),
                precision=precision,
                optimizer=given.optimizer,
            )
            runs[precision] = Trainer(Path(folder) / precision, settings)
        compare_losses(runs, given.steps) if given.steps else compare_speed(runs, given)


def compare_speed(runs: dict[str, Trainer], given: argparse.Namespace) -> None:
    best, end = dict.fromkeys(runs, 0.0), time.monotonic() + given.seconds
    while time.monotonic() < end:
        for precision, trainer in runs.items():
            began = time.process_time()
            for _ in range(TURN):
                trainer.step()
            speed = TURN * given.batch / (time.process_time() - began)
            best[precision] = max(best[precision], speed)
    for precision, speed in best.items():
        print(f"{precision}: {speed:.0f} positions a second")


def compare_losses(runs: dict[str, Trainer], steps: int) -> None:
    last = max(1, steps // 4)
    for precision, trainer in runs.items():
        parts = [trainer.step() for _ in range(steps)][-last:]
        means = {name: sum(part[name] for part in parts) / last for name in parts[0]}
        print(precision, ", ".join(f"{name} {mean:.4f}" for name, mean in means.items()))


if __name__ == "__main__":
    main()
