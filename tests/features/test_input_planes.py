"""What a network sees, plane by plane, on drawn positions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from keima import Game
from keima.nets.inputs import inputs_of, symmetry_map


def drawn(plane: np.ndarray) -> list[str]:
    """A plane as rows of 1 and dots."""
    return [" ".join("1" if x else "." for x in row) for row in plane]


def planes_of(*rows: str, to_play: str = "black", rules: str = "chinese") -> np.ndarray:
    return inputs_of(Game.from_drawing(*rows, to_play=to_play, rules=rules))[0]


NOTHING = [". . . . ."] * 5


def test_every_plane_is_zero_or_one() -> None:
    planes, numbers = inputs_of(Game((7, 4)))
    assert planes.shape == (22, 4, 7)
    assert planes.dtype == numbers.dtype == np.float32
    assert planes[0].all() and not planes[1:].any()


def test_stones_are_own_and_of_the_opponent() -> None:
    position = (". X .", "O X .", ". . O")
    assert drawn(planes_of(*position)[1]) == [". 1 .", ". 1 .", ". . ."]
    assert drawn(planes_of(*position)[2]) == [". . .", "1 . .", ". . 1"]
    assert drawn(planes_of(*position, to_play="white")[1]) == [". . .", "1 . .", ". . 1"]


def test_liberties() -> None:
    planes = planes_of(
        "X O . . .",
        ". O . . O",
        ". . . X O",
        ". . . X .",
        "X . . . .",
    )
    assert drawn(planes[3]) == ["1 . . . .", *NOTHING[1:]]
    assert drawn(planes[4]) == [*NOTHING[1:], "1 . . . ."]
    assert drawn(planes[5]) == [". . . . .", ". . . . 1", ". . . . 1", *NOTHING[3:]]


def test_the_ko_is_shown_to_whom_it_binds() -> None:
    game = Game.from_drawing(". O X .", "O . O X", ". O X .", ". . . .")
    game.play("B3", "black")
    assert drawn(inputs_of(game)[0][6]) == [". . . .", ". . 1 .", ". . . .", ". . . ."]
    assert not inputs_of(game, "black")[0][6].any()
    game.play("pass")
    assert not inputs_of(game)[0][6].any()


def test_superko_is_shown() -> None:
    """White sends two stones and may not bring the position back by taking one."""
    shown = {}
    for rules in ("tromp-taylor", "aga", "chinese"):
        game = Game.from_drawing(
            ". O . O", "X X O .", ". . . .", ". . . .", to_play="white", rules=rules
        )
        game.play("A4")
        game.play("C4")
        shown[rules] = drawn(inputs_of(game)[0][6])
        assert game.is_legal("B4") == (rules != "tromp-taylor")
    assert shown["tromp-taylor"] == [". 1 . .", *[". . . ."] * 3]
    assert shown["aga"] == shown["chinese"] == [". . . ."] * 4


@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese-ogs", "aga", "new-zealand"])
def test_forbidden_points_are_those_of_the_rules(rules: str) -> None:
    rng = random.Random(3)
    repeats = 0
    for _ in range(6):
        game = Game(3, rules=rules)
        for _ in range(60):
            verdicts = [game.native.judge(p, game.to_play) for p in range(9)]
            repeats += verdicts.count("repeats")
            forbidden = [p for p in range(9) if verdicts[p] in ("ko", "repeats")]
            assert np.flatnonzero(inputs_of(game)[0][6]).tolist() == forbidden, f"\n{game}"
            game.play(rng.choice(game.native.legal_points(game.to_play) or [9]))
    assert repeats > 3


def test_the_last_five_moves() -> None:
    game = Game(5)
    for move in ("A5", "B5", "C5", "pass", "E5", "E1"):
        game.play(move)
    planes, numbers = inputs_of(game)
    where = [np.flatnonzero(planes[9 + i]).tolist() for i in range(5)]
    assert where == [[24], [4], [], [2], [1]]
    assert numbers[:5].tolist() == [0, 0, 1, 0, 0]


def test_moves_are_shown_while_the_colours_alternate() -> None:
    game = Game(5)
    for color, move in (("white", "A5"), ("black", "B5"), ("black", "C5"), ("white", "D5")):
        game.play(move, color)
    planes = inputs_of(game)[0]
    assert [np.flatnonzero(planes[9 + i]).tolist() for i in range(5)] == [[3], [2], [], [], []]
    assert not inputs_of(game, "white")[0][9:14].any()


LADDER = (
    ". . . . . . .",
    ". . . . . . .",
    ". X O . . . .",
    ". X O X . . .",
    ". . X . . . .",
    ". . . . . . .",
    ". . . . . . .",
)


def test_a_working_ladder_and_its_first_move() -> None:
    planes = planes_of(*LADDER)
    row = ". . . . . . ."
    assert drawn(planes[14]) == [row, row, *[". . 1 . . . ."] * 2, row, row, row]
    assert drawn(planes[17]) == [row, ". . 1 . . . .", *[row] * 5]
    assert drawn(planes[15]) == drawn(planes[16]) == drawn(planes[14])


def test_own_stones_in_a_ladder_have_no_working_move() -> None:
    planes = planes_of(*LADDER, to_play="white")
    assert planes[14].sum() == 2 and not planes[17].any()


def test_a_ladder_breaker() -> None:
    broken = list(LADDER)
    broken[0] = ". . . . . O ."
    broken[1] = ". . . O . . ."
    assert not planes_of(*broken)[14].any()


def test_ladders_one_and_two_moves_ago() -> None:
    game = Game.from_drawing(*LADDER, to_play="white")
    game.play("D6")  # breaks it
    game.play("E2")
    planes = inputs_of(game)[0]
    assert [int(planes[i].sum()) for i in (14, 15, 16)] == [0, 0, 2]
    game.play("C2")
    assert not inputs_of(game)[0][14:17].any()


def test_area_of_a_lone_stone_is_the_board() -> None:
    planes = planes_of(". . .", ". X .", ". . .", to_play="white")
    assert not planes[18].any() and planes[19].all()
    assert not planes_of(". . .", ". X .", ". . .", rules="japanese")[18:20].any()


def test_area_of_living_groups_takes_the_stones_inside() -> None:
    planes = planes_of(
        ". X . X O",
        "X X X X O",
        "O O O O O",
        ". . . O .",
        ". X . O .",
    )
    assert drawn(planes[18]) == ["1 1 1 1 .", "1 1 1 1 .", *NOTHING[:2], ". 1 . . ."]
    assert drawn(planes[19]) == [". . . . 1", ". . . . 1", "1 1 1 1 1", ". . . 1 1", ". . . 1 1"]


def test_what_belongs_to_later_phases_is_empty() -> None:
    planes, numbers = inputs_of(Game.from_drawing(*LADDER, rules="japanese"))
    assert not planes[[7, 8, 20, 21]].any() and not numbers[[12, 13]].any()


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetries(symmetry: int) -> None:
    game = Game.from_drawing(*LADDER, rules="aga")
    for move in ("D5", "D6", "pass", "A1"):
        game.play(move)
    planes, numbers = inputs_of(game)
    turned, same = inputs_of(game, symmetry=symmetry)
    y, x = np.divmod(np.arange(49), 7)
    if symmetry & 1:
        y = 6 - y
    if symmetry & 2:
        x = 6 - x
    if symmetry & 4:
        x, y = y, x
    assert (symmetry_map(7, 7, symmetry) == 7 * y + x).all()
    assert (turned[:, y, x] == planes.reshape(22, 49)).all()
    assert (numbers == same).all()


def test_symmetries_of_oblong_boards() -> None:
    game = Game((3, 2))
    game.play("A2")
    assert drawn(inputs_of(game, symmetry=3)[0][2]) == [". . .", ". . 1"]
    with pytest.raises(ValueError, match="symmetry 4 must be from 0 to 3 on a board of 3x2"):
        inputs_of(game, symmetry=4)
