"""`keima learn mlp` on packs that are written here."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli import learn_mlp
from keima.cli.learn import app
from keima.learn.examples import Choice, collect
from keima.learn.mlp import CHUNK, Learner, Settings, judge
from keima.learn.packs import Pack, read_pack
from keima.models.mlp import load_mlp, read_mlp

runner = CliRunner()


def write_pack(path: Path, games: int = 40, **changes: Any) -> Path:
    """Games on 5x5 in which every move is next to the last one, if that can be."""
    rng, all_moves, offsets = random.Random(1), list[int](), [0]
    for _ in range(games):
        board, color, last = _core.Board(5, 5), 1, rng.randrange(25)
        for _ in range(14):
            legal = [p for p in range(25) if board.is_legal(p, color)]
            near = [p for p in legal if abs(p % 5 - last % 5) + abs(p // 5 - last // 5) == 1]
            last = rng.choice(near or legal)
            board.play(last, color)
            all_moves.append(last)
            color = 3 - color
        offsets.append(len(all_moves))
    members: dict[str, Any] = {
        "size": np.uint8(5),
        "off": np.array(offsets, np.uint32),
        "moves": np.array(all_moves, np.uint16),
    }
    np.savez(path, **(members | changes))
    return path


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return read_pack(write_pack(tmp_path / "games.npz"))


def run(*arguments: str | Path) -> Any:
    return runner.invoke(app, ["mlp", *map(str, arguments)])


def test_a_tenth_of_the_games_is_for_the_test(pack: Pack) -> None:
    data = collect([pack], 5, 10**6)
    assert data.games == 40 and not data.unfit and not data.faulty
    assert 0 < len(data.test) < len(data.train) / 5
    few = collect([pack], 5, 50)
    assert 50 <= len(few.train) < 64  # one game more than needed


def test_handicap_short_games_and_odd_komi_are_left_out(tmp_path: Path) -> None:
    komi = np.full(40, 6.5, np.float32)
    komi[:3] = -20, 15, np.nan
    setup = np.array([24], np.uint16), np.array([0] * 4 + [1] * 37, np.uint32)
    file = write_pack(tmp_path / "games.npz", komi=komi, setup=setup[0], setup_off=setup[1])
    data = collect([read_pack(file)], 5, 10**6)
    assert data.unfit == 3
    short = collect([read_pack(file)], 5, 10**6, choice=Choice(least=0.6))
    assert short.games == 0


def test_it_learns_and_says_how_well(tmp_path: Path) -> None:
    pack, out = write_pack(tmp_path / "games.npz"), tmp_path / "net.bin"
    result = run(pack, "--out", out, "--distance", 4, "--epochs", 30, "--rate", 0.01, "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    net, about = read_mlp(out.read_bytes())
    assert (net.side, net.distance) == (5, 4)
    assert "games" in str(about["made"]) and "median rank" in str(about["test"])
    # A first network puts a quarter of the moves into the best quarter.
    assert told["quarter"] > 0.35
    assert told["steps"] % 30 == 0
    assert load_mlp(str(out)).side == 5


def test_a_run_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "games.npz")
    whole, parts = tmp_path / "whole.bin", tmp_path / "parts.bin"
    assert run(pack, "--out", whole, "--epochs", 3).exit_code == 0
    assert run(pack, "--out", parts, "--epochs", 1).exit_code == 0
    result = run(pack, "--out", parts, "--epochs", 3)
    assert "going on after" in result.stderr
    assert whole.read_bytes() == parts.read_bytes()


def test_a_run_that_is_interrupted_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Learner, most: int = 0) -> None:
        raise KeyboardInterrupt

    pack, out = write_pack(tmp_path / "games.npz"), tmp_path / "net.bin"
    with monkeypatch.context() as changed:
        changed.setattr(Learner, "learn", interrupt)
        result = run(pack, "--out", out)
    assert result.exit_code == 130 and "goes on" in result.stderr
    assert (tmp_path / "net.bin.state").exists() and not out.exists()
    assert run(pack, "--out", out, "--epochs", 1).exit_code == 0


def test_time_ends_a_run(tmp_path: Path) -> None:
    pack, out = write_pack(tmp_path / "games.npz"), tmp_path / "net.bin"
    result = run(pack, "--out", out, "--minutes", 0)
    assert result.exit_code == 0 and result.stdout.startswith("0 steps; test: ")
    assert out.exists()


def test_the_state_of_another_run_is_refused(tmp_path: Path) -> None:
    pack, out = write_pack(tmp_path / "games.npz"), tmp_path / "net.bin"
    assert run(pack, "--out", out, "--minutes", 0).exit_code == 0
    result = run(pack, "--out", out, "--minutes", 0, "--distance", 5)
    assert result.exit_code == 1 and "its distance is 8, not 5" in result.stderr
    (tmp_path / "net.bin.state").write_bytes(b"alien")
    result = run(pack, "--out", out, "--minutes", 0)
    assert result.exit_code == 1 and "is no state of a run" in result.stderr


def test_progress_is_told_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_mlp, "LINE_EVERY", 0.0)
    monkeypatch.setattr(learn_mlp, "SAVE_EVERY", 0.0)
    pack, out = write_pack(tmp_path / "games.npz"), tmp_path / "net.bin"
    result = run(pack, "--out", out, "--epochs", 2, "--distance", 3)
    assert "steps" in result.stderr and "in the best quarter" in result.stderr


def test_nothing_to_learn_from_is_an_error(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "games.npz")
    result = run(pack, "--out", tmp_path / "net.bin", "--least", 5)
    assert result.exit_code == 1 and "no positions to learn from" in result.stderr
    with pytest.raises(ValueError, match="no positions to judge by"):
        judge(lambda _: np.zeros((0, 3), np.float32), 0)


def test_the_log_has_a_line_for_each_epoch(pack: Pack) -> None:
    learner = Learner(Settings(5, 3), collect([pack], 5, 10**6))
    before = learner.judge()
    learner.learn(learner.epoch_steps + 1)
    assert learner.epoch == 1 and learner.steps == learner.epoch_steps
    learner.note()
    assert learner.log[0]["epoch"] == 1
    assert learner.log[0]["positions"] == before.positions


def test_the_average_is_of_the_last_weights(pack: Pack) -> None:
    data = collect([pack], 5, 10**6)
    learner, plain = (Learner(Settings(5, 3, average=a), data) for a in (2 * CHUNK, 0))
    assert learner.averaged is learner.net and plain.averaged is plain.net
    seen = []
    for _ in range(4):
        learner.learn()
        plain.learn()
        seen.append(learner.net.weights)
    mean = seen[0]
    for part, weights in zip((1 / 2, 1 / 2, 1 / 2), seen[1:], strict=True):
        mean = mean + part * (weights - mean)
    assert learner.averaged.weights == pytest.approx(mean, abs=1e-6)
    assert (plain.averaged.weights == seen[-1]).all()
