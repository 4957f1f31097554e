"""Finished games, who says which stones are dead, and which blocks matter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from keima import Game, _core
from keima.learn.blocks import ALIVE, DEAD, IRRELEVANT, Positions, block_labels
from keima.learn.finished import (
    Finished,
    Label,
    LabelFile,
    counted_games,
    finished_game,
    interleaved,
    label,
)
from keima.learn.oracles import GnuGoOracle
from keima.learn.packs import read_pack

Draw = Callable[..., _core.Board]

#: White's stone in the corner is dead.
CORNER = (
    "O . X . O .",
    ". X X . O .",
    "X X . O O .",
    ". X . O . .",
    ". X X O O .",
    ". . X O . .",
)


def finished(*rows: str, margin: float, rules: str = "chinese") -> Finished:
    return Finished("p", 0, 5, Game.from_drawing(*rows, komi=0.5, rules=rules), margin)


def dead_by(game: Game, *names: str) -> frozenset[int]:
    return frozenset(game.parse(name) for name in names)


def test_the_first_answer_with_the_recorded_score() -> None:
    game = finished(*CORNER, margin=Game.from_drawing(*CORNER, komi=0.5).score(["A6"]).margin)
    oracles = {
        "silent": lambda _: None,
        "wrong": lambda _: frozenset[int](),
        "right": lambda g: dead_by(g, "A6"),
        "late": lambda g: dead_by(g, "A6"),
    }
    assert label(game, oracles) == Label("right", dead_by(game.game, "A6"))
    assert label(game, {"wrong": oracles["wrong"]}) == Label("", frozenset())


def test_what_is_open_is_set_aside() -> None:
    """The score is right, but two points in the middle are nearer to one side than next to it."""
    rows = ("X . . . . O .", "X . . . . O .")
    margin = Game.from_drawing(*rows, komi=0.5).score().margin
    assert not label(finished(*rows, margin=margin), {"all alive": lambda _: frozenset()}).by
    rows = ("X X . . O .", "X X . . O .")
    margin = Game.from_drawing(*rows, komi=0.5).score().margin
    assert label(finished(*rows, margin=margin), {"all alive": lambda _: frozenset()}).by


def test_which_blocks_matter(board: Draw) -> None:
    """Dead in the enemy's area; alive at the border, also beside a dame; not among its own."""
    position = board(
        ". . . O X . .",
        ". X . O X . X",
        ". . . O X . .",
        "O O O O X X X",
        "O . O X . . X",
        "O O O . X X X",
    )
    dead = [position.width + 1]
    labels = block_labels(position, dead)
    numbers = _core.BlockFeatures(position).numbers

    def kind(row: int, column: int) -> int:
        return labels[numbers[row * position.width + column]]

    assert kind(1, 1) == DEAD
    assert kind(0, 3) == ALIVE and kind(0, 4) == ALIVE
    assert kind(4, 3) == ALIVE
    assert kind(1, 6) == IRRELEVANT


def test_one_who_has_all_has_no_border(board: Draw) -> None:
    position = board(". X . .", "X O . .", ". X . .")
    assert block_labels(position, [5]) == [IRRELEVANT, IRRELEVANT, DEAD, IRRELEVANT]


def test_positions(board: Draw) -> None:
    positions = Positions()
    positions.add(board(". X O .", ". X O ."), [])
    positions.add(board(". X . .", "X O . .", ". X . ."), [5])
    assert positions.relevant().tolist() == [True, True, False, False, True, False]
    assert positions.alive().tolist() == [True, True, False]
    assert positions.features(None).shape == (6, 53)
    values = positions.split(np.linspace(0, 1, 6, dtype=np.float32))
    assert [len(v) for v in values] == [2, 4]
    assert positions.features(values).shape == (6, 59)


def test_labels_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "labels"
    LabelFile(path).add("a", 3, Label("gnugo", frozenset({5, 2})))
    LabelFile(path).add("a", 4, Label("", frozenset()))
    with path.open("a") as file:
        file.write('{"pack": "a", "game')  # as if the process had ended here
    found = LabelFile(path)
    assert len(found) == 2
    assert found.get("a", 3) == Label("gnugo", frozenset({2, 5}))
    assert found.get("a", 4) == Label("", frozenset())
    assert found.get("b", 3) is None


@pytest.mark.parametrize("line", ["{}", '{"pack": "a", "game": "x", "by": "", "dead": []}'])
def test_no_file_of_labels(tmp_path: Path, line: str) -> None:
    path = tmp_path / "labels"
    path.write_text(line + "\n")
    with pytest.raises(ValueError, match="no file of labels"):
        LabelFile(path)


def test_gnugo_is_asked(gnugo: str) -> None:
    game = Game.from_drawing(*CORNER)
    oracle = GnuGoOracle(level=1)
    try:
        assert oracle(game) == dead_by(game, "A6")
        assert oracle(Game(25)) is None  # it does not know so large boards
        assert oracle(game) == dead_by(game, "A6")
    finally:
        oracle.close()


def write_pack(path: Path, games: int) -> Path:
    """Games of a move and two passes, Black's by 8.5; every third was resigned."""
    moves = [4, 9, 9] * games
    np.savez(
        path,
        size=np.uint8(3),
        off=np.arange(0, 3 * games + 1, 3),
        moves=np.array(moves, np.uint16),
        restype=np.array([1 + (i % 3 == 2) for i in range(games)], np.uint8),
        winner=np.ones(games, np.int8),
        margin=np.full(games, 8.5, np.float32),
        komi=np.full(games, 0.5, np.float32),
        rules=np.full(games, 3, np.uint8),
    )
    return path


def test_counted_games_of_a_pack(tmp_path: Path) -> None:
    pack = read_pack(write_pack(tmp_path / "p.npz", 60))
    assert counted_games(pack) == [i for i in range(60) if i % 3 != 2]
    found = finished_game(pack, 1)
    assert (found.pack, found.number, found.part, found.margin) == ("p", 1, 1, 8.5)
    assert found.game.is_over
    assert label(found, {"all alive": lambda _: frozenset()}).by == "all alive"


def test_every_game_comes_once(tmp_path: Path) -> None:
    pack = read_pack(write_pack(tmp_path / "p.npz", 60))
    order = [number for _, number in interleaved([pack], 1)]
    assert sorted(order) == counted_games(pack)
    assert pack.part(order[0]) == 0 and pack.part(order[1]) == 1
    assert order != [number for _, number in interleaved([pack], 2)]
