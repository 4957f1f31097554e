"""Uniform playouts: every playable point with the same probability, to the end, and counted."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Callable

import pytest
from scipy.stats import chisquare, ks_2samp

from keima import _core

BLACK, WHITE = 1, 2
POLICIES = ["uniform", "board"]
EYES = ["usual", "strict"]
Draw = Callable[..., _core.Board]


def playable(board: _core.Board, color: int, eyes: str = "usual") -> list[int]:
    is_eye = board.is_eye if eyes == "usual" else board.is_strict_eye
    return [p for p in range(board.area) if board.is_legal(p, color) and not is_eye(p, color)]


def owner(board: _core.Board, point: int) -> int:
    """The stone, or the colour of all neighbours."""
    if board.at(point):
        return board.at(point)
    y, x = divmod(point, board.width)
    around = {
        board.at(b * board.width + a)
        for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if 0 <= a < board.width and 0 <= b < board.height
    }
    return around.pop() if len(around) == 1 else 0


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(
    ("width", "height"),
    [(1, 1), (1, 2), (1, 8), (3, 3), (6, 4), (9, 9), (13, 13), (19, 19), (25, 25)],
)
def test_moves_end_and_score(width: int, height: int, eyes: str, policy: str) -> None:
    for seed in range(max(3, 1000 // (width * height))):
        board = _core.Board(width, height)
        score, moves, owners = _core.play_out(board, BLACK, seed, eyes, policy)
        color = BLACK
        for point, mover in moves:
            if mover != color:
                assert playable(board, color, eyes) == [], "a pass, but not without need"
                board.play(board.area, color)
                color = mover
            assert point in playable(board, color, eyes)
            board.play(point, color)
            color = 3 - color
        assert len(moves) <= 3 * board.area
        if len(moves) < 3 * board.area:
            assert playable(board, color, eyes) == []
            board.play(board.area, color)
            assert playable(board, 3 - color, eyes) == []
        assert owners == [owner(board, p) for p in range(board.area)]
        assert score == owners.count(BLACK) - owners.count(WHITE)


POSITIONS = {
    "empty": (". . .", ". . .", ". . ."),
    # Each player has points to play, captures, own eyes, eyes of the other, and points where
    # own stones cannot breathe.
    "everything": (
        "O X O X O X",
        ". X . . O .",
        "O X O O . O",
        "X . X . O .",
        ". X X . . O",
    ),
    "few": (
        "X X . O X .",
        "X . X X . X",
        "O X X . X O",
        "O O O . O .",
        "O X . O . O",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_first_move_is_uniform(name: str, policy: str, eyes: str, color: int, board: Draw) -> None:
    b = board(*POSITIONS[name])
    choices = playable(b, color, eyes)
    assert len(choices) > 1
    draws = 300 * len(choices)
    found = Counter(
        moves[0]
        for _, moves, _ in (_core.play_out(b, color, seed, eyes, policy) for seed in range(draws))
    )
    assert set(found) == {(p, color) for p in choices}
    assert chisquare(list(found.values())).pvalue > 1e-4


@pytest.mark.parametrize("policy", POLICIES)
def test_second_and_third_moves_are_uniform(policy: str) -> None:
    start = _core.Board(3, 2)
    after: dict[tuple[int, ...], Counter[int]] = {}
    for seed in range(20_000):
        _, moves, _ = _core.play_out(start, BLACK, seed, "usual", policy)
        for depth in (1, 2):
            if [c for _, c in moves[: depth + 1]] == [BLACK, WHITE, BLACK][: depth + 1]:
                before = tuple(p for p, _ in moves[:depth])
                after.setdefault(before, Counter())[moves[depth][0]] += 1
    assert len(after) > 20
    pvalues = []
    for before, found in after.items():
        b = start.copy()
        for point, color in zip(before, itertools.cycle((BLACK, WHITE)), strict=False):
            b.play(point, color)
        choices = playable(b, BLACK if len(before) % 2 == 0 else WHITE)
        assert set(found) == set(choices)
        if len(choices) > 1:
            pvalues.append(chisquare(list(found.values())).pvalue)
    assert min(pvalues) > 1e-5


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("size", [5, 9])
def test_both_boards_play_alike(size: int, eyes: str) -> None:
    start = _core.Board(size, size)
    runs = [
        [_core.play_out(start, BLACK, seed, eyes, policy) for seed in range(3000)]
        for policy in POLICIES
    ]
    scores, lengths = (
        [[f(run) for run in of] for of in runs] for f in (lambda r: r[0], lambda r: len(r[1]))
    )
    assert ks_2samp(*scores).pvalue > 1e-3
    assert ks_2samp(*lengths).pvalue > 1e-3


@pytest.mark.parametrize(("size", "moves"), [(9, 107.4), (19, 451.3)])
def test_length_of_playouts(size: int, moves: float) -> None:
    start = _core.Board(size, size)
    lengths = [len(_core.play_out(start, BLACK, seed)[1]) for seed in range(2000)]
    error = statistics.stdev(lengths) / len(lengths) ** 0.5
    assert abs(statistics.mean(lengths) - moves) < 4 * error


def test_black_wins_by_moving_first() -> None:
    start = _core.Board(9, 9)
    first, second = (
        statistics.mean(_core.play_out(start, color, seed)[0] for seed in range(4000))
        for color in (BLACK, WHITE)
    )
    assert 1 < first < 3.5
    assert -3.5 < second < -1


def test_nobody_fills_the_ko_at_once(board: Draw) -> None:
    b = board(". X O .", "X . X O", ". X O .")
    b.play(5, WHITE)
    assert (b.ko, b.ko_color) == (6, BLACK)
    firsts = {_core.play_out(b, BLACK, seed)[1][0] for seed in range(500)}
    assert (6, BLACK) not in firsts
    assert {c for _, c in firsts} == {BLACK}
    assert (6, WHITE) in {_core.play_out(b, WHITE, seed)[1][0] for seed in range(500)}


def test_endless_captures_stop() -> None:
    # On these boards stones are taken again and again, and some playouts never end.
    longest = 0
    for width, height in ((2, 2), (1, 3), (2, 3)):
        for seed in range(500):
            _, moves, _ = _core.play_out(_core.Board(width, height), BLACK, seed, "strict")
            assert len(moves) <= 3 * width * height
            longest = max(longest, len(moves) / (width * height))
    assert longest == 3


def test_nothing_to_play(board: Draw) -> None:
    b = board(". X .", "X X X", ". X .")
    assert _core.play_out(b, BLACK, 1) == (9, [], [1] * 9)
    assert _core.play_out(b, WHITE, 1) == (9, [], [1] * 9)


def test_the_seed_decides() -> None:
    start = _core.Board(9, 9)
    assert _core.play_out(start, BLACK, 7) == _core.play_out(start, BLACK, 7)
    assert _core.play_out(start, BLACK, 7) != _core.play_out(start, BLACK, 8)
    assert start.stones == [0] * 81


@pytest.mark.parametrize("below", [1, 2, 3, 7, 81, 361, 2**31 + 1, 2**32 - 1])
def test_random_numbers(below: int) -> None:
    for seed in (0, 1, 2**64 - 1):
        numbers = _core.random_numbers(seed, below, 20_000)
        assert min(numbers) >= 0
        assert max(numbers) < below
        buckets = min(below, 64)
        found = Counter(n * buckets // below for n in numbers)
        expected = [
            20_000 * len(range(-(-i * below // buckets), -(-(i + 1) * below // buckets))) / below
            for i in range(buckets)
        ]
        if buckets > 1:
            assert chisquare([found[i] for i in range(buckets)], expected).pvalue > 1e-4
            pairs = Counter(
                a * 2 // below * 2 + b * 2 // below for a, b in itertools.pairwise(numbers)
            )
            high = sum(n * 2 // below for n in numbers) / len(numbers)
            assert abs(pairs[3] / (len(numbers) - 1) - high * high) < 0.02


def test_neighbouring_seeds_are_unrelated() -> None:
    firsts = [_core.random_numbers(seed, 64, 1)[0] for seed in range(20_000)]
    assert chisquare(list(Counter(firsts).values())).pvalue > 1e-4
    assert len(set(_core.random_numbers(0, 2**32 - 1, 1000))) == 1000


def test_bad_input() -> None:
    b = _core.Board(3, 3)
    with pytest.raises(ValueError, match="colour 0 is neither"):
        _core.play_out(b, 0)
    with pytest.raises(ValueError, match="unknown eye rule 'blind': expected usual or strict"):
        _core.play_out(b, 1, 1, "blind")
    with pytest.raises(ValueError, match="unknown playout policy 'x': expected uniform or board"):
        _core.play_out(b, 1, 1, "usual", "x")
    with pytest.raises(TypeError):
        _core.play_out(b, 1, -1)
    with pytest.raises(ValueError, match="no number below 0"):
        _core.random_numbers(1, 0, 1)
    for count in (-1, 2**31, 2**62):
        with pytest.raises(ValueError, match=f"count must be from 0 to 10000000, got {count}"):
            _core.random_numbers(1, 2, count)
        with pytest.raises(ValueError, match=f"playouts must be from 0 to 1000000, got {count}"):
            _core.playout_signature(b, 1, count)


@pytest.mark.parametrize("seconds", [-1.0, float("inf"), float("nan"), 1e9])
def test_measures_come_to_an_end(seconds: float) -> None:
    for measure in (
        lambda: _core.run_playouts(_core.Board(3, 3), BLACK, seconds),
        lambda: _core.time_board(3, 3, seconds),
    ):
        with pytest.raises(ValueError, match=r"seconds must be from 0 to 10\^6"):
            measure()
