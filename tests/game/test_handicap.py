import pytest

from keima import Color, Game
from keima.handicap import fixed_handicap, free_handicap, max_fixed_handicap
from keima.points import point_name

# The table of the GTP specification for 19x19.
TABLE = {
    2: "D4 Q16",
    3: "D4 Q16 D16",
    4: "D4 Q16 D16 Q4",
    5: "D4 Q16 D16 Q4 K10",
    6: "D4 Q16 D16 Q4 D10 Q10",
    7: "D4 Q16 D16 Q4 D10 Q10 K10",
    8: "D4 Q16 D16 Q4 D10 Q10 K4 K16",
    9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
}


def names(points: list[int], width: int, height: int) -> str:
    return " ".join(point_name(p, width, height) for p in points)


@pytest.mark.parametrize("count, expected", TABLE.items())
def test_fixed_handicap_on_19x19(count: int, expected: str) -> None:
    assert names(fixed_handicap(count, 19, 19), 19, 19) == expected


@pytest.mark.parametrize(
    "size, count, expected",
    [
        (7, 4, "C3 E5 C5 E3"),
        (8, 4, "C3 F6 C6 F3"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        (11, 5, "C3 J9 C9 J3 F6"),
        (12, 4, "C3 K10 C10 K3"),
        (13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"),
        (14, 4, "D4 L11 D11 L4"),
        (25, 9, "D4 W22 D22 W4 D13 W13 N4 N22 N13"),
    ],
)
def test_fixed_handicap_on_other_boards(size: int, count: int, expected: str) -> None:
    assert names(fixed_handicap(count, size, size), size, size) == expected


def test_how_many_stones_have_a_fixed_place() -> None:
    most = {size: max_fixed_handicap(size, size) for size in range(1, 26)}
    assert all(most[size] == 0 for size in range(1, 7))
    assert most[7] == 4
    assert all(most[size] == (4 if size % 2 == 0 else 9) for size in range(8, 26))


@pytest.mark.parametrize(
    "count, size, expected",
    [(1, 19, "2 to 9"), (10, 19, "2 to 9"), (5, 18, "2 to 4"), (5, 7, "2 to 4"), (2, 6, "none")],
)
def test_numbers_that_have_no_fixed_place(count: int, size: int, expected: str) -> None:
    with pytest.raises(ValueError, match=f"{count} fixed handicap stones.*expected {expected}"):
        fixed_handicap(count, size, size)


def test_rectangular_boards() -> None:
    assert names(fixed_handicap(4, 19, 9), 19, 9) == "D3 Q7 D7 Q3"


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (5, 5), (9, 9), (19, 19), (7, 4)])
def test_free_handicap_places_any_number(size: tuple[int, int]) -> None:
    width, height = size
    area = width * height
    for count in {2, min(5, area - 1), min(20, area - 1), area - 1}:
        if count < 2:
            continue
        points = free_handicap(count, width, height)
        assert len(set(points)) == count and set(points) <= set(range(area))
        game = Game(size)
        assert game.place_free_handicap(count) == [game.name(p) for p in points]
    for count in (-1, 0, 1, area):
        with pytest.raises(ValueError, match=f"{count} handicap stones .*expected 2 to {area - 1}"):
            free_handicap(count, width, height)


def test_a_game_with_handicap() -> None:
    game = Game(19)
    assert game.place_fixed_handicap(3) == ["D4", "Q16", "D16"]
    assert game.to_play is Color.WHITE and game.handicap == 3
    assert game.move_number == 0 and game.at("Q16") is Color.BLACK
    with pytest.raises(ValueError, match="cannot undo 1 of 0 moves"):
        game.undo()


@pytest.mark.parametrize(
    "points, message",
    [
        (["A1"], "1 handicap stones: expected 2 to 8 on 3x3"),
        (["A1", "A1"], "need different points"),
        (["A1", "pass"], "a pass is not a point"),
        (["A1", "D4"], "'D4' is not on a 3x3 board"),
        (list(range(9)), "9 handicap stones: expected 2 to 8"),
    ],
)
def test_wrong_free_handicap_changes_nothing(points: list[str | int], message: str) -> None:
    game = Game(3)
    before = game.copy()
    with pytest.raises(ValueError, match=message):
        game.set_free_handicap(points)
    assert game == before and game.handicap == 0


def test_handicap_needs_an_empty_board() -> None:
    game = Game(9)
    game.play("pass")
    with pytest.raises(ValueError, match="handicap stones need an empty board"):
        game.place_fixed_handicap(2)
    game.undo()
    game.setup(black=["A1"])
    with pytest.raises(ValueError, match="handicap stones need an empty board"):
        game.place_free_handicap(2)
