"""The light board of the playouts against the full board, move by move."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from keima import _core

BLACK, WHITE = 1, 2
EYES = ["usual", "strict"]


def playable(board: _core.Board, color: int, eyes: str) -> list[int]:
    is_eye = board.is_eye if eyes == "usual" else board.is_strict_eye
    return [p for p in range(board.area) if board.is_legal(p, color) and not is_eye(p, color)]


def random_position(width: int, height: int, rng: random.Random, moves: int) -> _core.Board:
    """After some moves, not all of them sensible."""
    board = _core.Board(width, height)
    for number in range(moves):
        color = 1 + number % 2
        good = playable(board, color, rng.choice(EYES))
        if good:
            board.play(rng.choice(good), color)
    return board


def compare(
    light: _core.LightBoard, board: _core.Board, eyes: str, mover: int, rng: random.Random
) -> None:
    assert light.stones == board.stones
    assert light.ko == (board.ko if board.ko_color == mover else board.area)
    for color in rng.sample((BLACK, WHITE), 2):
        if color == mover or board.ko == board.area:
            assert light.playable(color) == playable(board, color, eyes)


# Width, height and how many words of 64 points the board is given.
SIZES = [
    (1, 1, 2),
    (1, 2, 2),
    (1, 9, 2),
    (25, 1, 2),
    (1, 25, 2),
    (2, 2, 2),
    (3, 4, 2),
    (5, 5, 2),
    (5, 5, 3),
    (5, 5, 6),
    (5, 5, 11),
    (9, 9, 2),
    (9, 9, 11),
    (11, 11, 3),
    (13, 13, 3),
    (7, 25, 6),
    (19, 19, 6),
    (25, 25, 11),
]


@pytest.mark.parametrize(("width", "height", "words"), SIZES)
@pytest.mark.parametrize("eyes", EYES)
def test_the_same_moves_are_playable(width: int, height: int, words: int, eyes: str) -> None:
    games = max(3, 2000 // (width * height))
    for seed in range(games):
        rng = random.Random(f"{width} {height} {words} {seed}")
        board = random_position(width, height, rng, rng.randrange(width * height))
        color = rng.choice((BLACK, WHITE))
        light = _core.LightBoard(board, color, eyes, words)
        moves: list[tuple[int, int]] = []
        try:
            compare(light, board, eyes, color, rng)
            for _ in range(2 * width * height):
                good = playable(board, color, eyes) if rng.random() < 0.99 else []
                move = rng.choice(good) if good else board.area
                moves.append((color, move))
                light.play(move, color)
                board.play(move, color)
                color = 3 - color
                # Not after each move: asking teaches the light board what it should find out.
                if rng.random() < 0.2:
                    compare(light, board, eyes, color, rng)
        except AssertionError:
            print(f"{width}x{height}, {words} words, seed {seed}: {moves}, now {board.stones}")
            raise


@pytest.mark.parametrize("eyes", EYES)
def test_a_board_full_of_eyes(eyes: str) -> None:
    # Groups that live on single points, most of them beside the edge, where captures follow
    # each other.
    rng = random.Random(eyes)
    for _ in range(300):
        width, height = rng.randint(3, 7), rng.randint(3, 7)
        colors = [
            0 if (x + y) % 2 else rng.choice((1, 1, 1, 2))
            for y in range(height)
            for x in range(width)
        ]
        try:
            board = _core.Board.from_stones(width, height, colors)
        except ValueError:
            continue
        color = rng.choice((BLACK, WHITE))
        light = _core.LightBoard(board, color, eyes)
        for _ in range(2 * width * height):
            compare(light, board, eyes, color, rng)
            good = light.playable(color)
            move = rng.choice(good) if good else board.area
            light.play(move, color)
            board.play(move, color)
            color = 3 - color


def test_the_ko_binds_only_one_player(board: Callable[..., _core.Board]) -> None:
    b = board(". X O .", "X . X O", ". X O .")
    b.play(5, WHITE)
    assert (b.ko, b.ko_color) == (6, BLACK)
    assert 6 not in _core.LightBoard(b, BLACK).playable(BLACK)
    assert _core.LightBoard(b, BLACK).ko == 6
    assert _core.LightBoard(b, WHITE).ko == b.area


def test_bad_input() -> None:
    b = _core.Board(3, 3)
    with pytest.raises(ValueError, match="colour 0 is neither"):
        _core.LightBoard(b, 0)
    with pytest.raises(ValueError, match="unknown eye rule 'x': expected usual or strict"):
        _core.LightBoard(b, 1, "x")
    light = _core.LightBoard(b, 1, "usual", 10**6)
    with pytest.raises(IndexError, match="point -1 is not on the board"):
        light.play(-1, BLACK)
    with pytest.raises(ValueError, match="colour 3 is neither"):
        light.play(1, 3)
    light.play(4, BLACK)
    with pytest.raises(ValueError, match="point 4 is not playable"):
        light.play(4, WHITE)
    assert light.stones == [0, 0, 0, 0, 1, 0, 0, 0, 0]
