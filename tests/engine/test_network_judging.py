"""Scores by a player with a network: Keima's own, which knows life, death and seki."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from keima import Engine, Game
from keima.gtp.server import Server
from keima.gtp.session import Session
from keima.score import find_dead_by_playouts, ownership

from .drawings import DEAD, LIVING, SEKI


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KEIMA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield Engine("keima", net_precision="f32", threads=1, seed=1)


def dead(engine: Engine, game: Game) -> list[str]:
    return sorted(map(game.name, engine.find_dead(game)))


def test_life_and_death(engine: Engine) -> None:
    alive, killed = Game.from_drawing(*LIVING), Game.from_drawing(*DEAD)
    assert dead(engine, alive) == []
    assert dead(engine, killed) == ["B2", "B3", "H6", "H7", "H8"]
    # Random games alone are wrong here.
    assert len(find_dead_by_playouts(alive)) > 10
    assert len(find_dead_by_playouts(killed)) != 5


def test_a_seki_is_kept(engine: Engine) -> None:
    game = Game.from_drawing(*SEKI, komi=0, rules="chinese")
    assert dead(engine, game) == []
    assert engine.score(game).text == "B+2"
    owners = engine.owners(game)
    points = {name: owners[game.parse(name)] for name in ("C6", "E6", "D6", "D5")}
    # A network of this size is not sure of it, but it does not take either side for dead.
    assert points["C6"] > 0.1 > -0.1 > points["E6"]
    assert abs(points["D6"]) < 0.5 and abs(points["D5"]) < 0.5


def test_an_estimate_is_the_networks(engine: Engine) -> None:
    game = Game.from_drawing(*DEAD, komi=0.5, rules="chinese")
    found = engine.estimate_score(game)
    assert found.margin == pytest.approx(engine.score(game).margin, abs=1)
    assert engine.owners(game) != ownership(game.board)
    # Nobody is far ahead on an empty board with komi.
    assert abs(engine.estimate_score(Game(9, komi=7)).margin) < 10


def test_over_gtp(engine: Engine) -> None:
    session = Session(lambda seed: engine, game=Game.from_drawing(*DEAD, komi=0, rules="chinese"))

    def ask(line: str) -> str:
        return Server(session).answer(line.encode()).decode().strip()

    assert ask("final_score") == "= B+5"
    assert set(ask("final_status_list dead").split()[1:]) == {"B2", "B3", "H6", "H7", "H8"}
    assert ask("estimate_score").startswith("= B+5")


def test_boards_that_are_too_small_for_networks(engine: Engine) -> None:
    game = Game.from_drawing(". X O .", komi=0.5)
    assert engine.score(game).text == Engine("classic", seed=1).score(game).text


def test_a_network_is_asked_from_both_sides(engine: Engine) -> None:
    """Whose turn it is does not change the owners."""
    black, white = (Game.from_drawing(*SEKI, to_play=side) for side in ("black", "white"))
    assert engine.owners(black) == engine.owners(white)
