"""Shallow networks: what they see, what they compute, and how they learn, against plain numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from keima import _core
from keima.models.shallow import ShallowModel, Shape, Weights

BLACK, WHITE = 1, 2
#: First numbers of the classes of states: see cpp/features/shallow_states.h.
OWN, OTHER, QUIET, CAPTURE, SUICIDE, KO = 0, 4, 8, 12, 16, 17

Board = Callable[..., _core.Board]


def weights_of(shape: Shape, seed: int = 1) -> Weights:
    return np.random.default_rng(seed).normal(0, 0.3, shape.weights).astype(np.float32)


def states_of(board: _core.Board, color: int) -> list[int]:
    """By way of a sample whose move is anywhere legal."""
    samples = _core.MoveSamples(board.width)
    move = next(p for p in range(board.area) if board.is_legal(p, color))
    samples.add_game(board, color, [move], [0])
    states: list[int] = samples.take()[0][0].tolist()
    return states


def plain_logits(
    shape: Shape, weights: Weights, states: Any, last: int, before: int, owners: Any
) -> Any:
    """Convolutions as they are written in books."""
    size = shape.size
    planes = np.zeros((shape.planes, size + 4, size + 4))
    for point, state in enumerate(states):
        planes[state, 2 + point // size, 2 + point % size] = 1
    if shape.history:
        for plane, point in ((_core.SHALLOW_STATES, last), (_core.SHALLOW_STATES + 1, before)):
            if point >= 0:
                planes[plane, 2 + point // size, 2 + point % size] = 1
    if shape.owner:
        planes[-1, 2:-2, 2:-2] = np.reshape(owners, (size, size))
    parts = shape.split(weights.astype(np.float64))  # type: ignore[arg-type]
    hidden = np.zeros((size + 2, size + 2, shape.kernels))
    for y in range(size):
        for x in range(size):
            around = planes[:, y : y + 5, x : x + 5][:, ::-1, ::-1]
            hidden[y + 1, x + 1] = np.einsum("pij,pijk->k", around, parts["input"])
    hidden[1:-1, 1:-1] += parts["biases"].reshape(size, size, -1)
    hidden = np.maximum(hidden, 0)
    logits = parts["output_biases"].copy()
    for point in range(size * size):
        y, x = divmod(point, size)
        logits[point] += (hidden[y : y + 3, x : x + 3] * parts["output"]).sum()
    return logits


@pytest.fixture
def game(board: Board) -> _core.Board:
    return board(". X O . .", "X O . O .", ". X X . .", ". O O X .", ". . . . .")


def test_states_of_points(board: Board) -> None:
    position = board(
        ". X O . .",
        "X X O . .",
        "O O . . .",
        ". . . . X",
        ". . . X .",
    )
    states = states_of(position, BLACK)
    assert states[1] == OWN  # the corner group is in atari
    assert states[2] == OTHER + 2
    assert states[0] == SUICIDE
    assert states_of(position, WHITE)[0] == CAPTURE + 2  # takes three stones
    assert states[12] == QUIET + 1
    assert states[3 * 5 + 1] == QUIET + 2
    assert states[4 * 5 + 4] == QUIET + 2  # joins two stones
    assert states[3 * 5 + 2] == QUIET + 3


def test_a_ko_is_a_state_of_its_own(board: Board) -> None:
    position = board(". X O . .", "X . X O .", ". X O . .", ". . . . .", ". . . . .")
    position.play(6, WHITE)
    assert position.at(7) == 0
    assert states_of(position, BLACK)[7] == KO
    assert QUIET <= states_of(position, WHITE)[7] < CAPTURE


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("owner", [False, True])
@pytest.mark.parametrize("kernels", [3, 20])
def test_computes_what_convolutions_do(
    game: _core.Board, history: bool, owner: bool, kernels: int
) -> None:
    shape = Shape(5, kernels, history, owner)
    weights = weights_of(shape)
    owners = np.random.default_rng(2).uniform(-1, 1, 25).astype(np.float32)
    net = ShallowModel(shape, weights).native()
    found = np.array(net.predict(game, BLACK, 8, 1, owners if owner else None, logits=True))
    states = states_of(game, BLACK)
    expected = plain_logits(shape, weights, states, 8, 1, owners)
    moves = np.array([QUIET <= s < SUICIDE for s in states])
    assert found[moves] == pytest.approx(expected[moves], abs=1e-4)
    assert not found[~moves].any()
    probabilities = np.array(net.predict(game, BLACK, 8, 1, owners if owner else None))
    odds = np.exp(expected) * moves
    # Logits are rounded to 1/256 of a power of two.
    assert probabilities == pytest.approx(odds / odds.sum(), rel=0.01)
    assert probabilities.sum() == pytest.approx(1, abs=1e-5)


def test_a_stone_that_was_taken_is_no_move_to_answer(game: _core.Board) -> None:
    shape = Shape(5, 4)
    net = ShallowModel(shape, weights_of(shape)).native()
    assert net.predict(game, BLACK, 8, 3) == net.predict(game, BLACK, 8)  # 3 is empty
    assert net.predict(game, BLACK, 8, 1) != net.predict(game, BLACK, 8)


def samples_of(game: _core.Board, owners: bool) -> tuple[Any, ...]:
    moves = [9, 15, 20, 0]
    maker = _core.MoveSamples(5, "uniform", {}, None, 3 if owners else 0, 7)
    maker.add_game(game, BLACK, moves, list(range(len(moves))))
    return maker.take()


@pytest.mark.parametrize("owner", [False, True])
def test_the_gradient_is_that_of_the_likelihood(game: _core.Board, owner: bool) -> None:
    shape = Shape(5, 3, history=True, owner=owner)
    states, last, before, moves, owners = samples_of(game, owner)
    turns = np.array([0, 3, 5, 6], np.uint8)[: len(moves)]
    weights = weights_of(shape)

    def ask(given: Weights, gradient: bool = False) -> tuple[Any, float, list[int]]:
        net = ShallowModel(shape, given).native()
        return net.learn(states, last, before, moves, owners, turns, gradient=gradient)

    slopes, _, _ = ask(weights, gradient=True)
    for at in np.random.default_rng(3).choice(shape.weights, 60, replace=False):
        step = np.zeros_like(weights)
        step[at] = 1e-2
        difference = (ask(weights + step)[1] - ask(weights - step)[1]) / 2e-2
        assert slopes[at] == pytest.approx(difference, abs=5e-3)


def test_ranks_count_the_better_moves(game: _core.Board) -> None:
    shape = Shape(5, 3)
    states, last, before, moves, _ = samples_of(game, False)
    net = ShallowModel(shape, weights_of(shape)).native()
    no_turn = np.zeros(1, np.uint8)
    _, likelihood, ranks = net.learn(
        states[:1], last[:1], before[:1], moves[:1], None, no_turn, gradient=False
    )
    told = np.array(net.predict(game, BLACK))
    place = int((told > told[moves[0]]).sum())
    assert ranks == [int(r >= place) for r in range(10)]
    assert likelihood == pytest.approx(np.log(told[moves[0]]), rel=0.01)


def test_what_does_not_fit_is_refused(game: _core.Board) -> None:
    shape = Shape(5, 3)
    states, last, before, moves, _ = samples_of(game, False)
    turns = np.zeros(len(moves), np.uint8)
    net = ShallowModel(shape, weights_of(shape)).native()
    for wrong, columns in (
        ("no such state", (states + 18, last, before, moves)),
        ("not on the board", (states, last + 25, before, moves)),
        ("none of the position", (states, last, before, np.full_like(moves, 1))),
        ("different lengths", (states, last[1:], before, moves)),
        ("another size", (states[:, :24].copy(), last, before, moves)),
    ):
        with pytest.raises(ValueError, match=wrong):
            net.learn(*columns, None, turns)
    with pytest.raises(ValueError, match="needs owners"):
        owner = Shape(5, 3, owner=True)
        ShallowModel(owner, weights_of(owner)).native().learn(
            states, last, before, moves, None, turns
        )
    with pytest.raises(ValueError, match="for boards of 5x5"):
        net.predict(_core.Board(9, 9), BLACK)
    with pytest.raises(ValueError, match=r"expected .* weights"):
        _core.ShallowNet(5, 4, True, False, weights_of(shape))
    with pytest.raises(ValueError, match="kernels"):
        _core.ShallowNet(5, 65, True, False, weights_of(shape))


def test_owners_of_samples_are_those_of_playouts(board: Board) -> None:
    settled = board("X X X O .", "X . X O O", "X X X O .", "X . X O O", "X X X O .")
    made = _core.MoveSamples(5, "uniform", {}, None, 10, 1)
    made.add_game(settled, BLACK, [6], [0])
    owners = made.take()[4]
    assert owners is not None
    assert (owners.reshape(5, 5)[:, :3] == 127).all()
    assert (owners.reshape(5, 5)[:, 3:] == -127).all()
