"""Long games and deep trees: nothing recurses."""

import copy
import pickle
import sys

import pytest

from keima.game import Game
from keima.sgf import GameTree, check, parse, write
from keima.sgf.convert import game_from_sgf, game_to_sgf, tree_of_game

DEPTH = 20_000


def deep(kind: str) -> str:
    if kind == "chain":
        return "(;SZ[19]" + ";B[aa]C[x;y]" * DEPTH + ")"
    if kind == "nested":
        return "(;SZ[19]" + "(;B[aa]" * DEPTH + ")" * DEPTH + ")"
    if kind == "comb":
        return "(;SZ[19]" + "(;B[aa])(;W[bb]" * DEPTH + ")" * DEPTH + ")"
    return "(;SZ[19]" + "(;B[aa])" * DEPTH + ")"


@pytest.mark.parametrize("kind", ["chain", "nested", "comb", "fan"])
def test_deep_trees(kind: str) -> None:
    assert sys.getrecursionlimit() < DEPTH
    text = deep(kind)
    [tree] = parse(text)
    nodes = list(tree.walk())
    assert len(nodes) == text.count(";", 0, len(text)) - (DEPTH if kind == "chain" else 0)
    written = write(tree)
    [again] = parse(written)
    assert again == tree
    assert write(again) == written
    copied = copy.deepcopy(tree)
    assert copied == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree.at(nodes[-1].path) == nodes[-1]
    assert nodes[-1].find("SZ") == tree.root
    copied.root.children[0].graft(copied.root.children[0])
    assert copied != tree
    check(tree)
    repr(tree)
    del nodes, again, copied, tree


@pytest.mark.parametrize("kind", ["chain", "nested", "comb", "fan"])
def test_deep_broken_trees(kind: str) -> None:
    text = deep(kind)
    games = parse(text[: len(text) * 2 // 3], lenient=True)
    assert len(games) == 1
    assert parse(write(games)) == games


def test_a_deep_tree_made_by_hand() -> None:
    tree = GameTree(9)
    node = tree.root
    for number in range(DEPTH):
        node = node.add_move("BW"[number % 2], number % 81)
    assert len(tree.moves()) == DEPTH
    assert len(node.line()) == DEPTH + 1
    assert parse(write(tree)) == [tree]


def test_a_game_of_3600_moves() -> None:
    game = Game(19, rules="japanese")
    for number in range(3600):
        game.play("pass" if number % 3 else game.name(0 if number % 2 else 360)) if (
            number < 2
        ) else game.play("pass")
    text = game_to_sgf(game)
    assert len(tree_of_game(game).moves()) == 3600
    assert game_from_sgf(parse(text)) == game
    assert game_from_sgf(parse(text), move_number=1801).move_number == 1800
