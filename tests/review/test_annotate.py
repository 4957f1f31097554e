from collections.abc import Callable

from sgfmill import sgf as oracle

from keima import sgf
from keima.review.annotate import annotate
from keima.review.found import Found
from keima.review.moves import Threshold
from keima.review.record import read_record
from keima.review.run import Review


def again(tree: sgf.GameTree) -> sgf.GameTree:
    return sgf.parse(sgf.write(tree))[0]


def test_nothing_of_the_file_is_lost(review: Review) -> None:
    before = review.record.tree
    tree = again(annotate(review))
    assert sgf.check(tree) == []
    assert tree.root.raw("XX") == before.root.raw("XX") and tree.root["PB"] == "Ann"
    old, new = list(before.main_line()), list(tree.main_line())
    assert [node.move for node in new] == [node.move for node in old]
    assert new[1].comment.startswith("a ] bracket and a \\ backslash\n\nKeima: ")
    assert [node.comment for node in new[2].children[1].main_line()] == ["older idea", ""]
    assert review.record.tree.root.comment == "", "the tree that was read is as it was"


def test_another_reader_sees_the_same(review: Review) -> None:
    game = oracle.Sgf_game.from_string(sgf.write(annotate(review)))
    node = game.get_main_sequence()[1]
    assert node.get_move() == ("b", (4, 4))
    assert node.get("C").startswith("a ] bracket and a \\ backslash\n\nKeima: Black 52 %, B+0.5")
    assert float(node.get_raw("SBKV")) == 52.0 and node.get("V") == 0.5


def test_a_mistake_is_marked_and_has_the_better_line(review: Review) -> None:
    tree = annotate(review)
    node = list(tree.main_line())[2]
    assert node["BM"] == 1 and node["HO"] == 2
    assert node["LB"] == [(20, "A"), (56, "B")], "A is taken"
    assert "Blunder: A1 lost 8.0 points. Better was C3 (B on the board)" in node.comment
    played, better = node.parent.children  # type: ignore[union-attr]
    assert played == node and better["TE"] == 1 and better.raw("SBKV") == ["52.00"]
    assert better.comment == "Keima: better than A1: Black 52 %, B+0.5\nC3 G7 pass"
    line = [each.move for each in better.main_line()]
    assert [move[1] for move in line if move] == [56, 24, 81]
    assert [move[0].letter for move in line if move] == ["W", "B", "W"]


def test_small_losses_have_no_variation_unless_wanted(review: Review) -> None:
    def children(tree: sgf.GameTree) -> list[int]:
        return [len(node.children) for node in tree.main_line()]

    assert children(annotate(review)) == [1, 2, 2, 0]
    assert children(annotate(review, every_variation=True)) == [1, 2, 2, 0], "C7 is there already"
    older = list(annotate(review, every_variation=True).main_line())[2].children[1]
    assert older.comment.startswith("older idea\n\nKeima: better than G7")
    moves = [node.move for node in older.main_line()]
    assert [move[1] for move in moves if move] == [20, 60, 56], "on along what is there"


def test_annotating_twice_adds_nothing(review: Review) -> None:
    once = annotate(review)
    second = Review(
        read_record(again(once), "game.sgf"), review.analysis, review.found, review.threshold
    )
    assert annotate(second) == once


def test_judgements_and_marks_of_the_file_stay(found_of: Callable[..., Found]) -> None:
    [tree] = sgf.parse("(;SZ[9];B[ee]IT[]HO[1]TR[cg]SBKV[1]V[99])")
    found = {0: found_of(0, "B", 0.9, 9.0, "C3"), 1: found_of(1, "W", 0.1, -9.0, "C3")}
    review = Review(
        read_record(tree),
        {"profile": "p", "network": None, "playouts": None, "seconds": 2.0},
        found,
    )
    node = list(annotate(review).main_line())[1]
    assert "IT" in node and "BM" not in node and node["HO"] == 1
    assert node["TR"] == [56] and "LB" not in node
    assert node.raw("SBKV") == ["10.00"] and node["V"] == -9


def test_where_the_analysis_ends(found_of: Callable[..., Found]) -> None:
    [tree] = sgf.parse("(;SZ[9];B[ee];W[ee]C[oops];B[cc])")
    record = read_record(tree)
    review = Review(
        record,
        {"profile": "p", "network": "n", "playouts": 5, "seconds": None},
        {0: found_of(0, "B", 0.5, 0.0, "E5")},
    )
    nodes = list(annotate(review).main_line())
    assert nodes[2].comment == (
        "oops\n\nKeima: the analysis ends before this: "
        "move 2: white cannot play E5: the point is occupied"
    )
    assert nodes[3].comment == ""


def test_the_summary_names_the_worst(review: Review) -> None:
    lines = annotate(review).root.comment.splitlines()
    assert lines[1].startswith("Black, Ann (5k): 2 moves, 50 % the best, 0.75 points lost a move")
    assert "move 2, W A1: 8.0 points; better was C3" in lines
    calm = Review(review.record, review.analysis, review.found, Threshold(50.0))
    assert "0 mistakes of 50 points or more." in annotate(calm).root.comment


def test_variations_that_cannot_be_read_do_no_harm(found_of: Callable[..., Found]) -> None:
    [tree] = sgf.parse("(;SZ[9](;B[ee])(;B[zz]))")
    found = {0: found_of(0, "B", 0.9, 9.0, "C3"), 1: found_of(1, "W", 0.1, -9.0, "C3")}
    review = Review(
        read_record(tree), {"profile": "p", "network": None, "playouts": 1, "seconds": None}, found
    )
    assert [node.raw("B") for node in annotate(review).root.children] == [["ee"], ["zz"], ["cg"]]


def test_marks_that_cannot_be_read_stay(found_of: Callable[..., Found]) -> None:
    tree = sgf.parse("(;SZ[9];B[ai]LB[foo]CR[99])")[0]
    found = {0: found_of(0, "B", 0.5, 5.0, "E5"), 1: found_of(1, "W", 0.4, -9.0, "C3")}
    key = {"profile": "p", "network": None, "playouts": 9, "seconds": None}
    node = list(annotate(Review(read_record(tree), key, found, Threshold())).main_line())[1]
    assert "Better was E5, " in node.comment
    assert node.raw("LB") == tree.root.children[0].raw("LB")
