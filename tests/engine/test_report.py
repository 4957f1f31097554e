"""What other programs are told about a search."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima import Engine, Game
from keima.colors import Color
from keima.engine import SearchResult
from keima.engine.report import (
    cgos_analysis,
    lower_bound,
    move_infos,
    owners_for,
    policy_of,
    root_info,
    root_moves,
    root_policy,
)


@pytest.fixture(scope="module")
def tree() -> SearchResult:
    return Engine("classic:playouts=300", seed=1, threads=1).search(Game(9), analysis=True)


@given(st.floats(0, 1), st.integers(0, 10**12))
def test_the_lower_bound_is_a_win_rate_and_not_above_it(rate: float, visits: int) -> None:
    assert 0 <= lower_bound(rate, visits) <= rate + 1e-9


def test_more_visits_make_a_bound_closer() -> None:
    bounds = [lower_bound(0.6, 10**n) for n in range(6)]
    assert bounds == sorted(bounds)


def test_visits_are_those_of_the_tree_in_every_protocol() -> None:
    """Those of earlier searches too, as each move's own are."""
    engine, game = Engine("classic:playouts=100,book=none", seed=1, threads=1), Game(9)
    engine.search(game, analysis=True)
    again = engine.search(game, analysis=True)
    told = cgos_analysis(again, Color.BLACK)
    assert again.playouts == 100 and told["visits"] == root_info(again)["visits"] == 200
    assert told["visits"] >= sum(move["visits"] for move in told["moves"]) > 100


def test_the_other_side_sees_the_opposite(tree: SearchResult) -> None:
    own, other = move_infos(tree), move_infos(tree, flipped=True)
    for mine, theirs in zip(own, other, strict=True):
        assert mine["winrate"] + theirs["winrate"] == pytest.approx(1)
        assert mine["utility"] == pytest.approx(-theirs["utility"])
        assert mine["scoreLead"] == -theirs["scoreLead"]
        assert mine["lcb"] + theirs["lcb"] == pytest.approx(1)
    assert root_info(tree)["winrate"] == own[0]["winrate"]


def test_moves_without_a_score_of_their_own_have_that_of_the_position(tree: SearchResult) -> None:
    best, *others = tree.candidates
    assert best.score is not None
    unmeasured = [replace(candidate, score=None) for candidate in others]
    found = move_infos(replace(tree, candidates=[best, *unmeasured]))
    assert [info["scoreLead"] for info in found] == [best.score] * len(tree.candidates)
    turned = replace(tree, score=None, candidates=[*unmeasured, best])
    assert root_info(turned, flipped=True)["scoreLead"] == -best.score


def test_orders_count_up_and_lines_begin_with_the_move(tree: SearchResult) -> None:
    infos = move_infos(tree, most=4)
    assert [info["order"] for info in infos] == list(range(len(infos)))
    assert 1 <= len(infos) <= 4
    assert all(info["pv"][0] == info["move"] for info in infos)


def test_priors_are_parts_of_one(tree: SearchResult) -> None:
    assert sum(p for p in policy_of(tree.candidates) if p is not None) == pytest.approx(1)
    assert sum(info["prior"] for info in move_infos(tree)) == pytest.approx(1)


def test_a_flat_search_has_no_priors_but_a_policy() -> None:
    game = Game(3)
    game.play("B2")
    result = Engine("brugmann:playouts=50", seed=1).search(game)
    assert "prior" not in move_infos(result)[0]
    policy = root_policy(game, Color.WHITE, result)
    assert policy[4] == -1
    assert policy[:4] + policy[5:] == [pytest.approx(1 / 9)] * 9


def test_owners_are_ones_own(tree: SearchResult) -> None:
    black, white = owners_for(tree, Color.BLACK), owners_for(tree, Color.WHITE)
    assert black and white and black == [-owner for owner in white]


def test_root_moves() -> None:
    game = Game(2)
    game.play("A1")
    white, black = Color.WHITE, Color.BLACK
    assert root_moves(game, white) is None
    assert root_moves(game, white, [(black, [0, 1])]) is None
    assert root_moves(game, white, [(white, [0]), (white, [4])]) == [1, 3]
    assert root_moves(game, white, (), (white, [3, 2])) == [3]
    with pytest.raises(ValueError, match="no move of white is left"):
        root_moves(game, white, (), (white, [2]))


def test_a_flat_search_reports_on_its_way_and_adds_up() -> None:
    told: list[SearchResult] = []
    engine = Engine("brugmann:playouts=1000000", seed=1, threads=1)

    def tell(result: SearchResult) -> None:
        told.append(result)
        if len(told) == 3:
            engine.stop()

    result = engine.search(Game(5), on_result=tell, every=0.01)
    counts = [r.playouts for r in told] + [result.playouts]
    assert counts == sorted(counts) and counts[0] < counts[-1] < 1_000_000
    assert all(-1 <= owner <= 1 for owner in result.owners or ())


@pytest.mark.parametrize("profile", ["brugmann", "abramson"])
def test_a_flat_search_that_reports_keeps_to_its_playouts(profile: str) -> None:
    engine = Engine(f"{profile}:playouts=200", seed=1, threads=1)
    result = engine.search(Game(5), on_result=lambda _: None, every=0.001)
    # A batch that time ends may leave some of the 26 moves a game behind the others.
    assert result.playouts - (200 if profile == "brugmann" else 200 * 26) in range(26)


def test_parameters_change_all_or_none() -> None:
    engine = Engine("classic:playouts=50", seed=1, threads=1)
    engine.change(playouts=70, resign_threshold="0.5")
    assert engine.parameters.playouts == 70
    assert engine.parameters.resign_threshold == 0.5
    assert engine.name == "classic:playouts=70,threads=1,seed=1,resign_threshold=0.5"
    before = engine.parameters
    with pytest.raises(ValueError, match="threads must be a whole number"):
        engine.change(playouts=80, threads=0)
    assert engine.parameters is before
    assert engine.search(Game(5)).playouts == 70 or engine.search(Game(5)).move == "resign"


@pytest.mark.parametrize("profile", ["classic", "brugmann"])
def test_an_analysis_is_about_its_position_alone(profile: str) -> None:
    """No part of it goes into weighing a pass, also at the end of a game."""
    rows = (". X . O .", "X X O O O", ". X O . O", "X X O O O", ". X . O .")
    game = Game.from_drawing(*rows, komi=0.5)
    engine = Engine(f"{profile}:playouts=300,resign_threshold=0", seed=1, threads=1)
    result = engine.search(game, analysis=True)
    assert result.playouts == 300
    assert result.move == result.candidates[0].move
    if profile == "classic":
        assert engine.search(game, analysis=True).visits == 600, "the tree is kept"
