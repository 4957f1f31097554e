"""sgfmill as an oracle, on files that it accepts: square boards of up to 26 lines, FF[4]."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill

from keima.colors import Color
from keima.sgf import GameTree, Node, parse, write

POINTS = st.tuples(st.integers(0, 18), st.integers(0, 18))
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


@st.composite
def sgfmill_games(draw: st.DrawFn) -> Any:
    """A game made by sgfmill, with moves, set-up, markup and texts."""
    size = draw(st.integers(1, 19))
    game = sgfmill.Sgf_game(size, "UTF-8")
    points = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    nodes = [game.get_root()]
    for _ in range(draw(st.integers(0, 8))):
        node = draw(st.sampled_from(nodes)).new_child()
        nodes.append(node)
        if draw(st.booleans()):
            node.set_move(draw(st.sampled_from("bw")), draw(st.none() | points))
        else:
            black, white = (draw(st.sets(points, max_size=4)) for _ in range(2))
            node.set_setup_stones(black, white - black)
        if draw(st.booleans()):
            node.set("C", draw(TEXTS))
        if draw(st.booleans()):
            node.set("TR", draw(st.sets(points, min_size=1, max_size=6)))
        if draw(st.booleans()):
            node.set("LB", [(draw(points), draw(TEXTS))])
        if draw(st.booleans()):
            node.set("KM", draw(st.integers(-20, 20)) / 2)
    return game


def index(point: tuple[int, int], size: int) -> int:
    """sgfmill counts rows from the bottom."""
    row, column = point
    return (size - 1 - row) * size + column


def compare(ours: Node, theirs: Any, size: int) -> None:
    color, point = theirs.get_move()
    if color is None:
        assert ours.move is None
    else:
        expected = size * size if point is None else index(point, size)
        assert ours.move == (Color.parse(color), expected)
    black, white, empty = theirs.get_setup_stones()
    for ident, points in (("AB", black), ("AW", white), ("AE", empty)):
        assert set(ours.points(ident)) == {index(p, size) for p in points}
    for ident in theirs.properties():
        if ident == "CA" and "CA" not in ours:
            # sgfmill puts it into every root.
            continue
        assert ident in ours
        value = theirs.get(ident)
        if ident == "TR":
            assert set(ours["TR"]) == {index(p, size) for p in value}
        elif ident == "LB":
            assert ours["LB"] == [(index(p, size), text) for p, text in value]
        elif ident in ("C", "KM"):
            assert ours[ident] == value
        assert [raw.encode() for raw in ours.raw(ident)] == theirs.get_raw_list(ident)
    assert set(ours) <= set(theirs.properties())
    assert len(ours.children) == len(theirs)
    for our_child, their_child in zip(ours.children, theirs, strict=True):
        compare(our_child, their_child, size)


@given(sgfmill_games())
@settings(deadline=None, max_examples=60)
def test_we_read_what_sgfmill_writes(game: Any) -> None:
    [tree] = parse(game.serialise())
    assert tree.size == (game.get_size(), game.get_size())
    compare(tree.root, game.get_root(), game.get_size())


@given(sgfmill_games())
@settings(deadline=None, max_examples=60)
def test_sgfmill_reads_what_we_write(game: Any) -> None:
    tree = parse(game.serialise())[0]
    again = sgfmill.Sgf_game.from_bytes(write(tree).encode())
    compare(tree.root, again.get_root(), game.get_size())


def test_sgfmill_reads_what_we_make() -> None:
    tree = GameTree(9)
    tree.root["AB"] = ["C3", "G7"]
    tree.root["PB"] = "柯洁 [9p]"
    node = tree.root.add_move("W", "E5")
    node.comment = "a\\b]c\nd:e"
    node["LB"] = [("A1", "a:b]")]
    node.add_move("B", None)
    node.add_move("B", "D4")["SQ"] = ["A1", "B2"]
    again = sgfmill.Sgf_game.from_bytes(write(tree).encode())
    compare(tree.root, again.get_root(), 9)


# Files that both read: text around them, white space, escapes, old names.
@given(
    st.lists(
        st.sampled_from(
            ["B[tt]", "AddBlack[bb]", "C[a\\\nb]", "N [\\]]", "\n", "TR[aa:cc]", "XX[]", "KO[]"]
        ),
        unique=True,
    )
)
@settings(max_examples=60)
def test_we_agree_on_old_files(pieces: list[str]) -> None:
    text = "junk (;SZ[9];" + "".join(pieces) + ")"
    theirs = sgfmill.Sgf_game.from_string(text)
    compare(parse(text)[0].root, theirs.get_root(), 9)
