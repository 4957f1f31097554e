"""Games of a network against itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from keima.cli.data import app
from keima.data.importer import Importer
from keima.data.own_games import (
    LENGTH,
    ODD,
    ODD_TEMPERATURE,
    OPENING,
    _temperature,
    play,
    write_games,
)
from keima.files import alone_in
from keima.game import Game
from keima.nets.network import Network
from keima.nets.random import random_network
from keima.nets.writer import write_network

SIZE, GAMES = 7, 6


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "net.bin.gz"
    write_network(path, random_network(blocks="o"))
    return path


def test_games_are_alike_by_seed_and_number_alone(file: Path) -> None:
    network = Network(str(file))
    games = {key: play(network, SIZE, *key) for key in ((1, 0), (1, 1), (2, 0))}
    assert len({str(game.moves) for game in games.values()}) == 3
    for game in games.values():
        assert game.is_over or game.move_number >= LENGTH * SIZE**2
    assert play(network, SIZE, 1, 1).moves == games[1, 1].moves


def test_temperatures_of_moves() -> None:
    """One for the opening, then the player's own, and now and then a high one."""
    rng = np.random.default_rng(1)
    assert {_temperature(number, (0.2, 0.5), rng) for number in range(OPENING)} == {1.0}
    for first in (OPENING, OPENING + 1):
        later = [_temperature(number, (0.2, 0.5), rng) for number in range(first, 8000, 2)]
        own = (0.2, 0.5)[first % 2]
        assert set(later) == {own, ODD_TEMPERATURE}
        assert later.count(ODD_TEMPERATURE) / len(later) == pytest.approx(ODD, abs=0.015)


def test_the_best_moves_are_played_more_often() -> None:
    network = Network("keima-9x9")
    ranks = []
    for number in range(3):
        game = play(network, 9, 1, number)
        again = Game(9, komi=game.komi, rules="chinese-ogs")
        for move in (int(move.point) for move in game.moves):
            policy = network.evaluate(again).policy.ravel()
            ranks.append(int((policy > policy[move]).sum()))
            again.play(move)
    assert 0.3 < ranks.count(0) / len(ranks) < 0.95
    assert max(ranks) > 2


def test_a_run_goes_on(file: Path, tmp_path: Path) -> None:
    network = Network(str(file))
    assert write_games(network, tmp_path, 2, size=SIZE) == 2
    assert write_games(network, tmp_path, GAMES, size=SIZE) == GAMES - 2
    importer = Importer(tmp_path / "shards")
    importer.add([tmp_path])
    report = importer.write()
    assert report.count == GAMES and not report.left_out


def test_the_command(file: Path, tmp_path: Path) -> None:
    told = ["play", str(tmp_path / "own"), "--net", str(file), "--games", "2", "--size", "5"]
    done = CliRunner().invoke(app, told)
    assert done.exit_code == 0 and "2 new games" in done.output
    assert len(list((tmp_path / "own").glob("*.sgf"))) == 2
    # Another network plays its own.
    write_network(tmp_path / "other.bin.gz", random_network(blocks="o", seed=2))
    done = CliRunner().invoke(app, [*told[:3], str(tmp_path / "other.bin.gz"), *told[4:]])
    assert done.exit_code == 0 and "2 new games" in done.output
    with alone_in(tmp_path / "own"):
        done = CliRunner().invoke(app, told)
        assert done.exit_code == 1 and "another process" in done.output
    done = CliRunner().invoke(app, [*told[:2], "--net", "nowhere.bin.gz"])
    assert done.exit_code == 1 and "nowhere" in done.output
