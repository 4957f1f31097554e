"""Walking and changing trees."""

import copy
import pickle

import pytest

from keima.colors import Color
from keima.sgf import Collection, GameTree, Node, SgfError, check, parse, write

TEXT = "(;SZ[9]C[root];B[ee];W[gc](;B[cc];W[dd])(;B[gg](;W[aa])(;W[bb]))(;B[ff]))"


@pytest.fixture
def tree() -> GameTree:
    return parse(TEXT)[0]


def names(nodes: "list[Node] | tuple[Node, ...]") -> str:
    return " ".join((node.raw("B") or node.raw("W") or ["-"])[0] for node in nodes)


def test_main_line_walk_and_line(tree: GameTree) -> None:
    assert names(list(tree.main_line())) == "- ee gc cc dd"
    assert names(list(tree.walk())) == "- ee gc cc dd gg aa bb ff"
    bb = tree.at([0, 0, 1, 1])
    assert names(bb.line()) == "- ee gc gg bb"
    assert bb.path == (0, 0, 1, 1)
    assert tree.root.path == ()
    with pytest.raises(IndexError):
        tree.at([0, 1])


def test_parents_and_children_agree(tree: GameTree) -> None:
    for node in tree.walk():
        for child in node.children:
            assert child.parent == node
            assert hash(child.parent) == hash(node)
    assert tree.root.parent is None
    assert tree.root.is_root
    assert not tree.at([0]).is_root
    assert tree.root != tree.at([0])
    assert tree.root != parse(TEXT)[0].root


def test_moves(tree: GameTree) -> None:
    assert tree.moves() == [
        (Color.BLACK, 40),
        (Color.WHITE, 24),
        (Color.BLACK, 20),
        (Color.WHITE, 30),
    ]
    assert [node.move for node in tree.main_line()] == [None, *tree.moves()]
    assert parse("(;SZ[9];B[tt];W[];C[x])")[0].moves() == [(1, 81), (2, 81)]


def test_add_child_add_move_remove_promote(tree: GameTree) -> None:
    fork = tree.at([0, 0])
    assert names(fork.children) == "cc gg ff"
    fork.add_move("black", "A9")
    fork.add_child(index=1).set_move(Color.BLACK, None)
    assert names(fork.children) == "cc  gg ff aa"
    fork.children[1].remove()
    fork.children[0].remove()
    assert names(fork.children) == "gg ff aa"
    fork.children[2].promote()
    assert names(fork.children) == "aa gg ff"
    assert names(list(tree.main_line())) == "- ee gc aa"
    leaf = fork.children[0].add_move("w", 0)
    assert leaf.parent == fork.children[0]
    assert names(list(tree.main_line())) == "- ee gc aa aa"


def test_all_children_can_go_and_come_back(tree: GameTree) -> None:
    node = tree.at([0])
    child = node.children[0]
    child.remove()
    assert node.children == ()
    assert child.parent is None
    assert names(list(tree.walk())) == "- ee"
    child.remove()
    node.graft(child)
    assert tree == parse(TEXT)[0]


def test_the_root_stays(tree: GameTree) -> None:
    with pytest.raises(ValueError, match="the root cannot be removed"):
        tree.root.remove()


def test_a_move_that_is_not_on_the_board_adds_nothing(tree: GameTree) -> None:
    with pytest.raises(ValueError, match="B cannot be 'T1'"):
        tree.root.add_move("B", "T1")
    assert tree == parse(TEXT)[0]


def test_graft_copies_from_any_tree_and_from_above(tree: GameTree) -> None:
    other = GameTree(9)
    copied = other.root.graft(tree.at([0, 0, 1]))
    assert copied.is_same(tree.at([0, 0, 1]))
    copied.comment = "changed"
    assert "C" not in tree.at([0, 0, 1])
    # Below itself: the copy is of what was there before.
    tree.at([0, 0, 1]).graft(tree.at([0]), index=0)
    assert names(list(tree.at([0, 0, 1]).walk())) == "gg ee gc cc dd gg aa bb ff aa bb"


def test_a_node_is_a_mapping_of_properties(tree: GameTree) -> None:
    root = tree.root
    assert list(root) == ["SZ", "C"]
    assert len(root) == 2
    assert "C" in root and "N" not in root
    assert root.get("N") is None and root.get("N", "x") == "x"
    with pytest.raises(KeyError):
        root["N"]
    root["N"] = "name"
    del root["C"]
    assert list(root) == ["SZ", "N"]
    assert parse("(;)")[0].root  # an empty node is a node
    assert root.comment == ""
    root.comment = "a"
    root.comment = ""
    assert "C" not in root


def test_typed_access(tree: GameTree) -> None:
    node = parse("(;SZ[9]AB[aa:ba]KM[6.5]HA[2]PL[W])")[0].root
    assert node.points("AB") == [0, 1]
    assert node.points("AW") == []
    assert (node.real("KM"), node.number("HA"), node.color("PL")) == (6.5, 2, Color.WHITE)
    assert (node.real("TM"), node.number("MN", 5), node.color("XX")) == (None, 5, None)


def test_find_looks_upwards(tree: GameTree) -> None:
    end = list(tree.main_line())[-1]
    assert end.find("C") == tree.root
    assert end.find("W") == end
    assert end.find("KM") is None


def test_set_move_replaces_the_other_colour(tree: GameTree) -> None:
    node = tree.at([0])
    node.set_move("W", "A1")
    assert node.move == (Color.WHITE, 72)
    assert list(node) == ["W"]


@pytest.mark.parametrize("value", ["]", "a]b", "\\", "\\\\\\"])
def test_raw_values_must_be_well_formed(tree: GameTree, value: str) -> None:
    with pytest.raises(ValueError, match="is not a value"):
        tree.root.set_raw("C", [value])
    tree.root.set_raw("C", [value.replace("\\", "\\\\").replace("]", "\\]")])


@pytest.mark.parametrize("ident", ["", "b", "B B", "1", "É", "B["])
def test_names_must_be_well_formed(tree: GameTree, ident: str) -> None:
    with pytest.raises(ValueError, match="is not a property name"):
        tree.root.set_raw(ident, ["x"])
    with pytest.raises(ValueError, match="has no value"):
        tree.root.set_raw("B", [])


def test_the_size_follows_sz() -> None:
    tree = parse("(;SZ[9];B[jj])")[0]
    with pytest.raises(SgfError, match=r"line 1, column 10: B\[jj\]: not on a 9x9 board"):
        tree.moves()
    tree.root["SZ"] = 13
    assert tree.moves() == [(Color.BLACK, 9 * 13 + 9)]
    tree.root["SZ"] = (19, 10)
    assert (tree.width, tree.height) == (19, 10)
    assert tree.at([0]).move == (Color.BLACK, 9 * 19 + 9)
    del tree.root["SZ"]
    assert tree.size == (19, 19)


def test_a_bad_size_is_an_error_until_it_is_mended() -> None:
    tree = parse("(;SZ[x];B[jj])")[0]
    for ask in (lambda: tree.size, tree.moves, lambda: tree.at([0]).move):
        with pytest.raises(SgfError, match=r"line 1, column 5: SZ\[x\]: expected a board size"):
            ask()
    tree.root["SZ"] = 19
    assert tree.moves() == [(Color.BLACK, 9 * 19 + 9)]


def test_copies_are_apart(tree: GameTree) -> None:
    for other in (tree.copy(), copy.copy(tree), copy.deepcopy(tree)):
        assert other == tree
        other.at([0]).comment = "changed"
        assert other != tree
        other.at([0]).remove()
    assert tree == parse(TEXT)[0]
    grown = tree.copy()
    tree.root["C"] = "changed"
    assert grown.root["C"] == "root"


def test_pickles(tree: GameTree) -> None:
    games = parse(TEXT + "(;FF[3]GM[1];B[aa])")
    games[0].at([0]).comment = "changed"
    again = pickle.loads(pickle.dumps(games))
    assert isinstance(again, Collection)
    assert again == games
    assert again[1].root["FF"] == 3
    node = pickle.loads(pickle.dumps(games[0].at([0, 0, 1])))
    assert node.is_same(games[0].at([0, 0, 1]))
    node.remove()
    with pytest.raises(TypeError, match="removed"):
        pickle.dumps(node)
    error = pickle.loads(pickle.dumps(SgfError("x", 1, 2, (0, 1))))
    assert (str(error), error.path) == ("line 1, column 2: x", (0, 1))


def test_equality_is_about_nodes_and_values() -> None:
    def game(text: str) -> GameTree:
        return parse(text)[0]

    assert game("(;FF[3]CA[GB2312]B[aa];W[bb])") == game("(; FF[4] \n Black [aa]\n;W[bb])")
    assert game("(;B[aa];W[bb])") != game("(;B[aa](;W[bb])(;W[bb]))")
    assert game("(;B[aa];C[x])") != game("(;B[aa];C[y])")
    assert game("(;AB[aa][bb])") != game("(;AB[bb][aa])")
    assert game("(;B[aa];)") != game("(;B[aa])")
    assert game("(;)") != "(;)"


def test_places_are_those_of_the_text_until_a_node_changes() -> None:
    tree = parse("(;SZ[9]\n;B[ee]AB[aa][bb]\n  ;C[\n];W[gc](;)(;\nB[aa]))")[0]
    assert tree.root.place() == (1, 3)
    assert tree.at([0]).place("AB", 1) == (2, 13)
    assert tree.at([0, 0, 0]).place() == (4, 3)
    assert tree.at([0, 0, 0, 1]).place("B") == (5, 2)
    tree.at([0]).comment = "x"
    assert tree.at([0]).place() is None
    assert tree.root.add_child().place() is None
    assert GameTree(9).root.place() is None


def test_check_lists_what_the_standard_forbids() -> None:
    text = "(;SZ[9];B[ee]B[aa];B[aa]AB[bb];B[cc]W[dd]\n;SZ[9]KM[x];PB[a][b];B[zz];XX[zz])"
    assert [str(warning) for warning in check(parse(text)[0])] == [
        "line 1, column 14: B is repeated: merged",
        "line 1, column 20: a move and set-up stones in one node",
        "line 1, column 32: moves of both colours in one node",
        "line 2, column 4: SZ outside of the first node",
        "line 2, column 9: KM[x]: expected a decimal number, as in 6.5",
        "line 2, column 18: PB has 2 values: expected one",
        "line 2, column 23: B[zz]: not on a 9x9 board: expected a point from aa to ii",
    ]
    assert check(parse("(;GM[2];B[zz9]W[x])")[0]) == []
    assert [w.message[:5] for w in check(parse("(;SZ[0];B[aa])")[0])] == ["SZ[0]"]
    assert len(check(parse("(;SZ[9]" + ";B[zz]" * 50 + ")")[0], limit=5)) == 6


def test_a_tree_is_written_as_it_was_changed(tree: GameTree) -> None:
    tree.at([0, 0, 1]).remove()
    tree.at([0]).comment = "a]b"
    assert write(tree).replace("\n", "") == (
        "(;FF[4]CA[UTF-8]SZ[9]C[root];B[ee]C[a\\]b];W[gc](;B[cc];W[dd])(;B[ff]))"
    )


def test_representations(tree: GameTree) -> None:
    assert repr(tree.at([0, 0])) == "<Node 'W[gc]', 3 children>"
    assert repr(parse("(;SZ[9]PB[A]PW[B])")[0]) == "<GameTree of size 9, A against B>"
