"""Points, moves and sizes."""

import pytest

from keima.points import parse_point, point_name
from keima.sgf.points import (
    LETTERS,
    read_move,
    read_point,
    read_points,
    read_size,
    write_move,
    write_point,
    write_size,
)


@pytest.mark.parametrize("size", [(1, 1), (9, 9), (13, 9), (19, 19), (26, 27), (52, 52)])
def test_every_point_survives(size: tuple[int, int]) -> None:
    points = range(size[0] * size[1])
    assert [read_point(write_point(point, size), size) for point in points] == list(points)


def test_letters_are_column_and_row_from_the_top_left() -> None:
    assert read_point("pd", (19, 19)) == parse_point("Q16", 19, 19)
    assert read_point("ba", (13, 9)) == 1
    assert read_point("ab", (13, 9)) == 13
    assert read_point("Za", (52, 52)) == 51
    assert write_point("Q16", (19, 19)) == "pd"
    assert LETTERS[25:27] == "zA"


@pytest.mark.parametrize("value", ["", "p", "pdq", "tt", "p4", "Q16", "sS", "йй", "zz9"])
def test_what_is_no_point_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_point(value, (19, 19))


def test_a_point_off_the_board_says_what_is_on_it() -> None:
    with pytest.raises(ValueError, match="not on a 13x9 board: expected a point from aa to mi"):
        read_point("aj", (13, 9))


@pytest.mark.parametrize("size", [(9, 9), (19, 19), (19, 9)])
def test_both_passes_on_boards_up_to_19(size: tuple[int, int]) -> None:
    area = size[0] * size[1]
    assert read_move("", size) == read_move("tt", size) == read_move(" \n", size) == area
    assert write_move(None, size) == write_move("pass", size) == write_move(area, size) == ""


def test_tt_is_a_point_of_larger_boards() -> None:
    assert read_move("tt", (21, 21)) == parse_point("U2", 21, 21)
    assert read_move("", (21, 21)) == 441


def test_compressed_lists_are_rectangles() -> None:
    def names(*values: str) -> set[str]:
        return {point_name(p, 5, 5) for p in read_points(values, (5, 5))}

    assert names("aa:bb") == {"A5", "B5", "A4", "B4"}
    assert names("ca:ca") == {"C5"}
    assert names("ae:ee") == {"A1", "B1", "C1", "D1", "E1"}
    # Corners in another order than the standard's mean the same.
    assert names("bb:aa") == names("ba:ab") == names("aa:bb")
    assert len(names("aa:ee")) == 25


def test_a_point_named_twice_counts_once() -> None:
    assert read_points(["aa", "aa:ba", "aa"], (5, 5)) == [0, 1]
    assert read_points([""], (5, 5)) == []


@pytest.mark.parametrize("value", ["aa:", ":aa", "aa:ff", "aa:bb:cc", "aa:b"])
def test_bad_rectangles_are_refused(value: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_points([value], (5, 5))


@pytest.mark.parametrize(
    ("value", "size"),
    [("19", (19, 19)), (" 9 ", (9, 9)), ("13:9", (13, 9)), ("19:19", (19, 19)), ("52", (52, 52))],
)
def test_sizes(value: str, size: tuple[int, int]) -> None:
    assert read_size(value) == size
    assert read_size(write_size(size)) == size


@pytest.mark.parametrize("value", ["", "0", "53", "9:0", "-9", "9x9", "nine", "9:9:9", "9" * 99])
def test_bad_sizes_are_refused(value: str) -> None:
    with pytest.raises(ValueError, match="expected a board size"):
        read_size(value)


def test_a_square_is_written_as_one_number() -> None:
    assert (write_size(9), write_size((9, 9)), write_size((9, 13))) == ("9", "9", "9:13")
