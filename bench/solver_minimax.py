"""The Go solver against a plain minimax: random positions of boards of up to 4x4 points.

    python bench/solver_minimax.py --answered 10000 --ko basic

Each position has at most six empty points and is asked one question: who wins with a komi near
its area score. `solver_minimax.cpp`, compiled here, answers with its own rules and scoring, no
table and no heuristics, as far as a number of nodes goes. What the solver proves must be true, and
what the minimax finds the solver must find within the same depth.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path

from keima._core import SOLVE_FINAL, GoSolver

KO_RULES = ("basic", "japanese", "ssk", "ssk-full")
SIZES = [(w, h) for w in range(1, 5) for h in range(1, 5) if w * h > 3]


@dataclass
class Question:
    width: int
    height: int
    cells: str  # "x" Black, "o" White, "." empty
    turn: str
    ko_point: int
    komi: int  # half points

    def stones(self, colour: str) -> int:
        return sum(1 << p for p, c in enumerate(self.cells) if c == colour)

    def line(self, rule: str, budget: int) -> str:
        return (
            f"{self.width} {self.height} {self.cells} {self.turn} {self.ko_point} {rule} "
            f"{self.komi} {budget}\n"
        )

    def draw(self) -> str:
        rows = [self.cells[i : i + self.width] for i in range(0, len(self.cells), self.width)]
        return "\n".join(rows) + f"\n{self.turn} to move, ko {self.ko_point}, komi {self.komi}/2"

    def solver(self, rule: str, without: list[str] | None = None) -> GoSolver:
        return GoSolver(
            self.width,
            self.height,
            self.stones("x"),
            self.stones("o"),
            white_to_move=self.turn == "o",
            ko_point=self.ko_point,
            ko=rule,
            komi=self.komi,
            megabytes=1,
            without=without or [],
        )


def neighbours(width: int, height: int, p: int) -> list[int]:
    x, y = p % width, p // width
    return [
        v * width + u
        for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if 0 <= u < width and 0 <= v < height
    ]


def ko_shapes(width: int, height: int, cells: str) -> list[tuple[str, str, int]]:
    """Boards after a capture of one stone that may not be taken back: cells, who moves, where."""
    found = []
    for p, c in enumerate(cells):
        if c != ".":
            continue
        near = neighbours(width, height, p)
        for mover, prey in (("x", "o"), ("o", "x")):
            if not near or any(cells[q] != prey for q in near):
                continue
            lone = [
                q
                for q in near
                if all(cells[r] == mover for r in neighbours(width, height, q) if r != p)
            ]
            if len(lone) == 1:
                board = list(cells)
                board[p], board[lone[0]] = mover, "."
                found.append(("".join(board), prey, lone[0]))
    return found


def question(rng: random.Random, most_empty: int) -> Question:
    with_ko = rng.random() < 0.15
    while True:
        width, height = rng.choice(SIZES)
        points = width * height
        empty = rng.randint(1, min(most_empty, points))
        share = rng.uniform(0.3, 0.7)
        cells = ["x" if rng.random() < share else "o" for _ in range(points)]
        for p in rng.sample(range(points), empty):
            cells[p] = "."
        text, turn, ko = "".join(cells), rng.choice("xo"), -1
        if with_ko:
            if not (kos := ko_shapes(width, height, text)):
                continue
            text, turn, ko = rng.choice(kos)
        q = Question(width, height, text, turn, ko, 0)
        try:
            area = q.solver("basic").area() * (1 if turn == "x" else -1)
        except ValueError:
            continue  # a block without a liberty
        # Half points: odd, so that nothing is a tie.
        q.komi = area + rng.choice((-9, -5, -3, -1, 1, 3, 5, 9))
        return q


def every_question(width: int, height: int) -> Iterator[Question]:
    """All positions of a board, each with all komis that are a question."""
    points = width * height
    for cells in product(".xo", repeat=points):
        for turn in "xo":
            for komi in range(1 - 2 * points, 2 * points, 2):
                q = Question(width, height, "".join(cells), turn, -1, komi)
                try:
                    q.solver("basic")
                except ValueError:
                    break
                yield q


def random_questions(seed: int, positions: int | None, most_empty: int) -> Iterator[Question]:
    """So many, or without end."""
    rng = random.Random(seed)
    for _ in count() if positions is None else range(positions):
        yield question(rng, most_empty)


def ask_solver(
    q: Question, rule: str, deepest: int, without: list[str] | None = None
) -> tuple[str, int]:
    """Who is proved to win and at which depth; "-" where no deeper search changes anything."""
    solver = q.solver(rule, without)
    for depth in range(1, deepest + 1):
        value, _, _, exhausted = solver.search(depth)
        if abs(value) > SOLVE_FINAL:
            return ("x" if (value > 0) == (q.turn == "x") else "o"), depth
        if exhausted:
            return "-", depth
    return "?", deepest


def compiled(folder: str) -> str:
    source = Path(__file__).with_suffix(".cpp")
    program = str(Path(folder, "minimax"))
    compiler = os.environ.get("CXX", "g++")
    subprocess.run([compiler, "-O2", "-std=c++20", str(source), "-o", program], check=True)
    return program


def run(rule: str, args: argparse.Namespace, minimax: subprocess.Popen[str]) -> int:
    if args.board:
        width, height = map(int, args.board.split("x"))
        questions = every_question(width, height)
    else:
        positions = None if args.answered else args.positions
        questions = random_questions(args.seed, positions, args.empty)
    counts: Counter[str] = Counter()
    wrong = 0
    start = time.monotonic()
    assert minimax.stdin and minimax.stdout
    for q in questions:
        if args.answered and counts["answered"] == args.answered:
            break
        minimax.stdin.write(q.line(rule, args.budget))
        minimax.stdin.flush()
        truth, depth, _ = minimax.stdout.readline().split()
        found, at = ask_solver(q, rule, max(int(depth), args.depth) + args.extra, args.without)
        if truth == "?":
            counts["left out"] += 1
            counts["left out, solved"] += found in "xo"
            continue
        counts["answered"] += 1
        if args.write:
            with args.write.open("a") as file:
                file.write(q.line(rule, 0).rsplit(" ", 1)[0] + f" {truth} {depth}\n")
        counts["won" if truth in "xo" else "nobody wins"] += 1
        counts["ko"] += q.ko_point >= 0
        if truth in "xo":
            counts["solver sooner"] += at < int(depth)
            counts["solver later"] += found == truth and at > int(depth)
        if found == truth or (truth == "-" and found == "?"):
            continue
        kind = "not found" if truth in "xo" and found in "-?" else "false proof"
        counts[kind] += 1
        wrong += 1
        if wrong <= args.show:
            print(f"{rule}: {kind}: minimax {truth} in {depth}, solver {found} in {at}\n{q.draw()}")
    text = ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))
    print(f"{rule}: {text}; {time.monotonic() - start:.0f} s", flush=True)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--answered", type=int, help="so many that the minimax answers instead")
    parser.add_argument("--board", help="all positions and komis of this board, such as 2x3")
    parser.add_argument("--empty", type=int, default=6, help="the most empty points")
    parser.add_argument("--ko", choices=KO_RULES, action="append", help="all by default")
    parser.add_argument("--budget", type=int, default=200_000, help="nodes of the minimax")
    parser.add_argument("--depth", type=int, default=14, help="the solver's least depth limit")
    parser.add_argument("--extra", type=int, default=0, help="plies beyond the minimax's depth")
    parser.add_argument("--without", action="append", help="a part of the solver to leave out")
    parser.add_argument("--write", type=Path, help="a file that the answers are added to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="drawings of wrong answers")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        with subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as minimax:
            wrong = sum(run(rule, args, minimax) for rule in args.ko or KO_RULES)
            assert minimax.stdin
            minimax.stdin.close()
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
