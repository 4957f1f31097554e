"""Connectedness: the boards, networks that look at them step by step, and the rivals."""

from collections.abc import Iterator

import numpy as np
import pytest

from keima.learn.erna import episodes
from keima.learn.erna.boards import Boards, draw_boards, is_connected, minimal_paths
from keima.learn.erna.episodes import GAMMA, LAMBDA, accuracy, gradient, play
from keima.learn.erna.learning import Learning, learn, shortened
from keima.learn.erna.network import (
    CLASSES,
    Architecture,
    Recurrent,
    erna,
    eye_alone,
    fully_recurrent,
)
from keima.learn.erna.rivals import CLASSIFIERS, PERCEPTRON, RIVALS, compete, make_task

LEFT, RIGHT, UP, DOWN, STAY, NO, YES = range(7)


def test_minimal_paths_need_all_their_stones() -> None:
    for path in minimal_paths(4):
        assert is_connected(4, path)
        assert not any(is_connected(4, path - {stone}) for stone in path - {0, 15})


@pytest.mark.parametrize("n", [4, 5])
def test_boards_are_different_and_half_of_them_connected(n: int) -> None:
    boards = draw_boards(n, 300, seed=1)
    assert len(boards) == 300 and boards.connected.sum() == 150 and boards.side == n
    assert len({row.tobytes() for row in boards.points}) == 300
    assert (boards.points[:, [0, -1]] == 1).all()
    assert (boards.points.sum(1) >= 2 * n - 1).all()
    for row, connected in zip(boards.points, boards.connected, strict=True):
        assert is_connected(n, frozenset(np.flatnonzero(row).tolist())) == connected


def test_not_more_boards_than_there_are() -> None:
    with pytest.raises(ValueError, match="not 100 different boards"):
        draw_boards(2, 100, seed=1)


def test_how_many_neurons_it_has() -> None:
    # Five points and their memory, two coordinates, global memory, seven actions, iterations left.
    assert erna(5).inputs == 5 + 15 + 2 + 15 + 7 + 1
    assert erna(5).outputs == 3 + 15 + 7
    assert eye_alone(5).inputs == 5 + 2 + 1 and eye_alone(5).outputs == 7
    assert fully_recurrent(5).inputs == 25 + 25 + 3 + 1 and fully_recurrent(5).outputs == 3


def forced(monkeypatch: pytest.MonkeyPatch, *steps: list[int]) -> None:
    """From now on these actions are taken, whatever they are worth."""
    actions: Iterator[list[int]] = iter(steps)
    monkeypatch.setattr(episodes, "_choose", lambda *_: np.array(next(actions)))


def test_the_eye_moves_and_what_it_is_rewarded_for(monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.array([[1, 1, 0, 0, 1, 1, 0, 0, 1], [1, 0, 0, 0, 0, 0, 0, 0, 1]], np.float32)
    boards = Boards(points, np.array([1, 0]))
    network = Recurrent(erna(3))
    forced(monkeypatch, [RIGHT, UP], [DOWN, STAY], [YES, YES])
    found = play(network, boards)
    assert [step.rewards.tolist() for step in found.steps] == [[0, -1], [0, 0], [1, -1]]
    assert found.answers.tolist() == [1, 1]
    width = 5
    corner = width + 1
    assert [step.places.tolist() for step in found.steps] == [
        [corner, corner],
        [corner + 1, corner],
        [corner + 1 + width, corner],
    ]
    # Iterations left, then the window: itself, left, right, above, below; 0 is off the board.
    assert found.steps[0].inputs[0, :6].tolist() == [1, 1, 0, 1, 0, -1]
    assert found.steps[1].inputs[0, 1:6].tolist() == [1, 1, -1, 0, 1]


def test_it_must_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = Boards(np.ones((1, 4), np.float32), np.array([1]))
    forced(monkeypatch, *[[STAY]] * 4)
    found = play(Recurrent(erna(2)), boards)
    assert [step.rewards[0] for step in found.steps] == [0, 0, 0, -1]
    assert found.answers.tolist() == [-1]


def test_what_was_written_at_a_point_is_read_there(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = Boards(np.ones((1, 9), np.float32), np.array([1]))
    network = Recurrent(erna(3), seed=2)
    forced(monkeypatch, [RIGHT], [STAY], [YES])
    first, second, third = play(network, boards).steps
    _, _, out, last = network.parts(network.weights)
    written = [(step.hidden @ out + last)[0, :3] for step in (first, second)]
    # Memory comes after the points and the coordinates: of itself, left, right, above, below.
    memory = third.inputs[0, 8:23].reshape(5, 3)
    np.testing.assert_allclose(memory[0], written[1], atol=1e-6)
    np.testing.assert_allclose(memory[1], written[0], atol=1e-6)
    assert not memory[2:].any()


@pytest.mark.parametrize("make", [erna, eye_alone, fully_recurrent])
def test_the_gradient_is_that_of_small_changes(make: type[Architecture]) -> None:
    boards = draw_boards(3, 12, seed=3)
    network = Recurrent(make(3), seed=4)
    network.weights = 3 * network.weights.astype(np.float64)
    chance = np.random.default_rng(5)
    with pytest.MonkeyPatch.context() as patch:
        # Any action, but classes seldom, so that it takes many steps.
        often = [0] * 3 * CLASSES + list(range(network.shape.actions))
        patch.setattr(episodes, "_choose", lambda values, *_: chance.choice(often, len(values)))
        episode = play(network, boards)
    assert len(episode.steps) > 4
    # What is wanted, by the definition: a part of what follows, the rest of what is expected.
    wanted, returns, expected = [], np.zeros(12), np.zeros(12)
    for step in reversed(episode.steps):
        later = GAMMA * ((1 - LAMBDA) * expected[step.rows] + LAMBDA * returns[step.rows])
        wanted.insert(0, step.rewards + np.where(step.ended, 0, later))
        returns[step.rows], expected[step.rows] = wanted[0], step.values.max(1)

    def error_with(weights: np.ndarray) -> float:
        again = Recurrent(make(3))
        again.weights = weights
        with pytest.MonkeyPatch.context() as patch:
            forced(patch, *[step.chosen.tolist() for step in episode.steps])
            steps = play(again, boards).steps
        off = [
            step.values[np.arange(len(step.rows)), step.chosen] - w
            for step, w in zip(steps, wanted, strict=True)
        ]
        return float((np.concatenate(off) ** 2).mean())

    error, slope = gradient(network, episode)
    assert error == pytest.approx(error_with(network.weights))
    for i in range(0, network.shape.weights, 37):
        change = np.zeros(network.shape.weights)
        change[i] = 1e-6
        small = error_with(network.weights + change) - error_with(network.weights - change)
        assert slope[i] == pytest.approx(small / 2e-6, abs=1e-6)


@pytest.mark.parametrize("method", ["adam", "rprop"])
def test_it_learns_small_boards(method: str) -> None:
    boards = draw_boards(3, 40, seed=1)
    settings = Learning(epochs=150, method=method, rate=0.01)
    network, found = learn(eye_alone(3), boards, boards, settings)
    assert found == accuracy(network, boards) > 0.7


def test_turned_boards_keep_their_corners_and_their_class() -> None:
    boards = draw_boards(4, 40, seed=1)
    chance = np.random.default_rng(2)
    ways: list[set[bytes]] = [set() for _ in range(40)]
    for _ in range(40):
        turned = boards.turned(chance)
        for found, row, connected in zip(ways, turned.points, turned.connected, strict=True):
            assert is_connected(4, frozenset(np.flatnonzero(row).tolist())) == connected
            found.add(row.tobytes())
    for row, found in zip(boards.points, ways, strict=True):
        seen = row.reshape(4, 4)
        half = seen[::-1, ::-1]
        assert found == {way.tobytes() for way in (seen, seen.T, half, half.T)}


def test_without_exploring_the_best_action_is_taken() -> None:
    boards = draw_boards(4, 60, seed=1)
    network = Recurrent(erna(4), seed=2)
    network.weights = 20 * network.weights
    best = play(network, boards)
    chance = np.random.default_rng(3)
    assert (play(network, boards, chance, 0.0).answers == best.answers).all()
    assert (play(network, boards, chance).answers != best.answers).any()


def test_long_gradients_are_shortened() -> None:
    slope = np.array([3, 4], np.float32)
    assert shortened(slope, 1.0).tolist() == pytest.approx([0.6, 0.8])
    assert shortened(slope, 5.0) is slope and shortened(slope, 0.0) is slope


def test_all_rivals_take_part() -> None:
    assert len(RIVALS) == 9
    task = make_task(4)
    assert (len(task.train), len(task.validation), len(task.test)) == (200, 100, 100)
    seen = {row.tobytes() for part in (task.train, task.validation) for row in part.points}
    assert not any(row.tobytes() in seen for row in task.test.points)
    few = Learning(epochs=3)
    found = {name: compete(name, task, few) for name in RIVALS}
    assert all(0.5 < found[name] <= 1 for name in (*CLASSIFIERS, PERCEPTRON))


def test_refuses_in_words() -> None:
    with pytest.raises(ValueError, match="4x4, 5x5 or 6x6"):
        make_task(7)
    with pytest.raises(ValueError, match="expected one of nearest mean"):
        compete("oracle", make_task(4))
    with pytest.raises(ValueError, match="adam or rprop"):
        boards = draw_boards(3, 10, seed=1)
        learn(erna(3), boards, boards, Learning(method="sgd"))
