"""Learning who wins, from games that are made here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from keima.cli.learn import app
from keima.learn.finals import finals
from keima.learn.life import counted_owners
from keima.learn.packs import read_pack
from keima.learn.perceptron import Training
from keima.learn.winner import Openings, collect, learn, report
from keima.models.winner import read_winner
from keima.score.winner import INPUTS

runner = CliRunner()

SIZE, GAMES, PASS = 7, 160, 49
#: Who wins, by chance.
BLACK = np.random.default_rng(1).permutation(GAMES) % 2 == 1


def moves_of(game: int) -> list[int]:
    """Two walls, in an order of chance; one column more is Black's if he wins."""
    wall = 3 + int(BLACK[game])
    order = np.random.default_rng(game).permutation(SIZE).tolist()
    moves = [p for row in order for p in (row * SIZE + wall - 1, row * SIZE + wall)]
    return [*moves, PASS, PASS]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Black has three or four columns of seven; komi is half a point."""
    path = tmp_path_factory.mktemp("winner") / "walls.npz"
    games = [moves_of(game) for game in range(GAMES)]
    np.savez(
        path,
        size=np.uint8(SIZE),
        off=np.cumsum([0, *(len(moves) for moves in games)]),
        moves=np.concatenate(games).astype(np.uint16),
        restype=np.ones(GAMES, np.uint8),
        winner=np.where(BLACK, 1, -1).astype(np.int8),
        margin=np.where(BLACK, 6.5, 7.5).astype(np.float32),
        komi=np.full(GAMES, 0.5, np.float32),
        rules=np.full(GAMES, 3, np.uint8),
    )
    return path


def test_positions_of_a_game(pack: Path) -> None:
    (first, *_) = finals([read_pack(pack)], "training", 1, counted_owners)
    found = collect([first], None)
    assert len(found) == 2 * SIZE + 1 and found.inputs.shape == (len(found), INPUTS)
    assert found.played.tolist() == list(range(2 * SIZE + 1))
    assert set(found.results.tolist()) == {1.0 if first.area > 0 else -1.0}
    # The walls are whole at the end, so that nothing is open.
    assert found.leads[-1] == pytest.approx(first.area - first.komi, abs=3)
    assert len(collect([first], 4)) == 4
    with pytest.raises(ValueError, match="no positions"):
        collect([], 4)


def openings(results: list[int], leads: list[float], games: list[int]) -> Openings:
    inputs = np.zeros((len(results), INPUTS), np.float32)
    inputs[:, 0] = leads
    as_floats = (np.array(x, np.float32) for x in (results, games, [20] * len(games), leads))
    won, game, played, lead = as_floats
    return Openings(inputs, won, game, played, lead)


def test_a_draw_is_told_by_nobody() -> None:
    rows = openings([1, -1, -1, 0] * 30, [3, -2, 1, 0] * 30, [1, 2, 3, 4] * 30)
    inputs, black = rows.decided()
    assert len(inputs) == 90 and black.sum() == 30
    net, wrong = learn(rows, rows, Training(units=4, epochs=80, batch=16))
    told = report(rows, net)
    assert wrong == pytest.approx(0)  # a lead of 1 is none: that is learnt
    assert told.winners == told.late_winners == 0.75
    assert told.by_sum == 0.5 and told.white == 0.5
    # A game is right as a whole, or wrong: 3 of 4, and the error of their mean.
    assert told.error == pytest.approx((0.75 * 0.25 / 4) ** 0.5)


def test_from_draws_nothing_is_learnt() -> None:
    won, drawn = openings([1, -1], [3, -2], [1, 2]), openings([0, 0], [0, 0], [1, 2])
    for examples, validation in ((won, drawn), (drawn, won)):
        with pytest.raises(ValueError, match="nobody won"):
            learn(examples, validation, Training(units=4, epochs=2))


def run(*arguments: object, code: int = 0) -> Any:
    result = runner.invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output
    return result


def test_the_command(pack: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.bin"
    options = ["--games", 120, "--units", 4, "--epochs", 100, "--test-games", 8]
    told = json.loads(run("winner", pack, "--out", out, *options, "--json").stdout)
    assert told["positions"] == 8 * (2 * SIZE + 1)
    assert told["winners"] > max(0.75, told["by_sum"], told["white"])
    net, about = read_winner(out.read_bytes())
    assert len(net.output) == 4 and "walls" in str(about["made"]) and "winner" in str(about["test"])
    assert "no folder" in run("winner", pack, "--out", tmp_path / "no" / "a.bin", code=1).output
