"""`keima learn local` and its parts, on packs that are written here."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima import _core
from keima.cli.learn import app
from keima.learn.classifiers.network import Network
from keima.learn.extraction import extraction, no_scaling
from keima.learn.local_moves import (
    Settings,
    learn_pairs,
    merged,
    native_model,
    new_network,
    ordered,
    pair_error,
    train_local,
)
from keima.learn.local_stream import StreamLearner, StreamSettings
from keima.learn.packs import TEST, VALIDATION, Pack, read_pack
from keima.learn.pairs import LEARNING, Pairs, PairStream, Regions, sample_pairs
from keima.learn.ranking import fit_sharpness, rank_games
from keima.models.local import load_local

SMALL = Regions(12, 12)


def write_pack(path: Path, games: int = 60) -> Path:
    """Games on 7x7 in which every move is next to the last one, if that can be."""
    rng, all_moves, offsets = random.Random(1), list[int](), [0]
    for _ in range(games):
        board, color, last = _core.Board(7, 7), 1, rng.randrange(49)
        for _ in range(24):
            legal = [p for p in range(49) if board.is_legal(p, color)]
            near = [p for p in legal if abs(p % 7 - last % 7) + abs(p // 7 - last // 7) == 1]
            last = rng.choice(near or legal)
            board.play(last, color)
            all_moves.append(last)
            color = 3 - color
        offsets.append(len(all_moves))
    np.savez(
        path,
        size=np.uint8(7),
        off=np.array(offsets, np.uint32),
        moves=np.array(all_moves, np.uint16),
    )
    return path


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return read_pack(write_pack(tmp_path_factory.mktemp("packs") / "games.npz"))


def some_pairs(seed: int, count: int = 300) -> Pairs:
    """The move played has more of the sum of the first two features."""
    played, others = np.random.default_rng(seed).normal(size=(2, count, 6)).astype(np.float32)
    swap = played[:, :2].sum(1) < others[:, :2].sum(1)
    played[swap], others[swap] = others[swap], played[swap]
    return Pairs(played, others)


def test_the_error_of_pairs_by_hand() -> None:
    network = Network(2, 2)
    into, bias, out, _ = network.parts(network.weights)
    into[:], bias[:], out[:] = np.eye(2), 0, [[1], [0]]
    x = np.arctanh(np.array([[0.5, 0], [0.1, 0]]))
    pairs = Pairs(x[:1].astype(np.float32), x[1:].astype(np.float32))
    # Worth 0.5 and 0.1: they are to be 0.6 apart, and 0.3.
    assert pair_error(network, pairs, 0.6)[0] == pytest.approx(0.04, abs=1e-6)
    error, gradient = pair_error(network, pairs, 0.3)
    assert error == 0 and not gradient.any()


def test_pairs_that_are_worth_the_same_are_half_right() -> None:
    same = Pairs(np.ones((4, 3), np.float32), np.ones((4, 3), np.float32))
    assert ordered(Network(3, 2), same) == 0.5


def test_the_gradient_is_that_of_small_changes() -> None:
    pairs = some_pairs(1, 20)
    network = Network(6, 4, seed=2)
    _, gradient = pair_error(network, pairs, 0.5)
    for i in range(0, network.count, 3):
        kept = network.weights[i]
        errors = []
        for step in (1e-5, -1e-5):
            network.weights[i] = kept + step
            errors.append(pair_error(network, pairs, 0.5)[0])
        network.weights[i] = kept
        assert gradient[i] == pytest.approx((errors[0] - errors[1]) / 2e-5, abs=1e-4)


def test_learns_to_order_pairs() -> None:
    network = new_network(6, Settings(hidden=8))
    found = learn_pairs(network, some_pairs(2), some_pairs(3), Settings(hidden=8, steps=60))
    assert found > 0.9 and ordered(network, some_pairs(4)) > 0.9


def test_two_maps_become_one() -> None:
    pairs = some_pairs(5)
    matrix = extraction("mestmpa", pairs.played, pairs.others, 3)
    network = new_network(3, Settings(hidden=4))
    whole = merged(network, matrix)
    np.testing.assert_allclose(
        whole(pairs.played), network(pairs.played @ matrix.astype(np.float32)), atol=1e-5
    )


def test_the_second_phase_goes_on_from_the_first() -> None:
    settings = Settings(hidden=6, steps=40, patience=40)
    train, judged = some_pairs(6), some_pairs(7)
    network, course = train_local(
        train, judged, judged, no_scaling(6), settings, method="mpa", part=0.34
    )
    assert course.second >= course.first and course.second > 0.9
    assert network.inputs == 6


def test_pairs_of_parts_are_of_different_games(pack: Pack) -> None:
    found = [sample_pairs([pack], part, 10**6, SMALL) for part in (LEARNING, VALIDATION, TEST)]
    assert len(found[0]) > 10 * len(found[1]) > 0
    assert len(found[1]) and len(found[2])
    assert len(sample_pairs([pack], LEARNING, 33, SMALL)) == 33
    # The last move is near to what was played.
    assert found[0].played[:, -1].mean() < found[0].others[:, -1].mean()


def test_a_stream_that_is_cut_goes_on_as_if_it_were_not(pack: Pack, tmp_path: Path) -> None:
    source = PairStream([pack], SMALL, chunk=200)
    settings = StreamSettings(pairs=800, batch=50)

    def begun() -> StreamLearner:
        network = new_network(SMALL.length, Settings(hidden=4))
        return StreamLearner(network, no_scaling(SMALL.length), settings)

    whole = begun()
    whole.run(source)
    cut = begun()
    for number in range(2):
        cut.learn(source(number))
    cut.save(tmp_path / "state")
    again = begun()
    again.load(tmp_path / "state")
    again.run(source)
    np.testing.assert_array_equal(again.network.weights, whole.network.weights)
    (tmp_path / "other").write_bytes(b"something else")
    with pytest.raises(ValueError, match="cannot go on from"):
        again.load(tmp_path / "other")


def test_the_learnt_model_ranks_moves_near_the_last_one_first(pack: Pack) -> None:
    network = new_network(SMALL.length, Settings(hidden=8))
    learner = StreamLearner(network, no_scaling(SMALL.length), StreamSettings(6000, 50, 0.01))
    learner.run(PairStream([pack], SMALL, chunk=1000))
    model = native_model(learner.network, learner.scaling, SMALL)
    ranking = rank_games(model, pack, TEST, 10)
    assert ranking.games == 3 and len(ranking) == 72
    assert ranking.among(4) > 0.5 > 4 / 30
    assert ranking.among(1, near=True) >= ranking.among(1)
    assert 0.01 < fit_sharpness(model, [pack], VALIDATION, 3) < 100


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, ["local", *map(str, arguments)])


def test_the_command_writes_a_model(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "local.bin"
    small = ("--stones", "12", "--liberties", "12", "--hidden", "6", "--pairs", "300")
    result = run(pack.path, "--out", out, *small, "--steps", 10, "--stream", 1000, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout.splitlines()[-1])
    assert 0.5 < found["pairs"] <= 1
    assert found["games"]["games"]["positions"] == 72
    assert load_local(str(out)).hidden == 6
    assert not out.with_name("local.bin.state").exists()


def test_the_command_refuses_in_words(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "local.bin"
    assert "12, 24, 40, 60" in run(pack.path, "--out", out, "--stones", 13).output
    assert "expected one of pca" in run(pack.path, "--out", out, "--method", "x").output
    assert "no pack" in run(__file__, "--out", out).output
    assert not out.exists()
