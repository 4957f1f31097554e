"""Frisbee Go: where stones land, and what a search makes of it."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from keima import Engine, Game, Limit, _core
from keima.engine.result import SearchResult
from keima.frisbee import throw
from keima.rules import Rules

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


@pytest.mark.parametrize(
    ("ending", "needed"), [("two-passes", 2), ("three-passes", 3), ("fresh-ko", 2)]
)
def test_a_lost_turn_is_between_passes(ending: Any, needed: int) -> None:
    rules = replace(Rules.parse("chinese"), ending=ending)
    game, rng = Game(1, rules=rules), random.Random(1)
    for _ in range(3):
        assert throw(game, "pass", 0.0, rng) is not None and game.last_was_pass
        assert throw(game, "A1", 0.0, rng) is None, "a suicide"
        assert not game.is_over and not game.last_was_pass
    for number in range(needed):
        assert not game.is_over
        game.play("pass")
        assert game.is_over == (number + 1 >= needed) and game.last_was_pass


def test_lost_turns_are_copied_kept_and_taken_back() -> None:
    game = Game(5)
    game.play("pass")
    plain = game.copy()
    game.lose_turn()
    game.lose_turn()
    assert game != plain and game.to_play == plain.to_play
    for other in (game.copy(), pickle.loads(pickle.dumps(game))):
        assert other == game and not other.last_was_pass
        other.play("pass")
        assert not other.is_over
        other.undo()
        assert other == game
        other.undo()
        other.play("pass")
        assert other == plain and other.last_was_pass
        other.play("pass")
        assert other.is_over
    game.setup(black=["C3"])
    game.play("pass")
    game.play("pass")
    assert game.is_over


def test_searches_are_told_of_lost_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """White would win by a pass, had the turn not been lost after Black's."""
    told = []

    class Search(_core.TreeSearch):
        def search(self, *args: Any, **options: Any) -> Any:
            told.append(options["last_was_pass"])
            return super().search(*args, **options)

    monkeypatch.setattr(_core, "TreeSearch", Search)
    for lost in (0, 2):
        game = Game(5, komi=0.5)
        game.play("pass")
        for _ in range(lost):
            game.lose_turn()
        move = Engine("classic:playouts=50", threads=1, seed=1).search(game).move
        assert (move == "pass") == (lost == 0)
    assert told[0] and told[1:] == [False]


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
            "classic:policy=uniform,pass_below=1,prior_model=0,reader_nodes=60",
            threads=1,
            seed=seed,
            frisbee=epsilon,
        )
        best.append(engine.search(game, Limit(playouts=2000), analysis=True).candidates[0])
    assert [c.move for c in best] == ["B2", "pass"]
    assert (best[1].winrate or 0) > 0.95


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_lone_stone_is_judged_by_where_it_may_land(seed: int) -> None:
    """The middle of three points in a row is the best one. Who misses nine times of ten gets it
    more often by aiming at an end, where a quarter of what misses falls on it."""
    game = Game((3, 1), komi=0.5, rules="tromp-taylor")
    best = [
        Engine("classic:policy=uniform", threads=1, seed=seed, frisbee=epsilon)
        .search(game, Limit(playouts=2000))
        .candidates[0]
        .move
        for epsilon in (0, 0.9)
    ]
    assert best[0] == "B1" and best[1] in ("A1", "C1")


def thrown_game(threads: int) -> list[SearchResult]:
    """The searches of a game in which half of the stones miss."""
    engine = Engine("classic:playouts=200,memory_mb=1", threads=threads, seed=1, frisbee=0.5)
    game, rng, results = Game(5, komi=0.5), random.Random(1), list[SearchResult]()
    while len(results) < 30 and not game.is_over:
        results.append(engine.search(game))
        legal = set(game.legal_moves)
        assert {c.move for c in results[-1].candidates} <= legal
        if results[-1].move == "resign":
            break
        throw(game, results[-1].move, 0.5, rng)
    return results


@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_stays_sound(threads: int) -> None:
    results = thrown_game(threads)
    assert len(results) > 10
    for result in results:
        # What was kept from the last search may have gone to moves that are left out here.
        assert result.playouts <= sum(c.visits for c in result.candidates) <= result.visits
        assert all(0 <= (c.winrate or 0) <= 1 for c in result.candidates)


def test_a_game_of_throws_can_be_repeated() -> None:
    first, again = ([(r.move, r.candidates) for r in thrown_game(1)] for _ in range(2))
    assert first == again


def test_scores_are_those_of_go(position: Draw) -> None:
    game = position(". X O .", "O X O .", ". X O X", ". X O .")
    engines = [
        Engine("classic:score_playouts=200", threads=1, seed=1, frisbee=epsilon)
        for epsilon in (0, 0.5)
    ]
    assert engines[0].owners(game) == engines[1].owners(game)
    assert engines[0].score(game) == engines[1].score(game)
