"""Simulation balancing: are its slopes those of the errors, and does it find its way?"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.gammas import SHAPES
from keima.learn.balance import errors, first_policy, train
from keima.learn.judged import Judged, Position
from keima.nets.random import random_network
from keima.nets.writer import write_network
from keima.trained_policy import FACTORS, OFFERS, RATES, TrainedPolicy, load
from tests.packs_by_chance import write_pack

Array = npt.NDArray[np.float64]

SIZE, AREA = 5, 25
WEIGHTS = len(OFFERS) * len(SHAPES)


def positions(count: int) -> list[Position]:
    """After a few moves by chance."""
    rng = np.random.default_rng(3)
    found: list[Position] = []
    for _ in range(count):
        board, color, moves = _core.Board(SIZE, SIZE), 1, [-1, -1]
        for _ in range(int(rng.integers(4, 12))):
            legal = [p for p in range(AREA) if board.is_legal(p, color)]
            moves.append(int(rng.choice(legal)))
            board.play(moves[-1], color)
            color = 3 - color
        last, before = (p if board.at(p) else -1 for p in (moves[-1], moves[-2]))
        found.append((board, color, last, before, 0.5))
    return found


def after_atari() -> Position:
    """Black is to save a stone, or not."""
    board = _core.Board(SIZE, SIZE)
    for black, white in ((12, 7), (20, 11), (24, 17)):
        board.play(black, 1)
        board.play(white, 2)
    return board, 1, 17, 24, 0.5


def judged_by(policy: TrainedPolicy, count: int, games: int = 2000) -> Judged:
    """What the playouts of a policy say themselves."""
    playout = _core.Playout("classic", {}, _core.PatternTable("", None, policy.native()))
    there = positions(count)
    owners, wins = [], []
    for board, color, last, before, komi in there:
        halves, _, owned, _ = playout.run_many(
            board, color, games, last=last, before=before, komi=komi, seed=5
        )
        owners.append(np.array(owned) / games)
        wins.append(halves / 2 / games)
    policies = np.zeros((count, AREA + 1), np.float32)
    return Judged(there, np.array(owners, np.float32), np.array(wins), policies)


def loss(policy: TrainedPolicy, judged: Judged, games: int, win_weight: float) -> float:
    owner_error, win_error = errors(policy, judged, games, seed=2)
    return owner_error + win_weight * win_error


def moved(policy: TrainedPolicy, by: Array) -> TrainedPolicy:
    """With other numbers: logarithms of weights and factors, log odds of rates."""
    shapes, rates, factors = np.split(by, [WEIGHTS, WEIGHTS + len(RATES)])
    old = np.array(policy.rates)
    odds = old / (1 - old) * np.exp(rates)
    return TrainedPolicy(
        (np.array(policy.shapes) * np.exp(shapes.reshape(len(OFFERS), -1))).tolist(),
        (odds / (1 + odds)).tolist(),
        (np.array(policy.factors) * np.exp(factors)).tolist(),
    )


@pytest.mark.parametrize("group", ["shapes", "rates", "factors"])
def test_slopes_are_those_of_the_errors(group: str) -> None:
    """Along the steepest way, compared with the difference of two large samples."""
    # The same several times, for more games.
    places = [after_atari()] * 5
    policies = np.zeros((5, AREA + 1), np.float32)
    judged = Judged(places, np.ones((5, AREA), np.float32), np.ones(5), policies)
    policy = first_policy()
    win_weight, games, step = 0.5, 10_000, 0.4
    table = _core.PatternTable("", None, policy.native())
    first, second = (
        _core.balance(judged.positions, judged.owners, judged.wins, table, games, win_weight, seed)[
            0
        ]
        for seed in (1, 2)
    )
    ends = np.cumsum([0, WEIGHTS, len(RATES), len(FACTORS)])
    at = ["shapes", "rates", "factors"].index(group)
    way = np.zeros_like(first)
    way[ends[at] : ends[at + 1]] = first[ends[at] : ends[at + 1]]
    way /= np.linalg.norm(way)
    up, down = (loss(moved(policy, by * way), judged, games, win_weight) for by in (step, -step))
    measured = (up - down) / (2 * step)
    assert measured < -0.035  # far from nothing
    # `balance` has half of the fall.
    assert -2 * second @ way == pytest.approx(measured, rel=0.25, abs=0.015)


def test_chance_is_no_slope() -> None:
    """Where the means are right nothing falls, however few games there are."""
    policy, many, copies = first_policy(), 200_000, 300
    table = _core.PatternTable("", None, policy.native())
    place = after_atari()
    board, color, last, before, komi = place
    halves, _, owned, _ = _core.Playout("classic", {}, table).run_many(
        board, color, many, last=last, before=before, komi=komi, seed=5
    )
    owners = np.tile(np.array(owned, np.float32) / many, (copies, 1))
    wins = np.full(copies, halves / 2 / many)
    found = np.array(
        [
            _core.balance([place] * copies, owners, wins, table, 3, 0.5, seed)[0][WEIGHTS:]
            for seed in range(100)
        ]
    )
    deviations = found.mean(0) / (found.std(0) / np.sqrt(len(found)) + 1e-12)
    assert np.abs(deviations).max() < 4


def test_training_finds_the_way() -> None:
    judged = judged_by(TrainedPolicy(factors=first_policy().factors), 60, 400)
    start = first_policy()
    told = []
    policy = train(judged, start, steps=150, batch=20, games=30, tell=told.append)
    assert [step.number for step in told] == list(range(20, 151, 20))
    before, after = errors(start, judged, 400)[0], errors(policy, judged, 400)[0]
    assert after < 0.6 * before
    # The same again.
    again = train(judged, start, steps=150, batch=20, games=30)
    assert again == policy


def test_what_the_core_refuses() -> None:
    judged = judged_by(first_policy(), 2, 10)
    table = _core.PatternTable("", None, first_policy().native())

    def ask(
        places: list[Position] = judged.positions,
        owners: np.ndarray = judged.owners,
        games: int = 4,
        patterns: _core.PatternTable = table,
    ) -> object:
        return _core.balance(places, owners, judged.wins, patterns, games)

    ask()
    with pytest.raises(ValueError, match="games"):
        ask(games=1)
    with pytest.raises(ValueError, match="every position"):
        ask(places=judged.positions[:1])
    with pytest.raises(ValueError, match="every point"):
        ask(owners=judged.owners[:, :9].copy())
    with pytest.raises(ValueError, match="no trained policy"):
        ask(patterns=_core.PatternTable(""))
    board, _, last, before, komi = judged.positions[0]
    with pytest.raises(ValueError, match="colour"):
        ask(places=[(board, 3, last, before, komi), judged.positions[1]])


def test_the_command(tmp_path: Path) -> None:
    write_pack(tmp_path / "games.npz")
    write_network(tmp_path / "net.bin.gz", random_network(blocks="o"))
    out = tmp_path / "my.policy"
    words = ["balance", str(tmp_path / "games.npz"), "--out", str(out)]
    words += ["--positions", "30", "--steps", "4", "--batch", "8", "--games", "4", "--teacher"]
    found = CliRunner().invoke(app, [*words, str(tmp_path / "net.bin.gz")])
    assert found.exit_code == 0, found.output
    assert "errors of owners" in found.output
    assert load(str(out)) != first_policy()
    missing = CliRunner().invoke(app, [*words, str(tmp_path / "nothing.bin.gz")])
    assert missing.exit_code == 1 and "nothing.bin.gz" in missing.output
    faulty = CliRunner().invoke(app, ["balance", str(out), "--out", str(out), "--teacher", "any"])
    assert faulty.exit_code == 1 and "no pack" in faulty.output
