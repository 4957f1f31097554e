"""Values by the types of the standard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keima.colors import Color
from keima.sgf import GameTree, PartialDate, Result, SgfError, parse
from keima.sgf.numbers import read_number, read_real, write_real
from keima.sgf.properties import PROPERTIES


def value_of(ident: str, raw: str) -> object:
    return parse(f"(;SZ[9];{ident}{raw})")[0].root.children[0][ident]


@pytest.mark.parametrize(
    ("ident", "raw", "value"),
    [
        ("B", "[ee]", 40),
        ("W", "[]", 81),
        ("AB", "[aa][ba:bb]", [0, 1, 10]),
        ("TB", "[]", []),
        ("KO", "[]", True),
        ("MN", "[12]", 12),
        ("PL", "[W]", Color.WHITE),
        ("PL", "[black]", Color.BLACK),
        ("C", "[a\\]\nb]", "a]\nb"),
        ("N", "[a\nb]", "a b"),
        ("V", "[-3.5]", -3.5),
        ("GB", "[2]", 2),
        ("LB", "[aa:1][ba:a\\:b]", [(0, "1"), (1, "a:b")]),
        ("LB", "[aa:a:b]", [(0, "a:b")]),
        ("AR", "[aa:ba]", [(0, 1)]),
        ("AP", "[Keima:1.0]", ("Keima", "1.0")),
        ("AP", "[Keima]", ("Keima", "")),
        ("FG", "[]", None),
        ("FG", "[257:Figure 1]", (257, "Figure 1")),
        ("KM", "[6.5]", 6.5),
        ("KM", "[6,5]", 6.5),
        ("HA", "[2]", 2),
        ("DT", "[1996-05-06,07]", [PartialDate(1996, 5, 6), PartialDate(1996, 5, 7)]),
        ("RE", "[B+3.5]", Result("score", Color.BLACK, 3.5)),
        ("XX", "[a\\]b][c]", ["a]b", "c"]),
        ("L", "[aa][bb]", [0, 10]),
    ],
)
def test_a_value_is_read_and_written_by_its_type(ident: str, raw: str, value: object) -> None:
    assert value_of(ident, raw) == value
    node = GameTree(9).root.add_child()
    node[ident] = value
    assert node[ident] == value


@pytest.mark.parametrize(
    ("ident", "raw", "column", "message"),
    [
        ("B", "[zz9]", 10, "B[zz9]: expected a point of two letters, as in pd"),
        ("B", "[jj]", 10, "B[jj]: not on a 9x9 board"),
        ("AB", "[aa][bb][jj]", 19, "AB[jj]: not on a 9x9 board"),
        ("MN", "[x]", 11, "MN[x]: expected an integer"),
        ("KM", "[1e5]", 11, "KM[1e5]: expected a decimal number"),
        ("KM", f"[{'9' * 309}]", 11, ": expected a decimal number"),
        ("PL", "[x]", 11, "PL[x]: 'x' is not a colour"),
        ("GB", "[3]", 11, "GB[3]: expected 1 (normal) or 2 (emphasized)"),
        ("LB", "[aa]", 11, "LB[aa]: expected two values with a colon between them"),
        ("RE", "[who knows]", 11, "RE[who knows]: expected a result such as B+3.5"),
        ("DT", "[yesterday]", 11, "DT[yesterday]: expected dates such as 1996-05-06"),
        ("DT", "[2001-02-29]", 11, "DT[2001-02-29]: there is no 2001-02-29"),
    ],
)
def test_a_bad_value_is_an_error_with_its_place_when_it_is_read(
    ident: str, raw: str, column: int, message: str
) -> None:
    with pytest.raises(SgfError) as caught:
        value_of(ident, raw)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (1, column)
    # What it says is not lost.
    node = parse(f"(;SZ[9];{ident}{raw})")[0].root.children[0]
    assert node.text(ident)


@pytest.mark.parametrize(
    ("ident", "value"),
    [
        ("B", 82),
        ("B", "K1"),
        ("AB", []),
        ("AB", [81]),
        ("GB", 3),
        ("KM", float("nan")),
        ("PL", "x"),
    ],
)
def test_a_value_that_cannot_be_written_is_refused(ident: str, value: object) -> None:
    node = GameTree(9).root.add_child()
    with pytest.raises(ValueError, match=f"{ident} cannot be"):
        node[ident] = value
    assert ident not in node


def test_points_are_given_as_indices_or_names() -> None:
    node = GameTree(9).root
    node["AB"] = ["E5", 0]
    assert node.raw("AB") == ["ee", "aa"]


def test_the_standard_is_complete() -> None:
    # All properties of FF[4] for every game and for Go.
    names = """AB AE AN AP AR AW B BL BM BR BT C CA CP CR DD DM DO DT EV FF FG GB GC GM GN GW HA HO
        IT KM KO LB LN MA MN N OB ON OT OW PB PC PL PM PW RE RO RU SL SO SQ ST SZ TB TE TM TR TW UC
        US V VW W WL WR WT"""
    assert set(names.split()) <= set(PROPERTIES)


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e17, max_value=1e17))
def test_reals_survive(value: float) -> None:
    if abs(value) >= 1e-9:
        assert read_real(write_real(value)) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "nan", "inf", "1e5", "--1", "٣"])
def test_bad_numbers_are_refused(text: str) -> None:
    for read in (read_real, read_number):
        with pytest.raises(ValueError, match="expected"):
            read(text)


@pytest.mark.parametrize(
    ("text", "result", "written"),
    [
        ("B+3.5", Result("score", Color.BLACK, 3.5), "B+3.5"),
        ("W+0.5", Result("score", Color.WHITE, 0.5), "W+0.5"),
        ("B+64", Result("score", Color.BLACK, 64), "B+64"),
        ("b+r", Result("resign", Color.BLACK), "B+R"),
        ("W+Resign", Result("resign", Color.WHITE), "W+R"),
        ("W+Time", Result("time", Color.WHITE), "W+T"),
        ("B+F", Result("forfeit", Color.BLACK), "B+F"),
        ("B+", Result("win", Color.BLACK), "B+"),
        ("0", Result("draw"), "0"),
        ("Draw", Result("draw"), "0"),
        ("Void", Result("void"), "Void"),
        ("?", Result("unknown"), "?"),
    ],
)
def test_results(text: str, result: Result, written: str) -> None:
    assert Result.parse(text) == result
    assert str(result) == written
    assert Result.parse(written) == result


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("1996", "1996"),
        ("1996-05", "1996-05"),
        ("1996-12-27,28,1997-01-03,04", "1996-12-27 1996-12-28 1997-01-03 1997-01-04"),
        ("1996-05,06", "1996-05 1996-06"),
        ("1996-05-06,07-08", "1996-05-06 1996-07-08"),
        ("1996,1997", "1996 1997"),
    ],
)
def test_dates(text: str, dates: str) -> None:
    root = GameTree().root
    root["DT"] = text
    assert [str(date) for date in root["DT"]] == dates.split()
    root["DT"] = root["DT"]
    assert [str(date) for date in root["DT"]] == dates.split()


@pytest.mark.parametrize("text", ["", "96-05-06", "1996,05", "1996-13", "05", "1996-05-06-07"])
def test_bad_dates_are_refused(text: str) -> None:
    root = parse("(;)")[0].root
    root.set_raw("DT", [text])
    with pytest.raises(SgfError):
        root["DT"]
