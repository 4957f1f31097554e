"""`keima learn csa` and `csa-tables` on a pack that is written here."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import Game
from keima.cli.learn import app
from keima.learn import csa_tables
from keima.learn.csa_tables import _canonical
from keima.models.csa import read_csa

runner = CliRunner()


def finished_game(rng: random.Random) -> tuple[list[int], float]:
    """Random moves on 7x7 until none is left but eyes; Black's margin as the stones stand."""
    game = Game(7, komi=0.5, rules="chinese")
    moves: list[int] = []
    while not game.is_over:
        board, side = game.board, game.to_play
        legal = [p for p in game.native.legal_points(side) if not board.is_eye(p, side)]
        move = rng.choice(legal) if legal and len(moves) < 150 else 49
        game.play(move)
        moves.append(move)
    return moves, game.score().margin


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = random.Random(1)
    games = [finished_game(rng) for _ in range(120)]
    path = tmp_path_factory.mktemp("csa") / "small.npz"
    margins = np.array([margin for _, margin in games])
    np.savez(
        path,
        size=np.uint8(7),
        off=np.cumsum([0, *(len(moves) for moves, _ in games)]),
        moves=np.concatenate([moves for moves, _ in games]).astype(np.uint16),
        restype=np.ones(120, np.uint8),
        winner=np.sign(margins).astype(np.int8),
        margin=np.abs(margins).astype(np.float32),
        komi=np.full(120, 0.5, np.float32),
        rules=np.full(120, 3, np.uint8),
    )
    return path


def run(*arguments: object, code: int = 0) -> Any:
    result = runner.invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output
    return result


def test_learning_and_tables(pack: Path, tmp_path: Path) -> None:
    out, labels = tmp_path / "a.bin", tmp_path / "labels"
    options = ["--no-gnugo", "--epochs", 2, "--units", 4, "--tries", 1]
    files = ["--out", out, "--labels", labels]
    result = run("csa", pack, *files, *options, "--games", 100, "--first-games", 50, "--json")
    told = json.loads(result.stdout)
    assert sum(told["labels"].values()) == 100
    assert told["games"] + told["set_aside"] == 6
    cascade, about = read_csa(out.read_bytes())
    assert len(cascade.steps) == 4
    assert "small" in str(about["made"]) and "boards" in str(about["test"])
    assert len(labels.read_text().splitlines()) == 100
    first = out.read_bytes()
    run("csa", pack, *files, *options, "--games", 100, "--first-games", 50)
    assert out.read_bytes() == first and len(labels.read_text().splitlines()) == 100


def test_too_few_games(pack: Path, tmp_path: Path) -> None:
    result = run("csa", pack, "--out", tmp_path / "a.bin", "--no-gnugo", "--games", 1, code=1)
    assert "too few" in result.output
    result = run(
        *("csa-tables", pack, "--labels", tmp_path / "none", "--out", tmp_path / "b"), code=1
    )
    assert "there is no file" in result.output


def test_the_centre_of_mass_is_always_in_one_eighth() -> None:
    planes = np.zeros((3, 9, 9), bool)
    planes[0, 2, 1] = planes[1, 5, 5] = planes[2, 8, 0] = True
    want = _canonical(planes)
    for symmetry in range(8):
        turned = np.rot90(planes, symmetry % 4, (1, 2))
        turned = turned[:, :, ::-1] if symmetry >= 4 else turned
        assert (_canonical(turned) == want).all()
    assert want[0, 1, 2]


def test_rows_of_the_tables(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few examples and classifiers; what is there is not measured again."""
    from keima.experiments import load_experiment

    monkeypatch.setattr(csa_tables, "SIZES", (100,))
    monkeypatch.setattr(csa_tables, "RAW_UNITS", (15,))
    monkeypatch.setattr(csa_tables, "RECURSIVE_SIZES", (1000,))
    few = {name: csa_tables.CLASSIFIERS[name] for name in ("NMC", "RPNC")}
    monkeypatch.setattr(csa_tables, "CLASSIFIERS", few)
    monkeypatch.setattr(csa_tables, "static_blocks", _two_classes)
    labels, out = tmp_path / "labels", tmp_path / "figures.jsonl"
    monkeypatch.setattr(csa_tables, "raw_blocks", _two_classes)
    model = ["--out", tmp_path / "a.bin", "--labels", labels, "--tries", 1, "--epochs", 1]
    run("csa", pack, *model, "--no-gnugo", "--first-games", 120)
    tables = ["csa-tables", pack, "--labels", labels, "--out", out, "--runs", 1, "--epochs", 1]
    run(*tables)
    lines = out.read_text().splitlines()
    assert len(lines) == 1 + 2 + 3 + 1
    run(*tables)
    assert out.read_text().splitlines() == lines
    for table in ("8.1", "8.2", "8.3"):
        experiment = load_experiment(f"vanderwerf-{table}").with_file(out)
        assert experiment.compute is not None
        assert any("-" not in row.ours[1:] for row in experiment.compute()) or table == "8.2"


def _two_classes(positions: object) -> csa_tables.Blocks:
    rng = np.random.default_rng(1)
    labels = np.arange(200) % 2
    return csa_tables.Blocks((rng.normal(size=(200, 60)) + labels[:, None]).astype(float), labels)
