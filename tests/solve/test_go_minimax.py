"""The Go solver against plain minimax: here a slow one on tiny positions, and the answers that
`bench/solver_minimax.cpp` found to a thousand questions (`bench/solver_minimax.py --write` made
the file; with more positions it prints how often both agree)."""

import random
from pathlib import Path

import pytest

from keima._core import SOLVE_FINAL, GoSolver

from .reference import State, as_bits, random_ko, random_state
from .scoring import score

KO_RULES = ("basic", "japanese", "ssk", "ssk-full")
#: Plies that a proof may take beyond the least: under superko a guess may come from another past.
LATER = {"ssk": 6}
ANSWERS = [line.split() for line in Path(__file__).with_name("minimax.txt").open()]


def proved(solver: GoSolver, white_to_move: bool, depth: int) -> str:
    """Who wins by a search to this depth, iteration after iteration."""
    for d in range(1, depth + 1):
        value, _, complete, _ = solver.search(d)
        assert complete
        if abs(value) > SOLVE_FINAL:
            return "o" if (value > 0) == white_to_move else "x"
    return "-"


class Spent(Exception):
    """More positions than the minimax may look at."""


class Minimax:
    """Does one side win? True, False or None where the depth does not tell."""

    def __init__(self, rule: str, komi: int, white: bool, nodes: int) -> None:
        self.rule, self.komi, self.white, self.nodes = rule, komi, white, nodes
        self.superko = rule.startswith("ssk")

    def wins(self, path: list[State], passes: list[bool], depth: int) -> bool | None:
        self.nodes -= 1
        if self.nodes < 0:
            raise Spent
        state = path[-1]
        if state.is_over:
            return (score(state, self.superko) < self.komi) == self.white
        if not self.superko and (before := self.stood(path)) is not None:
            return self.wins_cycle(path, passes, before)
        if depth == 0:
            return None
        mine = state.white_to_move == self.white
        unknown = False
        after = [state.play(p) for p in sorted(state.empty)]
        seen = {s.situation for s in path} if self.superko else set()
        moves = [q for q in after if q and q.situation not in seen]
        for i, q in enumerate([state.after_pass(), *moves]):
            answer = self.wins([*path, q], [*passes, i == 0], depth - 1)
            if answer is mine:
                return mine
            unknown |= answer is None
        return None if unknown else not mine

    def stood(self, path: list[State]) -> int | None:
        """Where the last position of the path stood before. Basic ko knows no repetition: there it
        has to be the same in all from which play goes on."""
        *before, now = path if self.rule == "basic" else [s.situation for s in path]
        return before.index(now) if now in before else None

    def wins_cycle(self, path: list[State], passes: list[bool], start: int) -> bool:
        if self.rule == "basic":
            return False
        turns = [s.white_to_move == self.white for s in path]
        more = sum(1 if turns[i] else -1 for i in range(start, len(path) - 1) if passes[i])
        return more > 0


def minimax(state: State, rule: str, komi: int, nodes: int) -> tuple[str, int]:
    """Who wins, and the depth that shows it; "-" where neither side can."""
    sides = [Minimax(rule, komi, white, nodes) for white in (False, True)]
    for depth in range(1, 40):
        answers = [side.wins([state], [], depth) for side in sides]
        for answer, name in zip(answers, "xo", strict=True):
            if answer:
                return name, depth
        if answers == [False, False]:
            return "-", depth
    raise Spent


@pytest.mark.parametrize("rule", KO_RULES)
def test_tiny_positions_against_a_slow_minimax(rule: str) -> None:
    rng = random.Random(rule)
    answered = 0
    while answered < 12:
        width, height = rng.choice([(2, 2), (3, 2), (1, 5), (2, 4), (3, 3), (4, 3)])
        if rng.random() < 0.3 and height > 1 and width * height > 4:
            state = random_ko(rng, width, height)
        else:
            state = random_state(rng, width, height, empty=0.4)
        komi = score(state, superko=False) + rng.choice((-3, -1, 1, 3))
        try:
            winner, depth = minimax(state, rule, komi, nodes=700)
        except Spent:
            continue
        answered += 1
        solver = GoSolver(
            width,
            height,
            as_bits(state.black, width),
            as_bits(state.white, width),
            white_to_move=state.white_to_move,
            ko_point=-1 if state.ko is None else state.ko[1] * width + state.ko[0],
            ko=rule,
            komi=komi,
            megabytes=1,
        )
        found = proved(solver, state.white_to_move, depth + LATER.get(rule, 0))
        assert found == winner, f"{state.draw()}\n{state}, komi {komi}/2, in {depth}"


@pytest.mark.parametrize("rule", KO_RULES)
@pytest.mark.parametrize(
    "without",
    [
        [],
        ["cutoffs", "killers", "bounds"],
        ["history", "siblings", "symmetry"],
        ["table"],
    ],
    ids=" ".join,
)
def test_questions_that_a_fast_minimax_answered(rule: str, without: list[str]) -> None:
    questions = [q for q in ANSWERS if q[5] == rule]
    assert len(questions) > 200
    for width, height, cells, turn, ko_point, _, komi, winner, depth in questions[
        : None if not without else 60
    ]:
        black, white = (sum(1 << p for p, c in enumerate(cells) if c == side) for side in "xo")
        solver = GoSolver(
            int(width),
            int(height),
            black,
            white,
            white_to_move=turn == "o",
            ko_point=int(ko_point),
            ko=rule,
            komi=int(komi),
            megabytes=1,
            without=without,
        )
        found = proved(solver, turn == "o", int(depth) + LATER.get(rule, 0))
        assert found == winner, f"{width}x{height} {cells} {turn} {ko_point} {komi}/2 in {depth}"
