"""Van der Werf 2004, tables 6.1 and 7.1 to 7.4: the document's numbers, and files of results."""

import random
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.experiments import load_experiment
from keima.experiments import vanderwerf_learning as learning
from keima.experiments.cells import keep_cell, known_cells, read_cells
from keima.experiments.report import as_markdown, summary
from keima.learn.erna.rivals import RIVALS
from keima.learn.extraction import METHODS
from keima.learn.local_moves import Settings
from keima.learn.packs import read_pack
from keima.learn.pairs import KINDS
from keima.learn.tables import Data, cells_of
from keima.models.local import read_named

TABLES = ("6.1", "7.1", "7.2", "7.3", "7.4")


def write_pack(path: Path, games: int = 41) -> Path:
    rng, moves = random.Random(1), list[int]()
    for _ in range(games):
        board = _core.Board(5, 5)
        for i in range(12):
            moves.append(rng.choice([p for p in range(25) if board.is_legal(p, 1 + i % 2)]))
            board.play(moves[-1], 1 + i % 2)
    offsets = np.arange(0, 12 * games + 1, 12, dtype=np.uint32)
    np.savez(path, size=np.uint8(5), off=offsets, moves=np.array(moves, np.uint16))
    return path


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    pack = read_pack(write_pack(tmp_path_factory.mktemp("packs") / "games.npz"))
    return Data([pack], 100, Settings(hidden=3, steps=2))


@pytest.mark.parametrize("table", TABLES)
def test_without_results_there_is_the_document(table: str, tmp_path: Path) -> None:
    name = f"vanderwerf-{table}"
    experiment = load_experiment(name)
    assert summary(experiment, []) == "Nothing has been measured."
    file = tmp_path / "results.jsonl"
    keep_cell(file, name, "some cell of other days", {"right": 0.5})
    rows = (experiment.with_file(file).compute or list)()
    assert rows and all(len(row.ours) == len(row.paper) == len(experiment.columns) for row in rows)
    assert all(row.ours[0] == row.paper[0] for row in rows)


def test_the_rows_are_those_that_can_be_learnt(data: Data) -> None:
    assert set(learning.CONNECTED) == set(RIVALS)
    assert list(learning.KINDS) == list(KINDS)
    assert list(learning.EXTRACTED) == list(METHODS)
    cells = cells_of("7.2", data)
    for method in METHODS:
        assert all(f"{method}/{column}" in cells for column in learning.SCALED)
    assert list(cells_of("7.3", data)) == list(learning.PHASES)


def test_results_stand_beside_the_document(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    for cell, right in (("all", 0.9), ("only stones", 0.81), ("without stones", 0.85)):
        keep_cell(file, "vanderwerf-7.1", cell, {"right": right})
    rows = (load_experiment("vanderwerf-7.1").with_file(file).compute or list)()
    assert rows[0].ours == ("stones", "+31.0", "-5.0")
    assert rows[0].paper == ("stones", "+32.9", "-4.8")
    assert rows[1].ours == ("edge", "-", "-")
    assert rows[-1].ours == ("all (percent)", "90.0", "-")


def test_seeds_of_one_rival_are_averaged(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    for seed, right in ((1, 0.9), (2, 0.94)):
        keep_cell(file, "vanderwerf-6.1", f"4/erna/{seed}", {"right": right})
    experiment = load_experiment("vanderwerf-6.1").with_file(file)
    rows = (experiment.compute or list)()
    assert rows[-2].ours == ("erna", "92", "-", "-")
    assert "| erna |" in as_markdown(experiment, [], None, "")


def test_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    assert known_cells(file, "vanderwerf-7.1") == {}
    keep_cell(file, "vanderwerf-7.1", "all", {"right": "no number"})
    with pytest.raises(ValueError, match=r"results\.jsonl"):
        load_experiment("vanderwerf-7.1").with_file(file)
    with pytest.raises(ValueError, match=r"expected the cells of vanderwerf-7\.2"):
        read_cells(file, "vanderwerf-7.2")


def test_cells_are_trained(data: Data) -> None:
    found = cells_of("7.1", data)["only last move"]()
    assert found["pairs"] == 100 and 0 <= found["right"] <= 1
    found = cells_of("7.2", data)["mestmpa/near/10"]()
    assert 0 <= found["right"] <= 1
    found = cells_of("7.3", data)["40/12/20"]()
    assert found["second_seconds"] >= 0
    with pytest.raises(ValueError, match=r"expected one of 7\.1"):
        cells_of("9.9", data)
    with pytest.raises(ValueError, match="give one"):
        cells_of("7.4", data)


def test_three_games_by_the_model(data: Data, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keima.learn.tables.LEAST_MOVES", 10)
    found = cells_of("7.4", data, read_named("9x9"))["model"]()
    assert len(found["games"]) == 3 and 0.3 < found["average"] < 0.8


def test_commands_do_what_is_missing(tmp_path: Path) -> None:
    pack, file = write_pack(tmp_path / "games.npz"), tmp_path / "results.jsonl"
    few = ["--pairs", "50", "--hidden", "2", "--steps", "1"]
    keep_cell(file, "vanderwerf-7.1", "all", {"right": 0.9})
    result = CliRunner().invoke(app, ["pairs", "7.1", str(pack), "--file", str(file), *few])
    assert result.exit_code == 0, result.output
    found = read_cells(file, "vanderwerf-7.1")
    assert len(found) == 17 and found["all"] == {"right": 0.9}

    other = tmp_path / "boards.jsonl"
    chosen = ["--size", "4", "--rival", "nearest mean", "--rival", "erna", "--epochs", "2"]
    result = CliRunner().invoke(app, ["connectedness", "--file", str(other), *chosen])
    assert result.exit_code == 0, result.output
    assert list(read_cells(other, "vanderwerf-6.1")) == ["4/nearest mean/1", "4/erna/1"]

    result = CliRunner().invoke(app, ["rank", "9x9", str(pack)])
    assert result.exit_code == 0 and "3 games, 36 positions" in result.output
