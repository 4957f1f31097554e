"""What learning costs: simulations in a second of processor time, the two profiles in turn, in the
first search of a game and in a whole opening, when the tables know a good deal.

python bench/online.py
"""

from __future__ import annotations

import time

from keima import Engine, Game, Limit

#: Side, simulations of a search, and searches one after the other.
SEARCHES = (
    (9, 8000, 1),
    (13, 4000, 1),
    (19, 2000, 1),
    (9, 4000, 10),
    (13, 2000, 10),
    (19, 1000, 10),
)
#: How often all is repeated; the best counts.
TIMES = 3


def speed(profile: str, side: int, simulations: int, moves: int, seed: int) -> float:
    """The engine plays both sides of a game."""
    engine = Engine(profile, threads=1, seed=seed, early_stop=0, solve_points=0)
    game = Game(side)
    start, made = time.process_time(), 0
    for _ in range(moves):
        found = engine.search(game, Limit(playouts=simulations))
        made += found.playouts
        game.play(found.move)
    return made / (time.process_time() - start)


def main() -> None:
    for side, simulations, moves in SEARCHES:
        base = learning = 0.0
        for seed in range(1, TIMES + 1):
            base = max(base, speed("isgo-base", side, simulations, moves, seed))
            learning = max(learning, speed("isgo-learning", side, simulations, moves, seed))
        print(
            f"{side}x{side}, {simulations:,} simulations for each of {moves} moves: base "
            f"{base:,.0f} a second, learning {learning:,.0f}, {learning / base:.0%}"
        )


if __name__ == "__main__":
    main()
