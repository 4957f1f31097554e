"""Files as they are found, one for each habit of their writers."""

import pytest

from keima.colors import Color
from keima.sgf import SgfError, parse, write


def test_ff1_without_any_header() -> None:
    [game] = parse("(;B[pd];W[dp];B[pp])")
    assert game.size == (19, 19)
    assert len(game.moves()) == 3


def test_ff3_with_long_names() -> None:
    [game] = parse("(;GaMe[1]FileFormat[3]SiZe[9]PlayerBlack[A]AddBlack[aa][bb];White[cc])")
    root = game.root
    assert (root["GM"], root["FF"], root["SZ"], root["PB"]) == (1, 3, (9, 9), "A")
    assert root.points("AB") == [0, 10]
    assert game.moves() == [(Color.WHITE, 20)]


def test_names_in_small_letters() -> None:
    assert parse("(;sz[9];b[aa];w[bb])")[0].moves() == [(Color.BLACK, 0), (Color.WHITE, 10)]


def test_mail_headers_and_signatures() -> None:
    text = "From: a@b\nSubject: game (9x9)\n\n(;SZ[9];B[ee])\n-- \nme :-)\x1a"
    assert parse(text)[0].moves() == [(Color.BLACK, 40)]


def test_a_rectangular_board() -> None:
    [game] = parse("(;SZ[13:9];B[mi];W[aa])")
    assert game.size == (13, 9)
    assert game.moves() == [(Color.BLACK, 116), (Color.WHITE, 0)]
    with pytest.raises(SgfError, match="not on a 13x9 board"):
        parse("(;SZ[13:9];B[im])")[0].moves()


def test_a_square_board_with_a_colon() -> None:
    assert parse("(;SZ[19:19])")[0].size == (19, 19)


def test_the_size_is_that_of_the_first_node() -> None:
    assert parse("(;B[aa])[x]SZ[9]")[0].size == (19, 19)
    assert parse("(;C[\\]SZ[9\\]];SZ[9])")[0].size == (19, 19)
    assert parse("(;SZ[9](;SZ[13]))(;SZ[13])")[0].size == (9, 9)


def test_the_largest_board() -> None:
    assert parse("(;SZ[52];B[ZZ];W[zA])")[0].moves() == [(1, 2703), (2, 26 * 52 + 25)]


def test_the_old_pass() -> None:
    assert parse("(;SZ[19];B[tt])")[0].moves() == [(Color.BLACK, 361)]
    assert parse("(;SZ[20];B[tt])")[0].moves() == [(Color.BLACK, 399)]


def test_unknown_and_long_properties_are_kept() -> None:
    text = "(;MULTIGOGM[1]KGSDE[aa][bb]XYZ123[\\]])"
    games = parse(text)
    assert list(games[0].root) == ["MULTIGOGM", "KGSDE", "XYZ123"]
    assert "MULTIGOGM[1]KGSDE[aa][bb]XYZ123[\\]]" in write(games)


def test_repeated_properties_are_merged_with_a_warning() -> None:
    text = "(;AB[aa]AB[bb]C[one]C[two])"
    games = parse(text, lenient=True)
    assert games[0].root.points("AB") == [0, 20]
    assert games[0].root.comment == "one\ntwo"
    assert [str(w) for w in games.warnings] == [
        "line 1, column 9: AB is repeated: merged",
        "line 1, column 21: C is repeated: merged",
    ]
    assert parse(text) == games


@pytest.mark.parametrize(
    "info", ["KM[six]", "HA[two]", "RE[black wins]", "DT[08/15/2004]", "TM[1h]", "GM[x]", "SZ[x]"]
)
def test_illegal_information_is_kept(info: str) -> None:
    games = parse(f"(;{info}PB[A];B[aa])", lenient=True)
    assert info in write(games)
    assert games[0].root["PB"] == "A" if "SZ" not in info else True
    assert info[:2] in games.warnings[0].message


def test_set_up_in_the_middle() -> None:
    [game] = parse("(;SZ[9];B[ee];AB[aa]AW[bb]AE[ee]PL[B];B[cc])")
    node = game.at([0, 0])
    assert (node.points("AB"), node.points("AW"), node.points("AE")) == ([0], [10], [40])
    assert node["PL"] is Color.BLACK
    assert node.move is None


def test_markup_and_territory() -> None:
    [game] = parse("(;SZ[9]TR[aa][bb:cc]LB[dd:A]AR[aa:bb]DD[]VW[aa:ii]TB[aa:ac]TW[ic])")
    root = game.root
    assert len(root["TR"]) == 5
    assert (root["LB"], root["AR"], root["DD"]) == ([(30, "A")], [(0, 10)], [])
    assert (len(root["VW"]), root["TB"], root["TW"]) == (81, [0, 9, 18], [26])


def test_several_games_with_different_sizes() -> None:
    games = parse("(;SZ[9];B[ee])(;SZ[13];B[gg])\n\n(;B[jj])")
    assert [game.size[0] for game in games] == [9, 13, 19]
    assert [game.moves()[0][1] for game in games] == [40, 84, 180]


def test_semicolons_and_parentheses_in_comments() -> None:
    [game] = parse("(;SZ[9]C[a;b (c) ;B[aa\\];];B[ee]C[;-)];W[cc])")
    assert len(list(game.main_line())) == 3
    assert game.root.comment == "a;b (c) ;B[aa];"
    assert game.at([0]).comment == ";-)"


def test_other_games_than_go_are_trees_too() -> None:
    [game] = parse("(;GM[2]FF[4];B[E4D6];W[something])")
    assert game.at([0]).text("B") == "E4D6"
    with pytest.raises(SgfError):
        game.moves()


@pytest.mark.parametrize(
    "node",
    [
        "B[pd]BL[1790.5]",
        "B[pd]\r\nBL[1790.5]",
        "BL[1790.5]B[pd]",
        "N[x]Black[pd]",
        "C[B[x\\]]B[pd]",
    ],
)
def test_a_move_is_found_among_other_properties(node: str) -> None:
    [game] = parse(f"(;C[the root];{node})")
    assert game.moves() == [(Color.BLACK, 72)]
    assert game.at([0]).move == (Color.BLACK, 72)


@pytest.mark.parametrize("node", ["", "C[B[pd]", "AB[pd]", "PB[pd]", "XB[pd]W1[pd]", "C[\\]B[x]"])
def test_a_move_is_not_found_where_there_is_none(node: str) -> None:
    [game] = parse(f"(;C[the root];{node})")
    assert game.moves() == []
    assert game.at([0]).move is None


def test_two_moves_in_a_node_give_the_first() -> None:
    assert parse("(;W[aa]B[bb])")[0].moves() == [(Color.WHITE, 0)]
