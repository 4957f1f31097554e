"""What learning costs: simulations in a second of processor time, the two profiles in turn, in the
first search of a game, in a whole opening, when the tables know a good deal, and in all positions
of a game.

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
#: Side, and simulations of every search of a game.
GAMES = ((9, 2000), (13, 800), (19, 300))
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


def game_speeds(side: int, simulations: int) -> tuple[float, float]:
    """Of both profiles, in the positions of one game, which the base policy plays with itself."""
    profiles = ("isgo-base", "isgo-learning")
    base, learning = (
        Engine(profile, threads=1, seed=1, early_stop=0, solve_points=0) for profile in profiles
    )
    game = Game(side, komi=7.5)
    used, made = {base: 0.0, learning: 0.0}, {base: 0, learning: 0}
    while not game.is_over:
        for engine in (learning, base):
            start = time.process_time()
            found = engine.search(game, Limit(playouts=simulations))
            used[engine] += time.process_time() - start
            made[engine] += found.playouts
        if found.move == "resign":
            break
        game.play(found.move)
    return made[base] / used[base], made[learning] / used[learning]


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
    for side, simulations in GAMES:
        base, learning = game_speeds(side, simulations)
        print(
            f"{side}x{side}, {simulations:,} simulations for each move of a game: base "
            f"{base:,.0f} a second, learning {learning:,.0f}, {learning / base:.0%}"
        )


if __name__ == "__main__":
    main()
