"""Learning who will have a point, from games that are made here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.learn.finals import finals
from keima.learn.packs import Pack, read_pack
from keima.learn.territory import Examples, Sight, collect, learn
from keima.learn.territory_figures import BASELINES, Count, Figures, Position, measure
from keima.models.territory import load_territory
from keima.score.life import all_alive
from keima.score.territory import signs_of

SIZE, KOMI = 5, 0.5
#: Black takes the two columns at the left, White those at the right: moves as row and column.
COLUMNS = ((1, 3), (1, 3), (1, 3), (1, 3), (1, 3))


def write_games(path: Path, games: int = 60, **changes: Any) -> Path:
    """Each game is two walls; Black's is in the second column or row, from either end."""
    moves: list[int] = []
    owners: list[int] = []
    for game in range(games):
        rows: list[int] = []
        for row, (black, white) in enumerate(COLUMNS):
            rows += [row * SIZE + black, row * SIZE + white]
        kept = [1, 1, 0, -1, -1] * SIZE
        board = np.arange(SIZE * SIZE).reshape(SIZE, SIZE)
        turned = np.rot90(board, game % 4).ravel()
        moves += [int(turned[p]) for p in rows] + [SIZE * SIZE] * 2
        line = np.zeros(SIZE * SIZE, int)
        line[turned] = kept
        owners += line.tolist()
    each = 2 * SIZE + 2
    members: dict[str, Any] = {
        "size": np.uint8(SIZE),
        "off": np.arange(games + 1, dtype=np.uint32) * each,
        "moves": np.array(moves, np.uint16),
        "winner": np.full(games, -1, np.int8),
        "restype": np.ones(games, np.uint8),
        "margin": np.full(games, KOMI, np.float32),
        "komi": np.full(games, KOMI, np.float32),
        "rules": np.full(games, 3, np.uint8),
        "owned": np.arange(games, dtype=np.int32),
        "owners": np.array(owners, np.int8),
        **changes,
    }
    np.savez(path, **{name: value for name, value in members.items() if value is not None})
    return path


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return read_pack(write_games(tmp_path / "games.npz"))


def test_games_with_owners_by_part(pack: Pack) -> None:
    parts = {part: list(finals([pack], part)) for part in ("test", "validation", "training")}
    assert {part: len(games) for part, games in parts.items()} == {
        "test": 3,
        "validation": 3,
        "training": 54,
    }
    game = parts["test"][0]
    assert game.area == 0 and game.komi == KOMI
    positions = list(game.positions())
    assert [played for *_, played in positions] == list(range(11))
    assert [to_play for _, to_play, _ in positions][:3] == [1, 2, 1]
    assert sum(map(bool, positions[-1][0].stones)) == 10
    assert [g.number for g in finals([pack], "training", 2)] != [
        g.number for g in parts["training"]
    ]


def test_games_are_counted_if_they_have_no_owners(tmp_path: Path) -> None:
    pack = read_pack(write_games(tmp_path / "games.npz", owned=None, owners=None))
    with pytest.raises(ValueError, match=r"games\.npz: no even game of the part test was counted"):
        list(finals([pack], "test"))
    asked: list[int] = []

    def count(pack: Pack, number: int) -> list[int] | None:
        asked.append(number)
        return [1] * 25 if number else None

    found = list(finals([pack], "test", count=count))
    assert sorted(asked) == [0, 20, 40] and len(found) == 2
    assert found[0].area == 25


def test_examples_and_what_is_learnt(pack: Pack) -> None:
    sight = Sight(3, enhanced=True)
    found = collect(finals([pack], "training"), 2000, sight, alive=all_alive)
    choice = collect(finals([pack], "validation"), 200, sight, alive=all_alive)
    assert found.inputs.shape == (2000, 44) and found.targets.shape == (2000,)
    assert set(np.unique(found.targets)) == {-1, 0, 1}
    net, trained = learn(found, choice, sight, hidden=5, trials=2, epochs=60)
    assert trained.error < 0.3
    signs = [0, 1, 0, -1, 0] * 5
    values = net.evaluate(5, 5, signs, 1, np.ones(25, np.float32)).reshape(5, 5)
    assert (values[:, 0] > 0.3).all() and (values[:, 4] < -0.3).all()


def test_a_smaller_radius_is_a_part_of_a_larger_one() -> None:
    rng = np.random.default_rng(1)
    signs = rng.choice([-1, 0, 1], 81).tolist()
    alive = rng.random(81).astype(np.float32)
    for enhanced in (False, True):
        large, small = (
            _core.territory_inputs(
                9, 9, signs, 1, alive, [30, 41], radius=radius, enhanced=enhanced
            )
            for radius in (5, 3)
        )
        sight = Sight(5, enhanced)
        narrowed = Examples(large, np.zeros(2, np.float32), 1).narrowed(sight, 3)
        assert (narrowed.inputs == small).all()


def test_no_games_to_learn_from() -> None:
    with pytest.raises(ValueError, match="no positions to learn from"):
        collect([], 10, Sight())


def test_winners_and_points() -> None:
    count = Count()
    count.add(3, 5, 4.5)  # Black is said to lose, and wins
    count.add(7, 5, 4.5)
    assert (count.winners, count.points) == (0.5, 2)


def test_the_matrix_of_a_position(pack: Pack) -> None:
    game = next(finals([pack], "test"))
    board, to_play, played = list(game.positions())[-1]
    alive = np.ones(25, np.float32)
    position = Position(board, to_play, played, signs_of(board), alive, alive, alive)
    figures = Figures()
    figures.add(np.ones(25, np.int32), position, game)
    assert figures.matrix.tolist() == [[5, 5, 5], [0, 0, 0], [0, 0, 0]]
    figures.add(game.owners.astype(np.int32), position, game)
    assert figures.matrix.tolist() == [[10, 5, 5], [0, 5, 0], [0, 0, 5]]
    assert figures.all.positions == 2 and figures.late.positions == 0


def test_baselines(pack: Pack) -> None:
    found = measure(finals([pack], "test"), BASELINES, playouts=5)
    assert {name: f.all.positions for name, f in found.items()} == {
        "stones": 33,
        "area": 33,
        "playouts": 33,
    }
    assert found["stones"].all.points == pytest.approx(5 / 11)  # Black is one stone ahead at times


def test_the_command(tmp_path: Path) -> None:
    pack, out = write_games(tmp_path / "games.npz"), tmp_path / "net.bin"
    arguments = ["territory", str(pack), "--out", str(out), "--examples", "800", "--json"]
    arguments += ["--trials", "1", "--epochs", "20", "--playouts", "2", "--radius", "3"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    told = json.loads(result.output.splitlines()[-1])
    assert told["positions"] == 33 and 0 <= told["winners"] <= 1
    net = load_territory(str(out))
    assert (net.radius, net.enhanced, net.hidden) == (3, True, 25)


def test_the_command_counts_games_itself(tmp_path: Path) -> None:
    pack = write_games(tmp_path / "games.npz", owned=None, owners=None)
    out = tmp_path / "net.bin"
    arguments = ["territory", str(pack), "--out", str(out), "--examples", "100", "--simple"]
    arguments += ["--trials", "1", "--epochs", "2", "--playouts", "1", "--hidden", "0"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "test: 33 positions, winner" in result.output


def test_the_tables(tmp_path: Path) -> None:
    pack, folder = write_games(tmp_path / "games.npz"), tmp_path / "tables"
    arguments = ["territory-tables", str(pack), "--folder", str(folder), "--examples", "100"]
    arguments += ["--trials", "1", "--epochs", "1", "--playouts", "1", "--games", "1"]
    for _ in range(2):  # what is there is not made again
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output
    assert "examples for" not in result.output
    lines = (folder / "vanderwerf-10.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 3 + 7 * 3 + 12 + 4
    assert len(list(folder.glob("*.bin"))) == 12


def test_errors(tmp_path: Path) -> None:
    unknown = {"restype": np.zeros(60, np.uint8), "owned": None, "owners": None}
    pack = write_games(tmp_path / "games.npz", **unknown)
    result = CliRunner().invoke(app, ["territory", str(pack), "--out", str(tmp_path / "x.bin")])
    assert result.exit_code == 1
    assert "no even game of the part training was counted" in result.output
