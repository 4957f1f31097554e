"""Local contexts: kept from move to move, they are those of the position."""

from __future__ import annotations

import random

import pytest

from keima import _core

SIZES = (4, 8, 12, 20, 24, 28, 36, 40)


def random_game(width: int, height: int, seed: int, moves: int) -> list[tuple[int, int]]:
    board, rng, played = _core.Board(width, height), random.Random(seed), []
    for number in range(moves):
        color = 1 + number % 2
        legal = [p for p in range(width * height) if board.is_legal(p, color)]
        if legal:
            played.append((rng.choice(legal), color))
            board.play(*played[-1])
    return played


def after(moves: list[tuple[int, int]], width: int, height: int) -> _core.Board:
    board = _core.Board(width, height)
    for move in moves:
        board.play(*move)
    return board


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("width, height", [(1, 1), (2, 7), (5, 5), (9, 9), (13, 6), (25, 25)])
def test_moves_and_captures_keep_them(width: int, height: int, size: int) -> None:
    for seed in range(3):
        moves = random_game(width, height, seed, min(3 * width * height, 300))
        kept = _core.local_contexts(_core.Board(width, height), moves, size)
        assert kept == _core.local_contexts(after(moves, width, height), [], size)


@pytest.mark.parametrize("size", SIZES)
def test_a_stone_is_seen_by_as_many_points_as_the_size_says(size: int) -> None:
    empty = _core.Board(11, 11)
    for color in (1, 2):
        seen = _core.local_contexts(empty, [(60, color)], size)
        assert sum(context != 0 for context in seen) == size
        assert seen[60] == 0  # what is at the point itself is no part of it
        assert len(set(seen)) == size + 1


def test_sizes_are_nested_and_round() -> None:
    empty = _core.Board(11, 11)
    rings: list[set[int]] = []
    for size in SIZES:
        seen = _core.local_contexts(empty, [(60, 1)], size)
        points = {p for p, context in enumerate(seen) if context}
        assert not rings or rings[-1] < points
        rings.append(points)
        # The same in all mirror images.
        for mirror in (lambda p: p % 11 * 11 + p // 11, lambda p: 120 - p):
            assert {mirror(p) for p in points} == points
    steps = {abs(p % 11 - 5) + abs(p // 11 - 5) for p in rings[-1]}
    assert steps == {1, 2, 3, 4}


def test_colours_and_places_differ() -> None:
    empty = _core.Board(9, 9)
    seen = [_core.local_contexts(empty, [(p, c)], 40)[40] for p in (39, 41, 49) for c in (1, 2)]
    assert len(set(seen)) == 6


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="36 or 40 points, not 10"):
        _core.local_contexts(_core.Board(9, 9), [], 10)
    with pytest.raises(ValueError, match="illegal"):
        _core.local_contexts(_core.Board(9, 9), [(0, 1), (0, 2)])
