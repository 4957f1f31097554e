"""What a strong network says of positions, for others to learn from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from keima import _core
from keima.game import Game
from keima.learn.judged import Position, _position, judge
from keima.learn.packs import read_pack
from keima.nets.network import Network
from keima.nets.random import random_network
from keima.nets.writer import write_network
from tests.packs_by_chance import write_pack


def test_a_network_judges(tmp_path: Path) -> None:
    write_pack(tmp_path / "games.npz")
    write_network(tmp_path / "net.bin.gz", random_network(blocks="o"))
    network = Network(tmp_path / "net.bin.gz", precision="f32")
    packs = [read_pack(tmp_path / "games.npz")]
    judged = judge(packs, network, 12, seed=4)
    assert len(judged) == 12 and judged.owners.shape == (12, 49)
    assert np.all(np.abs(judged.owners) <= 1) and np.all((judged.wins > 0) & (judged.wins < 1))
    assert {position[1] for position in judged.positions} == {1, 2}
    np.testing.assert_array_equal(judge(packs, network, 12, seed=4).owners, judged.owners)
    # Moves that cannot be made have no chance; all have one together.
    assert judged.policies.shape == (12, 50)
    np.testing.assert_allclose(judged.policies.sum(1), 1, atol=1e-3)
    for (board, color, *_), policy in zip(judged.positions, judged.policies, strict=True):
        assert all(policy[p] == 0 for p in range(49) if not board.is_legal(p, color))
    part = judged.take([3, 1])
    assert part.positions == [judged.positions[3], judged.positions[1]]
    np.testing.assert_array_equal(part.policies, judged.policies[[3, 1]])


def test_packs_of_several_sizes_are_refused(tmp_path: Path) -> None:
    write_pack(tmp_path / "games.npz")
    write_network(tmp_path / "net.bin.gz", random_network(blocks="o"))
    pack = read_pack(tmp_path / "games.npz")
    np.savez(tmp_path / "other.npz", **{**np.load(tmp_path / "games.npz"), "size": 8})
    with pytest.raises(ValueError, match="one board size"):
        judge([pack, read_pack(tmp_path / "other.npz")], Network(tmp_path / "net.bin.gz"), 1)


def test_what_is_learnt_from_is_not_what_is_tested_by(tmp_path: Path) -> None:
    write_pack(tmp_path / "games.npz", 20)
    write_network(tmp_path / "net.bin.gz", random_network(blocks="o"))
    network, pack = Network(tmp_path / "net.bin.gz", precision="f32"), tmp_path / "games.npz"
    games = [read_pack(pack).game(number).moves for number in range(20)]

    def number_of(position: Position) -> int:
        """Of the game whose moves lead to it."""
        for number, moves in enumerate(games):
            board = _core.Board(7, 7)
            for count, move in enumerate(moves):
                if board.stones == position[0].stones and count > 3:
                    return number
                board.play(move, 1 + count % 2)
        return -1

    held, learnt = (
        {number_of(p) for p in judge([read_pack(pack)], network, 60, held_out=out).positions} - {-1}
        for out in (True, False)
    )
    assert held == {1} and len(learnt) > 8 and not learnt & {0, 1}


def test_the_last_two_moves_are_told_as_a_search_knows_them() -> None:
    """Also one whose stone was taken at once; a pass is none."""
    for moves, told in (([1, 0, 5], (5, 0)), ([1, 25], (-1, 1)), ([], (-1, -1))):
        game = Game(5)
        for move in moves:
            game.play(move)
        board, to_play, last, before, _ = _position(game, moves)
        assert (last, before) == told and to_play == game.to_play
        assert board.at(0) == 0
