"""The static analysis of van der Werf 2004, 5.1: unconditional territory and terminal scores.
(Its soundness is tested by brute force in test_benson.py.)"""

from collections.abc import Callable

import pytest

from keima import Game, _core

Drawn = Callable[..., _core.Board]

# A living black frame around a region of 5x3, to be filled in.
FRAME = ". X . X . . ."


def framed(board: Drawn, *inside: str) -> list[str]:
    """What of the region inside the frame is Black's, row by row."""
    rows = [FRAME, "X X X X X X X", *(f"X {row} X" for row in inside), "X X X X X X X"]
    drawn = board(*rows)
    marked = _core.unconditional_territory(drawn, 1)
    width = drawn.width
    return [
        "".join("#" if marked[width * (2 + row) + column] else "." for column in range(1, 6))
        for row in range(len(inside))
    ]


ALL, NOTHING = ["#####"] * 3, ["....."] * 3


@pytest.mark.parametrize(
    "inside, expected",
    [
        ((". . . . .", ". . . . .", ". . . . ."), NOTHING),
        ((". . . . .", ". . X . .", ". . . . ."), ALL),
        ((". . . . .", ". X . . .", ". . . . ."), NOTHING),
        ((". . . . .", ". X . X .", ". . . . ."), NOTHING),
        ((". O O O .", ". O X . .", ". O O O ."), ALL),
        ((". O O O .", ". O . O .", ". O O O ."), ALL),
        ((". O . O .", ". . O . .", ". O . O ."), NOTHING),
    ],
    ids=[
        "room for two eyes",
        "one stone in the middle",
        "one stone beside the middle",
        "two stones apart",
        "one stone in the eye of a dead group",
        "an eye and false eyes",
        "two eyes in the making",
    ],
)
def test_closed_regions(board: Drawn, inside: tuple[str, ...], expected: list[str]) -> None:
    assert framed(board, *inside) == expected


def test_a_region_open_to_both_sides_is_nobodys(board: Drawn) -> None:
    rows = (". X . X .", "X X X X X", ". . . . .", "O O O O O", ". O . O .")
    black = _core.unconditional_territory(board(*rows), 1)
    white = _core.unconditional_territory(board(*rows), 2)
    assert black == [1] * 10 + [0] * 15
    assert white == [0] * 15 + [1] * 10


def owners(board: _core.Board, remove_ataris: bool = True) -> list[str]:
    text = "".join(".XO"[c] for c in _core.nearest_owners(board, remove_ataris))
    return [text[i : i + board.width] for i in range(0, board.area, board.width)]


def test_points_go_to_the_nearer_colour(board: Drawn) -> None:
    assert owners(board("X . . . O", ". . . . .")) == ["XX.OO"] * 2
    assert owners(board("X . . O .", ". . . . .", ". . . . .")) == ["XXOOO"] * 3
    assert owners(board(". . .", ". . .")) == ["...", "..."]


def test_blocks_in_atari_are_taken_off(board: Drawn) -> None:
    rows = ("O X . .", ". X . .", "X X . .")
    assert owners(board(*rows)) == ["XXXX"] * 3
    assert owners(board(*rows), remove_ataris=False) == ["OXXX", ".XXX", "XXXX"]


def test_stones_in_unconditional_territory_are_dead_however_many_liberties(board: Drawn) -> None:
    rows = (
        FRAME,
        "X X X X X X X",
        "X . . . . . X",
        "X . O X . . X",
        "X . . . . . X",
        "X X X X X X X",
    )
    drawn = board(*rows)
    assert len(drawn.liberties(4 * 7 - 7 + 2)) > 1
    assert set(owners(drawn)) == {"XXXXXXX"}


def test_the_migos_rules_count_this_way() -> None:
    rows = ("O X . .", ". X . .", "X X . .")
    assert Game.from_drawing(*rows, rules="migos").score().margin == 12
    assert Game.from_drawing(*rows, rules="migos-basic").score().margin == 12
    # Under superko the capture might be illegal, so nothing is taken off.
    assert Game.from_drawing(*rows, rules="migos-ssk").score().margin == 10 - 1
    assert Game.from_drawing(*rows, rules="tromp-taylor", komi=0).score().margin == 10 - 1
    game = Game.from_drawing(*rows, rules="migos")
    assert game.score().dead == {game.parse("A3")}


def test_migos_komi_is_none_and_draws_are_possible() -> None:
    game = Game.from_drawing("X . . . O", ". . . . .", rules="migos")
    assert game.komi == 0 and game.score().text == "0"
    assert game.score().black == game.score().white == 4
