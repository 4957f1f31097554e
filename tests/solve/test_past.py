"""Superko from the middle of a game: what stood on the board before may not come back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from keima import Game
from keima._core import GoSolver
from keima.solve import solve_go
from keima.solve.start import Situation, situations_of, start_from

from .reference import State, as_bits, from_bits
from .scoring import score
from .test_go_minimax import Minimax, Spent, proved


def situation(state: State) -> Situation:
    return Situation(
        as_bits(state.black, state.width),
        as_bits(state.white, state.width),
        state.white_to_move,
        -1 if state.ko is None else state.ko[1] * state.width + state.ko[0],
        state.fresh,
        state.passes,
    )


def solver(path: list[State], **options: object) -> GoSolver:
    """A solver of the last of these, which knows the others."""
    here, (*past,) = situation(path[-1]), map(situation, path[:-1])
    return GoSolver(
        path[-1].width,
        path[-1].height,
        here.black,
        here.white,
        white_to_move=here.white_to_move,
        ko_point=here.ko_point,
        fresh=here.fresh,
        passes=here.passes,
        past=past,
        megabytes=1,
        **options,  # type: ignore[arg-type]
    )


def legal(path: list[State]) -> list[State]:
    after = [path[-1].play(p) for p in sorted(path[-1].empty)]
    seen = {s.situation for s in path}
    return [q for q in after if q and q.situation not in seen]


def wandered(rng: random.Random, width: int, height: int) -> list[State]:
    """Random play up to where a stone would bring something back."""
    while True:
        path = [State(width, height)]
        while len(path) < 40 and not path[-1].is_over:
            after = [path[-1].play(p) for p in sorted(path[-1].empty)]
            moves = legal(path)
            if any(q not in moves for q in after if q):
                return path
            if not moves or rng.random() < 0.1:
                path.append(path[-1].after_pass())
            else:
                path.append(rng.choice(moves))


@pytest.mark.parametrize("rule", ["ssk", "ssk-full"])
def test_against_a_minimax_that_knows_the_past(rule: str) -> None:
    rng = random.Random(rule)
    answered = changed = 0
    while answered < 25:
        path = wandered(rng, *rng.choice([(2, 2), (3, 2), (1, 5), (1, 6)]))
        state = path[-1]
        allowed = {situation(q).black | situation(q).white << 64 for q in legal(path)}
        points = from_bits(solver(path, ko=rule).legal(), state.width)
        after = [situation(q) for q in map(state.play, points) if q]
        assert {s.black | s.white << 64 for s in after} == allowed
        komi = score(state, superko=True) + rng.choice((-3, -1, 1, 3))
        passes = [path[i].after_pass() == path[i + 1] for i in range(len(path) - 1)]
        try:
            winner, depth = question(path, passes, rule, komi)
        except Spent:
            continue
        answered += 1
        found = proved(solver(path, ko=rule, komi=komi), state.white_to_move, depth)
        assert found == winner, f"{state.draw()}\n{path}, komi {komi}/2, in {depth}"
        changed += found != proved(solver([state], ko=rule, komi=komi), state.white_to_move, depth)
    assert changed > 3


def question(path: list[State], passes: list[bool], rule: str, komi: int) -> tuple[str, int]:
    """Who wins, and the depth that shows it."""
    sides = [Minimax(rule, komi, white, nodes=1000) for white in (False, True)]
    for depth in range(1, 40):
        for side, name in zip(sides, "xo", strict=True):
            if side.wins(path, passes, depth):
                return name, depth
    raise Spent


@pytest.mark.parametrize("ko", ["ssk", "ssk-full"])
def test_a_game_forbids_the_winning_move(ko: str) -> None:
    game = Game((4, 1), komi=0, rules="migos-ssk")
    for move in ("B1", "D1", "A1", "C1"):
        game.play(move)
    alone = Game.from_drawing(". . O O", komi=0)
    assert solve_go(4, 1, position=alone, ko=ko, megabytes=1).best == "B1"
    assert not game.is_legal("B1")
    solution = solve_go(4, 1, position=game, ko=ko, megabytes=1, proof_depth=3)
    assert (solution.value, solution.proved) == (-4, True)
    opened = solve_go(4, 1, opening=["B1", "D1", "A1", "C1"], ko=ko, megabytes=1)
    assert (opened.value, opened.line) == (-4, solution.line)
    # The line and the proof keep to the rules too.
    [tree] = solution.trees
    children = {child.move[1] for child in tree.root.children if child.move}
    assert children == {game.parse(move) for move in game.legal_moves}
    for move in solution.line:
        game.play(move)
    basic = solve_go(4, 1, position=game, ko="basic", megabytes=1)
    assert basic.stopped is None


def test_what_a_game_remembers() -> None:
    game = Game.from_drawing(". X O .", "X O . O", ". X O .", ". . . .", to_play="black")
    game.play("C3")  # takes a ko
    game.play("pass")  # and this lifts it: it does not count
    game.play("pass")
    start = start_from(4, 4, game, ["D1"], with_past=True)
    assert [(s.white_to_move, s.ko_point, s.fresh, s.passes) for s in start.past] == [
        (False, -1, False, 0),
        (True, game.parse("B3"), True, 0),
        (False, -1, True, 1),
        (True, -1, True, 2),
    ]
    assert start_from(4, 4, game).past == ()
    game.setup(to_play="black")
    assert len(situations_of(game)) == 1


def test_a_turn_that_was_lost() -> None:
    """White moved twice: the situations before must still be found."""
    game = Game((4, 1), komi=0, rules="migos-ssk")
    for move, color in (("B1", "black"), ("D1", "white"), ("A1", "black"), ("C1", "white")):
        game.play(move, color)
    past = situations_of(game)[:-1]
    for changed in ([*past[:2], past[1], *past[2:]], [past[0], past[0], *past[1:]]):
        solver = GoSolver(4, 1, 0, 12, past=changed, ko="ssk", megabytes=1)
        assert solver.legal() == 1
        with pytest.raises(ValueError, match="illegal move 1"):
            solver.probe([1])


@pytest.mark.parametrize("ko", ["basic", "ssk"])
def test_a_turned_position_with_another_past_is_no_proof(ko: str) -> None:
    past = [(0, 0, False, -1, False, 0)] if ko == "ssk" else []
    solver = GoSolver(3, 3, 1 << 4, white_to_move=True, past=past, ko=ko, megabytes=1)
    _, first, _, _ = solver.search(3, -9000, -8999)  # the first move is enough
    assert solver.probe([first]) is not None
    turned = solver.probe([8 - first])
    assert (turned is None) == (ko == "ssk")


def test_what_is_no_past() -> None:
    with pytest.raises(ValueError, match="superko"):
        GoSolver(2, 2, past=[(1, 0, True, -1, False, 0)], megabytes=1)
    with pytest.raises(ValueError, match="passes"):
        GoSolver(2, 2, past=[(1, 0, True, -1, False, 3)], ko="ssk", megabytes=1)
    with pytest.raises(ValueError, match="the ko's point"):
        GoSolver(2, 2, past=[(1, 0, True, 4, False, 0)], ko="ssk", megabytes=1)


def test_a_search_with_another_past_is_another(tmp_path: Path) -> None:
    game = Game((4, 1), komi=0)
    for move in ("B1", "D1", "A1", "C1"):
        game.play(move)
    path = tmp_path / "search"
    solve_go(4, 1, position=game, ko="ssk", megabytes=1, save=path)
    alone = Game.from_drawing(". . O O", komi=0)
    with pytest.raises(ValueError, match="of another search: position was"):
        solve_go(4, 1, position=alone, ko="ssk", megabytes=1, save=path)
    assert solve_go(4, 1, position=game, ko="ssk", megabytes=1, save=path).value == -4


@pytest.mark.parametrize(
    "width, moves, fresh, passes, text",
    [
        (
            6,
            "A5 pass A3 A1 A6 A4 A5 pass A4 pass A2 pass A6 A1 A4 A2 A6 A5 A3 A1 A6 pass",
            True,
            1,
            "B+1",
        ),
        (7, "A4 A5 A1 pass A6 A3 pass A5 pass", True, 1, None),
    ],
)
def test_a_pass_that_lifts_a_ko_does_not_count_before_the_search_either(
    width: int, moves: str, fresh: bool, passes: int, text: str | None
) -> None:
    game = Game((1, width), komi=0, rules="migos-ssk")
    for move in moves.split():
        game.play(move)
    start = start_from(1, width, game, with_past=True)
    assert (start.fresh, start.passes) == (fresh, passes)
    if text:
        assert solve_go(1, width, position=game, ko="ssk").text == text
