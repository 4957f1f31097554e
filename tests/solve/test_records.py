"""Solutions as SGF: the best line and proof trees."""

import pytest

from keima import Color, Game, sgf
from keima.sgf import Node
from keima.sgf.convert import game_from_sgf
from keima.solve import solve_go
from keima.solve.records import record


def nodes(node: Node) -> list[Node]:
    return [node, *(n for child in node.children for n in nodes(child))]


def check_proof(node: Node, winner: Color, turn: Color, game: Game) -> int:
    """Every move of the loser is there and one of the winner; how many leaves are safe."""
    if not node.children:
        return int("safe" in node.comment)
    moves = [child.move for child in node.children]
    assert all(move is not None and move[0] == turn for move in moves)
    if turn is winner:
        assert len(moves) == 1
    else:
        points = {game.name(move[1]) for move in moves if move is not None}
        assert points == set(game.legal_moves)
    safe = 0
    for child in node.children:
        after = game.copy()
        assert child.move is not None
        after.play(child.move[1])
        safe += check_proof(child, winner, turn.opponent, after)
    return safe


def test_the_best_line() -> None:
    solution = solve_go(3, 3, megabytes=16)
    text = sgf.write(record(solution))
    game = game_from_sgf(sgf.parse(text))
    assert [game.name(move.point) for move in game.moves] == list(solution.line)
    root = sgf.parse(text)[0].root
    assert str(root["RE"]) == "B+9"
    assert root["KM"] == 0


def test_a_line_from_a_position_starts_with_its_stones() -> None:
    game = Game.from_drawing(". X .", ". . .", ". O .", to_play="white")
    solution = solve_go(3, position=game, opening=["pass"], megabytes=16)
    tree = record(solution, game, ["pass"])
    assert tree.root["PL"] is Color.BLACK
    assert [len(tree.root[name]) for name in ("AB", "AW")] == [1, 1]
    first = tree.root.children[0].move
    assert first is not None
    assert first[0] is Color.BLACK


def test_a_proof_tree() -> None:
    solution = solve_go(3, 3, megabytes=16, proof_depth=7)
    [tree] = solution.trees
    tree = sgf.parse(sgf.write(tree))[0]
    assert "Black gets +9 or more" in tree.root.comment
    start = Game(3, komi=0, rules="migos")
    assert check_proof(tree.root, Color.BLACK, Color.BLACK, start) > 20
    assert not any("forgotten" in node.comment for node in nodes(tree.root))


@pytest.mark.parametrize("ko", ["basic", "japanese"])
def test_nothing_is_forgotten_in_a_tree_of_4x4(ko: str) -> None:
    trees = solve_go(4, 4, ko=ko, megabytes=32, ends=False, proof_depth=3).trees
    assert len(trees) == 2
    assert not any("forgotten" in node.comment for tree in trees for node in nodes(tree.root))


def test_proofs_of_both_sides() -> None:
    solution = solve_go(2, 2, ko="ssk", megabytes=16, proof_depth=3)
    mine, theirs = solution.trees
    assert "Black gets +1 or fewer" in theirs.root.comment
    start = Game(2, komi=0, rules="migos-ssk")
    for tree, winner in ((mine, Color.BLACK), (theirs, Color.WHITE)):
        check_proof(tree.root, winner, Color.BLACK, start)


def test_a_proof_for_white_after_an_opening() -> None:
    solution = solve_go(3, 3, opening=["A1"], megabytes=16, proof_depth=3)
    [tree] = solution.trees
    assert "Black gets -9 or fewer" in tree.root.comment
    start = Game(3, komi=0, rules="migos")
    start.play("A1")
    check_proof(tree.root, Color.WHITE, Color.WHITE, start)
