"""Learning which blocks live, from games that are made here."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima.cli.learn import app
from keima.experiments import load_experiment
from keima.learn import life_tables
from keima.learn.finals import finals
from keima.learn.life import Positions, collect, counted_owners, judged_values, report
from keima.learn.packs import read_pack
from keima.models.life import read_life
from keima.score.life import all_alive

runner = CliRunner()

SIZE, GAMES, PASS = 7, 60, 49
#: Two walls, Black's left of White's, and a white stone in Black's half that dies.
WALLS = [p for row in range(SIZE) for p in (row * SIZE + 2, row * SIZE + 4)]


def moves_of(game: int) -> list[int]:
    order = np.random.default_rng(game).permutation(SIZE)
    walls = [p for row in order.tolist() for p in WALLS[2 * row : 2 * row + 2]]
    inside = SIZE * int(order[0])
    return [*walls[:-2], walls[-2], inside, PASS, walls[-1], PASS, PASS]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Black has three columns and White three; one between them is nobody's, and half a point of
    komi decides."""
    path = tmp_path_factory.mktemp("life") / "walls.npz"
    games = [moves_of(game) for game in range(GAMES)]
    np.savez(
        path,
        size=np.uint8(SIZE),
        off=np.cumsum([0, *(len(moves) for moves in games)]),
        moves=np.concatenate(games).astype(np.uint16),
        restype=np.ones(GAMES, np.uint8),
        winner=np.full(GAMES, -1, np.int8),
        margin=np.full(GAMES, 0.5, np.float32),
        komi=np.full(GAMES, 0.5, np.float32),
        rules=np.full(GAMES, 3, np.uint8),
    )
    return path


def test_owners_are_those_that_give_the_recorded_score(pack: Path) -> None:
    found = read_pack(pack)
    owners = counted_owners(found, 3)
    assert owners is not None and sum(owners) == 0
    assert owners[:SIZE] == [1, 1, 1, 0, -1, -1, -1]
    found.facts.margin[4] = 20.5
    assert counted_owners(found, 4) is None
    found.facts.rules[5] = 0
    assert counted_owners(found, 5) is None


def test_blocks_with_what_becomes_of_them(pack: Path) -> None:
    games = islice(finals([read_pack(pack)], "training", 1, counted_owners), 1)
    found = collect(games, each=None)
    assert found.games == 1 and len(found) == found.left[0] + 1 and found.left[-1] == 0
    # At the end: a black wall and a white one that live, and a white stone that is dead.
    assert sorted(found.labels[-1]) == [0, 1, 1]
    assert found.alive().sum() + (~found.alive()).sum() == found.relevant().sum()
    assert found.features().shape == (len(found.relevant()), 60)
    values = judged_values(found, all_alive)
    told = report(found, values)
    assert told.wrong == pytest.approx(1 - told.alive)
    assert told.before_end[0] == pytest.approx(1 / 3)
    assert "always alive" in str(told)


def test_nothing_to_learn_from() -> None:
    with pytest.raises(ValueError, match="no positions"):
        collect([])
    assert len(Positions()) == 0


def run(*arguments: object, code: int = 0) -> Any:
    result = runner.invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output
    return result


def test_the_command(pack: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.bin"
    options = ["--games", 30, "--units", 4, "--epochs", 150, "--positions", 14, "--test-games", 3]
    told = json.loads(run("life", pack, "--out", out, *options, "--json").stdout)
    assert told["games"] == 3 and told["blocks"] > 100
    assert told["wrong"] < 0.5 * (1 - told["alive"])  # it has learnt which stone dies
    net, about = read_life(out.read_bytes())
    assert net.units == [4, 4] and "walls" in str(about["made"]) and "blocks" in str(about["test"])
    result = run("life", pack, "--out", tmp_path / "no" / "a.bin", code=1)
    assert "no folder" in result.output


def test_cells_of_the_table(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few examples and classifiers; what is there is not measured again."""
    monkeypatch.setattr(life_tables, "SIZES", (1000,))
    few = {name: life_tables.CLASSIFIERS[name] for name in ("NMC", "RPNC-5")}
    monkeypatch.setattr(life_tables, "CLASSIFIERS", few)
    file = tmp_path / "cells.jsonl"
    arguments = ["life-tables", pack, "--file", file, "--games", 20, "--test-games", 1]
    run(*arguments)
    lines = file.read_text().splitlines()
    assert len(lines) == 1 + 2 + 1 + 5
    run(*arguments)
    assert file.read_text().splitlines() == lines
    experiment = load_experiment("vanderwerf-9.1").with_file(file)
    assert experiment.compute is not None
    rows = {row.ours[0]: row for row in experiment.compute()}
    assert rows["RPNC-5"].ours[1] != "-" and rows["RPNC-5"].paper[1] == "14.7"
    assert rows["LDC"].ours[1] == "-"
