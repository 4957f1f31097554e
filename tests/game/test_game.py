import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keima import Color, Game, IllegalMove, Move
from keima.rules import PRESETS


def random_game(seed: int, size: int | tuple[int, int] = 7, moves: int = 60, **kw: object) -> Game:
    rng = random.Random(seed)
    game = Game(size, **kw)  # type: ignore[arg-type]
    for _ in range(moves):
        points = game.native.legal_points(game.to_play)
        game.play(rng.choice(points) if points and rng.random() < 0.97 else game.area)
    return game


# Playing


def test_moves_are_names_or_indices() -> None:
    game = Game(9, komi=7, rules="chinese")
    assert game.play("e5") == Move(Color.BLACK, 40)
    assert game.play(0) == Move(Color.WHITE, 0)
    assert game.play("Pass", "b") == (Color.BLACK, 81)
    assert game.last_move == Move(Color.BLACK, 81)
    assert game.moves == [(Color.BLACK, 40), (Color.WHITE, 0), (Color.BLACK, 81)]
    assert game.move_number == 3 and game.to_play is Color.WHITE
    assert game.at("E5") is Color.BLACK and game.at(0) is Color.WHITE
    assert repr(game) == "<Game 9x9 chinese komi 7, 3 moves, white to play>"


def test_a_new_game() -> None:
    game = Game()
    assert (game.width, game.height, game.area) == (19, 19, 361)
    assert game.to_play is Color.BLACK and game.last_move is None and not game.is_over
    assert game.komi == 7.5 and game.rules is PRESETS["chinese"]
    assert Game(9, rules="japanese").komi == 6.5
    wide = Game((5, 3))
    assert (wide.width, wide.height) == (5, 3) and wide.name(4) == "E3"


@pytest.mark.parametrize("size", [0, -1, 26, (0, 5), (5, 26), "9", (9,), (1, 2, 3), None, 9.0])
def test_sizes_that_cannot_be(size: int) -> None:
    with pytest.raises(ValueError, match="board size"):
        Game(size)


@pytest.mark.parametrize("komi", [float("nan"), float("inf"), "six"])
def test_komi_is_a_number(komi: float) -> None:
    with pytest.raises(ValueError, match="is not a finite number"):
        Game(9, komi=komi)
    game = Game(9)
    with pytest.raises(ValueError, match="is not a finite number"):
        game.komi = komi
    assert game.komi == 7.5


def test_legal_moves_are_a_set_of_names() -> None:
    game = Game(3)
    game.play("B2")
    legal = game.legal_moves
    assert len(legal) == 9 and list(legal)[:2] == ["A3", "B3"] and list(legal)[-1] == "pass"
    assert "A1" in legal and "a1" in legal and "pass" in legal
    assert "B2" not in legal and "Z9" not in legal and 3 not in legal
    assert legal & {"A1", "B2"} == {"A1"}
    assert legal - {"pass"} == set(legal) - {"pass"}
    assert repr(legal) == "<9 legal moves of white>"


ATTEMPTS: dict[str, Callable[[Game], object]] = {
    "an occupied point": lambda g: g.play("B2"),
    "a suicide": lambda g: g.play("A1", "white"),
    "a point off the board": lambda g: g.play("T19"),
    "nonsense": lambda g: g.play("hello"),
    "an index off the board": lambda g: g.play(10),
    "a negative index": lambda g: g.play(-1),
    "half a point": lambda g: g.play(1.5),  # type: ignore[arg-type]
    "no move": lambda g: g.play(None),  # type: ignore[arg-type]
    "a colour that is none": lambda g: g.play("C3", "red"),
    "no colour": lambda g: g.play("C3", Color.EMPTY),
    "undoing too much": lambda g: g.undo(3),
    "undoing less than nothing": lambda g: g.undo(-1),
    "setting up a group without liberties": lambda g: g.setup(white=["A1", "B1"], black=["C1"]),
    "setting up a pass": lambda g: g.setup(black=["pass"]),
    "setting up off the board": lambda g: g.setup(black=["C3"], empty=["D4"]),
    "setting up no colour's turn": lambda g: g.setup(to_play="green"),
    "handicap in a game": lambda g: g.set_free_handicap(["A1", "C3"]),
    "rules that nobody knows": lambda g: setattr(g, "rules", "martian"),
    "an endless komi": lambda g: setattr(g, "komi", float("inf")),
    "nobody to play": lambda g: setattr(g, "to_play", "nobody"),
    "a score without dead stones": lambda g: g.score(["C3"]),
    "looking at a pass": lambda g: g.at("pass"),
}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_errors_change_nothing(attempt: Callable[[Game], object]) -> None:
    game = Game.from_drawing(". . .", "X X .", ". X .")
    game.play("pass")
    game.play("pass")
    before, native = game.copy(), game.native
    with pytest.raises(ValueError):
        attempt(game)
    assert game == before and game.native is native
    assert str(game) == str(before) and game.to_play is before.to_play


def test_illegal_moves_say_why() -> None:
    game = Game.from_drawing(". O .", "O X .", ". . .")
    with pytest.raises(IllegalMove, match="black cannot play B2: the point is occupied"):
        game.play("B2")
    with pytest.raises(IllegalMove, match="black cannot play A3: it is suicide"):
        game.play("A3")


# Undo


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 40), st.sampled_from(sorted(PRESETS)))
def test_undo_restores_everything(seed: int, count: int, rules: str) -> None:
    game = random_game(seed, (4, 3), 30, rules=rules)
    before = game.copy()
    legal = list(game.legal_moves)
    rng = random.Random(seed)
    for _ in range(count):
        game.play(rng.choice(list(game.legal_moves)))
    game.undo(count)
    assert game == before and hash(game) == hash(before) and game.hash == before.hash
    assert list(game.legal_moves) == legal
    assert [game.captures(c) for c in "bw"] == [before.captures(c) for c in "bw"]
    assert (game.is_over, game.repeats) == (before.is_over, before.repeats)


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    game = Game.from_drawing("X O .", ". . .", to_play="white")
    start = game.copy()
    game.play("A1")
    game.play("C1")
    game.undo(2)
    assert game == start
    game.undo(0)
    assert game == start


# Setting up


def test_setup_starts_a_new_history() -> None:
    game = Game(5, rules="japanese")
    game.play("C3")
    game.setup(black=["A1"], white=["B1", 2], empty=["C3"], to_play="w")
    assert game.move_number == 0 and game.to_play is Color.WHITE
    assert [game.at(p) for p in ("A1", "B1", "C5", "C3")] == [1, 2, 2, 0]
    with pytest.raises(ValueError, match="cannot undo 1 of 0 moves"):
        game.undo()


def test_setup_in_mid_game_keeps_turn_and_prisoners() -> None:
    game = Game.from_drawing(". X .", "X O X", ". . .", komi=0, rules="japanese")
    game.play("B1")
    assert game.captures("black") == 1 and game.to_play is Color.WHITE
    game.setup(empty=["B1"])
    assert game.captures("black") == 1 and game.to_play is Color.WHITE
    game.play("C1")
    game.undo()
    assert game.captures("black") == 1


def test_setup_may_replace_a_stone() -> None:
    game = Game.from_drawing("X . .", komi=0)
    game.setup(white=["A1"])
    assert game.at("A1") is Color.WHITE
    game.setup(empty=["A1"])
    assert game.at("A1") is Color.EMPTY


def test_setup_names_the_group_without_liberties() -> None:
    with pytest.raises(ValueError, match="the group at A2 would have no liberty"):
        Game(2).setup(black=["A2"], white=["A1", "B2"], empty=[])


# Rules


def test_changing_the_rules_replays_the_moves() -> None:
    game = Game.from_drawing(". X .", "X O O", "X . X")
    for move in ("C3", "A3", "B3"):
        game.play(move)
    before = game.copy()
    with pytest.raises(ValueError, match="the moves of this game are not legal under tromp-taylor"):
        game.rules = "tromp-taylor"
    assert game == before
    game.rules = "aga"
    assert game.rules is PRESETS["aga"] and game.komi == 7.5
    assert game.moves == before.moves and game.to_play is before.to_play


def test_changing_the_rules_keeps_turns() -> None:
    game = Game(5)
    game.play("A1")
    game.to_play = Color.BLACK
    game.play("B1", "white")
    game.to_play = Color.WHITE
    game.rules = "aga"
    assert game.to_play is Color.WHITE
    game.undo()
    assert game.to_play is Color.BLACK


# Values: copies, equality, hashes, pickles


def test_a_copy_lives_its_own_life() -> None:
    game = random_game(1)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert other == game and other is not game and hash(other) == hash(game)
        other.play("pass")
        assert other != game
        other.undo()
        assert other == game
        other.komi = 1.5
        assert other != game


def test_what_makes_games_different() -> None:
    game = random_game(2)
    assert game != random_game(3)
    assert game != "game"
    other = game.copy()
    other.rules = game.rules.replace(scoring="territory")
    assert other != game
    other = game.copy()
    other.to_play = game.to_play.opponent
    assert other != game
    other = game.copy()
    other.handicap = 2
    assert other != game
    assert Game((3, 5)) != Game((5, 3))
    assert {Game(9): 1}[Game(9)] == 1


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(sorted(PRESETS)), st.booleans())
def test_pickles(seed: int, rules: str, setup: bool) -> None:
    game = random_game(seed, (4, 4), 25, rules=rules, komi=3.5)
    if setup:
        game.setup(to_play="white")
        game.play("pass", "black")
    game.to_play = Color.BLACK
    for protocol in (2, pickle.HIGHEST_PROTOCOL):
        again = pickle.loads(pickle.dumps(game, protocol))
        assert again == game and again.rules.name == game.rules.name
        assert list(again.legal_moves) == list(game.legal_moves)
        assert [again.captures(c) for c in "bw"] == [game.captures(c) for c in "bw"]
        while again.move_number:
            again.undo()
            game.undo()
            assert again.to_play is game.to_play
        game = pickle.loads(pickle.dumps(again))


# Hashes and symmetries


def test_transpositions_hash_alike() -> None:
    one, two = Game(9), Game(9)
    for move in ("C3", "G7", "C7", "G3"):
        one.play(move)
    for move in ("C7", "G3", "C3", "G7"):
        two.play(move)
    assert one.hash == two.hash and one != two
    two.play("pass")
    assert one.hash == two.hash, "a hash of the stones alone"
    two.play("E5")
    assert one.hash != two.hash


def test_captured_stones_leave_no_trace_in_the_hash() -> None:
    game = Game.from_drawing(". X .", "X O X", ". . .")
    game.play("B1")
    assert game.hash == Game.from_drawing(". X .", "X . X", ". X .").hash


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 7), st.booleans(), st.sampled_from(sorted(PRESETS)))
def test_symmetric_games_give_symmetric_results(
    seed: int, symmetry: int, swap: bool, rules: str
) -> None:
    """The same game turned or mirrored, and with the colours exchanged."""
    rng = random.Random(seed)
    width, height = rng.choice([(5, 5), (4, 4), (6, 3)])
    if width != height:
        symmetry &= ~4

    def image(point: int) -> int:
        if point == width * height:
            return point
        row, column = divmod(point, width)
        if symmetry & 1:
            row = height - 1 - row
        if symmetry & 2:
            column = width - 1 - column
        if symmetry & 4:
            row, column = column, row
        return row * width + column

    def other(color: int) -> Color:
        return Color(color).opponent if swap else Color(color)

    one, two = (Game((width, height), komi=0, rules=rules) for _ in range(2))
    two.to_play = other(one.to_play)
    for _ in range(60):
        points = one.native.legal_points(one.to_play)
        assert sorted(map(image, points)) == two.native.legal_points(two.to_play)
        move = rng.choice([*points, one.area]) if rng.random() < 0.1 or not points else None
        move = rng.choice(points) if move is None else move
        one.play(move)
        two.play(image(move))
    assert [other(one.at(p)) for p in range(one.area)] == [
        two.at(image(p)) for p in range(one.area)
    ]
    assert [one.captures(c) for c in (1, 2)] == [two.captures(other(c)) for c in (1, 2)]
    assert (one.is_over, one.repeats) == (two.is_over, two.repeats)
    first, second = one.score(), two.score()
    assert first.margin == (-second.margin if swap else second.margin)
    assert [other(o) for o in first.owners] == [
        second.owners[image(p)] for p in range(len(first.owners))
    ]


# Cost


def test_importing_is_light() -> None:
    """numpy and typer would double the time until a GTP controller gets its first answer."""
    code = "import sys, keima; print([m for m in ('numpy', 'typer', 'rich') if m in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"
