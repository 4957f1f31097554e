"""Scoring by search: which stones are dead, and what a game would end with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from keima import Engine, Game, Limit
from keima.engine.judging import Estimate, estimate, searched_owners
from keima.score import find_dead_by_playouts

from .drawings import DEAD, LIVING, SEKI

Draw = Callable[..., Game]
SPEC = "classic:playouts=200,score_playouts=1000"

SETTLED = (
    ". . X X O . .",
    "X X . X O O O",
    "X . X X O . O",
    "X X X O O O O",
    ". . X O . O .",
    "X X X O O O O",
)


@pytest.fixture
def engine() -> Engine:
    return Engine("classic:score_playouts=1000", threads=1, seed=1)


def dead(engine: Engine, game: Game) -> list[str]:
    return sorted(map(game.name, engine.find_dead(game)))


def test_what_random_games_get_wrong(engine: Engine, position: Draw) -> None:
    alive, killed = position(*LIVING), position(*DEAD)
    assert dead(engine, alive) == []
    assert dead(engine, killed) == ["B2", "B3", "H6", "H7", "H8"]
    assert len(find_dead_by_playouts(alive)) > 10
    assert sorted(map(killed.name, find_dead_by_playouts(killed))) != dead(engine, killed)
    plain = Engine("classic", threads=1, seed=1)
    assert dead(plain, alive) == sorted(map(alive.name, alive.score("find").dead))


@pytest.mark.parametrize("to_play", ["black", "white"])
def test_a_seki_is_kept(engine: Engine, position: Draw, to_play: str) -> None:
    game = position(*SEKI, to_play=to_play, komi=0)
    assert dead(engine, game) == []
    assert engine.score(game).text == "B+2"


def test_the_same_position_gets_the_same_score(position: Draw) -> None:
    """Whatever the seed, the threads and the tree of the game are, which is left as it is."""
    game = position(*DEAD)
    engines = [Engine(SPEC, threads=n, seed=n) for n in (1, 2)]
    owners = [engine.owners(game) for engine in engines]
    engines[0].search(game)
    assert owners[0] == owners[1] == engines[0].owners(game)
    fresh = Engine(SPEC, threads=1, seed=1)
    fresh.search(game)
    again = [engine.search(game, Limit(playouts=50)).visits for engine in (engines[0], fresh)]
    assert again[0] == again[1]


def test_rules_without_agreement_leave_everything(engine: Engine, position: Draw) -> None:
    assert dead(engine, position(*DEAD, rules="tromp-taylor")) == []


def test_players_without_a_tree_score_by_random_games(position: Draw) -> None:
    game = position(*DEAD)
    assert Engine("brugmann", seed=1).find_dead(game) == game.score("find").dead


def test_an_estimate_of_a_finished_game_is_its_score(engine: Engine, position: Draw) -> None:
    for rules in ("chinese", "japanese"):
        game = position(*SETTLED, komi=6.5, rules=rules)
        found = engine.estimate_score(game)
        assert found.least <= found.margin <= found.most
        assert found.margin == pytest.approx(engine.score(game).margin, abs=1)


def test_an_open_game_has_wide_bounds(engine: Engine) -> None:
    found = engine.estimate_score(Game(9, komi=7))
    assert (found.least, found.most) == (-88, 74)


def test_words_of_an_estimate() -> None:
    assert str(Estimate(2.0, 1.0, 3.5)) == "B+2.0 (upper bound: -1.0, lower: -3.5)"
    assert estimate([0.0] * 4, 0.0).text == "W+0.0 (upper bound: 4.0, lower: -4.0)"


@pytest.mark.parametrize("ask", ["owners", "find_dead", "estimate_score"])
def test_a_search_for_a_score_can_be_stopped(ask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it: both sides to move, and both rounds."""
    game = Game.from_drawing(*LIVING)
    engine = Engine("classic:score_playouts=1000000", threads=1, seed=1)
    thread = threading.Thread(target=getattr(engine, ask), args=(game,))
    begun = threading.Event()

    def owners(*given: Any) -> list[float]:
        begun.set()
        return searched_owners(*given)

    monkeypatch.setattr("keima.engine.tree.searched_owners", owners)
    thread.start()
    assert begun.wait(60)
    engine.stop()
    thread.join(5)
    ended = not thread.is_alive()
    while thread.is_alive():
        engine.stop()
        thread.join(0.01)
    assert ended


def test_stopping_is_over_when_the_next_score_is_asked_for() -> None:
    engine, game = Engine("classic:score_playouts=200", threads=1, seed=1), Game(5)
    owners = engine.owners(game)
    engine.stop()
    assert engine.owners(game) == owners


def test_score_playouts_have_a_bound() -> None:
    with pytest.raises(ValueError, match="score_playouts must be a whole number from 0 to 1,000,0"):
        Engine("classic:score_playouts=1000001")
