"""The local model: its values against numpy, ranks, pairs of moves, and what the models that come
with Keima see."""

from collections.abc import Callable

import numpy as np
import pytest

from keima import _core
from keima.models.local import load_local, read_named

BLACK, WHITE = 1, 2


def moves_of(*points: int) -> np.ndarray:
    return np.array(points, np.uint16)


def random_model(hidden: int = 5, sharpness: float = 2.0) -> tuple[_core.LocalModel, np.ndarray]:
    count = hidden * (_core.local_starts(3, 2)[-1] + 2)
    weights = np.random.default_rng(3).normal(0, 0.1, count).astype(np.float32)
    return _core.LocalModel(3, 2, hidden, weights, sharpness), weights


def test_values_and_probabilities_are_those_of_numpy() -> None:
    model, weights = random_model()
    board = _core.Board(7, 7)
    for i, point in enumerate((24, 17, 30, 8)):
        board.play(point, 1 + i % 2)
    found = dict(model.values(board, BLACK, last=8))
    points = list(found)
    assert points == [p for p in range(49) if board.is_legal(p, BLACK)]
    x = _core.local_features(board, BLACK, points, 8, 3, 2)
    into = weights[:-10].reshape(-1, 5)
    wanted = np.tanh(x @ into + weights[-10:-5]) @ weights[-5:]
    np.testing.assert_allclose(list(found.values()), wanted, atol=1e-3)
    powers = np.exp(2.0 * wanted)
    chances = [p for _, p in model.predict(board, BLACK, last=8)]
    np.testing.assert_allclose(chances, powers / powers.sum(), rtol=0.01)


def test_ranks_count_the_better_moves() -> None:
    model, _ = random_model()
    board = _core.Board(5, 5)
    played = moves_of(12, 6, 25, 18)
    ranks = model.ranks(board, BLACK, played)
    assert len(ranks) == 3, "a pass is not ranked"
    for row, (move, color, last) in zip(ranks, ((12, 1, -1), (6, 2, 12), (18, 2, 25)), strict=True):
        values = dict(model.values(board, color, last))
        near = {
            p: v for p, v in values.items() if abs(p % 5 - move % 5) + abs(p // 5 - move // 5) <= 3
        }
        wanted = [1 + sum(v > all_[move] for v in all_.values()) for all_ in (values, near)]
        assert row.tolist() == [wanted[0], len(values), wanted[1], len(near)]
        board.play(move, color)
        color = 3 - color


def test_pairs_are_of_the_move_played_and_a_legal_one_near() -> None:
    board = _core.Board(9, 9)
    pairs = _core.LocalPairs(2, 2)
    pairs.add_game(board, BLACK, moves_of(40, 41, 81, 0), 0, seed=5)
    assert len(pairs) == 3
    played, others = pairs.played(), pairs.others()
    first, last = _core.Board(9, 9), _core.Board(9, 9)
    np.testing.assert_array_equal(played[0], _core.local_features(first, BLACK, [40], -1, 2, 2)[0])
    last.play(40, BLACK)
    last.play(41, WHITE)
    near = [p for p in range(81) if 0 < p % 9 + p // 9 <= 3]
    seen = _core.local_features(last, WHITE, near, -1, 2, 2)
    assert any((row == others[2]).all() for row in seen)
    again = _core.LocalPairs(2, 2)
    again.add_game(board, BLACK, moves_of(40, 41, 81, 0), 0, seed=5)
    np.testing.assert_array_equal(again.others(), others)


def test_about_so_many_pairs_of_a_game() -> None:
    rng = np.random.default_rng(1)
    moves = rng.permutation(361)[:150].astype(np.uint16)
    pairs = _core.LocalPairs(5, 3)
    pairs.add_game(_core.Board(19, 19), BLACK, moves, 20, seed=1)
    assert 5 < len(pairs) < 50


def test_a_move_that_cannot_be_played_is_named() -> None:
    pairs = _core.LocalPairs(2, 2)
    with pytest.raises(ValueError, match="move 2 cannot be played"):
        pairs.add_game(_core.Board(5, 5), BLACK, moves_of(3, 3), 0, seed=1)
    assert len(pairs) == 1
    model, _ = random_model()
    with pytest.raises(ValueError, match="move 1 cannot be played"):
        model.ranks(_core.Board(5, 5), BLACK, moves_of(26))


def test_refuses_weights_that_are_none() -> None:
    _, weights = random_model()
    with pytest.raises(ValueError, match="weights, got"):
        _core.LocalModel(3, 2, 5, weights[:-1])
    with pytest.raises(ValueError, match="no number"):
        _core.LocalModel(3, 2, 5, weights * np.float32(np.nan))
    with pytest.raises(ValueError, match="from 1 to 512"):
        _core.LocalModel(3, 2, 0, weights)


def test_it_takes_what_can_be_taken(board: Callable[..., _core.Board]) -> None:
    drawn = board(
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . X . . . X . .",
        ". . . X O . . . .",
        ". . X O O X . . .",
        ". . . X O X . . .",
        ". . . X X O . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    )
    values = dict(load_local("9x9").predict(drawn, BLACK, last=31))
    for name in ("9x9", "19x19"):
        assert len(read_named(name).weights) == 203 * 100
    assert max(values, key=values.__getitem__) in (22, 32)


@pytest.mark.parametrize("size", [1, 2, 5, 13, 25])
def test_works_on_boards_of_all_sizes(size: int) -> None:
    found = load_local("19x19").predict(_core.Board(size, size), BLACK)
    assert sum(p for _, p in found) == pytest.approx(1 if size > 1 else 0, abs=1e-4)
