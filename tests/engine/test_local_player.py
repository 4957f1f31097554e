"""`mp`: the local model as a player, and as a part of the tree search."""

from __future__ import annotations

from pathlib import Path

import pytest

from keima import Engine, Game, Limit, _core
from keima.models.local import load_local


def test_it_plays_what_the_model_ranks_first() -> None:
    game = Game(9, komi=7.5)
    game.play("E5")
    result = Engine("mp").search(game)
    chances = dict(load_local("9x9").predict(game.board, 2, 40))
    best = max(chances, key=chances.__getitem__)
    assert result.move == game.name(best) == result.candidates[0].move
    assert result.candidates[0].prior == pytest.approx(chances[best])
    assert result.winrate is None and result.playouts == 0


def test_a_game_with_itself_ends() -> None:
    game, engine = Game(7, komi=7), Engine("mp")
    for _ in range(400):
        game.play(engine.search(game).move)
        if game.is_over:
            break
    assert game.is_over


def test_considers_only_the_moves_that_it_may() -> None:
    game = Game(9)
    assert Engine("mp").search(game, moves=["A1", "pass"]).move == "A1"
    assert Engine("mp").search(game, moves=["pass"]).move == "pass"


def test_passes_when_that_wins_the_game() -> None:
    game = Game(5, komi=0.5)
    for move in ("C3", "pass"):
        game.play(move)
    assert Engine("mp").search(game).move == "pass"
    assert Engine("mp").search(game, cleanup=True).move != "pass"


def test_a_model_that_is_not_there_is_an_error_before_the_first_move(tmp_path: Path) -> None:
    for profile in ("mp", "classic:prior_local=10,"):
        engine = Engine(f"{profile.rstrip(',')}{',' if ',' in profile else ':'}local=nowhere.bin")
        with pytest.raises(ValueError, match=r"nowhere\.bin"):
            engine.prepare(Game(9))


def test_the_prior_is_off_unless_it_is_wanted() -> None:
    values = {name: value for name, value, *_ in _core.tree_parameters()}
    assert values["prior_local"] == 0
    found = []
    for spec in ("classic", "classic:prior_local=100", "classic:prior_local=100,local=none"):
        engine = Engine(spec, threads=1, seed=1, book="none")
        result = engine.search(Game(9, komi=7.5), Limit(playouts=200))
        found.append([(c.move, c.visits) for c in result.candidates])
    assert found[0] == found[2] != found[1]


def test_priors_of_learned_judgement_are_off_unless_they_are_wanted() -> None:
    values = {name: value for name, value, *_ in _core.tree_parameters()}
    assert values["prior_settled"] == values["prior_life"] == 0
    found = []
    for spec in ("classic", "classic:judged_depth=9", "classic:prior_life=30"):
        engine = Engine(spec, threads=1, seed=1, book="none")
        game = Game(9, komi=7.5)
        for move in ("E5", "E4", "F4", "E3", "F3"):
            game.play(move)
        result = engine.search(game, Limit(playouts=200))
        found.append([(c.move, c.visits) for c in result.candidates])
    assert found[0] == found[1] != found[2]
