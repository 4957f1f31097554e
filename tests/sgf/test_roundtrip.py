"""Whatever is read can be written and read again; whatever is made survives."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keima.sgf import Collection, GameTree, SgfError, load, parse, read, save, write
from keima.sgf.text import write_text

IDENTS = st.one_of(
    st.sampled_from(["B", "W", "C", "AB", "LB", "N", "KGSDE", "MULTIGOGM"]),
    st.text("ABXYZ09", min_size=1, max_size=4).map(lambda name: "X" + name),
)
# Well-formed values with every kind of escape and line break, in any order.
VALUES = st.lists(
    st.one_of(
        st.text(st.characters(exclude_characters="]\\", exclude_categories=["Cs"]), max_size=5),
        st.sampled_from(["\\]", "\\\\", "\\:", "\\\n", "\\\r\n", "\\\n\r", "\r", "\n", "[", ";"]),
        st.characters(exclude_categories=["Cs"]).map(lambda c: "\\" + c),
    ),
    max_size=6,
).map("".join)
PROPERTIES = st.dictionaries(IDENTS, st.lists(VALUES, min_size=1, max_size=3), max_size=4)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    tree = GameTree(draw(st.integers(1, 52)))
    nodes = [tree.root]
    for properties in draw(st.lists(PROPERTIES, max_size=8)):
        node = draw(st.sampled_from(nodes)).add_child()
        for ident, values in properties.items():
            node.set_raw(ident, values)
        nodes.append(node)
    return tree


@given(st.lists(trees(), min_size=1, max_size=3))
@settings(deadline=None, max_examples=60)
def test_any_tree_survives(games: list[GameTree]) -> None:
    text = write(games)
    again = parse(text)
    assert again == games
    assert again.warnings == []
    assert write(again) == text
    assert parse(text.encode()) == games
    assert list(parse(text, lenient=True)) == games


# How a node may look in a file: white space, lower-case letters, repeated properties.
SPACES = st.sampled_from(["", "", "", " ", "\t", "\n", "\r\n", "\v\f"])
WILD_VALUES = st.one_of(st.sampled_from(["", "aa", "pd", "tt"]), VALUES)
NAMES = ["B", "W", "b", "Black", "AB", "AddBlack", "C", "cOmment", "X1", "x1Y", "MULTIGOGM"]


@st.composite
def wild_trees(draw: st.DrawFn) -> str:
    def node() -> str:
        out = [";", draw(SPACES)]
        for ident in draw(st.lists(st.sampled_from(NAMES), max_size=3)):
            out += [ident, draw(SPACES)]
            for value in draw(st.lists(WILD_VALUES, min_size=1, max_size=2)):
                out += ["[", value, "]", draw(SPACES)]
        return "".join(out)

    def tree(depth: int) -> str:
        nodes = "".join(node() for _ in range(draw(st.integers(1, 3))))
        branches = "".join(
            tree(depth + 1) for _ in range(draw(st.integers(0, 2)) if depth < 3 else 0)
        )
        return f"({draw(SPACES)}{nodes}{branches}){draw(SPACES)}"

    return tree(0)


@given(wild_trees())
@settings(deadline=None, max_examples=60)
def test_any_file_survives(text: str) -> None:
    games = parse(text)
    written = write(games)
    assert parse(written) == games
    assert write(parse(written)) == written


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\v\f\r")))
@settings(deadline=None)
def test_any_comment_survives(text: str) -> None:
    tree = GameTree(9)
    tree.root.comment = text
    tree.root["XX"] = [text, text]
    tree.root["LB"] = [("E5", text)]
    root = parse(write(tree))[0].root
    assert root.comment == text
    assert root["XX"] == [text, text]
    assert root["LB"] == [(40, text.replace("\n", " "))]


def test_raw_values_are_written_to_the_letter() -> None:
    raw = "a\\]b\\\\c\\:d\\\ne\r\nf\n\rg\rh\ti\\x"
    games = parse(f"(;C[{raw}])")
    assert f"C[{raw}]" in write(games)
    assert parse(write(games))[0].root.raw("C") == [raw]
    assert games[0].root.comment == "a]b\\c:de\nf\ng\nh ix"


def test_the_writer_cleans_names_and_declares_the_format() -> None:
    text = "(;GaMe[1]FF[1]CA[GB2312]SiZe[9] ; AddBlack [aa] AB[bb];b[cc])"
    assert write(parse(text)) == "(;FF[4]CA[UTF-8]GM[1]SZ[9];AB[aa][bb];B[cc])\n"


def test_long_lines_are_broken_between_nodes() -> None:
    text = write(parse("(;" + ";B[aa];W[bb]" * 100 + ")"))
    assert max(map(len, text.splitlines())) <= 72
    assert parse(text)[0].moves() == [(1, 0), (2, 20)] * 100


def test_files_are_utf8_without_changed_line_breaks(tmp_path: Path) -> None:
    path = tmp_path / "game (;).sgf"
    tree = GameTree(9)
    tree.root.set_raw("C", [write_text("柯洁\r\n]")])
    save(tree, path)
    assert "柯洁\r\n\\]".encode() in path.read_bytes()
    assert load(path) == load(str(path)) == read(path) == [tree]
    half = Collection([GameTree(9)])
    half[0].root["C"] = "\ud800"
    save(half, path)
    assert load(path)[0].root["C"] == "?"


def test_read_tells_texts_from_paths(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    save(GameTree(9), path)
    assert read(str(path)) == read("(;GM[1]SZ[9])") == read(b"(;GM[1]SZ[9])") == read(path)


def test_only_regular_files_are_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(SgfError, match="is not a regular file"):
            save(GameTree(9), path)
    with pytest.raises(IsADirectoryError):
        save(GameTree(9), tmp_path)
