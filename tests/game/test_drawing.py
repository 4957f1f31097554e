import random
import re
from xml.etree import ElementTree

import pytest

from keima import Game, _core
from keima.drawing import draw_count, draw_svg, draw_text, parse_text, star_points


def test_a_board_as_text() -> None:
    game = Game(9)
    game.play("E5")
    game.play("A1")
    assert str(game) == "\n".join(
        [
            "    A B C D E F G H J",
            " 9  . . . . . . . . . 9",
            " 8  . . . . . . . . . 8",
            " 7  . . + . + . + . . 7",
            " 6  . . . . . . . . . 6",
            " 5  . . + . X . + . . 5",
            " 4  . . . . . . . . . 4",
            " 3  . . + . + . + . . 3",
            " 2  . . . . . . . . . 2",
            " 1 (O). . . . . . . . 1",
            "    A B C D E F G H J",
        ]
    )


def test_a_pass_is_not_marked() -> None:
    game = Game(3)
    game.play("A1")
    game.play("pass")
    assert "(" not in str(game)


def test_drawings_can_be_read_back() -> None:
    rng = random.Random(1)
    for size in ((1, 1), (1, 5), (9, 9), (19, 19), (25, 3), (15, 1), (25, 25)):
        game = Game(size)
        for _ in range(game.area // 2):
            points = game.native.legal_points(game.to_play)
            game.play(rng.choice(points) if points else game.area)
        again = Game.from_drawing(str(game))
        assert again.board.stones == game.board.stones and again.hash == game.hash


def test_rows_may_be_drawn_in_several_ways() -> None:
    expected = (3, 2, [0, 1, 2, 0, 0, 1])
    assert parse_text(". X O", "+ , X") == expected
    assert parse_text(".XO\n..X") == expected
    assert parse_text("  A B C", "2 .(X)O 2", "1 . . X 1") == expected


@pytest.mark.parametrize(
    "rows, message",
    [
        ((". X", ". X O"), "'. X O' is not a row of a board: expected 2 of . "),
        ((". ? .",), "'. \\? .' is not a row"),
        ((), "a drawn board has 1 to 25 rows"),
        ((". " * 26,), "a drawn board has 1 to 25 rows"),
        ((".",) * 26, "a drawn board has 1 to 25 rows"),
    ],
)
def test_what_is_no_drawing(rows: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_text(*rows)


def test_a_drawn_group_needs_a_liberty() -> None:
    with pytest.raises(ValueError, match="the group at A2 would have no liberty"):
        Game.from_drawing("X O", "O .")


def test_a_board_as_svg() -> None:
    game = Game((3, 2))
    game.play("A1")
    game.play("B2")
    picture = ElementTree.fromstring(game._repr_svg_())
    space = "{http://www.w3.org/2000/svg}"
    fills = [circle.get("fill") for circle in picture.findall(f"{space}circle")]
    assert fills == ["#fafafa", "#111", "none"], "White's B2, Black's A1 and the mark"
    assert len(list(picture.iter(f"{space}path"))) == 3 + 2
    assert "none" not in draw_svg(game.board)


@pytest.mark.parametrize("size", [1, 2, 6, 25])
def test_every_size_can_be_drawn(size: int) -> None:
    board = _core.Board(size, size)
    assert len(draw_text(board).splitlines()) == size + 2
    ElementTree.fromstring(draw_svg(board))


def test_a_counted_board_in_colors() -> None:
    game = Game.from_drawing(". X O .", "O X O .", ". X O X", ". X O .")
    score = game.score(["A3", "D2"])
    plain = draw_count(game.board, score.owners, score.dead)
    assert [row.split()[1:-1] for row in plain.splitlines()[1:-1]] == [
        ["b", "X", "O", "w"],
        ["o", "X", "O", "w"],
        ["b", "X", "O", "x"],
        ["b", "X", "O", "w"],
    ]
    colored = draw_count(game.board, score.owners, score.dead, color=True)
    assert [colored.count(mark) for mark in "●\N{MULTIPLICATION SIGN}▪"] == [8, 2, 6]
    assert (
        re.sub(r"\x1b\[[0-9;]*m", "", colored).splitlines()[2]
        == " 3  \N{MULTIPLICATION SIGN} ● ● ▪  3"
    )


def test_star_points() -> None:
    assert len(star_points(19, 19)) == 9
    assert len(star_points(8, 8)) == 4
    assert star_points(5, 5) == []
