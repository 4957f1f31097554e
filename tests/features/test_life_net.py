"""How likely blocks live by a cascade in the core, and what a position comes to."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from keima import Game, _core
from keima.models.life import load_life, native_life
from keima.models.territory import load_territory
from keima.score.life import alive_by_learning
from keima.score.perceptron import Perceptron
from keima.score.territory import expected_owners, learned_judge

Draw = Callable[..., _core.Board]

BLACK, WHITE = 1, 2
INPUTS, AGAIN = 60, 66


def network(inputs: int, units: int) -> Perceptron:
    rng = np.random.default_rng(inputs)
    shapes = ((inputs,), (inputs,), (inputs, units), (units,), (units,), (1,))
    return Perceptron(*(rng.normal(0, 0.3, size=shape).astype(np.float32) for shape in shapes))


def played(seed: int, moves: int) -> _core.Board:
    rng, game = random.Random(seed), Game(9)
    for _ in range(moves):
        game.play(rng.choice(sorted(game.legal_moves - {"pass"})))
    return game.board


@pytest.mark.parametrize("seed", range(4))
def test_the_core_computes_what_the_networks_say(seed: int) -> None:
    board = played(seed, 45)
    first, second = network(INPUTS, 7), network(AGAIN, 3)
    features = _core.BlockFeatures(board)
    fixed = np.concatenate([features.extra(WHITE), _core.block_captures(board)], axis=1)
    said = first(np.concatenate([features.statics(), fixed], axis=1))
    said = second(np.concatenate([features.recursive(said), fixed], axis=1))
    found = native_life([first, second]).alive(board, WHITE)
    for point, number in enumerate(features.numbers):
        wanted = 1.0 if number < 0 else said[number]
        assert found[point] == pytest.approx(wanted, abs=1e-5)


def test_captures(board: Draw) -> None:
    """The black stone on the right cannot run; that above is caught if White moves first."""
    position = board(
        "O X . . .",
        ". . . O .",
        ". . O X .",
        ". . . O .",
        ". . . . .",
    )
    rows = _core.block_captures(position)
    numbers = _core.BlockFeatures(position).numbers
    assert rows[numbers[13]].tolist() == [1, 1]  # one liberty, and one after running
    assert rows[numbers[12]].tolist() == [0, 0]
    assert rows[numbers[1]].tolist() == [1, 0]
    with pytest.raises(ValueError, match="nodes"):
        _core.block_captures(position, 0)


def test_no_stones() -> None:
    board = _core.Board(5, 5)
    assert load_life().alive(board, BLACK).tolist() == [1.0] * 25
    assert _core.block_captures(board).shape == (0, 2)


def test_other_numbers_than_a_cascade_has() -> None:
    count = 2 * INPUTS + INPUTS + 2 + 1
    good = np.zeros(count, np.float32)
    assert _core.LifeNet([1], good).units == [1]
    for units, weights in (
        ([], good),
        ([0], good),
        ([2], good),
        ([1], good[:-1]),
        ([1], np.full(count, np.nan, np.float32)),
    ):
        with pytest.raises(ValueError):
            _core.LifeNet(units, weights)
    with pytest.raises(ValueError, match="neither"):
        load_life().alive(_core.Board(5, 5), 0)


def test_the_judge_is_life_and_territory_together() -> None:
    board = played(1, 30)
    found = learned_judge().owners(board, BLACK)
    assert np.allclose(found, expected_owners(board, BLACK, alive=alive_by_learning), atol=1e-5)
    assert learned_judge().area(board, BLACK) == pytest.approx(found.sum(), abs=1e-3)


def test_what_is_sure_is_sure(board: Draw) -> None:
    """White's corner lives whatever happens; the black stone in it is dead."""
    position = board(
        ". O . O X . . . .",
        "X O O O X . . . .",
        "O O . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    )
    owners = learned_judge().owners(position, BLACK)
    assert all(owners[p] == -1 for p in (0, 1, 2, 3, 9, 10, 11, 12, 18, 19))


def test_a_network_that_sees_no_life_cannot_judge() -> None:
    with pytest.raises(ValueError, match="does not see"):
        _core.PositionJudge(load_life(), load_territory("smlp"))


@pytest.mark.parametrize("symmetry", range(8))
def test_turned_boards_and_other_colours(symmetry: int) -> None:
    board = played(2, 40)
    stones = np.array(board.stones).reshape(9, 9)

    def turned(values: np.ndarray) -> np.ndarray:
        values = np.rot90(values, symmetry % 4)
        return values.T if symmetry >= 4 else values

    other = _core.Board.from_stones(9, 9, turned(np.array([0, 2, 1])[stones]).ravel().tolist())
    plain = _core.Board.from_stones(9, 9, stones.ravel().tolist())  # without a ko
    mine = learned_judge().owners(plain, BLACK).reshape(9, 9)
    theirs = learned_judge().owners(other, WHITE).reshape(9, 9)
    assert np.allclose(turned(-mine), theirs, atol=1e-4)
