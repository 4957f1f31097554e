from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

import keima
from keima import Color, Engine, Game, Limit, _core
from keima.engine.counting import area_komi

Draw = Callable[..., Game]

#: More playouts than any machine plays while a test waits for something else.
MANY = 10**8


def test_spec_and_keywords_override_the_profile() -> None:
    engine = Engine("brugmann:playouts=7,threads=2,seed=3", threads=1, eyes="usual")
    parameters = vars(engine.parameters)
    assert parameters["playouts"] == 7
    assert (engine.threads, engine.seed) == (1, 3)
    assert parameters["eyes"] == "usual"
    assert engine.name == "brugmann:playouts=7,threads=1,seed=3,eyes=usual"
    assert repr(engine) == f"<Engine {engine.name}>"


def test_bad_override() -> None:
    with pytest.raises(ValueError, match="threads must be a whole number from 1 to 256, got '0'"):
        Engine("brugmann:threads=0")
    with pytest.raises(ValueError, match="unknown parameter 'speed'"):
        Engine("brugmann", speed=3)


@pytest.mark.parametrize("profile", ["abramson", "brugmann"])
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(profile: str) -> None:
    game = Game(7)
    game.play("D4")
    results = [
        Engine(profile, seed=5, threads=threads, playouts=100).search(game)
        for threads in (1, 2, 3, 1)
    ]
    first = results[0]
    for result in results[1:]:
        assert result.move == first.move
        assert result.candidates == first.candidates
        assert (result.winrate, result.score) == (first.winrate, first.score)
        assert result.owners == first.owners


def test_a_search_does_not_depend_on_those_before() -> None:
    engine, game = Engine("brugmann", seed=5, threads=1, playouts=100), Game(7)
    first = engine.search(game)
    game.play("A1")
    engine.search(game)
    game.undo()
    assert engine.search(game).candidates == first.candidates


def test_engines_without_a_seed_differ() -> None:
    scores = {Engine(playouts=50).search(Game(9)).score for _ in range(5)}
    assert len(scores) > 1


def test_the_game_is_left_as_it_was() -> None:
    game = Game(9)
    game.play("E5")
    before = game.copy()
    Engine(playouts=50, seed=1).search(game)
    assert game == before


def test_limits() -> None:
    engine = Engine("brugmann:playouts=70", seed=1, threads=1)
    assert engine.search(Game(9)).playouts == 70
    assert engine.search(Game(9), Limit(playouts=40)).playouts == 40
    assert engine.search(Game(9), Limit()).playouts == 70
    assert engine.search(Game(9), Limit(seconds=0.2)).seconds >= 0.2
    timed = engine.search(Game(9), Limit(playouts=MANY, seconds=0.2))
    assert 0 < timed.playouts < MANY


def test_the_model_abramson_plays_its_games_after_each_move() -> None:
    result = Engine("abramson:playouts=10", seed=1, threads=1).search(Game(5))
    assert len(result.candidates) == 25
    assert {candidate.visits for candidate in result.candidates} == {10}
    assert result.playouts == 26 * 10  # a pass, too


def test_stop() -> None:
    engine, under_way = Engine("brugmann", seed=1, threads=2), threading.Event()

    def stop() -> None:
        under_way.wait()
        engine.stop()

    other = threading.Thread(target=stop)
    other.start()
    result = engine.search(Game(9), Limit(playouts=MANY), progress=lambda _: under_way.set())
    other.join()
    assert 0 < result.playouts < MANY
    assert result.move in Game(9).legal_moves


def test_progress() -> None:
    engine = Engine("brugmann", seed=1)
    seen: list[int] = []

    def progress(playouts: int) -> None:
        seen.append(playouts)
        if playouts and len(seen) > 2:
            engine.stop()

    result = engine.search(Game(9), Limit(playouts=MANY), progress=progress)
    assert len(seen) > 2
    assert seen == sorted(seen)
    assert 0 < seen[-1] <= result.playouts < MANY


def test_what_a_result_has() -> None:
    game = Game((7, 5), komi=0.5)
    game.play("C3")
    result = Engine("brugmann", playouts=200, seed=1).search(game)
    assert game.to_play == Color.WHITE
    assert result.pv == [result.move]
    assert result.winrate is not None
    assert 0 <= result.winrate <= 1
    values = [candidate.value for candidate in result.candidates]
    assert values == sorted(values, reverse=True)
    assert values[-1] == 0
    best = result.candidates[0]
    assert (best.move, best.winrate, best.score) == (result.move, result.winrate, result.score)
    ownership = result.ownership
    assert ownership is not None
    assert ownership.shape == (5, 7)
    assert abs(ownership).max() <= 1
    assert result.to_json()["candidates"][0]["move"] == result.move


def test_signs_are_those_of_the_player_to_move(position: Draw) -> None:
    game = position(
        "X X X . O",
        ". X X . O",
        "X X X . .",
        "X X X . .",
        "X . X . .",
    )
    engine = Engine("classic", playouts=300, seed=1)
    black, white = engine.search(game), engine.search(game, color="white")
    assert black.score is not None
    assert white.score is not None
    assert black.winrate is not None
    assert white.winrate is not None
    assert black.score > 5 > -5 > white.score
    assert black.winrate > 0.8 > 0.2 > white.winrate
    assert black.ownership is not None
    assert black.ownership[2, 0] == 1


def test_only_the_given_moves_are_considered() -> None:
    for profile in ("abramson", "brugmann"):
        result = Engine(profile, playouts=50, seed=1).search(Game(9), moves=["A1", "J1"])
        assert {candidate.move for candidate in result.candidates} == {"A1", "J1"}
    with pytest.raises(ValueError, match="'K1' is not on a 9x9 board"):
        Engine(playouts=5).search(Game(9), moves=["K1"])
    game = Game(9)
    game.play("A1")
    with pytest.raises(ValueError, match="A1 is not a legal move of white"):
        Engine(playouts=5).search(game, moves=["A1"])


def test_an_abramson_value_of_some_moves_is_above_a_pass() -> None:
    game = Game(5, komi=0.5)
    engine = Engine("abramson", playouts=2000, seed=1)
    (candidate,) = engine.search(game, moves=["C3"]).candidates
    assert candidate.value > 3  # the value of a move in the centre, not zero


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 25), (13, 7), (25, 25)])
@pytest.mark.parametrize("profile", ["abramson", "brugmann"])
def test_every_size(size: tuple[int, int], profile: str) -> None:
    game = Game(size)
    engine = Engine(profile, seed=1, playouts=2)
    for _ in range(3):
        game.play(engine.search(game).move)


def test_engine_limit_and_result_are_loaded_when_asked_for() -> None:
    code = (
        "import sys, keima; assert 'keima.engine' not in sys.modules; keima.Engine, keima.Limit;"
        "keima.SearchResult; keima.Engine('classic:playouts=5').search(keima.Game(5)).move;"
        "assert 'keima.engine' in sys.modules; assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'Motor'"):
        keima.Motor  # type: ignore[attr-defined]  # noqa: B018


def test_ctrl_c_ends_a_search() -> None:
    code = (
        "import _thread, signal, threading, keima\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "try:\n"
        "    threading.Timer(0.3, _thread.interrupt_main).start()\n"
        "    keima.Engine().search(keima.Game(9), keima.Limit(seconds=100000))\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "interrupted\n"


@pytest.mark.parametrize("rules", ["japanese", "aga-button", "chinese"])
def test_the_margin_of_playouts_is_that_of_the_rules(rules: str) -> None:
    """Also after set-up in mid-game, and when somebody has the button."""
    game = keima.Game(5, komi=0.5, rules=rules)
    for color, move in (("B", "A2"), ("W", "A1"), ("B", "B1"), ("B", "C3"), ("W", "pass")):
        game.play(move, color)
    for _ in range(2):
        margin = _core.count_area(game.board) - area_komi(game)
        assert margin == game.score().margin
        game.setup(black=["D4"])


def test_no_moves_to_consider_is_an_error() -> None:
    with pytest.raises(ValueError, match="no moves to consider"):
        keima.Engine("brugmann").search(keima.Game(5), moves=[])
