"""The numbers that a network sees, and what passes hide from it."""

from __future__ import annotations

import numpy as np
import pytest

from keima import Game, Rules
from keima.nets.inputs import inputs_of


def numbers(game: Game, **options: object) -> list[float]:
    return [round(float(x), 6) for x in inputs_of(game, **options)[1]]  # type: ignore[arg-type]


def komi_seen(game: Game, color: str | None = None) -> float:
    return round(20 * float(inputs_of(game, color)[1][5]), 4)


@pytest.mark.parametrize(
    ("rules", "seen"),
    [
        ("chinese", {}),
        ("chinese-ogs", {6: 1, 7: 0.5}),
        ("tromp-taylor", {6: 1, 7: 0.5, 8: 1}),
        ("aga", {6: 1, 7: -0.5}),
        ("new-zealand", {6: 1, 7: -0.5, 8: 1}),
        ("japanese", {9: 1, 10: 1}),
        ("stone-scoring", {10: 1, 11: 1}),
        ("aga-button", {6: 1, 7: -0.5, 17: 1}),
        ("migos", {}),
        ("migos-ssk", {6: 1, 7: -0.5}),
    ],
)
def test_rules(rules: str, seen: dict[int, float]) -> None:
    found = numbers(Game(9, komi=7, rules=rules))
    found[5] = found[18] = 0
    assert found == [seen.get(i, 0) for i in range(19)]


def test_komi_is_that_of_the_player_to_move() -> None:
    game = Game(9, komi=6.5)
    assert komi_seen(game) == -6.5 and komi_seen(game, "white") == 6.5
    assert komi_seen(Game(9, komi=1000), "white") == 101
    assert komi_seen(Game(9, komi=1000)) == -101


@pytest.mark.parametrize(
    ("size", "komi", "wave"),
    [
        (19, 7.5, 0.5),
        (19, 7.0, 0.0),
        (19, 7.25, 0.25),
        (19, 6.5, -0.5),
        (19, 6.0, 0.0),
        (19, -0.5, 0.5),
        (18, 7.5, -0.5),
        (18, 6.25, 0.25),
    ],
)
def test_parity_wave(size: int, komi: float, wave: float) -> None:
    """Zero where a draw can be or is farthest, half a point beside a draw."""
    assert inputs_of(Game(size, komi=komi), "white")[1][18] == pytest.approx(wave)
    assert inputs_of(Game(size, komi=komi, rules="japanese"), "white")[1][18] == 0


def test_stones_played_count_under_territory_rules() -> None:
    game = Game(9, komi=6.5, rules="japanese")
    for move in ("A1", "B1", "pass", "A2"):  # the last one takes A1
        game.play(move)
    assert komi_seen(game, "white") == 6.5 + 1 - 2
    game.setup(to_play="white")  # the same stones and prisoners, without the moves
    assert komi_seen(game) == 6.5 + 1 - 2


@pytest.mark.parametrize(
    ("rules", "komi"), [("chinese", 4.5), ("aga", 3.5), ("new-zealand", 0.5), ("japanese", 4.5)]
)
def test_handicap(rules: str, komi: float) -> None:
    """Under territory rules the stones count as played."""
    game = Game(9, komi=0.5, rules=rules)
    game.place_fixed_handicap(4)
    assert komi_seen(game) == komi


def test_the_button() -> None:
    game = Game(9, komi=7, rules="aga-button")
    game.play("E5")
    game.play("pass")
    assert numbers(game)[17] == 0 and komi_seen(game, "white") == 7.5
    assert numbers(game)[14] == 0 and numbers(game)[0] == 1
    game.play("pass")
    assert numbers(game)[0] == 0  # friendly: the second pass would end the game
    assert komi_seen(game, "white") == 7.5


def test_playout_doublings() -> None:
    assert numbers(Game(9), playout_doublings=1.5)[15:17] == [1, 0.75]
    assert numbers(Game(9))[15:17] == [0, 0]


def passed(rules: str | Rules, *moves: str) -> Game:
    game = Game(5, rules=rules, komi=0.5)
    for move in ("C3", "D3", "C2", "D2", *moves):
        game.play(move)
    return game


def shown(game: Game, **options: object) -> int:
    planes, globals_ = inputs_of(game, **options)  # type: ignore[arg-type]
    return int(planes[9:14].sum() + globals_[:5].sum())


@pytest.mark.parametrize(
    ("rules", "moves", "turns", "ends"),
    [
        ("tromp-taylor", [], 4, 0),
        ("tromp-taylor", ["pass"], 5, 1),
        ("tromp-taylor", ["pass", "pass"], 1, 1),
        ("chinese", ["pass"], 0, 0),  # friendly
        ("chinese", ["pass", "pass"], 1, 1),
        ("chinese", ["pass", "A1"], 5, 0),
        ("japanese", ["pass"], 5, 1),  # it is not the end of the game
        (Rules(ending="three-passes", friendly_pass=False), ["pass"], 5, 0),
        (Rules(ending="three-passes", friendly_pass=False), ["pass", "pass"], 5, 1),
    ],
)
def test_what_a_pass_hides(rules: str, moves: list[str], turns: int, ends: int) -> None:
    game = passed(rules, *moves)
    assert (shown(game), numbers(game)[14]) == (turns, ends)


def test_a_repeated_pass_ends_the_game() -> None:
    """Under simple ko, who passes again in the same position ends the game, friendly or not."""
    game = Game.from_drawing(". O X .", "O . O X", ". O X .", ". . . .")
    for move in ("pass", "D1", "B3", "A1", "D2", "C3"):
        game.play(move)
    assert numbers(game)[14] == 0
    game = Game.from_drawing("X . O .", "O O O .", ". . . .", to_play="black", rules="chinese")
    game.play("pass")
    game.to_play = "black"
    assert numbers(game)[14] == 1 and shown(game) == 0
    game.rules = "tromp-taylor"
    assert numbers(game)[14] == 1


@pytest.mark.parametrize(("komi", "turns"), [(0.5, 0), (5, 0), (5.5, 1)])
def test_passing_hacks_hide_the_end_from_who_would_not_win(komi: float, turns: int) -> None:
    game = Game.from_drawing(*[". . X O ."] * 5, rules="tromp-taylor", komi=komi)
    assert numbers(game, passing_hacks=True) == numbers(game)
    game.play("pass")
    assert (shown(game), numbers(game)[14]) == (1, 1)
    assert (shown(game, passing_hacks=True), numbers(game, passing_hacks=True)[14]) == (
        turns,
        turns,
    )


@pytest.mark.parametrize(("tax", "turns"), [("seki", 1), ("all", 0)])
def test_passing_hacks_count_the_tax(tax: str, turns: int) -> None:
    """White has twelve points in two groups, Black nine in one: three more, or one."""
    game = Game.from_drawing(
        ". O X . X O .",
        "O O X X X O O",
        ". O X . X O .",
        rules=Rules(tax=tax, friendly_pass=False),  # type: ignore[arg-type]
        komi=-2,
    )
    game.play("pass")
    assert shown(game, passing_hacks=True) == turns


def test_hidden_moves_hide_their_ladders() -> None:
    game = Game.from_drawing(
        ". . . . .", ". X O . .", ". X O X .", ". . X . .", ". . . . .", to_play="white"
    )
    game.play("D4")
    game.play("pass")
    planes = inputs_of(game)[0]
    assert (planes[15] == planes[14]).all() and (planes[16] == planes[14]).all()
    game.rules = "tromp-taylor"
    planes = inputs_of(game)[0]
    assert (planes[16] != planes[14]).any()


def test_bad_arguments() -> None:
    game = Game(9)
    with pytest.raises(ValueError, match="symmetry 8 must be from 0 to 7 on a board of 9x9"):
        inputs_of(game, symmetry=8)
    for advantage in (float("nan"), float("inf"), 1e300, -101.0):
        with pytest.raises(ValueError, match="advantage must be from -100 to 100"):
            inputs_of(game, playout_doublings=advantage)
    with pytest.raises(ValueError, match="colo"):
        inputs_of(game, "red")
    assert np.isfinite(inputs_of(game)[1]).all()
