"""What the tuners lose to the optimum of known win rates: `python tests/tune/compare.py`.

The rate falls from 60 % at a random place; in parentheses the worst of all seeds, in percent.
"""

import random
from statistics import mean

SEEDS = range(10)


def main() -> None:
    # The folder of this file is where they are found, if it is run as a program.
    from conftest import Coin, Hill
    from test_tuners import random_search, tune

    from keima.tune.space import Number, Space

    methods = {"spsa": 1, "quadratic": 2, "optuna": 10}
    print("| parameters | games | " + " | ".join(methods) + " | random |")
    print("|---|---|---|---|---|---|")
    for dimensions, total in ((1, 400), (1, 2000), (2, 1000), (4, 2000), (6, 4000)):
        space = Space(tuple(Number(f"x{i}", 0, 1) for i in range(dimensions)))
        lost: dict[str, list[float]] = {}
        for seed in SEEDS:
            rng = random.Random(seed)
            hill = Hill(space, tuple(rng.uniform(0.15, 0.85) for _ in space))
            coin = Coin(hill)
            for method, games in methods.items():
                trials = total // games // (2 if method == "spsa" else 1)
                if method == "optuna" and trials > 200:
                    trials, games = 200, total // 200
                best = tune(method, space, coin, trials=trials, games=games, seed=seed)
                lost.setdefault(method, []).append(hill.top - hill(best.values))
            found = random_search(space, coin, points=total // 20, games=20, seed=seed)
            lost.setdefault("random", []).append(hill.top - hill(found))
        cells = [f"{100 * mean(x):.1f} ({100 * max(x):.1f})" for x in lost.values()]
        print(f"| {dimensions} | {total} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
