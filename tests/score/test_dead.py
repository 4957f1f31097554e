"""Finding dead stones (how often that agrees with others is measured by bench/dead_stones.py)."""

import pytest

from keima import Game
from keima.score import find_dead, ownership


def dead(*rows: str, **options: int) -> list[str]:
    game = Game.from_drawing(*rows)
    return sorted(game.name(p) for p in find_dead(game, **options))


# A finished game on 9x9: Black at the left, White at the right.
FINISHED = (
    ". . . X O . . . .",
    ". O . X O . . X .",
    ". . . X O . . . .",
    "X X X X O O . . .",
    ". . O X X O O O O",
    ". . . . X X X X O",
    ". . . . . . . X O",
    ". O . . . . X X O",
    ". . . . . . X . O",
)


def test_stones_in_enemy_territory_are_dead() -> None:
    assert dead(*FINISHED) == ["B2", "B8", "C5", "H8"]


def test_a_game_takes_them_off() -> None:
    game = Game.from_drawing(*FINISHED, komi=0, rules="chinese")
    score = game.score(dead="find")
    assert sorted(game.name(p) for p in score.dead) == dead(*FINISHED)
    # White has the upper right, 5x4, and the bend below it; H1 is neutral, the rest Black's.
    white = 4 * 5 + 4 + 1 + 1 + 1 + 1
    assert (score.black, score.white) == (81 - white - 1, white)


def test_what_benson_settles_needs_no_playouts() -> None:
    rows = (". X . O X .", "X X X X X X", "O O O O O O", ". O . O . .")
    assert dead(*rows, playouts=1) == ["D4"]


def test_a_position_without_dead_stones() -> None:
    assert dead(". X . X O . O .", "X X X X O O O O") == []
    assert dead(". . .", ". . .", ". . .") == []


def test_a_seki_is_left_alone() -> None:
    # Between the living walls a black and a white chain share the two points C4 and F4: whoever
    # plays there puts his own chain into atari.
    seki = (
        ". O . O . O . O",
        "O O O O O O O O",
        "O X X X X X X O",
        "O X . O O . X O",
        "X O O O O O O X",
        "X X X X X X X X",
        "X . X . X . X .",
    )
    for seed in range(5):
        assert dead(*seki, seed=seed) == []
    # With a third liberty White may attack.
    assert dead(*seki[:4], "X O O . O O O X", *seki[5:]) == [
        f"{column}{row}" for column in "BCDEFG" for row in (4, 5) if (column, row) not in SHARED
    ]


def test_a_seki_is_no_hopeless_group() -> None:
    """Random players take White's stones at the top in most games. But Black would have to
    give four stones in a row, from which White has two eyes."""
    seki = (
        "X O . X X X . O X",
        "X O O O O O O O X",
        "X X X X X X X X X",
        ". . . . . . . . .",
        "X X X X X X X X X",
        "O O O O O O O O O",
        ". . . . . . . . .",
        ". O . O . O . O .",
        ". . . . . . . . .",
    )
    game = Game.from_drawing(*seki)
    assert ownership(game.board)[game.parse("C8")] > 0.5
    assert dead(*seki) == []
    # Three in a row have one eye.
    assert dead("X O . X X . O X X", "X O O O O O O X X", *seki[2:]) == sorted(
        [*(f"{column}8" for column in "BCDEFG"), "B9", "G9"]
    )


# Points of the seki's fourth row that are not Black's.
SHARED = {("C", 4), ("D", 4), ("E", 4), ("F", 4)}


def test_chains_that_share_an_eye_die_together() -> None:
    # The two white chains are joined by their only eye.
    rows = (
        "X . X . X . X",
        "X X X X X X X",
        "X O O . O O X",
        "X X X X X X X",
        ". X . X . X .",
    )
    assert dead(*rows) == ["B3", "C3", "E3", "F3"]


def test_the_same_seed_gives_the_same_stones() -> None:
    assert dead(*FINISHED, seed=5) == dead(*FINISHED, seed=5)
    board = Game.from_drawing(*FINISHED).board
    assert ownership(board, seed=1) == ownership(board, seed=1) != ownership(board, seed=2)


def test_a_board_will_do() -> None:
    game = Game.from_drawing(*FINISHED)
    assert find_dead(game.board) == find_dead(game)


def test_ownership_is_between_one_and_minus_one() -> None:
    board = Game.from_drawing(". X . X O . O .", "X X X X O O O O").board
    assert ownership(board, playouts=10) == [1, 1, 1, 1, -1, -1, -1, -1] * 2
    assert all(-1 <= owner <= 1 for owner in ownership(Game(5).board, playouts=3))


def test_the_game_is_not_changed() -> None:
    game = Game.from_drawing(*FINISHED)
    before = game.copy()
    game.score(dead="find")
    assert game == before


@pytest.mark.parametrize("rules", ["japanese", "chinese", "aga", "stone-scoring"])
def test_every_way_of_counting_takes_them_off(rules: str) -> None:
    game = Game.from_drawing(*FINISHED, rules=rules)
    assert {game.parse(name) for name in ("B2", "B8", "C5", "H8")} <= game.score("find").dead


@pytest.mark.parametrize("rules", ["tromp-taylor", "migos"])
def test_where_all_that_stands_counts_nothing_is_dead(rules: str) -> None:
    assert find_dead(Game.from_drawing(*FINISHED, rules=rules)) == frozenset()
