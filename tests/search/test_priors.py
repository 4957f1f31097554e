"""Priors of the tree search, each alone."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from keima import Engine, Game, _core
from keima.models import load_move_model
from keima.playouts import load_patterns

BLACK, WHITE = 1, 2
#: Nothing but even games and what a test adds.
BARE: dict[str, float] = {
    name: 0 for name, *_ in _core.tree_parameters() if name.startswith("prior_")
} | {"prior_even": 10.0}


def priors(
    trees: SimpleNamespace, position: _core.Board, color: int = BLACK, **given: Any
) -> dict[int, tuple[float, float]]:
    """By move: visits and mean."""
    names = {"earlier", "last", "komi"}
    options = {k: v for k, v in given.items() if k in names}
    parameters = BARE | {k: v for k, v in given.items() if k not in names}
    found = trees.search(trees.make(**parameters), position, color, playouts=1, **options)
    return {m["move"]: (m["prior_visits"], m["prior_mean"]) for m in found["moves"]}


EYE = ("X X X X X", "X . X O .", "X X X O .", "O O O O .", ". . . . .")


def test_eyes_may_be_discouraged_instead_of_left_out(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    eye, position = 6, board(*EYE)
    assert eye not in priors(trees, position)
    found = priors(trees, position, keep_eyes=1, prior_eye=20)
    assert found[eye] == (30, pytest.approx(5 / 30, abs=0.01))
    assert found[9] == (10, pytest.approx(0.5, abs=0.01))


KO = (". X O . .", "X . X O .", ". X O . .", ". . . . .", ". . . . .")


def ko_fight(board: Callable[..., _core.Board]) -> list[_core.Board]:
    """White has taken a ko, and moves were played elsewhere; the last position first."""
    position = board(*KO)
    boards = [position.copy()]
    for color, point in ((WHITE, 6), (BLACK, 24), (WHITE, 23), (BLACK, 22), (WHITE, 21)):
        position.play(point, color)
        boards.append(position.copy())
    return boards[::-1]


def test_an_open_ko_is_encouraged(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    ko = 7
    now, *earlier = ko_fight(board)
    found = priors(trees, now, BLACK, prior_ko=20, earlier=earlier)
    assert found[ko] == (30, pytest.approx(25 / 30, abs=0.01))
    assert priors(trees, now, BLACK, prior_ko=20)[ko][0] == 10  # not known
    assert priors(trees, now, BLACK, earlier=earlier)[ko][0] == 10
    # It is not White's to take, and after ten moves it is forgotten.
    assert all(n == 10 for n, _ in priors(trees, now, WHITE, prior_ko=20, earlier=earlier).values())
    old = [now] * 8 + earlier
    assert priors(trees, now, BLACK, prior_ko=20, earlier=old)[ko][0] == 10


def test_the_engine_tells_the_last_ko() -> None:
    game = Game(5, komi=0.5)
    for move in ("B5", "C5", "A4", "D4", "B3", "C3", "C4", "B4", "E1", "D1", "C1", "B1"):
        game.play(move)
    assert game.is_legal("C4")
    means = []
    for prior in (0, 200):
        engine = Engine(
            f"pachi:playouts=200,bandit=1,exploration=2,prior_ko={prior}", threads=1, seed=1
        )
        found = engine.search(game, moves=["C4", "B2"]).candidates
        means.append({c.move: c.prior for c in found})
    assert means[1]["C4"] > means[0]["C4"] + 0.1
    assert means[1]["B2"] == means[0]["B2"]


def test_what_is_near_is_a_parameter(trees: SimpleNamespace) -> None:
    position = _core.Board(9, 9)
    position.play(40, BLACK)
    third = 2 * 9 + 5  # three steps from the stone
    for distance, wins in ((2, 20), (3, 0)):
        found = priors(trees, position, WHITE, prior_open_line_3=20, open_distance=distance)
        assert found[third][0] == 10 + wins


def test_playouts_after_each_move_are_experience(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    race = board(
        "X X X . . . .", "O O O . O . .", "X X X X O . .", ". . . X O . .", ". . . X O . ."
    )
    found = priors(trees, race, BLACK, prior_playouts=8, komi=0.5)
    assert {n for move, (n, _) in found.items() if move < race.area} == {18}
    takes = found.pop(10)[1]
    others = [mean for move, (_, mean) in found.items() if move < race.area]
    assert takes > sum(others) / len(others) + 0.1


def test_the_grandparent_passes_on_its_results(trees: SimpleNamespace) -> None:
    """The same move of the same player two moves before: seen in the position after two moves."""
    board = _core.Board(5, 5)
    tree = trees.make(**BARE | {"prior_grandparent": 40, "expand_after": 1})
    first = trees.search(tree, board, playouts=3000, komi=0.5)
    line = first["moves"][0]["pv"][:2]
    for color, point in zip((BLACK, WHITE), line, strict=True):
        board.play(point, color)
    found = trees.search(tree, board, playouts=1, komi=0.5, last=line[1])
    assert found["root_visits"] > 1
    given = [m["prior_visits"] for m in found["moves"]]
    assert max(given) > 10 and max(given) <= 50
    plain = priors(trees, board, BLACK)
    assert {n for n, _ in plain.values()} == {10}


NEW_KO = (". X O . .", "X O . O .", ". X O . .", ". . . . .", ". . . . .")


def test_a_ko_is_not_begun_while_there_is_no_other(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    begins = 7
    position = board(*NEW_KO)
    found = priors(trees, position, prior_new_ko=20)
    assert found.pop(begins) == (30, pytest.approx(5 / 30, abs=0.01))
    assert {n for n, _ in found.values()} == {10}
    # Black may take this one back.
    now, *earlier = ko_fight(board)
    assert priors(trees, now, prior_new_ko=20)[7][0] == 30
    assert priors(trees, now, prior_new_ko=20, earlier=earlier)[7][0] == 10


def test_extensions_have_more_liberties_than_the_weakest_group(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    position = board(
        ". . . . .",
        ". . X . .",
        ". O X O .",
        ". . . . .",
        ". . . . .",
    )
    found = priors(trees, position, prior_extend=20)
    # The two stones have four liberties: above, at the sides and below.
    assert {move for move, (n, _) in found.items() if n == 30} == {2, 6, 8, 17}
    alone = board(". O . . .", "O X . . .", ". O . . .", ". . . . .")
    assert priors(trees, alone, prior_extend=20)[7] == (30, pytest.approx(25 / 30, abs=0.01))
    caught = board(". O O . .", "O X . O .", ". O O . .", ". . . . .")
    assert 7 not in priors(trees, caught, prior_extend=20, prune_self_atari=1)


def test_atari_that_is_not_in_atari(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    position = board(
        ". X . . .",
        "X O . . .",
        ". . . . .",
        ". . . . .",
    )
    found = priors(trees, position, prior_atari=20)
    assert {move for move, (n, _) in found.items() if n == 30} == {7, 11}
    # At the corner point a stone would be in atari itself.
    corner = board(". O X .", "X O X .", ". X . .")
    assert priors(trees, corner, prior_atari=20, prune_self_atari=0).get(0, (10, 0))[0] == 10


def test_points_that_are_owned_anyway_are_discouraged(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    """In the tree, when enough games have told whose they are."""
    alive = board(*(". X . X . . .", "X X X X . . .", ". X . X . . .") * 2)
    bare = BARE | {"expand_after": 0, "keep_eyes": 1}
    plain, made = (
        trees.search(trees.make(**bare | {"prior_owned": n}), alive, komi=20.5, playouts=600)
        for n in (0, 50)
    )
    assert made["moves"] != plain["moves"]


EYES = (
    ". X . X O . O",
    ". X . X O . O",
    ". X . X O O O",
    "X X X X O O .",
    ". . . X O . .",
    "X X X X O O O",
)


def test_the_other_points_of_an_eye_are_left_out(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    """Beside the vital point, for who lives by it and for who kills by it."""
    position, straight = board(*EYES), {0, 7, 14}
    for color in (BLACK, WHITE):
        assert straight <= set(priors(trees, position, color, prune_self_atari=0))
        found = set(priors(trees, position, color, prune_self_atari=0, prune_nakade=1))
        assert found & straight == {7}
    # Bent three at the right: the corner of it.
    found = set(priors(trees, position, BLACK, prune_self_atari=0, prune_nakade=1))
    assert found & {27, 33, 34} == {34}


def test_a_point_that_takes_something_is_not_left_out(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    # White's stone at the end of three points is in atari.
    position = board("O . . X .", "X X X X .", ". . . . .")
    assert {1, 2} <= set(priors(trees, position, BLACK, prune_self_atari=0))
    found = set(priors(trees, position, BLACK, prune_self_atari=0, prune_nakade=1))
    assert 1 in found


def test_long_eyes_are_left_out(trees: SimpleNamespace, board: Callable[..., _core.Board]) -> None:
    position = board(
        ". . . . . X .",
        "X X X X X X .",
        ". . . . . . .",
    )
    inside = set(range(5))
    assert inside <= set(priors(trees, position, BLACK))
    assert not inside & set(priors(trees, position, BLACK, prune_long_eyes=5))
    assert inside <= set(priors(trees, position, BLACK, prune_long_eyes=6))
    # The opponent may try.
    assert inside & set(priors(trees, position, WHITE, prune_long_eyes=5, prune_self_atari=0))


def test_of_two_fillings_in_miai_one_is_left(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    position = board(
        ". . X . . .",
        "X X X . . .",
        ". . . . . .",
    )
    options: dict[str, float] = {"prune_self_atari": 0, "prune_seki": 0}
    assert {0, 1} <= set(priors(trees, position, WHITE, **options))
    kept = []
    for seed in range(12):
        tree = trees.make(**BARE, **options, prune_miai=1)
        found = trees.search(tree, position, WHITE, playouts=1, seed=seed)
        kept += [m["move"] for m in found["moves"] if m["move"] < 2]
    assert len(kept) == 12 and set(kept) == {0, 1}
    # Of four in a line the inner ones.
    line = board(". . . . X .", "X X X X X .", ". . . . . .")
    found = priors(trees, line, WHITE, **options, prune_miai=1)
    assert len({1, 2} & set(found)) == 1 and {0, 3} <= set(found)


def test_what_was_played_before_the_last_move_may_be_taken(trees: SimpleNamespace) -> None:
    """At the root as in the tree: the move model still knows where it was."""
    game = Game(9, komi=7)
    for move in ("A8", "A9", "B9"):  # takes the corner
        game.play(move)
    position, taken, last = game.board, game.parse("A9"), game.parse("B9")
    assert not position.stones[taken]
    found = []
    for before in (taken, position.area):
        tree = _core.TreeSearch(
            "mogo", {}, BARE | {"prior_model": 200}, load_patterns("mogo"), load_move_model("9x9")
        )
        found.append(trees.search(tree, position, WHITE, playouts=1, last=last, before=before))
    assert found[0]["moves"] != found[1]["moves"]


#: G1 runs into a ladder, and yet takes the corner: two stones are given for liberties.
SACRIFICE = (
    ". . . . . . . . .",
    ". . . . . X . . .",
    ". . . O O X . . .",
    ". . O . X . . . .",
    ". . . . X . . . .",
    ". . O . X O X X .",
    ". . O X X X O O .",
    ". . . X O O X O .",
    ". . . . O . . . .",
)
G1, F1 = 78, 77


def test_doubtful_moves_are_left_out_or_begin_with_losses(
    trees: SimpleNamespace, board: Callable[..., _core.Board]
) -> None:
    position = board(*SACRIFICE)
    left_out = {G1, F1}  # a lost ladder and a bad self-atari
    assert not left_out & set(priors(trees, position))
    assert G1 in priors(trees, position, prune_ladders=0)
    assert F1 in priors(trees, position, prune_self_atari=0)
    found = priors(trees, position, prior_doubtful=30, prior_extend=20)
    for move in left_out:  # and no other prior, whatever else they do
        assert found[move] == (40, pytest.approx(5 / 40, abs=0.01))
    # The others' are what they were.
    assert found == priors(trees, position, prior_extend=20) | {m: found[m] for m in left_out}


def test_a_sacrifice_is_found_where_doubtful_moves_are_tried() -> None:
    game = Game.from_drawing(*SACRIFICE, to_play="black", komi=7.5)
    moves = [
        Engine("classic", book="none", threads=1, seed=1, playouts=5000, prior_doubtful=d)
        .search(game)
        .move
        for d in (0, 20)
    ]
    assert moves[0] != "G1"
    assert moves[1] == "G1"
