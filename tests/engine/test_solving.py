"""Engines that prove their moves where few points are open."""

import random
import threading
from dataclasses import replace

import pytest

from keima import Engine, Game, Limit
from keima.engine import solving
from keima.engine.solving import PerfectPlay, can_solve, open_points
from keima.rules import PRESETS
from keima.solve import solve_go

# A seki: whoever plays at A1 or D4 loses his stones.
SEKI = (". O X .", "X X X O", "X O O O", "X O X .")


def classic(**changes: object) -> Engine:
    return Engine("classic", threads=1, seed=1, resign_threshold=0, **changes)


def finish(game: Game, black: Engine | None, white: Engine | None, seed: int = 1) -> Game:
    """Plays to the end; who has no engine plays anywhere."""
    rng = random.Random(seed)
    while not game.is_over and game.move_number < 60:
        engine = (black, white)[game.to_play == 2]
        if engine is None:
            game.play(rng.choice(list(game.legal_moves)))
        else:
            game.play(engine.search(game, Limit(playouts=200)).move)
    return game


def test_three_by_three_against_itself() -> None:
    engine = classic()
    game = finish(Game(3, komi=0), engine, engine)
    assert game.moves[0].point == game.parse("B2")
    assert engine.score(game).text == "B+9"


@pytest.mark.parametrize("seed", range(4))
def test_mistakes_are_punished(seed: int) -> None:
    engine = classic()
    assert engine.score(finish(Game(3, komi=0), engine, None, seed)).text == "B+9"
    game = Game(3, komi=0)
    game.play("A1")  # a corner loses everything
    assert engine.score(finish(game, None, engine, seed)).text == "W+9"


@pytest.mark.slow
def test_four_by_four() -> None:
    game = Game(4, komi=0)
    for move in ("B3", "C2", "C3", "B2", "A3", "D2"):
        game.play(move)
    engine = classic()
    finish(game, engine, engine)
    assert engine.score(game).text == "B+1"


def test_komi_decides_between_winning_and_points() -> None:
    result = classic().search(Game(3, komi=0))
    assert (result.move, result.winrate, result.score) == ("B2", 1.0, 9.0)
    assert (result.playouts, result.pv[0]) == (0, "B2")
    behind = classic().search(Game(3, komi=10))
    assert (behind.move, behind.winrate, behind.score) == ("B2", 0.0, -1.0)


def test_a_seki_is_passed_and_counted_as_it_stands() -> None:
    game = Game.from_drawing(*SEKI, komi=0, to_play="white")
    engine = classic()
    for _ in range(2):
        move = engine.search(game, Limit(playouts=200)).move
        assert move == "pass"
        game.play(move)
    assert engine.score(game).text == "B+1"


def test_where_proofs_do_not_hold_a_search_plays() -> None:
    assert {name for name, rules in PRESETS.items() if can_solve(rules)} == {
        "chinese",
        "chinese-ogs",
        "chinese-kgs",
        "aga",
        "bga",
        "migos",
        "migos-basic",
        "migos-ssk",
    }
    for rules in ("japanese", "tromp-taylor"):
        assert classic().search(Game(3, rules=rules), Limit(playouts=50)).playouts == 50


def test_it_can_be_switched_off_and_on() -> None:
    game = Game(3, komi=0)
    engine = classic(solve_points=0)
    assert engine.search(game, Limit(playouts=50)).playouts > 0
    engine.change(solve_points=9)
    assert engine.search(game).playouts == 0


def test_analysis_and_given_moves_want_a_search() -> None:
    game = Game(3, komi=0)
    assert classic().search(game, Limit(playouts=50), analysis=True).playouts == 50
    assert classic().search(game, Limit(playouts=50), moves=["A1", "B2"]).playouts > 0


def test_open_points() -> None:
    assert open_points(Game(5)) == 25
    safe = Game.from_drawing(". X . X O", "X X X X O", "O O O O .", ". . . . .", ". . . . .")
    assert open_points(safe) < 13
    larger = classic().search(Game(5), Limit(playouts=50))
    assert larger.playouts > 0


def test_a_proof_that_does_not_end_in_time_leaves_the_rest_to_the_search() -> None:
    play = PerfectPlay(36)
    game = Game(6)
    limit = Limit(seconds=0.2)
    assert play.find(game, game.to_play, limit, False) is None
    rest = play.rest(limit)
    assert rest.seconds is not None
    assert 0.02 <= rest.seconds <= 0.1
    assert play.find(game, game.to_play, Limit(playouts=10), False) is None
    assert play.rest(Limit(playouts=10)) == Limit(playouts=10)


def test_a_board_of_one_line_needs_no_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SMALL_NODES", 1000)
    game = Game((10, 1), komi=0)
    for move in ("H1", "C1", "J1", "G1"):
        game.play(move)
    result = classic().search(game, Limit(playouts=1))
    assert (result.playouts, result.move, result.score) == (0, "B1", 4)
    # Where play has no end a move that loses nothing is proved.
    rules = replace(PRESETS["chinese"], ko="simple")
    endless = classic().search(Game((9, 1), komi=0, rules=rules), Limit(playouts=1))
    assert (endless.playouts, endless.score) == (0, 0)


def test_every_proof_for_a_move_keeps_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    def timed(*arguments: object, seconds: float | None, **others: object) -> object:
        given.append(seconds)
        return solve_go(*arguments, seconds=seconds, **others)  # type: ignore[arg-type]

    monkeypatch.setattr("keima.solve.solve_go", timed)
    game = Game.from_drawing(*SEKI, komi=0, to_play="white")
    result = PerfectPlay(16).find(game, game.to_play, Limit(seconds=60), False)
    assert result is not None
    assert result.move == "pass"
    assert len(given) == 2  # the pass was looked at too
    assert all(seconds is not None and 0 <= seconds <= 30 for seconds in given)


def test_it_can_be_stopped() -> None:
    engine = classic(solve_points=36)
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    result = engine.search(Game(6, komi=0), Limit(seconds=100))
    timer.join()
    assert result.playouts <= 2000
    assert result.seconds < 50


def test_superko_refuses_what_was_there_before() -> None:
    """A proved move may be illegal by the past of a game; then a search finds another."""
    game = Game(2, komi=0, rules="aga")
    engine = classic()
    while not game.is_over and game.move_number < 40:
        move = engine.search(game, Limit(playouts=50)).move
        assert move in game.legal_moves
        game.play(move)
    assert game.is_over


def test_ctrl_c_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("keima.solve.running.Runner.run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        classic().search(Game(3, komi=0))
