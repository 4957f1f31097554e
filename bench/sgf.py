"""Speed of the SGF reader on one thread, in MB/s of bytes read.

    python bench/sgf.py [--rounds N] [--json] [PACK.npz]

The files are made here from a seed: plain records, records with clocks, chat and variations, and
a tree of openings. A pack of real games (numpy arrays `size`, `off`, `moves`, `first`) is written
as plain records and measured too.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

from keima import sgf

LETTERS = "abcdefghijklmnopqrs"
CHAT = [
    "white \\[6d\\]: hi, have a good game",
    "black \\[6d\\]: thanks; you too",
    "spectator \\[3k\\]: why not at the 3-3 point (the corner looks open)?",
    "观众: 这里是不是应该跳一手?",
]
HEADER = (
    "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]KM[6.50]TM[1800]"
    "OT[5x30 byo-yomi]\nPW[white]PB[black]WR[6d]BR[6d]DT[2013-05-01]"
    "PC[The KGS Go Server at http://www.gokgs.com/]RE[W+Resign]\n"
)


def move(rng: random.Random, number: int) -> str:
    return f";{'BW'[number % 2]}[{rng.choice(LETTERS)}{rng.choice(LETTERS)}]"


def record(rng: random.Random) -> str:
    """A game record of 2 to 3 kB: nothing but a header and moves, ten to a line."""
    moves = [move(rng, i) + "\n" * (i % 10 == 9) for i in range(rng.randint(250, 330))]
    return HEADER + "".join(moves) + ")\n"


def reviewed(rng: random.Random) -> str:
    """A record with clocks at every move, chat at some, and variations of up to 12 moves."""
    out, opened = [HEADER], 1
    for i in range(rng.randint(180, 280)):
        out.append(f"{move(rng, i)}{'BW'[i % 2]}L[{1800 - 3 * i}.{rng.randint(0, 999):03}]\n")
        if rng.random() < 0.15:
            out.append(f"C[{chr(10).join(rng.choices(CHAT, k=rng.randint(1, 4)))}]\n")
        if rng.random() < 0.08:
            side = "".join(move(rng, i + 1 + j) for j in range(rng.randint(1, 12)))
            out.append(f"({side}LB[aa:A][bb:B]TR[cc]C[{rng.choice(CHAT)}])\n(")
            out.append(f"{move(rng, i + 1)}\n")
            opened += 1
    return "".join(out) + ")" * opened + "\n"


def openings(rng: random.Random) -> str:
    """A tree in which every other node branches."""

    def below(depth: int) -> str:
        if depth == 9:
            return ""
        runs = [move(rng, depth) + move(rng, depth + 1) for _ in range(rng.randint(1, 3))]
        return "".join(f"({run}{below(depth + 1)})" for run in runs)

    return f"(;GM[1]FF[4]SZ[19]{below(0)})\n"


def real_records(pack: Path, count: int) -> list[str]:
    """The first games of a pack of real ones."""
    import numpy as np

    data = np.load(pack)
    size, starts, first = int(data["size"]), data["off"][: count + 1], data["first"]
    moves = data["moves"][: starts[-1]]
    texts = []
    for game in range(len(starts) - 1):
        header = HEADER.replace("SZ[19]", f"SZ[{size}]")
        played = [
            f";{'BW'[(i + int(first[game])) % 2]}["
            + ("" if p == size * size else LETTERS[p % size] + LETTERS[p // size])
            + "]"
            + "\n" * (i % 10 == 9)
            for i, p in enumerate(moves[starts[game] : starts[game + 1]])
        ]
        texts.append(header + "".join(played) + ")\n")
    return texts


def visit(data: bytes) -> None:
    for tree in sgf.parse(data):
        for node in tree.main_line():
            _ = node.move


def read_all(data: bytes) -> None:
    for tree in sgf.parse(data):
        for node in tree.walk():
            for ident in node:
                _ = node[ident]


TASKS: dict[str, Callable[[bytes], object]] = {
    "parse (all syntax checked)": sgf.parse,
    "parse, moves of the main line as a list": lambda data: [t.moves() for t in sgf.parse(data)],
    "parse, each node of the main line and its move": visit,
    "parse, every property of every node": read_all,
    "parse and write": lambda data: sgf.write(sgf.parse(data)),
    "parse leniently (every value checked)": lambda data: sgf.parse(data, lenient=True),
}


def measure(task: Callable[[bytes], object], files: list[bytes], rounds: int) -> float:
    """The best rate of several rounds, in MB/s of processor time."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for data in files:
            task(data)
        best = min(best, time.process_time() - start)
    return sum(map(len, files)) / best / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pack", nargs="?", type=Path, help="a pack of real games")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rng = random.Random(2013)
    corpora = {
        "records": [record(rng) for _ in range(100)],
        "reviewed games": [reviewed(rng) for _ in range(40)],
        "opening trees": [openings(rng) for _ in range(10)],
    }
    if options.pack:
        corpora[options.pack.stem] = real_records(options.pack, 200)
    results = {}
    for name, texts in corpora.items():
        files = [text.encode() for text in texts]
        rates = {label: measure(task, files, options.rounds) for label, task in TASKS.items()}
        results[name] = {"files": len(files), "bytes": sum(map(len, files)), "mb_per_s": rates}
        if not options.json:
            print(f"{name}: {len(files)} files, {sum(map(len, files)) / 1e6:.2f} MB")
            for label, rate in rates.items():
                print(f"  {label:50} {rate:7.1f} MB/s")
    if options.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
