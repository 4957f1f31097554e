"""How long the estimates of territory take, in microseconds of a core.

    python bench/territory.py --size 9 --size 19

Positions are random games of half the area's moves. Judges say how likely stones live; the methods
are timed without them. `learned judge and emlp` is both in one, as `magog` asks it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from keima import _core
from keima.score.life import alive_by_learning, alive_by_playouts
from keima.score.territory import METHODS, Scene, learned_judge, signs_of


def positions(size: int, count: int, seed: int) -> list[_core.Board]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        board, color = _core.Board(size, size), 1
        for _ in range(size * size // 2):
            moves = [
                p
                for p in range(board.area)
                if board.is_legal(p, color) and not board.is_eye(p, color)
            ]
            board.play(rng.choice(moves or [board.area]), color)
            color = 3 - color
        found.append(board)
    return found


def microseconds(call: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    began = time.process_time()
    for argument in arguments:
        call(argument)
    return (time.process_time() - began) / len(arguments) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, action="append")
    parser.add_argument("--positions", type=int, default=100)
    arguments = parser.parse_args()
    sizes = arguments.size or [9, 19]
    columns = {}
    for size in sizes:
        boards = positions(size, arguments.positions, 1)
        ones = np.ones(size * size, np.float32)
        scenes = [Scene(size, size, signs_of(board), 1, ones) for board in boards]
        column = {name: microseconds(m.values, scenes) for name, m in METHODS.items()}
        judge = learned_judge()
        column["100 playouts"] = microseconds(partial(alive_by_playouts, to_play=1), boards)
        column["learned judge"] = microseconds(partial(alive_by_learning, to_play=1), boards)
        column["learned judge and emlp"] = microseconds(partial(judge.area, to_play=1), boards)
        columns[size] = column
    print("| method | " + " | ".join(f"{size}x{size}" for size in sizes) + " |")
    print("|---|" + "---|" * len(sizes))
    for name in columns[sizes[0]]:
        print(f"| {name} | " + " | ".join(f"{columns[s][name]:.0f}" for s in sizes) + " |")


if __name__ == "__main__":
    main()
