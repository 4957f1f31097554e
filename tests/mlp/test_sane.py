"""Evolved networks, against the same in plain arithmetic, and how they play."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from keima import _core
from keima.evolve.populations import Populations
from keima.evolve.settings import Settings

BLACK, WHITE = 1, 2
#: Bits of the states, when there are two.
TWO_BITS = [0b00, 0b01, 0b11, *[0b10] * 5]


def network(side: int, bits: int, hidden: int, seed: int = 1) -> tuple[Populations, Settings]:
    settings = Settings(side=side, bits=bits, nodes=max(hidden, 4), hidden=hidden, networks=4)
    populations = Populations.random(settings, np.random.default_rng(seed))
    populations.networks[0] = np.arange(hidden)
    return populations, settings


@pytest.mark.parametrize(("bits", "hidden"), [(3, 1), (3, 21), (2, 40)])
def test_outputs_are_those_of_plain_arithmetic(bits: int, hidden: int) -> None:
    genes, settings = network(5, bits, hidden)
    board = _core.Board(5, 5)
    for point, color in ((12, BLACK), (7, WHITE), (11, BLACK), (6, WHITE)):
        board.play(point, color)
    code = _core.state_bits() if bits == 3 else TWO_BITS
    x = np.array(
        [
            1.0 if code[state] >> bit & 1 else -1.0
            for state in _core.point_states(board, BLACK)
            for bit in range(bits)
        ]
    )
    expected = np.zeros(25)
    nodes = zip(genes.inputs[:hidden], genes.outputs, genes.weights, strict=False)
    for inputs, outputs, weights in nodes:
        h = 1.7159 * np.tanh(2 / 3 * (weights[:8] * x[inputs]).sum())
        expected[outputs] += weights[8:] * h
    expected = 1.7159 * np.tanh(2 / 3 * expected)
    assert genes.network(0, settings).outputs(board, BLACK) == pytest.approx(expected, abs=1e-5)


def test_the_move_is_the_legal_one_nearest_to_the_target() -> None:
    genes, settings = network(5, 3, 60)
    net = genes.network(0, settings)
    game = _core.History(_core.Board(5, 5), BLACK, ko="positional")
    for _ in range(15):
        color = game.to_play
        outputs = net.outputs(game.board, color)
        legal = [p for p in range(25) if game.is_legal(p, color)]
        best = min(legal, key=lambda p: abs(1 - outputs[p]), default=25)
        assert net.move(game, color, -9) == best
        assert net.move(game, color, 9) == 25
        game.play(best, color)


def test_superko_is_enforced(board: Callable[..., _core.Board]) -> None:
    """Of two moves the better would repeat a position."""
    start = board(". X O . .", "X . X O .", ". X O . .", "X X X X X", ". X . X .")
    game = _core.History(start, WHITE, ko="positional")
    assert game.play(6, WHITE)
    genes, settings = network(5, 3, 60, seed=2)
    net = genes.network(0, settings)
    for _ in range(20):
        color = game.to_play
        move = net.move(game, color, -9)
        assert game.is_legal(move, color)
        game.play(move, color)


def test_random_play_keeps_its_eyes_and_avoids_corners(
    board: Callable[..., _core.Board],
) -> None:
    eyes = _core.History(board(". X . X .", "X X X X X", "O O O O O", ". . . . .", "O O O O O"), 1)
    moves = {_core.sane_random_move(eyes, BLACK, seed) for seed in range(60)}
    assert moves == {15, 16, 17, 18, 19}
    empty = _core.History(_core.Board(3, 3), BLACK)
    assert {_core.sane_random_move(empty, BLACK, seed) for seed in range(90)} == {1, 3, 4, 5, 7}
    corners = _core.History(board(". X .", "X X X", ". X ."), WHITE)
    assert _core.sane_random_move(corners, WHITE, 1) == 9  # nothing is left but a pass


def test_games_end_or_are_too_long() -> None:
    genes, settings = network(5, 3, 60)
    a, b = genes.network(0, settings), genes.network(1, settings)
    play = {"komi": 7.5, "cutoff": -1.0, "seed": 1}
    winner, too_long, moves = _core.play_sane_game(5, None, a, most_moves=500, **play)
    assert winner in (BLACK, WHITE) and not too_long and moves > 5
    assert _core.play_sane_game(5, a, b, most_moves=4, **play) == (0, True, 4)
    same = [_core.play_sane_game(5, None, a, most_moves=500, **play) for _ in range(2)]
    assert same[0] == same[1] == (winner, too_long, moves)
    others = {
        _core.play_sane_game(5, None, a, most_moves=500, **(play | {"seed": s})) for s in range(9)
    }
    assert len(others) > 1


def test_bad_input_is_refused() -> None:
    genes, _ = network(5, 3, 10)
    good = (genes.inputs, genes.outputs, genes.weights)
    for side, bits, parts in (
        (26, 3, good),
        (5, 4, good),
        (4, 3, good),  # connections beyond the board
        (5, 3, (good[0][:5], *good[1:])),
        (5, 3, (*good[:2], good[2] * np.float32(np.nan))),
    ):
        with pytest.raises(ValueError):
            _core.SaneNetwork(side, bits, *parts)
    net = _core.SaneNetwork(5, 3, *good)
    with pytest.raises(ValueError, match="another size"):
        net.outputs(_core.Board(6, 6), BLACK)
    with pytest.raises(ValueError, match="another size"):
        _core.play_sane_game(6, net, None, komi=0, most_moves=9, cutoff=0, seed=1)
    with pytest.raises(ValueError, match="numbers"):
        _core.play_sane_game(5, net, None, komi=float("nan"), most_moves=9, cutoff=0, seed=1)
