"""What learning costs: simulations in a second of processor time, the two profiles in turn.

python bench/online.py
"""

from __future__ import annotations

import time

from keima import Engine, Game, Limit

#: Side and simulations of a search, and how often it is repeated.
SEARCHES = ((9, 8000), (13, 4000), (19, 2000), (9, 60000))
TIMES = 3


def speed(profile: str, side: int, simulations: int, seed: int) -> float:
    engine = Engine(profile, threads=1, seed=seed, early_stop=0)
    start = time.process_time()
    engine.search(Game(side), Limit(playouts=simulations), analysis=True)
    return simulations / (time.process_time() - start)


def main() -> None:
    for side, simulations in SEARCHES:
        base = learning = 0.0
        for seed in range(1, TIMES + 1):
            base = max(base, speed("isgo-base", side, simulations, seed))
            learning = max(learning, speed("isgo-learning", side, simulations, seed))
        print(
            f"{side}x{side}, {simulations:,} simulations: base {base:,.0f} a second, "
            f"learning {learning:,.0f}, {learning / base:.0%}"
        )


if __name__ == "__main__":
    main()
