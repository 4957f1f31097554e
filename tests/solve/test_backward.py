"""Boards solved backwards: every position against a plain graph of all of them, and against the
search."""

import random
import threading
from contextlib import suppress

import pytest

from keima import Color, Game
from keima._core import GoRetrograde, GoSolver
from keima.solve import Progress, Solution, solve_go
from keima.solve.backward import fits_backward
from keima.solve.boards import solve_boards
from keima.solve.running import Runner, Stopped
from keima.solve.start import Start

from .graph import Graph, Place
from .reference import as_bits, random_ko, random_state


def situation(place: Place) -> tuple[int, int, bool, int, bool, int]:
    return (place.black, place.white, place.turn < 0, place.ko, place.fresh, 2 - place.passes)


@pytest.mark.parametrize(
    "board", [(1, 1), (2, 1), (1, 3), (4, 1), (1, 5), (6, 1), (2, 2), (3, 2)], ids=str
)
def test_every_position_with_every_ko_and_pass(board: tuple[int, int]) -> None:
    points = board[0] * board[1]
    graph = Graph(*board, [Place(0, 0, 1)])
    levels = range(-points, points + 1)
    forced = {k: graph.forced(k, 1) for k in levels}
    held = {k: graph.forced(k, -1) for k in levels}
    solver = GoRetrograde(*board)
    assert solver.run()
    for place in graph.after:
        lower = max((k for k in levels if place in forced[k]), default=-points)
        upper = min((k for k in levels if place in held[k]), default=points)
        expected = (lower, upper) if place.turn == 1 else (-upper, -lower)
        assert solver.worth(situation(place)) == expected, place


@pytest.mark.parametrize("board", [(7, 1), (4, 2), (3, 3)], ids=str)
def test_random_positions_as_the_search_finds_them(board: tuple[int, int]) -> None:
    rng = random.Random(3)
    for _ in range(12):
        state = random_state(rng, *board)
        game = Game(board, komi=0)
        width = board[0]
        black, white = as_bits(state.black, width), as_bits(state.white, width)
        points = range(game.area)
        game.setup(
            [p for p in points if black >> p & 1],
            [p for p in points if white >> p & 1],
            to_play=Color.WHITE if state.white_to_move else Color.BLACK,
        )
        back = solve_go(*board, position=game, method="backward")
        search = solve_go(*board, position=game, megabytes=4, method="search", nodes=30_000)
        assert back.complete
        assert search.lower <= back.lower <= back.upper <= search.upper, game.draw()
        if search.complete:
            assert (search.lower, search.upper) == (back.lower, back.upper), game.draw()
        if search.proved:
            assert search.value == back.value


def test_a_ko_that_may_not_be_taken_back() -> None:
    """Numbers of a position are the best of what its moves lead to, by the solver's own moves."""
    rng = random.Random(5)
    solver = GoRetrograde(4, 2)
    assert solver.run()
    kos = 0
    while kos < 20:
        state = random_ko(rng, 4, 2)
        assert state.ko
        ko = state.ko[1] * 4 + state.ko[0]
        at = (as_bits(state.black, 4), as_bits(state.white, 4), state.white_to_move)
        search = GoSolver(4, 2, at[0], at[1], white_to_move=at[2], ko_point=ko, megabytes=1)
        after = []
        for move in [p for p in range(8) if search.legal() >> p & 1]:
            played = state.play((move % 4, move // 4))
            assert played is not None
            k = -1 if played.ko is None else played.ko[1] * 4 + played.ko[0]
            stones = as_bits(played.black, 4), as_bits(played.white, 4)
            after.append(solver.worth((*stones, played.white_to_move, k, False, 0)))
        after.append(solver.worth((at[0], at[1], not at[2], -1, True, 0)))
        best = max(-upper for _, upper in after), max(-lower for lower, _ in after)
        assert solver.worth((*at, ko, True, 0)) == best
        kos += 1


@pytest.mark.parametrize(
    ("board", "lower", "upper"),
    [((1, 3), 3, 3), ((2, 4), 8, 8), ((3, 3), 9, 9), ((3, 4), 4, 12), ((2, 5), 10, 10)],
    ids=str,
)
def test_known_boards_and_lines_that_end(board: tuple[int, int], lower: int, upper: int) -> None:
    solution = solve_go(*board, method="backward")
    assert (solution.lower, solution.upper, solution.value) == (lower, upper, lower)
    assert solution.proved
    assert solution.complete
    game = Game(board, rules="migos", komi=0)
    for move in solution.line:
        game.play(move)
    assert game.is_over
    assert game.score().text == solution.text


@pytest.mark.parametrize("points", [5, 8, 11, 12])
def test_nobody_forces_anything_in_a_line(points: int) -> None:
    solution = solve_go(points, 1)
    assert (solution.value, solution.lower, solution.upper) == (0, -points, points)
    assert solution.complete
    assert solution.best == solution.line[0]
    assert solve_go(1, points).nodes == solution.nodes


def test_it_is_chosen_where_it_fits() -> None:
    assert fits_backward(Start(1, 20), "basic")
    assert not fits_backward(Start(1, 20), "japanese")
    assert not fits_backward(Start(4, 5), "basic")
    assert not fits_backward(Start(1, 40), "basic")
    assert not solve_go(1, 4).answers  # a search has some
    assert solve_go(1, 4, nodes=100_000).answers
    assert solve_go(1, 4, without=["history"]).answers
    assert solve_go(1, 4, method="search").answers
    assert solve_go(1, 4, ko="ssk").answers


def test_white_to_move_and_a_pass_before() -> None:
    opened = solve_go(3, 1, opening=["B1"])
    assert (opened.value, opened.best, opened.text) == (3, "pass", "B+3")
    passed = solve_go(4, 1, opening=["pass"])
    assert (passed.lower, passed.upper) == (0, 0)
    over = solve_go(4, 1, opening=["B1", "pass", "pass"])
    assert (over.value, over.line, over.best) == (4, (), None)


def test_progress_and_how_it_is_ended() -> None:
    told: list[Progress] = []
    stop = threading.Event()

    def end(progress: Progress) -> None:
        told.append(progress)
        stop.set()

    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    def nothing_is_known(solution: Solution) -> bool:
        bounds = solution.lower, solution.upper, solution.value
        return bounds == (-20, 20, None) and not solution.proved

    ended = solve_go(20, 1, progress=end, stop=stop)
    assert ended.stopped == "stopped"
    assert told[-1].question.startswith("backwards from the ends")
    assert nothing_is_known(ended)
    assert solve_go(20, 1, progress=interrupt).stopped == "interrupted"
    late = solve_go(20, 1, seconds=0.2)
    assert late.stopped == "the time is up"
    assert nothing_is_known(late)


def test_a_stopped_solver_goes_on_and_little_memory_is_told() -> None:
    solver, runner = GoRetrograde(14, 1), Runner()
    runner.tick = runner.stop.set
    with suppress(Stopped):  # a fast machine may be done before the first tick
        runner.wait(solver.run, solver.stop)
    assert solver.run()
    assert solver.progress()[4:] == (-14, 14, True, False)
    assert solve_go(14, 1, megabytes=1).stopped == "it needs more memory than 1 MB"


def test_the_search_for_ends_tells_how_far_it_is() -> None:
    shares: list[float] = []
    stop = threading.Event()
    solver, runner = GoRetrograde(6, 4), Runner(stop=stop)

    def look() -> None:
        rounds, share, *_ = solver.progress()
        assert rounds == 0
        shares.append(share)
        if len(set(shares)) > 3:
            stop.set()

    runner.tick = look
    with pytest.raises(Stopped):
        runner.wait(solver.run, solver.stop)
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] < 1


def test_the_search_for_ends_keeps_to_the_memory() -> None:
    solver = GoRetrograde(5, 4, megabytes=1)
    assert not solver.run()
    rounds, share, _, size, lower, upper, done, full = solver.progress()
    assert (rounds, lower, upper, done, full) == (0, -20, 20, False, True)
    assert 0 < share < 1
    assert 0 < size <= 1 << 20
    assert not solver.run()  # nor when it is asked again


@pytest.mark.parametrize("board", [(6, 1), (3, 2), (4, 2)], ids=str)
def test_what_is_forced_is_reached(board: tuple[int, int]) -> None:
    """Lines of all positions in which a side can force something end with that, in no circle."""
    graph = Graph(*board, [Place(0, 0, 1)])
    solver = GoRetrograde(*board)
    assert solver.run()
    rng = random.Random(7)
    places = [p for p in graph.after if p.passes]
    for place in places if len(places) < 2000 else rng.sample(places, 2000):
        lower, upper = solver.worth(situation(place))
        wanted = lower if lower > 0 else upper if upper < 0 else 0
        if not wanted and (lower, upper) != (0, 0):
            continue
        at, moves = place, solver.line(200, situation(place))
        for move in moves:
            assert at.passes
            [at] = [q for q in graph.after[at] if move_to(at, q, board) == move]
        assert at.passes == 0, f"{place} {moves}"
        assert graph.area(at.black, at.white) * place.turn == wanted, f"{place} {moves}"


def move_to(place: Place, after: Place, board: tuple[int, int]) -> int:
    """The move between two positions of a graph."""
    stones = (after.black & ~place.black) | (after.white & ~place.white)
    return stones.bit_length() - 1 if stones else board[0] * board[1]


def test_what_cannot_be_gone_backwards() -> None:
    with pytest.raises(ValueError, match="36 points cannot be solved backwards"):
        solve_go(6, 6, method="backward")
    with pytest.raises(ValueError, match="basic ko alone"):
        solve_go(3, 1, ko="ssk", method="backward")
    with pytest.raises(ValueError, match="basic ko alone"):
        solve_go(3, 1, depth=9, method="backward")
    with pytest.raises(ValueError, match="no method 'guess'"):
        solve_go(3, 1, method="guess")
    with pytest.raises(ValueError, match="at most 31"):
        GoRetrograde(8, 4)
    with pytest.raises(ValueError, match="off the board"):
        GoRetrograde(3, 1, (8, 0, False, -1, True, 0))
    with pytest.raises(ValueError, match="without a liberty"):
        GoRetrograde(3, 1).worth((7, 0, False, -1, True, 0))


def test_a_table_takes_the_rule_that_solves_a_board() -> None:
    found = {(s.width, s.height): s for s in solve_boards(4, rules=("basic", "ssk"), megabytes=1)}
    assert all(s.proved and s.ko == "basic" for s in found.values())
    assert found[1, 4].value == found[2, 2].value == 0
    with pytest.raises(ValueError, match="no rule"):
        next(solve_boards(1, rules=()))
