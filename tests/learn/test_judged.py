"""What a strong network says of positions, for others to learn from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.learn.judged import Judged, judge
from keima.learn.moves import Learner, lessons_of
from keima.learn.packs import read_pack
from keima.models.moves import read_move_model
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
    for (board, *_), policy in zip(judged.positions, judged.policies, strict=True):
        assert all(policy[p] == 0 for p in range(49) if board.at(p))
    part = judged.take([3, 1])
    assert part.positions == [judged.positions[3], judged.positions[1]]
    np.testing.assert_array_equal(part.policies, judged.policies[[3, 1]])


def test_packs_of_several_sizes_are_refused(tmp_path: Path) -> None:
    write_pack(tmp_path / "games.npz")
    write_network(tmp_path / "net.bin.gz", random_network(blocks="o"))
    pack = read_pack(tmp_path / "games.npz")
    np.savez(tmp_path / "small.npz", **{**np.load(tmp_path / "games.npz"), "size": 8})
    with pytest.raises(ValueError, match="one board size"):
        judge([pack, read_pack(tmp_path / "small.npz")], Network(tmp_path / "net.bin.gz"), 1)


def test_lessons_are_of_what_the_teacher_would_play() -> None:
    """Rare moves are left out, and so is a position where it would pass."""
    policies = np.zeros((2, 26), np.float32)
    policies[0, [7, 12, 3, 25]] = 0.4, 0.1, 0.001, 0.499
    policies[1, [7, 25]] = 0.1, 0.9
    judged = Judged(
        [(_core.Board(5, 5), 1, -1, -1, 0.5)] * 2,
        np.zeros((2, 25), np.float32),
        np.zeros(2),
        policies,
    )
    (lesson,) = lessons_of(judged)
    assert np.flatnonzero(lesson.chances).tolist() == [7, 12]
    assert lesson.chances[7] / lesson.chances[12] == pytest.approx(4**1.5)


def test_a_model_learns_what_a_teacher_says() -> None:
    """Three points of the empty board differ by their place: one in four times of the corner, the
    rest of the centre."""
    policies = np.zeros((1, 10), np.float32)
    policies[0, [0, 4]] = 0.25 ** (2 / 3), 0.75 ** (2 / 3)
    judged = Judged(
        [(_core.Board(3, 3), 1, -1, -1, 0.5)], np.zeros((1, 9), np.float32), np.zeros(1), policies
    )
    learner = Learner([], 1, lessons=lessons_of(judged) * 300)
    learner.learn(2, 0.5, 1)
    codes, weights = learner.model()
    found = dict(_core.MoveModel(codes, weights).predict(_core.Board(3, 3), 1))
    assert found[4] == pytest.approx(0.75, abs=0.03)
    # The four corners are the same to it.
    assert found[0] == pytest.approx(0.25 / 4, abs=0.02) == found[8]


def test_moves_with_a_teacher(tmp_path: Path) -> None:
    write_pack(tmp_path / "games.npz")
    write_network(tmp_path / "net.bin.gz", random_network(blocks="o"))
    out, alone = tmp_path / "my.bin", tmp_path / "alone.bin"
    words = ["moves", str(tmp_path / "games.npz"), "--least", "3"]
    taught = [*words, "--positions", "30", "--teacher", str(tmp_path / "net.bin.gz"), "--out"]
    found = CliRunner().invoke(app, [*taught, str(out)])
    assert found.exit_code == 0, found.output
    made = str(read_move_model(out.read_bytes())[2]["made"])
    assert "--teacher net.bin.gz --positions 30, 36 games of games" in made
    assert CliRunner().invoke(app, [*words, "--out", str(alone)]).exit_code == 0
    assert read_move_model(out.read_bytes())[:2] != read_move_model(alone.read_bytes())[:2]
    missing = CliRunner().invoke(app, [*taught[:-2], str(tmp_path / "none.bin.gz"), "--out", "x"])
    assert missing.exit_code == 1 and "none.bin.gz" in missing.output
