"""Sets the levels of the profile `keima` by games.

python bench/levels.py games 9 > levels9.toml   a tournament of settings, weak to strong
keima arena run levels9.toml                    plays it; it can be stopped and continued
python bench/levels.py table levels9.db 9       levels at even steps of Elo between them

The players are rungs: first the bare policy with less and less chance in it, then more and more
visits. Each plays the next two, and GNU Go plays those about as strong as it. Between two rungs
whose Elo is known a level is found by interpolation.
"""

import argparse
import bisect
import json
import math
import subprocess
import sys

#: With a playout there is no search: the policy, to the power of 1 / temperature, is drawn from.
TEMPERATURES = (1.6, 1.3, 1.0, 0.8, 0.6, 0.4, 0.2)
VISITS = (4, 8, 16, 32, 64, 128, 256)
#: With visits: some chance, so that no two games are the same.
VARIETY = 0.2
LEVELS = [f"{k}k" for k in range(12, 0, -1)] + [f"{d}d" for d in range(1, 5)]
#: Which level GNU Go's level 10 is taken for: it sets where the names begin.
GNUGO = "8k"
#: Elo between two levels at most.
WIDEST = 100
NETWORKS = {9: "keima-9x9", 19: "keima-19x19"}

Rung = tuple[str, float, int]


def rungs(most: int) -> list[Rung]:
    """Name, temperature and playouts, from weak to strong."""
    bare = [(f"t{t:g}", t, 1) for t in TEMPERATURES]
    return bare + [(f"v{n}", VARIETY, n) for n in VISITS if n <= most]


def tournament(size: int, games: int, most: int, referees: int) -> str:
    ladder = rungs(most)
    lines = [f'name = "levels on {size}x{size}"', 'kind = "playoff"', "seed = 1", "", "[game]"]
    lines += [
        f"size = {size}",
        "komi = 7.5",
        'score = "gnugo"',
        'referee = "gnugo"',
        "",
        "[players]",
    ]
    # The bare policy of a level sees a position once, not in all symmetries.
    lines += [
        f'"{name}" = "keima:net={NETWORKS[size]},temperature={t:g},playouts={n}'
        + (',root_symmetries=1"' if n == 1 else '"')
        for name, t, n in ladder
    ]
    lines.append('gnugo = "gtp:gnugo --level 10 --seed {seed}"')
    names = [name for name, *_ in ladder]
    pairs = [(a, b, games) for step in (1, 2) for a, b in zip(names, names[step:], strict=False)]
    pairs += [(name, "gnugo", referees) for name in ("t0.8", "t0.4", "v4")]
    for a, b, count in pairs:
        lines += ["", "[[matchup]]", f'a = "{a}"', f'b = "{b}"', f"games = {count}"]
    return "\n".join(lines)


def table(database: str, size: int) -> str:
    command = [sys.executable, "-m", "keima", "arena", "report", database, "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found = {p["name"]: (p["elo"], p["error"]) for p in report["ratings"]["players"]}
    zero = found["gnugo"][0]
    ladder = [rung for rung in rungs(10**9) if rung[0] in found]
    steps, elos = rising(ladder, [(found[name][0] - zero, found[name][1]) for name, *_ in ladder])
    below = LEVELS.index(GNUGO)
    above = len(LEVELS) - 1 - below
    step = min(WIDEST, elos[-1] / above, -elos[0] / below)
    lines = ["| setting | Elo | error |", "|---|---|---|"]
    lines += [
        f"| {name} | {found[name][0] - zero:.0f} | {found[name][1]:.0f} |" for name, *_ in ladder
    ]
    lines += ["", f"{step:.0f} Elo a level", "", "[levels]" if size == 9 else "[large_levels]"]
    for i, level in enumerate(LEVELS):
        _, temperature, playouts = at(steps, elos, (i - below) * step)
        lines.append(
            f'{level} = {{net = "{NETWORKS[size]}", temperature = {temperature:.2f}, '
            f"playouts = {playouts}}}"
        )
    return "\n".join(lines)


def rising(
    ladder: list[Rung], measured: list[tuple[float, float]]
) -> tuple[list[Rung], list[float]]:
    """Rungs whose Elo rises: those that came out in the wrong order are one, the middle one, with
    their mean, weighted by how sure each is."""
    blocks: list[tuple[list[Rung], float, float]] = []
    for rung, (elo, error) in zip(ladder, measured, strict=True):
        members, weight = [rung], 1 / error**2
        while blocks and blocks[-1][1] >= elo:
            before, other, more = blocks.pop()
            members, elo = before + members, (elo * weight + other * more) / (weight + more)
            weight += more
        blocks.append((members, elo, weight))
    return [m[len(m) // 2] for m, *_ in blocks], [elo for _, elo, _ in blocks]


def at(ladder: list[Rung], elos: list[float], elo: float) -> Rung:
    """A setting for this Elo, between two rungs."""
    i = min(max(bisect.bisect(elos, elo), 1), len(elos) - 1)
    (_, t0, n0), (_, t1, n1) = ladder[i - 1], ladder[i]
    part = min(max((elo - elos[i - 1]) / (elos[i] - elos[i - 1]), 0), 1)
    playouts = round(math.exp(math.log(n0) + part * math.log(n1 / n0)))
    return "", t0 + part * (t1 - t0), playouts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("games")
    make.add_argument("size", type=int, choices=NETWORKS)
    make.add_argument("--games", type=int, default=100, help="of each two neighbours")
    make.add_argument("--gnugo", type=int, default=40, help="of each rung near it")
    make.add_argument("--most", type=int, default=256, help="visits")
    show = commands.add_parser("table")
    show.add_argument("database")
    show.add_argument("size", type=int, choices=NETWORKS)
    given = parser.parse_args()
    if given.command == "games":
        print(tournament(given.size, given.games, given.most, given.gnugo))
    else:
        print(table(given.database, given.size))


if __name__ == "__main__":
    main()
