"""The move model: what it sees, and that it can learn it."""

import math
import random

import pytest

from keima import _core

BLACK, WHITE = 1, 2


def random_game(size: int, moves: int, seed: int) -> tuple[_core.Board, list[int]]:
    rng = random.Random(seed)
    board, played, color = _core.Board(size, size), [], BLACK
    for _ in range(moves):
        legal = [p for p in range(size * size) if board.is_legal(p, color)]
        played.append(rng.choice(legal))
        board.play(played[-1], color)
        color = 3 - color
    return board, played


def turned(size: int, point: int, symmetry: int) -> int:
    x, y = point % size, point // size
    if symmetry & 1:
        x = size - 1 - x
    if symmetry & 2:
        y = size - 1 - y
    if symmetry & 4:
        x, y = y, x
    return y * size + x


def trained(size: int, games: int, moves: int) -> _core.MoveModel:
    trainer = _core.MoveTrainer()
    records = [random_game(size, moves, seed)[1] for seed in range(games)]
    for record in records:
        trainer.count(_core.Board(size, size), BLACK, record)
    trainer.keep(2)
    for record in records:
        trainer.learn(_core.Board(size, size), BLACK, record, 0.1)
    return _core.MoveModel(*trainer.model())


@pytest.fixture(scope="module")
def model() -> _core.MoveModel:
    return trained(7, games=20, moves=30)


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("swapped", [False, True])
def test_turned_and_recoloured_positions_are_the_same(
    model: _core.MoveModel, symmetry: int, swapped: bool
) -> None:
    size = 7
    for seed in range(20, 26):
        _, moves = random_game(size, 15 + seed % 5, seed)
        boards = [_core.Board(size, size), _core.Board(size, size)]
        color = BLACK
        for move in moves:
            boards[0].play(move, color)
            boards[1].play(turned(size, move, symmetry), 3 - color if swapped else color)
            color = 3 - color
        last, before = moves[-1], moves[-2]
        one = dict(model.predict(boards[0], color, last, before))
        other = dict(
            model.predict(
                boards[1],
                3 - color if swapped else color,
                turned(size, last, symmetry),
                turned(size, before, symmetry),
            )
        )
        assert {turned(size, p, symmetry): v for p, v in one.items()} == pytest.approx(other)


def test_probabilities_are_of_the_legal_points_that_fill_no_eye(model: _core.MoveModel) -> None:
    board, moves = random_game(7, 40, 99)
    found = dict(model.predict(board, BLACK, moves[-1], moves[-2]))
    assert sum(found.values()) == pytest.approx(1, abs=1e-5)
    assert set(found) == {
        p for p in range(49) if board.is_legal(p, BLACK) and not board.is_eye(p, BLACK)
    }


def test_without_weights_all_moves_are_alike() -> None:
    found = _core.MoveModel([], []).predict(_core.Board(5, 5), BLACK)
    assert [v for _, v in found] == [pytest.approx(1 / 25)] * 25


def test_learns_to_answer_beside_the_last_move() -> None:
    """Whoever plays answers to the right of the last stone where that is free."""
    size = 9

    def record(seed: int) -> list[int]:
        rng, board, moves, color = random.Random(seed), _core.Board(size, size), [], BLACK
        for number in range(30):
            beside = moves[-1] + 1 if number % 2 and moves[-1] % size < size - 1 else -1
            legal = [p for p in range(size * size) if board.is_legal(p, color)]
            moves.append(beside if beside in legal else rng.choice(legal))
            board.play(moves[-1], color)
            color = 3 - color
        return moves

    trainer, empty = _core.MoveTrainer(), _core.Board(size, size)
    for seed in range(100):
        trainer.count(empty, BLACK, record(seed))
    assert trainer.keep(10) > 20
    for seed in range(100):
        trainer.learn(empty, BLACK, record(seed), 0.2)
    positions, first, five, ten, likelihood = (
        sum(column)
        for column in zip(
            *(trainer.learn(empty, BLACK, record(seed), 0.0) for seed in range(100, 120)),
            strict=True,
        )
    )
    # Left and right are the same to it: one answer of two, half of the time.
    assert 0.15 < first / positions < 0.35 and first < five < ten
    assert likelihood / positions > -math.log(81) + 0.5


def test_weights_are_found_by_hand() -> None:
    """On an empty board every code but one is unknown: its weight decides alone."""
    trainer = _core.MoveTrainer()
    for _ in range(50):
        trainer.count(_core.Board(3, 3), BLACK, [4])
    trainer.keep(50)
    for _ in range(200):
        trainer.learn(_core.Board(3, 3), BLACK, [4], 0.5)
    codes, weights = trainer.model()
    assert codes == sorted(codes) and len(codes) == len(weights)
    found = dict(_core.MoveModel(codes, weights).predict(_core.Board(3, 3), BLACK))
    assert found[4] > 0.9


def test_a_move_of_a_record_is_a_lesson_with_one_chance() -> None:
    moves, by_record, by_lesson = [12, 7, 11, 17, 13], _core.MoveTrainer(), _core.MoveTrainer()
    lessons, board = [], _core.Board(5, 5)
    for number, move in enumerate(moves):
        last, before = ([-1, -1, *moves[:number]][-k] for k in (1, 2))
        chances = [float(point == move) for point in range(25)]
        lessons.append((board.copy(), 1 + number % 2, last, before, chances))
        board.play(move, 1 + number % 2)
    by_record.count(_core.Board(5, 5), BLACK, moves)
    for lesson in lessons:
        by_lesson.count_lesson(*lesson)
    assert by_record.keep(1) == by_lesson.keep(1) > 10
    for _ in range(3):
        found = by_record.learn(_core.Board(5, 5), BLACK, moves, 0.2)
        told = [by_lesson.learn_lesson(*lesson, 0.2) for lesson in lessons]
        assert found == tuple(map(sum, zip(*told, strict=True)))
    assert by_record.model() == by_lesson.model()


def test_refuses_nonsense() -> None:
    with pytest.raises(ValueError, match="one weight for each code"):
        _core.MoveModel([1, 2], [3])
    with pytest.raises(ValueError, match="two weights"):
        _core.MoveModel([1, 1], [3, 4])
    board = _core.Board(5, 5)
    with pytest.raises(ValueError, match="colour"):
        _core.MoveModel([], []).predict(board, 3)
    with pytest.raises(IndexError):
        _core.MoveModel([], []).predict(board, BLACK, 26)
    with pytest.raises(IndexError):
        _core.MoveTrainer().count(board, BLACK, [1, 99])
    for chances, fault in (
        ([1.0] * 24, "each point"),
        ([0.0] * 25, "some point"),
        ([float("nan")] * 25, "between 0 and 1"),
        ([2.0] * 25, "between 0 and 1"),
    ):
        with pytest.raises(ValueError, match=fault):
            _core.MoveTrainer().count_lesson(board, BLACK, -1, -1, chances)
    taken = _core.Board(5, 5)
    taken.play(12, BLACK)
    with pytest.raises(ValueError, match="legal"):
        _core.MoveTrainer().count_lesson(taken, 2, 12, -1, [1.0] * 25)
    with pytest.raises(IndexError):
        _core.MoveTrainer().learn_lesson(board, BLACK, 26, -1, [1.0] * 25, 0.1)
    with pytest.raises(ValueError, match="rate"):
        _core.MoveTrainer().learn_lesson(board, BLACK, -1, -1, [1.0] * 25, float("inf"))


def test_a_record_ends_at_its_first_illegal_move() -> None:
    trainer = _core.MoveTrainer()
    trainer.keep(1)
    assert trainer.learn(_core.Board(5, 5), BLACK, [0, 1, 1, 2], 0.1)[0] == 2
