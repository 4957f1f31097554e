"""`keima learn` on packs that are written here."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.gammas import FEATURES, SHAPES, Gammas, load_gammas
from keima.learn.games import Sample, add_pack
from keima.learn.mm import Sweep
from keima.learn.moves import split_games
from keima.learn.packs import Pack, facts_of, read_pack
from keima.models.moves import read_move_model
from keima.nets.random import random_network
from keima.nets.writer import write_network
from keima.playouts import make_playout
from tests.packs_by_chance import write_pack as write_chance_pack

runner = CliRunner()


def write_pack(
    path: Path, games: int, size: int = 5, changes: dict[str, Any] | None = None
) -> Path:
    """Games of moves next to the last one, more often than not; the first has stones set up."""
    rng = random.Random(size)
    all_moves: list[int] = []
    offsets = [0]
    for game in range(games):
        board = _core.Board(size, size)
        color = 1
        if not game:
            board.play(12, 1), board.play(13, 2)
        for _ in range(20):
            legal = [p for p in range(board.area) if board.is_legal(p, color)]
            last = all_moves[-1] if all_moves else 0
            near = [p for p in legal if 0 < abs(p % size - last % size) < 2 > abs(p - last) // size]
            move = rng.choice(near if near and rng.random() < 0.7 else [*legal, board.area])
            board.play(move, color)
            all_moves.append(move)
            color = 3 - color
        offsets.append(len(all_moves))
    members: dict[str, Any] = {
        "size": np.uint8(size),
        "off": np.array(offsets, np.uint32),
        "moves": np.array(all_moves, np.uint16),
        "first": np.zeros(games, np.uint8),
        "setup": np.array([12, 13 | 0x8000], np.uint16),
        "setup_off": np.array([0] + [2] * games, np.uint32),
    }
    np.savez(path, **(members | (changes or {})))
    return path


def run(*arguments: object, code: int = 0) -> str:
    result = runner.invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def test_mm(tmp_path: Path) -> None:
    pack, out = write_pack(tmp_path / "a.npz", 80), tmp_path / "a.gammas"
    report = json.loads(run("mm", pack, "--out", out, "--json"))
    assert set(report["features"]) == set(FEATURES)
    assert report["features"]["near_small"] > 2
    assert [(r["pack"], r["part"]) for r in report["held_out"]] == [
        ("a", "validation"),
        ("a", "test"),
    ]
    # 80 games of up to 20 moves: four are for the test, four for validation.
    assert all(40 < r["positions"] <= 80 for r in report["held_out"])
    model = load_gammas(str(out))
    assert dict(zip(FEATURES, model.features, strict=True)) == pytest.approx(
        report["features"], rel=1e-4
    )
    text = out.read_text()
    assert "# Made by keima learn mm" in text and "a (5x5)" in text
    make_playout("softmax", gammas=str(out)).run(_core.Board(5, 5), 1)
    # As good as what it was learnt by, and better than chance.
    told = json.loads(run("test", out, pack, "--json"))["held_out"][1]
    assert told["log_likelihood"] == pytest.approx(
        report["held_out"][1]["log_likelihood"], abs=0.01
    )
    assert told["accuracy"] > 1 / 20
    assert "best move" in run("test", out, pack)


def test_frequency_and_start(tmp_path: Path) -> None:
    packs = [write_pack(tmp_path / f"{size}.npz", 40, size) for size in (5, 7)]
    out = tmp_path / "f.gammas"
    run("frequency", *packs, "--out", out)
    assert "frequency" in out.read_text()
    run("mm", *packs, "--out", tmp_path / "m.gammas", "--start", out, "--sweeps", 2)
    assert load_gammas(str(tmp_path / "m.gammas")) != load_gammas(str(out))


def test_positions_are_limited(tmp_path: Path) -> None:
    pack, out = write_pack(tmp_path / "a.npz", 80), tmp_path / "a.gammas"
    result = runner.invoke(app, ["frequency", str(pack), "--out", str(out), "--positions", "100"])
    assert int(result.stderr.split(" positions of ")[0].split()[-1]) in range(100, 121)


def test_packs(tmp_path: Path) -> None:
    pack = read_pack(write_pack(tmp_path / "a.npz", 9))
    first = pack.game(0)
    assert (first.board.at(12), first.board.at(13), first.board.at(0)) == (1, 2, 0)
    assert pack.game(1).board.stones == [0] * 25
    assert len(first.moves) == 20 and first.first == 1
    assert pack.shuffled(1) != pack.shuffled(4)


def test_the_order_of_games_stays() -> None:
    """The models that Keima brings are made again only with the same order."""
    numbers = np.zeros(46, np.int64)
    nothing = np.zeros(0, np.uint16)
    facts = facts_of({}, 45, 25)
    pack = Pack(Path(), 5, numbers, nothing, np.zeros(45, np.uint8), numbers, nothing, facts)
    split = split_games([pack], 1000, 1)
    assert [game.number for game in split.train][:8] == [2, 9, 42, 32, 5, 25, 12, 11]
    assert [game.number for game in split.validation] == [41, 21, 1]
    assert [game.number for game in split.test] == [20, 40, 0]
    assert pack.shuffled(1)[:8] == [19, 16, 29, 9, 24, 31, 23, 34]


@pytest.mark.parametrize(
    "changes",
    [
        {"off": np.array([0, 5], np.uint32)},
        {"size": np.uint8(0)},
        {"first": np.full(3, 7, np.uint8)},
        {"off": np.array([0, 30, 20, 60], np.uint32)},
        {"setup_off": np.array([0, 9], np.uint32)},
        {"size": np.array(["nine"])},
    ],
)
def test_faulty_packs(changes: dict[str, Any], tmp_path: Path) -> None:
    path = write_pack(tmp_path / "a.npz", 3, changes=changes)
    told = run("mm", path, "--out", tmp_path / "x", code=1)
    assert "is no pack of games" in told
    assert not (tmp_path / "x").exists()


def test_what_is_no_pack(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_text("hello")
    assert "is no pack" in run("mm", tmp_path / "a.npz", "--out", tmp_path / "x", code=1)
    assert "cannot read" in run("mm", tmp_path / "none.npz", "--out", tmp_path / "x", code=1)
    np.save(tmp_path / "b.npy", np.zeros(3))
    assert "is no pack" in run("mm", tmp_path / "b.npy", "--out", tmp_path / "x", code=1)


def test_an_impossible_move_ends_its_game(tmp_path: Path) -> None:
    moves = np.array([0, 1, 1, 2, 3, 4] * 10, np.uint16)
    changes = {"moves": moves, "off": np.arange(0, 66, 6, np.uint32)}
    path = write_pack(tmp_path / "a.npz", 10, changes=changes)
    out = tmp_path / "x"
    result = runner.invoke(app, ["frequency", str(path), "--out", str(out)])
    assert result.exit_code == 0
    # Two of the ten are not learnt from.
    assert "8 games have a move that cannot be played" in result.stderr
    assert len(SHAPES) < len(out.read_text().splitlines())


def test_moves(tmp_path: Path) -> None:
    pack, out = write_pack(tmp_path / "a.npz", 80), tmp_path / "a.bin"
    text = run("moves", pack, "--out", out, "--least", 3, "--epochs", 3)
    codes, weights, about = read_move_model(out.read_bytes())
    assert len(codes) == len(weights) > 20 and any(weights)
    validation, test = text.splitlines()
    assert validation == f"validation: {about['validation']}"
    assert test == f"test: {about['test']}"
    # Four games of each part, some of whose moves are passes; chance would find one of eight.
    positions, best = re.findall(r"([\d,]+) positions, move played is the best ([\d.]+)%", test)[0]
    assert 60 < int(positions) <= 80 and float(best) > 20
    again = tmp_path / "b.bin"
    run("moves", pack, "--out", again, "--least", 3, "--epochs", 3)
    assert again.read_bytes() == out.read_bytes()


def test_moves_with_a_teacher(tmp_path: Path) -> None:
    write_chance_pack(tmp_path / "games.npz")
    write_network(tmp_path / "net.bin.gz", random_network(blocks="o"))
    out, alone = tmp_path / "my.bin", tmp_path / "alone.bin"
    words = ["moves", str(tmp_path / "games.npz"), "--least", "3"]
    taught = [*words, "--positions", "30", "--teacher", str(tmp_path / "net.bin.gz"), "--out"]
    found = runner.invoke(app, [*taught, str(out)])
    assert found.exit_code == 0, found.output
    made = str(read_move_model(out.read_bytes())[2]["made"])
    assert "--teacher net.bin.gz --positions 30, 36 games of games" in made
    assert runner.invoke(app, [*words, "--out", str(alone)]).exit_code == 0
    assert read_move_model(out.read_bytes())[:2] != read_move_model(alone.read_bytes())[:2]
    missing = runner.invoke(app, [*taught[:-2], str(tmp_path / "none.bin.gz"), "--out", "x"])
    assert missing.exit_code == 1 and "none.bin.gz" in missing.output


def test_moves_of_no_pack(tmp_path: Path) -> None:
    assert "cannot read" in run("moves", tmp_path / "none.npz", "--out", tmp_path / "x", code=1)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("command", ["mm", "frequency", "moves"])
def test_a_file_that_cannot_be_written_is_told_at_once(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = tmp_path / "none.npz"
    told = run(command, none, "--out", tmp_path / "no" / "x", code=1)
    assert "cannot write" in told and "there is no folder" in told
    assert "not a regular file" in run(command, none, "--out", tmp_path, code=1)
    assert "not a regular file" in run(command, none, "--out", "/dev/null", code=1)
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    assert "no permission" in run(command, none, "--out", tmp_path / "x", code=1)


@pytest.mark.parametrize("command", ["mm", "frequency", "moves"])
@pytest.mark.parametrize("move", [None, 25])
def test_nothing_to_learn_from(command: str, move: int | None, tmp_path: Path) -> None:
    """Games for the test and for validation only, or games of passes."""
    changes = {} if move is None else {"moves": np.full(60, move, np.uint16)}
    pack = write_pack(tmp_path / "a.npz", 2 if move is None else 3, changes=changes)
    told = run(command, pack, "--out", tmp_path / "x", code=1)
    assert "there are no positions to learn from" in told
    assert list(tmp_path.iterdir()) == [pack]


def test_a_part_without_positions(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "a.npz", 1)
    rows = json.loads(run("test", "mm", pack, "--json"))["held_out"]
    assert rows[0] == {
        "pack": "a",
        "part": "validation",
        "positions": 0,
        "log_likelihood": None,
        "accuracy": None,
    }
    assert rows[1]["log_likelihood"] < 0
    assert "a, validation: no positions\na, test: " in run("test", "mm", pack)


def test_positions_of_a_test_are_those_asked_for(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "a.npz", 200)
    rows = json.loads(run("test", "mm", pack, "--json", "--positions", 50))["held_out"]
    assert all(50 <= row["positions"] < 70 for row in rows)


def test_only_what_is_learnt_from_is_read(tmp_path: Path) -> None:
    sample, pack = Sample(), read_pack(write_pack(tmp_path / "a.npz", 40))
    add_pack(sample, pack, 1000)
    assert len(sample.train) and not len(sample.validation) and not len(sample.test)
    sample = Sample()
    add_pack(sample, pack, 1000, learn=False)
    assert not len(sample.train) and len(sample.validation) and len(sample.test)


@pytest.mark.parametrize("save_every, told", [(0.0, "--start "), (60.0, "nothing was written")])
def test_a_run_that_is_stopped(
    save_every: float, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def train(*_: object, tell: Callable[[Sweep], object], **__: object) -> None:
        tell(Sweep(1, Gammas(), -1.0))
        raise KeyboardInterrupt

    monkeypatch.setattr("keima.learn.mm.train", train)
    monkeypatch.setattr("keima.cli.learn.SAVE_EVERY", save_every)
    pack, out = write_pack(tmp_path / "a.npz", 20), tmp_path / "x"
    assert f"stopped; {told}" in run("mm", pack, "--out", out, code=130)
    assert out.exists() == (save_every == 0)
