"""Frisbee Go: where stones land, and what a search makes of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from keima import Color, Engine, Game, Limit, _core
from keima.frisbee import throw

Draw = Callable[..., Game]


def landings(game: Game, aim: str, epsilon: float, count: int = 20_000) -> Counter[str]:
    board, point = game.board, game.parse(aim)
    return Counter(
        game.name(_core.land(board, point, game.to_play, epsilon, seed)) for seed in range(count)
    )


def test_frequencies() -> None:
    """Three standard deviations of a part are at most 1.1 %."""
    found = landings(Game(9), "E5", 0.4)
    assert set(found) == {"E5", "E4", "E6", "D5", "F5"}
    for name, count in found.items():
        assert count / 20_000 == pytest.approx(0.6 if name == "E5" else 0.1, abs=0.012)


def test_what_falls_off_the_board_is_no_stone() -> None:
    found = landings(Game(9), "A1", 0.4)
    assert set(found) == {"A1", "A2", "B1", "pass"}
    assert found["pass"] / 20_000 == pytest.approx(0.2, abs=0.012)


def test_occupied_and_forbidden_points_take_no_stone(position: Draw) -> None:
    """Around C2: a stone, a suicide and two points that are free."""
    game = position(". X . X .", "X . O . .", ". . . . .", ". . . . .", to_play="white")
    assert set(landings(game, "C4", 1.0, 200)) == {"pass"}, "stones, the edge and an occupied point"
    assert set(landings(game, "B3", 1.0, 200)) == {"B2", "pass"}
    assert set(landings(game, "A4", 0.0, 50)) == {"pass"}, "a suicide, although it is well aimed"


def test_chance_is_asked_for_nothing_that_is_certain() -> None:
    assert landings(Game(5), "C3", 0.0, 100) == {"C3": 100}
    assert "C3" not in landings(Game(5), "C3", 1.0, 100)


def test_throwing(position: Draw) -> None:
    game = position("X . X", ". X .", "X . X")
    rng = random.Random(1)
    for _ in range(20):
        mover = game.to_play
        before = game.move_number
        move = throw(game, "B1", 1.0, rng)
        assert game.to_play == mover.opponent
        assert (move is None) == (game.move_number == before)
    assert throw(game, "pass", 1.0, rng) is not None
    for bad in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="epsilon must be from 0 to 1"):
            throw(game, "B1", bad, rng)


@pytest.mark.parametrize("policy", ["uniform", "mogo", "pachi"])
def test_without_missing_it_is_the_same_search(policy: str) -> None:
    results = [
        Engine(f"classic:policy={policy}", threads=1, seed=3, **more).search(
            Game(9), Limit(playouts=300)
        )
        for more in ({}, {"frisbee": 0})
    ]
    first, second = ([(c.move, c.visits, c.winrate) for c in r.candidates] for r in results)
    assert first == second and results[0].owners == results[1].owners


@pytest.mark.parametrize("policy", ["uniform", "mogo", "pachi"])
def test_misses_happen_in_tree_and_playouts(policy: str) -> None:
    """Black aims at one point only, and it is not his at the end as often as it was."""
    owned = []
    for epsilon in (0.0, 0.8):
        engine = Engine(f"classic:policy={policy}", threads=1, seed=3, frisbee=epsilon)
        result = engine.search(Game(9, komi=0), Limit(playouts=600), moves=["E5"])
        assert [c.move for c in result.candidates] == ["E5"], "the aim has the credit"
        assert result.ownership is not None
        owned.append(result.ownership[4][4])
    assert owned[1] < owned[0] - 0.1


def test_replies_are_off() -> None:
    specs = ("replies=1,playout_replies=2,frisbee=0.2", "frisbee=0.2")
    results = [
        Engine(f"classic:{spec}", threads=1, seed=3).search(Game(7), Limit(playouts=300))
        for spec in specs
    ]
    assert results[0].candidates == results[1].candidates


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_who_misses_much_prefers_what_is_safe(seed: int, position: Draw) -> None:
    """Black has passed, and White, ahead as it stands, wins by a pass. Who hits may as well take
    the centre, and all of the board; who misses four times of five had better not throw."""
    game = position("O . O", ". . .", ". X .", komi=-0.5, rules="tromp-taylor")
    game.play("pass")
    best = []
    for epsilon in (0, 0.8):
        engine = Engine(
            "classic:policy=uniform,pass_below=1", threads=1, seed=seed, frisbee=epsilon
        )
        best.append(engine.search(game, Limit(playouts=400), analysis=True).candidates[0])
    assert [c.move for c in best] == ["B2", "pass"]
    assert (best[1].winrate or 0) > 0.95


def test_a_lone_stone_is_judged_by_where_it_may_land() -> None:
    """On a board of three points in a row only the middle catches what misses by one."""
    game = Game((3, 1), komi=0.5, rules="tromp-taylor")
    engine = Engine("classic:playouts=400,policy=uniform", threads=1, seed=1, frisbee=0.9)
    result = engine.search(game)
    assert result.candidates[0].move == "B1"


@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_stays_sound(threads: int) -> None:
    engine = Engine("classic:playouts=200,memory_mb=1", threads=threads, seed=1, frisbee=0.5)
    game, rng = Game(5, komi=0.5), random.Random(1)
    for _ in range(30):
        move = engine.search(game).move
        if move == "resign" or game.is_over:
            break
        throw(game, move, 0.5, rng)
    assert game.to_play in (Color.BLACK, Color.WHITE)


def test_scores_are_those_of_go(position: Draw) -> None:
    game = position(". X O .", "O X O .", ". X O X", ". X O .")
    engines = [Engine("classic", seed=1, frisbee=epsilon) for epsilon in (0, 0.5)]
    assert engines[0].score(game) == engines[1].score(game)
