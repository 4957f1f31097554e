"""The front of the Go solver: results, bounds, limits, errors."""

import threading
import time

import pytest

from keima import Color, Game
from keima._core import SOLVE_FINAL, GoSolver
from keima.solve import Progress, solve_go
from keima.solve import memory as memory_module
from keima.solve import proof as proof_module
from keima.solve.bounds import NO, OPEN, YES, Bounds, Question
from keima.solve.proof import _Builder
from keima.solve.proving import GoProof
from keima.solve.running import Runner
from keima.solve.start import Situation, Start, start_from, start_of


@pytest.mark.parametrize(
    ("board", "ko", "value", "best"),
    [
        ((2, 2), "basic", 0, None),
        ((2, 2), "japanese", 0, None),
        ((2, 2), "ssk", 1, None),
        ((2, 2), "ssk-full", 1, None),
        ((3, 3), "basic", 9, "B2"),
        ((3, 3), "japanese", 9, "B2"),
        ((3, 3), "ssk", 9, "B2"),
        ((4, 3), "basic", 4, None),
        ((5, 2), "basic", 10, None),
    ],
)
def test_known_boards(board: tuple[int, int], ko: str, value: int, best: str | None) -> None:
    solution = solve_go(*board, ko=ko, megabytes=16)
    assert solution.value == value
    assert solution.proved
    assert solution.complete
    assert solution.lower <= value <= solution.upper
    assert best is None or solution.best == best
    assert solution.best == solution.line[0]
    assert solution.nodes > 0
    assert solution.stopped is None


@pytest.mark.parametrize(
    ("board", "ko", "without", "depth", "value", "nodes"),
    [
        ((3, 3), "basic", [], 11, 18, 2596),
        ((2, 2), "ssk", [], 11, 2, 643),
        ((3, 3), "ssk", [], 11, 18, 2607),
        ((3, 3), "ssk-full", [], 11, 18, 18880),
        ((4, 3), "basic", [], 13, 8, 23288),
        ((4, 4), "basic", [], 13, None, 106107),
        ((4, 4), "basic", ["territory"], 13, None, 162712),
        ((5, 5), "basic", ["territory"], 7, None, 53483),
    ],
)
def test_the_search_visits_the_same_positions(
    board: tuple[int, int],
    ko: str,
    without: list[str],
    depth: int,
    value: int | None,
    nodes: int,
) -> None:
    """Who makes it faster changes no count; who changes one says so, here and in the docs."""
    solver = GoSolver(*board, ko=ko, without=without, megabytes=32)
    found = [solver.search(d)[0] for d in range(1, depth + 1)]
    assert solver.nodes == nodes
    if value is not None:
        assert found[-1] == SOLVE_FINAL + value
        assert all(abs(guess) < SOLVE_FINAL for guess in found[:-1])


@pytest.mark.parametrize(
    ("board", "ko", "nodes"),
    [((3, 2), "basic", 4835), ((4, 3), "basic", 118_507), ((2, 2), "ssk", 1551)],
)
def test_all_questions_together_visit_the_same_positions(
    board: tuple[int, int], ko: str, nodes: int
) -> None:
    assert solve_go(*board, ko=ko, megabytes=64).nodes == nodes


@pytest.mark.parametrize(
    ("ko", "points", "nodes"),
    [("basic", 1, 395_756), ("japanese", 2, 497_897), ("ssk", 2, 606_556)],
)
def test_who_wins_four_by_four_takes_fewer_than_700_000_nodes(
    ko: str, points: int, nodes: int
) -> None:
    solver = GoSolver(4, 4, ko=ko, megabytes=32)
    depth, value = 0, 0
    while value < SOLVE_FINAL + 2 * points:
        depth += 1
        value = solver.search(depth)[0]
    assert (depth, value) == (21, SOLVE_FINAL + 2 * points)
    assert solver.nodes == nodes < 700_000


@pytest.mark.slow
def test_four_by_four() -> None:
    """Under basic ko Black can force one point and White nothing: he throws stones in for ever."""
    solution = solve_go(4, 4, megabytes=64)
    assert (solution.value, solution.lower, solution.upper) == (1, 1, 16)
    assert solution.proved
    assert solution.complete
    assert solution.best in {"B2", "B3", "C2", "C3"}


@pytest.mark.slow
def test_four_by_four_under_superko() -> None:
    solution = solve_go(4, 4, ko="ssk", megabytes=64)
    assert (solution.value, solution.lower, solution.upper) == (2, 2, 2)
    assert solution.proved
    assert solution.nodes < 2_400_000


def test_the_line_is_legal_and_ends_with_the_value() -> None:
    solution = solve_go(2, 2, ko="ssk", megabytes=16)
    game = Game(2, rules="migos-ssk", komi=0)
    for move in solution.line:
        game.play(move)
    assert game.is_over
    assert game.score().text == solution.text == "B+1"


def test_an_opening() -> None:
    centre = solve_go(3, 3, opening=["B2"], megabytes=16)
    corner = solve_go(3, 3, opening=["A1"], megabytes=16)
    assert (centre.value, corner.value) == (9, -9)
    assert corner.best == "B2"
    assert corner.text == "W+9"


def test_a_position_and_whose_turn_it_is() -> None:
    rows = (". X .", ". . .", ". O .")
    by_black = solve_go(3, position=Game.from_drawing(*rows), megabytes=16)
    by_white = solve_go(3, position=Game.from_drawing(*rows, to_play="white"), megabytes=16)
    assert by_black.value is not None
    assert by_white.value is not None
    assert by_black.value == -by_white.value > 0


def test_start_of_knows_ko_and_passes() -> None:
    game = Game.from_drawing(". X O .", "X O . O", ". X O .", ". . . .")
    game.play("C3", "black")
    assert start_of(game).ko_point == game.parse("B3")
    assert start_of(game, Color.BLACK).ko_point == -1
    game.play("pass")
    game.play("pass")
    start = start_of(game)
    assert (start.passes, start.ko_point, start.fresh, start.to_play) == (2, -1, True, Color.WHITE)
    assert [start.black >> p & 1 for p in range(16)] == [
        int(stone == Color.BLACK) for stone in game.board.stones
    ]


#: A ko for each side.
TWO_KOS = (". X O . . X O .", "X O . O X . X O", ". X O . . X O .")


def test_start_of_knows_which_ko_is_fresh() -> None:
    """Two passes end the game after a ko that answers a ko, three after another."""
    game = Game.from_drawing(*TWO_KOS, komi=0, rules="migos")
    game.play("C2")
    assert start_of(game).fresh
    game.play("pass")
    start = start_from(8, 3, game, ["pass"])
    assert (start.ko_point, left(start)) == (-1, 1)
    game.undo()
    game.play("F2")
    start = start_of(game)
    assert (start.ko_point, start.fresh, left(start)) == (game.parse("G2"), False, 2)


def left(start: Start) -> int:
    """Passes to the end of the game."""
    solver = GoSolver(
        start.width,
        start.height,
        start.black,
        start.white,
        white_to_move=start.to_play is Color.WHITE,
        ko_point=start.ko_point,
        fresh=start.fresh,
        passes=start.passes,
        megabytes=1,
    )
    here = start.ko_point, start.fresh, start.passes
    assert solver.situation([])[3:] == here
    for passes in range(4):
        try:
            solver.probe([start.points] * (passes + 1))
        except ValueError:
            return passes
    raise AssertionError


def test_a_forgotten_answer_is_looked_for_with_the_ko_passes_and_past_of_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game.from_drawing(*TWO_KOS, komi=0)
    game.play("C2")
    game.play("F2")
    start = start_of(game)
    proof = GoProof(start, "ssk", 1, 1, (), None, 0)
    proof.question = Question()
    proof.solver = proof._make(proof.question)
    builder = _Builder(proof, True, 1)
    asked: list[tuple[object, ...]] = []

    class Spy(GoSolver):
        def __init__(self, *stones: int, **how: object) -> None:
            asked.append((*stones[2:], how["ko_point"], how["fresh"], how["passes"], how["past"]))
            super().__init__(*stones, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(proof_module._core, "GoSolver", Spy)
    monkeypatch.setattr(proof_module, "AGAIN_NODES", 10)
    builder._search([])
    builder._search([game.area])
    before = Situation(start.black, start.white, False, start.ko_point, False, 0)
    assert asked == [
        (start.black, start.white, start.ko_point, False, 0, ()),
        (start.black, start.white, -1, False, 1, (before,)),
    ]


def test_what_is_looked_for_again_keeps_to_the_limits_of_the_proof() -> None:
    proof = GoProof(Start(4, 4), "basic", 1, 1, (), None, 0, nodes=1000)
    proof.question = Question()
    proof.solver = proof._make(proof.question)
    builder = _Builder(proof, True, 1)
    assert builder._search([5]) is None
    assert 900 < proof.total_nodes < 1100
    assert proof.solver.legal() == (1 << 16) - 1  # it stands where it stood
    proof.most_nodes = None
    builder.runner = Runner(seconds=0)
    before = proof.total_nodes
    assert builder._search([5]) is None
    assert proof.total_nodes == before


def test_the_move_that_is_named_is_the_one_that_is_proved() -> None:
    """Of the last position the table knows a guess, and the proof of one that is its mirror."""
    solver = GoSolver(4, 4, komi=3, endless=-1, megabytes=32)
    for depth in range(1, 40):
        value, *_ = solver.search(depth)
        if abs(value) > SOLVE_FINAL:
            break
    assert value < -SOLVE_FINAL  # White holds Black to a point by play without end
    for first in (5, 6, 9):
        solver.move_to([first])
        value, best = decided(solver)
        assert value > SOLVE_FINAL
        solver.move_to([first, best])
        assert decided(solver)[0] < -SOLVE_FINAL


def decided(solver: GoSolver) -> tuple[int, int]:
    """The value and the best move once it is proved that the player to move wins, or loses."""
    for depth in range(1, 40):
        value, best, *_ = solver.search(depth)
        if abs(value) > SOLVE_FINAL:
            return value, best
    raise AssertionError("nobody wins")


def test_a_limit_of_depth_leaves_questions_open() -> None:
    solution = solve_go(4, 4, depth=5, megabytes=16)
    assert not solution.proved
    assert solution.value is None
    assert solution.text == "?"
    assert (solution.lower, solution.upper) == (-16, 16)
    assert solution.unanswered[0] == "who wins?"
    assert solution.best is not None
    assert solution.describe() == "Nothing is proved."


def test_time_ends_it() -> None:
    began = time.monotonic()
    solution = solve_go(6, 6, seconds=0.3, megabytes=16)
    assert solution.stopped == "the time is up"
    assert not solution.proved
    assert time.monotonic() - began < 30
    assert solution.best is not None


@pytest.mark.parametrize("nodes", [1, 1000, 40_000, 300_000])
def test_nodes_end_it_in_the_middle_of_an_iteration(nodes: int) -> None:
    solution = solve_go(5, 5, nodes=nodes, megabytes=16)
    assert solution.stopped == "so many nodes were wanted"
    assert nodes <= solution.nodes <= nodes + 100
    assert solution.best is not None
    assert solution.nodes == solve_go(5, 5, nodes=nodes, megabytes=16).nodes


def test_nodes_of_all_threads_count() -> None:
    solver = GoSolver(5, 5, megabytes=16, threads=2)
    assert solver.search(1, nodes=0)[2]  # a single ply is always finished
    for most in (0, 5000, 100_000):
        before = solver.nodes
        assert not solver.search(25, nodes=most)[2]
        assert most <= solver.nodes - before <= 1.01 * most + 10_000


def test_another_thread_ends_it_and_progress_is_told() -> None:
    stop = threading.Event()
    told: list[Progress] = []

    def watch(progress: Progress) -> None:
        told.append(progress)
        if progress.depth >= 4:
            stop.set()

    solution = solve_go(6, 6, progress=watch, stop=stop, megabytes=16)
    assert solution.stopped == "stopped"
    assert told[-1].nodes > 0
    assert told[-1].line
    assert 0 <= told[-1].fill <= 1
    assert told[-1].known == "[?, ?]"


def test_ctrl_c_gives_what_is_known() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.depth >= 3:
            raise KeyboardInterrupt

    assert solve_go(6, 6, progress=interrupt, megabytes=16).stopped == "interrupted"


def test_two_threads_find_the_same() -> None:
    assert solve_go(3, 3, threads=2, megabytes=16).value == 9


def test_what_cannot_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="9x8 is too large: the solver takes 64 points"):
        solve_go(9, 8)
    with pytest.raises(ValueError, match="there is no board of 0x3"):
        solve_go(0, 3)
    with pytest.raises(ValueError, match="no ko rule 'chinese': expected one of basic"):
        solve_go(3, 3, ko="chinese")
    with pytest.raises(ValueError, match="no part 'luck'"):
        solve_go(3, 3, without=["luck"], megabytes=16)
    with pytest.raises(ValueError, match="the point is occupied"):
        solve_go(3, 3, opening=["B2", "B2"], megabytes=16)
    with pytest.raises(ValueError, match="not one of a 3x3 board"):
        solve_go(3, 3, position=Game(4), megabytes=16)
    monkeypatch.setattr(memory_module, "free_megabytes", lambda: 100)
    with pytest.raises(ValueError, match="a table of 101 MB does not fit: 100 MB"):
        solve_go(3, 3, megabytes=101)


def test_memory_is_known_here() -> None:
    free = memory_module.free_megabytes()
    assert free is None or free > 0


def test_questions_of_a_board_that_black_wins_by_a_little() -> None:
    bounds = Bounds(16)
    assert bounds.next() == Question()
    bounds.take(Question(), YES, 1)
    assert bounds.next() == Question(2, -1)
    bounds.take(Question(2, -1), NO)
    assert bounds.proved
    assert not bounds.complete
    assert bounds.next(ends=False) is None
    assert bounds.next() == Question(2, 1)
    bounds.take(Question(2, 1), YES)
    assert bounds.next() == Question(16, 1)
    bounds.take(Question(16, 1), NO)
    assert bounds.next() == Question(9, 1)
    bounds.take(Question(9, 1), NO)
    bounds.take(Question(5, 1), NO)
    bounds.take(Question(3, 1), YES)
    bounds.take(Question(4, 1), NO)
    assert (bounds.lower, bounds.cap, bounds.floor, bounds.upper) == (1, 1, 3, 3)
    assert bounds.complete
    assert bounds.next() is None


def test_questions_of_an_even_board_and_of_a_lost_one() -> None:
    even = Bounds(4)
    even.take(Question(), OPEN)
    assert even.value is None
    even.take(Question(1, -1), NO)
    even.take(Question(0, 1), YES)
    assert even.value == 0
    assert even.proved
    lost = Bounds(4)
    lost.take(Question(), NO, -2)
    assert lost.next() == Question(-2, 1)
    lost.take(Question(-2, 1), YES)
    assert (lost.value, lost.proved) == (-2, True)
    assert lost.next() == Question(-2, -1)


@pytest.mark.parametrize("ask", [9, 1, 0, -9])
def test_a_result_that_is_asked_for_first(ask: int) -> None:
    solution = solve_go(3, 3, megabytes=1, ask=ask)
    assert (solution.value, solution.proved) == (9, True)
    assert solution.best == "B2"
    [first, *others] = solution.answers
    assert first["komi"] == (ask - 0.5 if ask > 0 else ask + 0.5)
    # A yes tells who wins, and by how much.
    assert (others == []) == (ask > 0)


def test_a_result_of_white_and_one_under_superko() -> None:
    lost = solve_go(3, 3, opening=["A1"], ask=-9, megabytes=1)
    assert (lost.value, lost.proved, len(lost.answers)) == (-9, True, 1)
    superko = solve_go(2, 2, ko="ssk", ask=1, megabytes=1)
    assert (superko.value, superko.complete) == (1, True)


def test_trees_are_of_the_last_answers_not_of_the_guess() -> None:
    for ask in (None, 16, -16):
        solution = solve_go(4, 4, ask=ask, proof_depth=2, ends=False, megabytes=16)
        assert (solution.value, solution.proved) == (1, True)
        said = [" ".join(tree.root.get("C", "").split()) for tree in solution.trees]
        assert "Black gets +1 or more" in said[0]
        assert "Black gets +1 or fewer" in said[1]


def test_what_is_answered_later_is_not_open() -> None:
    solution = solve_go(3, 3, ask=-9, depth=1, megabytes=1)
    assert solution.unanswered[:2] == (str(Question(-8, 1)), str(Question()))
    bounds = Bounds(9)
    for question in (Question(-8, 1), Question(9, -1)):
        bounds.take(question, OPEN)
    assert bounds.given_up() == [Question(-8, 1), Question(9, -1)]
    bounds.take(Question(), YES, 3)
    assert bounds.given_up() == [Question(9, -1)]
    bounds.take(Question(4, -1), NO)
    assert bounds.given_up() == []
    even = Bounds(9)
    even.take(Question(), OPEN)
    assert even.given_up() == [Question()]
    even.take(Question(1, -1), YES)
    assert even.given_up() == []  # Black wins


def test_a_guess_is_asked_for_only_if_it_is_open() -> None:
    bounds = Bounds(16)
    assert bounds.next(ask=5) == Question(5, -1)
    assert bounds.next(ask=-5) == Question(-4, 1)
    bounds.take(Question(-4, 1), NO)
    assert bounds.upper == -5
    assert bounds.next(ends=False, ask=-5) == Question(-5, 1)  # the winner is known: is there more?
    bounds.take(Question(-5, 1), YES)
    assert bounds.proved
    for ask in (5, -5, -6):
        assert bounds.next(ends=False, ask=ask) is None
    with pytest.raises(ValueError, match="nobody gets 17 points on a board of 16"):
        solve_go(4, 4, ask=-17)


def test_superko_needs_no_endless_play() -> None:
    bounds = Bounds(4, endless=False)
    bounds.take(Question(), YES, 1)
    assert bounds.next() == Question(2)
    bounds.take(Question(2), NO)
    assert bounds.complete


def test_bounds_survive_as_plain_values() -> None:
    bounds = Bounds(4)
    bounds.take(Question(), YES, 1)
    bounds.take(Question(2, -1), OPEN)
    assert Bounds.from_json(bounds.to_json()) == bounds


@pytest.mark.parametrize("size", [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (2, 2)])
def test_superko_by_positions_without_their_past(size: tuple[int, int]) -> None:
    shared, full = (solve_go(*size, ko=ko, megabytes=16) for ko in ("ssk", "ssk-full"))
    assert (shared.lower, shared.upper) == (full.lower, full.upper)


def test_superko_knows_what_basic_ko_forces() -> None:
    """Where what leans on the past is taken for true without it, White wins by 2."""
    found = (solve_go(3, 2, ko=ko, megabytes=16) for ko in ("basic", "ssk", "ssk-full"))
    assert {(solution.lower, solution.upper) for solution in found} == {(0, 0)}
