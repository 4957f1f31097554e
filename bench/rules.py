"""What a game costs in Python: legal moves with and without superko, copies, undo.

    python bench/rules.py

Times are the best of several rounds, on 19x19 after 200 random moves.
"""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Callable

from keima import Game


def microseconds(what: Callable[[], object], count: int = 100, rounds: int = 15) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(count):
            what()
        best = min(best, (time.perf_counter() - start) / count)
    return 1e6 * best


def main() -> None:
    for rules in ("chinese", "tromp-taylor", "aga", "migos-ssk"):
        rng = random.Random(1)
        game = Game(19, rules=rules)
        for _ in range(200):
            game.play(rng.choice(game.native.legal_points(game.to_play)))
        native, color = game.native, game.to_play
        points = microseconds(lambda native=native, color=color: native.legal_points(color))
        print(f"{rules:13} ko {game.rules.ko:12} all legal points {points:5.1f} us")

    def undo() -> None:
        game.undo()
        game.play("pass")

    game.play("pass")
    for name, what in {
        "is_legal": lambda: game.is_legal("K10"),
        "at": lambda: game.at("K10"),
        "copy": game.copy,
        "undo and play": undo,
        "score": game.score,
        "pickle and back": lambda: pickle.loads(pickle.dumps(game)),
    }.items():
        print(f"{name:17} {microseconds(what):6.1f} us")


if __name__ == "__main__":
    main()
