import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima.points import COLUMNS, MAX_SIDE, connected, neighbours, parse_point, point_name

sides = st.integers(1, MAX_SIDE)


@given(sides, sides, st.data())
def test_names_round_trip(width: int, height: int, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, width * height))
    name = point_name(point, width, height)
    for spelling in (name, name.lower(), name.upper()):
        assert parse_point(spelling, width, height) == point


def test_names_count_columns_from_the_left_and_rows_from_the_bottom() -> None:
    assert point_name(0, 19, 19) == "A19"
    assert point_name(18, 19, 19) == "T19"
    assert point_name(360, 19, 19) == "T1"
    assert point_name(8, 9, 9) == "J9", "there is no I"
    assert point_name(24, 25, 25) == "Z25"
    assert point_name(5, 3, 2) == "C1"


@pytest.mark.parametrize(
    "name", ["", "A", "I5", "i5", "5E", "E05", "E0", "EE5", "E-1", "E5 ", " E5", "E٣", "ﬆ5", "A100"]
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="is not a point: expected a letter and a number"):
        parse_point(name, 25, 25)


@pytest.mark.parametrize("name", ["K1", "A10", "Z25"])
def test_what_is_off_the_board(name: str) -> None:
    with pytest.raises(ValueError, match="is not on a 9x9 board"):
        parse_point(name, 9, 9)
    with pytest.raises(ValueError, match="point 82 is not on a 9x9 board"):
        point_name(82, 9, 9)
    with pytest.raises(ValueError, match="point -1"):
        point_name(-1, 9, 9)


@given(st.text(max_size=4))
def test_any_text_is_a_point_or_an_error(text: str) -> None:
    try:
        point = parse_point(text, 19, 19)
    except ValueError:
        return
    assert point_name(point, 19, 19).lower() == text.lower()


def test_there_are_as_many_letters_as_columns() -> None:
    assert len(COLUMNS) == MAX_SIDE and "I" not in COLUMNS


@given(sides, sides)
def test_neighbours_are_mutual(width: int, height: int) -> None:
    table = neighbours(width, height)
    for p, near in enumerate(table):
        assert all(p in table[q] for q in near)
        assert all(abs(p - q) in (1, width) for q in near)
    edges = sum(map(len, table)) // 2
    assert edges == width * (height - 1) + height * (width - 1)


def test_connected_sets() -> None:
    # . # #     1 2
    # # . .   3
    assert connected([1, 2, 3], lambda p, q: True, 3, 2) == [{1, 2}, {3}]
    assert connected([1, 2, 3], lambda p, q: False, 3, 2) == [{1}, {2}, {3}]
    assert connected([], lambda p, q: True, 3, 2) == []
