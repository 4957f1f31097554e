"""`keima learn shallow` on a pack that is written here."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.learn.packs import TEST, read_pack
from keima.learn.samples import Playouts, Samples, Source, read_samples, write_samples
from keima.learn.shallow import Learner, Settings, first_weights, tie
from keima.models.shallow import ShallowModel, Shape, read_named

SIZE = 5


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games whose moves are beside the last one: easy to learn with a history."""
    rng = np.random.default_rng(1)
    moves: list[int] = []
    offsets = [0]
    for _ in range(80):
        board, color, last = _core.Board(SIZE, SIZE), 1, 12
        for _ in range(12):
            near = [last - 1, last + 1, last - SIZE, last + SIZE]
            legal = [p for p in range(board.area) if board.is_legal(p, color)]
            close = [p for p in legal if p in near and abs(p % SIZE - last % SIZE) < 2]
            last = int(rng.choice(close or legal))
            board.play(last, color)
            moves.append(last)
            color = 3 - color
        offsets.append(len(moves))
    path = tmp_path_factory.mktemp("pack") / "near.npz"
    np.savez(path, size=SIZE, off=offsets, moves=moves)
    return path


def learner(pack: Path, folder: Path, **settings: object) -> Learner:
    source = Source([read_pack(pack)], games=20)
    return Learner(folder, source, Shape(SIZE, 4), Settings(batch=32, held_out=40, **settings))  # type: ignore[arg-type]


def test_what_is_learnt_is_of_use(pack: Path, tmp_path: Path) -> None:
    made = learner(pack, tmp_path, positions=6000, rate=0.02)
    before = made.finish()
    made.run(6000)
    after = made.finish()
    assert after.log_likelihood > before.log_likelihood + 0.5 * after.positions
    assert after.top(4) > 0.8 > before.top(4)
    found = read_named(str(tmp_path / "network.bin"), SIZE)
    assert found.about["seen"] == 6000
    assert found.about["test"] == after.to_json()
    log = (tmp_path / "log.jsonl").read_text().splitlines()
    assert json.loads(log[-1])["positions"] == 6000


def test_a_run_goes_on_where_it_was(pack: Path, tmp_path: Path) -> None:
    whole = learner(pack, tmp_path / "whole")
    whole.run(1200)
    stops = iter([False, True])
    learner(pack, tmp_path / "parts").run(1200, lambda: next(stops))
    again = learner(pack, tmp_path / "parts")
    assert 0 < again.positions < 1200
    again.run(1200)
    assert (again.weights == whole.weights).all()


def test_another_network_does_not_go_on(pack: Path, tmp_path: Path) -> None:
    learner(pack, tmp_path).run(100)
    with pytest.raises(ValueError, match="another kind of network"):
        Learner(tmp_path, Source([read_pack(pack)]), Shape(SIZE, 5), Settings())


@pytest.mark.parametrize("cut", [0, 7, 200, -40])
def test_a_state_that_is_cut_off_is_told(pack: Path, tmp_path: Path, cut: int) -> None:
    learner(pack, tmp_path).run(100)
    path = tmp_path / "state.npz"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(ValueError, match=r"cannot go on from .*state\.npz"):
        learner(pack, tmp_path)


def test_a_state_whose_parts_do_not_fit(pack: Path, tmp_path: Path) -> None:
    learner(pack, tmp_path).run(100)
    path = tmp_path / "state.npz"
    with np.load(path) as found:
        state = dict(found)
    for name, wrong in (
        ("mean", state["mean"][:-1]),
        ("square", state["square"] * np.nan),
        ("progress", -state["progress"]),
        ("progress", state["progress"][:2]),
    ):
        np.savez(path, **{**state, name: wrong})
        with pytest.raises(ValueError, match="cannot go on from"):
            learner(pack, tmp_path)


def turned(board: _core.Board) -> _core.Board:
    stones = np.rot90(np.reshape(board.stones, (SIZE, SIZE)))
    return _core.Board.from_stones(SIZE, SIZE, stones.ravel().tolist())


def test_tied_weights_turn_with_the_board() -> None:
    shape = Shape(SIZE, 3, history=False)
    weights = first_weights(shape, 1)
    shape.split(weights)["biases"][:] = np.random.default_rng(2).normal(size=(25, 3))
    board = _core.Board(SIZE, SIZE)
    for number, point in enumerate((1, 7, 13, 3, 20)):
        board.play(point, 1 + number % 2)

    def apart(given: np.ndarray) -> float:  # type: ignore[type-arg]
        net = ShallowModel(shape, given).native()
        plain = np.rot90(np.reshape(net.predict(board, 2), (SIZE, SIZE)))
        return float(abs(plain - np.reshape(net.predict(turned(board), 2), (SIZE, SIZE))).max())

    assert apart(weights) > 0.01
    assert apart(tie(shape, weights)) < 1e-6
    assert tie(shape, tie(shape, weights)) == pytest.approx(tie(shape, weights), abs=1e-6)


def test_learning_keeps_weights_tied(pack: Path, tmp_path: Path) -> None:
    made = learner(pack, tmp_path, tied=True)
    made.run(200)
    assert made.weights == pytest.approx(tie(made.shape, made.weights), abs=1e-5)


def test_parts_have_other_games(pack: Path) -> None:
    source = Source([read_pack(pack)], games=1000)
    assert len(source.chunk(0)) == 72 * 12
    assert len(source.chunk(0, TEST)) == 4 * 12
    few = Source([read_pack(pack)], games=1000, per_game=3)
    assert len(few.chunk(0)) == 72 * 3
    assert not np.array_equal(few.chunk(0).moves, few.chunk(1).moves)
    assert np.array_equal(few.chunk(1).moves, few.chunk(1).moves)


def test_samples_are_kept(pack: Path, tmp_path: Path) -> None:
    packs = [read_pack(pack)]
    source = Source(packs, games=40, playouts=Playouts(2, "uniform"), folder=tmp_path)
    first = source.chunk(0)
    assert first.owners is not None
    assert first.owners.shape == first.states.shape
    assert set(np.unique(first.owners)) <= {-127, -64, 0, 64, 127}
    (path,) = tmp_path.iterdir()
    assert np.array_equal(read_samples(path).owners, first.owners)  # type: ignore[arg-type]
    assert source.chunk(source.chunks()).moves.tolist() == first.moves.tolist()
    write_samples(path, Samples(first.states, first.last, first.before, first.moves, None))
    with pytest.raises(ValueError, match="has no owners"):
        source.chunk(0)
    data = path.read_bytes()
    for wrong in (b"nothing", b"", data[:-30], data[:100] + b"\xff" * 50 + data[150:]):
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match="has no samples"):
            source.chunk(0)


def test_the_command(pack: Path, tmp_path: Path) -> None:
    runner, results = CliRunner(), tmp_path / "results.jsonl"
    words = ["shallow", str(tmp_path / "run"), str(pack), "--kernels", "2", "--positions", "300"]
    words += ["--games", "20", "--held-out", "20", "--owner", "--playouts", "2", "--json"]
    found = runner.invoke(app, [*words, "--results", str(results)])
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout.splitlines()[-1])
    assert (told["seen"], told["owner"], told["size"]) == (300, True, SIZE)
    assert json.loads(results.read_text()) == told
    wrong = runner.invoke(app, ["shallow", str(tmp_path / "x"), str(results)])
    assert wrong.exit_code == 1
    assert "is no pack of games" in wrong.output


def test_kept_chunks_of_other_settings_are_not_taken(pack: Path, tmp_path: Path) -> None:
    packs = [read_pack(pack)]
    first = Source(packs, games=10, folder=tmp_path).chunk(0)
    for changed in ({"seed": 2}, {"games": 5}, {"per_game": 3}):
        other = Source(packs, **{"games": 10, "folder": tmp_path, **changed}).chunk(0)
        assert other.moves.tolist() != first.moves.tolist()
    again = Source(packs, games=10, folder=tmp_path).chunk(0)
    assert again.moves.tolist() == first.moves.tolist()
