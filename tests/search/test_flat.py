"""The core's flat search: counts against games recorded one by one, threads, limits, errors."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from keima import _core

BLACK, WHITE = 1, 2
#: More games than any machine plays while a test waits for something else.
MANY = 10**8
SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 5), (9, 9), (7, 13), (19, 19), (25, 25), (25, 1)]


def middle_game() -> _core.Board:
    board = _core.Board(7, 7)
    for point, color in ((24, BLACK), (17, WHITE), (16, BLACK), (25, WHITE), (10, BLACK)):
        board.play(point, color)
    return board


def counts(result: _core.FlatResult) -> tuple[Any, ...]:
    return result.moves, result.all, result.owner


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("eyes", ["strict", "usual"])
def test_all_moves_as_first_counts_what_the_recorded_games_say(color: int, eyes: str) -> None:
    board, komi, games = middle_game(), 2.0, 150
    recorded = _core.record_games(board, color, games, seed=7, eyes=eyes)
    assert len(recorded) == games

    expected = [[0, 0, 0, 0] for _ in range(board.area)]
    total = [0, 0, 0, 0]
    for moves, score in recorded:
        half = 2 if score > komi else 1 if score == komi else 0
        addition = (1, score, score**2, half)
        total = [a + b for a, b in zip(total, addition, strict=True)]
        for point in range(board.area):
            owners = [c for c, p in moves if p == point]
            if owners and owners[0] == color:
                expected[point] = [a + b for a, b in zip(expected[point], addition, strict=True)]

    result = _core.FlatSearch().all_moves_as_first(
        board, color, komi=komi, seed=7, games=games, eyes=eyes
    )
    assert [list(count) for count in result.moves] == expected
    assert list(result.all) == total


def test_recorded_games_are_legal_and_scored_by_area() -> None:
    start = middle_game()
    for moves, score in _core.record_games(start, WHITE, 40, seed=3):
        board = start.copy()
        for color, point in moves:
            assert board.is_legal(point, color)
            board.play(point, color)
        assert score == _core.count_area(board)


def test_eyes_of_both_kinds_are_left_alone_or_not() -> None:
    # The point A1 of White has an enemy stone at no diagonal, E5 in the middle has one.
    board = _core.Board.from_stones(
        5,
        5,
        [
            *(0, 0, 0, 0, 0),
            *(0, 1, 2, 0, 0),
            *(0, 2, 0, 2, 0),
            *(0, 2, 2, 2, 0),
            *(0, 0, 0, 0, 0),
        ],
    )
    eye = 12
    history = _core.History(board, WHITE)
    assert eye in _core.playable_points(history, WHITE, "strict")
    assert eye not in _core.playable_points(history, WHITE, "usual")


def test_playable_points_leave_out_suicide_even_where_it_is_legal() -> None:
    # White at A1 would remove three own stones.
    board = _core.Board.from_stones(3, 2, [2, 2, 1, 0, 1, 0])
    history = _core.History(board, WHITE, "simple", True)
    assert history.is_legal(3, WHITE)
    assert 3 not in _core.playable_points(history, WHITE, "usual")


def test_expected_outcome_counts_games_after_each_move() -> None:
    board, games = middle_game(), 70
    result = _core.FlatSearch().expected_outcome(
        board, WHITE, [0, 48, 49], seed=5, games=games, komi=0.5
    )
    assert [count[0] for count in result.moves] == [games] * 3
    assert [sum(c) for c in zip(*result.moves, strict=True)] == list(result.all)


def test_expected_outcome_of_a_decided_game_is_its_score() -> None:
    # Nothing can be played: Black has the whole board but two eyes.
    board = _core.Board.from_stones(3, 2, [0, 1, 0, 1, 1, 1])
    result = _core.FlatSearch().expected_outcome(board, BLACK, [6], games=10, komi=6.0)
    assert result.all == (10, 60, 360, 10)  # six points each, all drawn with that komi
    assert result.owner == [10] * 6


@pytest.mark.parametrize("games", [1, 31, 32, 33, 500])
def test_results_do_not_depend_on_the_number_of_threads(games: int) -> None:
    board = middle_game()
    for threads in (2, 3, 8):
        one, many = (
            _core.FlatSearch().all_moves_as_first(board, BLACK, games=games, seed=11, threads=n)
            for n in (1, threads)
        )
        assert counts(one) == counts(many)
        one, many = (
            _core.FlatSearch().expected_outcome(
                board, BLACK, [0, 1, 2], games=games, seed=11, threads=n
            )
            for n in (1, threads)
        )
        assert counts(one) == counts(many)


def test_seeds_differ() -> None:
    board = middle_game()
    found = {
        tuple(_core.FlatSearch().all_moves_as_first(board, BLACK, games=100, seed=s).all)
        for s in range(8)
    }
    assert len(found) == 8


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_size(width: int, height: int) -> None:
    board = _core.Board(width, height)
    area = width * height
    search = _core.FlatSearch()
    first = search.all_moves_as_first(board, BLACK, games=5, seed=1, threads=2)
    after = search.expected_outcome(board, WHITE, [area], games=5, seed=1)
    assert first.all[0] == after.all[0] == 5
    assert len(first.moves) == len(first.owner) == area
    assert all(abs(owner) <= 5 for owner in first.owner)
    assert sum(first.owner) == first.all[1]


def test_time_limit() -> None:
    start = time.perf_counter()
    result = _core.FlatSearch().all_moves_as_first(
        _core.Board(9, 9), BLACK, seconds=0.2, games=MANY, threads=2
    )
    assert time.perf_counter() - start >= 0.2
    assert 2 <= result.all[0] < MANY


def test_whichever_limit_comes_first_counts() -> None:
    search, board = _core.FlatSearch(), _core.Board(9, 9)
    assert search.all_moves_as_first(board, BLACK, seconds=10**6, games=50).all[0] == 50
    result = search.expected_outcome(board, BLACK, [0, 81], seconds=0.05, games=MANY)
    assert result.all[0] < MANY
    assert abs(result.moves[0][0] - result.moves[1][0]) <= 64


def test_stop_from_another_thread() -> None:
    search, under_way = _core.FlatSearch(), threading.Event()

    def stop() -> None:
        under_way.wait()
        search.stop()

    other = threading.Thread(target=stop)
    other.start()
    result = search.all_moves_as_first(
        _core.Board(9, 9), BLACK, games=MANY, threads=2, observer=lambda _: under_way.set()
    )
    other.join()
    assert 0 < result.all[0] < MANY


def test_a_stop_holds_until_reset() -> None:
    search, board = _core.FlatSearch(), _core.Board(9, 9)
    search.stop()
    assert 0 < search.all_moves_as_first(board, BLACK, games=10**9).all[0] < 1000
    search.reset()
    assert search.all_moves_as_first(board, BLACK, games=1000).all[0] == 1000


def test_the_observer_sees_progress_and_may_end_the_search() -> None:
    seen: list[int] = []

    def observe(games: int) -> None:
        seen.append(games)
        if len(seen) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        _core.FlatSearch().all_moves_as_first(
            _core.Board(9, 9), BLACK, games=MANY, observer=observe
        )
    assert len(seen) == 3
    assert seen == sorted(seen)


def test_bad_arguments() -> None:
    search, board = _core.FlatSearch(), _core.Board(9, 9)
    for arguments in ({}, {"games": -1}, {"games": 0, "seconds": -1.0}):
        with pytest.raises(ValueError, match="number of games or of seconds"):
            search.all_moves_as_first(board, BLACK, **arguments)
    with pytest.raises(ValueError, match="seconds"):
        search.all_moves_as_first(board, BLACK, seconds=float("nan"))
    for threads in (0, -1, 257, 2**40):
        wrong = f"threads must be from 1 to 256, got {threads}"
        with pytest.raises(ValueError, match=wrong):
            search.all_moves_as_first(board, BLACK, games=1, threads=threads)
        with pytest.raises(ValueError, match=wrong):
            search.expected_outcome(board, BLACK, [0], games=1, threads=threads)
    for games in (0, -1, 10_001, 2**62):
        with pytest.raises(ValueError, match=f"games must be from 1 to 10000, got {games}"):
            _core.record_games(board, BLACK, games)
    with pytest.raises(ValueError, match="unknown eye rule 'big': expected usual or strict"):
        search.all_moves_as_first(board, BLACK, games=1, eyes="big")
    with pytest.raises(ValueError, match="colour 3"):
        search.all_moves_as_first(board, 3, games=1)
    with pytest.raises(ValueError, match="no move"):
        search.expected_outcome(board, BLACK, [], games=1)
    with pytest.raises(ValueError, match="more moves to value than there are on the board"):
        search.expected_outcome(board, BLACK, [0] * 83, games=1)
    with pytest.raises(IndexError, match="point 82"):
        search.expected_outcome(board, BLACK, [82], games=1)
    board.play(40, WHITE)
    with pytest.raises(ValueError, match="illegal move 40"):
        search.expected_outcome(board, BLACK, [40], games=1)
