"""What is a repetition (van der Werf 2004, A.4), where several kos make one soon."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from keima import Game
from keima._core import SOLVE_FINAL, GoSolver
from keima.solve.start import situations_of, start_from

from .reference import State, as_bits, drawn
from .test_go_minimax import minimax, proved

ONE_KO = (".XO.", "XO.O", ".XO.")
TWO_KOS = (".XO..XO.", "XO.OX.XO", ".XO..XO.")
THREE_KOS = (".XO..XO..XO.", "XO.OX.XOXO.O", ".XO..XO..XO.")


def game_of(rows: tuple[str, ...], rules: str) -> Game:
    return Game.from_drawing(*(" ".join(row) for row in rows), komi=0, rules=rules)


def legal_points(game: Game) -> int:
    """As the solver finds them."""
    start = start_from(game.width, game.height, game, with_past=True)
    solver = GoSolver(
        start.width,
        start.height,
        start.black,
        start.white,
        white_to_move=start.sign < 0,
        ko_point=start.ko_point,
        fresh=start.fresh,
        passes=start.passes,
        past=start.past,
        ko="ssk",
        megabytes=1,
    )
    return solver.legal()


def test_a_triple_ko_ends_where_it_comes_back_first() -> None:
    """The seventh move brings back what stood after the first: a ko, fresh then and not now."""
    game = game_of(THREE_KOS, "migos-ssk")
    for move in ("C2", "F2", "L2", "B2", "G2", "K2"):
        game.play(move)
    assert not game.is_legal("C2")
    assert not legal_points(game) >> game.parse("C2") & 1
    endless = game_of(THREE_KOS, "migos")
    for move in ("C2", "F2", "L2", "B2", "G2", "K2", "C2"):
        assert not endless.is_over
        endless.play(move)
    assert endless.is_over


def walk(rows: tuple[str, ...], rules: str, seed: int) -> Iterator[tuple[Game, list[State]]]:
    """Takes kos where there is one to take, and passes now and then, until the game is over."""
    rng, game, path = random.Random(seed), game_of(rows, rules), [drawn(*rows)]
    while len(path) < 40:
        yield game, path
        if game.is_over:
            return
        legal = (game.parse(move) for move in game.legal_moves)
        after = {p: path[-1].play(at(game, p)) for p in legal if p < game.area}
        takes = [p for p, q in after.items() if q and q.ko]
        point = game.area if rng.random() < 0.2 or not takes else rng.choice(takes)
        game.play(point)
        path.append(after.get(point) or path[-1].after_pass())


@pytest.mark.parametrize("rows", [TWO_KOS, THREE_KOS], ids=["two", "three"])
def test_superko_among_kos(rows: tuple[str, ...]) -> None:
    """By the rules of games, by the solver's and by the slow ones, each written apart."""
    forbidden = 0
    for seed in range(10):
        for game, path in walk(rows, "migos-ssk", seed):
            legal = {game.parse(move) for move in game.legal_moves} - {game.area}
            if not game.is_over:
                assert legal == {p for p in range(game.area) if legal_points(game) >> p & 1}
            after = {p: path[-1].play(at(game, p)) for p in range(game.area)}
            seen = {state.situation for state in path}
            assert legal == {p for p, q in after.items() if q and q.situation not in seen}
            forbidden += sum(q is not None and q.situation in seen for q in after.values())
            assert game.is_over == path[-1].is_over
    assert forbidden > 10


@pytest.mark.parametrize("rows", [TWO_KOS, THREE_KOS], ids=["two", "three"])
def test_what_ends_a_game_among_kos(rows: tuple[str, ...]) -> None:
    repeated = 0
    for seed in range(40):
        for game, path in walk(rows, "migos", seed):
            again = path[-1].situation in {state.situation for state in path[:-1]}
            assert game.is_over == (again or path[-1].is_over)
            repeated += again
    assert repeated > 10


def at(game: Game, point: int) -> tuple[int, int]:
    """As drawings count: rows from above."""
    row, column = divmod(point, game.width)
    return column, row


@pytest.mark.parametrize(
    ("rule", "rows", "white", "ko", "komi"),
    [
        ("ssk-full", (".XO", "XO.", "O.O"), False, (2, 1), -17),
        ("japanese", (".OX", "OX.", ".OX"), False, (0, 0), -17),
    ],
)
def test_two_kos_on_three_by_three(
    rule: str, rows: tuple[str, ...], white: bool, ko: tuple[int, int], komi: int
) -> None:
    """Where a ko that comes back is taken for a new one, this takes two plies more."""
    plain = drawn(*rows)
    state = State(3, 3, plain.black, plain.white, white, ko, fresh=True)
    winner, depth = minimax(state, rule, komi, nodes=2000)
    solver = GoSolver(
        3,
        3,
        as_bits(state.black, 3),
        as_bits(state.white, 3),
        white_to_move=white,
        ko_point=ko[1] * 3 + ko[0],
        ko=rule,
        komi=komi,
        megabytes=1,
    )
    assert proved(solver, white, depth) == winner
    assert solver.search(depth + 1)[3]  # and no deeper search can change that


def test_a_pass_that_lifts_a_ko_is_a_pass() -> None:
    """It does not bring back what stood there before a pass."""
    game = game_of(ONE_KO, "migos-ssk")
    game.play("C2")
    game.play("pass")
    assert [(s.ko_point, s.fresh, s.passes) for s in situations_of(game)] == [
        (-1, False, 0),
        (game.parse("B2"), True, 0),
        (-1, True, 1),
    ]
    solver = GoSolver(4, 3, ko="ssk", megabytes=1)
    assert solver.situation([12])[3:] == (-1, False, 1)


def test_passes_on_the_way_to_a_search_count_in_the_circle_that_it_closes() -> None:
    """Under Japanese ko who has passed more often in it wins. Black plays A1:

    X . .   . O .   . O .   . O O   X . .
    """
    solver = GoSolver(3, 1, ko="japanese", megabytes=1)
    a1, b1, c1, a_pass = range(4)
    solver.move_to([a1, b1, a_pass, c1])
    value, best, *_ = solver.search(2)
    assert value > SOLVE_FINAL
    assert best == a1
    there = GoSolver(3, 1, 0, 0b110, ko="japanese", megabytes=1)
    assert abs(there.search(2)[0]) < SOLVE_FINAL
