"""The priors and the pruning of Ferreira 2016 (4.3.1) that its release has, each alone."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from keima import _core

BLACK, WHITE = 1, 2
EVEN = 10
#: Nothing but even games, nothing left out, and what a test adds.
BARE: dict[str, float] = {
    name: 0 for name, *_ in _core.tree_parameters() if name.startswith(("prior_", "prune_"))
} | {"prior_even": EVEN}

Drawn = Callable[..., _core.Board]


class Given:
    """Visits and wins beyond the even games, by move; only those that have any."""

    def __init__(
        self,
        trees: SimpleNamespace,
        position: _core.Board,
        color: int = BLACK,
        last: int | None = None,
        **parameters: float,
    ) -> None:
        options = {} if last is None else {"last": last}
        tree = trees.make(**{**BARE, **parameters})
        found = trees.search(tree, position, color, playouts=1, **options)["moves"]
        self.moves = {m["move"] for m in found}
        self.visits = {m["move"]: m["prior_visits"] - EVEN for m in found}
        self._means = {m["move"]: m["prior_mean"] for m in found}

    def won(self, *moves: int) -> float:
        """The same number of wins, and no losses, for each of these; for no others anything."""
        return self._only(moves, lambda extra: (EVEN / 2 + extra) / (EVEN + extra))

    def lost(self, *moves: int) -> float:
        return self._only(moves, lambda extra: EVEN / 2 / (EVEN + extra))

    def _only(self, moves: tuple[int, ...], mean: Callable[[float], float]) -> float:
        assert {m for m, extra in self.visits.items() if extra} == set(moves)
        (extra,) = {self.visits[m] for m in moves}
        for move in moves:
            assert self._means[move] == pytest.approx(mean(extra), abs=0.01)
        return extra


def points(position: _core.Board, *marks: tuple[int, int]) -> tuple[int, ...]:
    """Row-major indices of columns and rows, from the top left."""
    return tuple(row * position.width + column for column, row in marks)


def test_self_ataris_lose(trees: SimpleNamespace, board: Drawn) -> None:
    position = board(". O . . .", ". . . . .", ". . . . .", ". . . . O", ". . . . .")
    corners = points(position, (0, 0), (4, 4))
    assert Given(trees, position, prior_self_atari=16).lost(*corners) == 16


def test_captures_win_by_how_much_they_take(trees: SimpleNamespace, board: Drawn) -> None:
    position = board(
        "O X . . . X O",
        ". . . . . X O",
        ". . . . . . .",
        ". . . . . . .",
    )
    one, two = points(position, (0, 1), (6, 2))
    assert Given(trees, position, prior_capture_one=15).won(one) == 15
    assert Given(trees, position, prior_capture_many=30).won(two) == 30


def test_patterns_win_where_the_stone_is_safe(trees: SimpleNamespace, board: Drawn) -> None:
    position = board(
        ". . . . . . .",
        ". . . . . . .",
        ". . X O . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    found = Given(trees, position, prior_pattern=21)
    below, above = points(position, (3, 3), (3, 1))  # a hane at the head
    assert found.visits[below] == found.visits[above] == 21
    assert found.visits[points(position, (6, 4))[0]] == 0
    # A cut, from where one liberty is left or two.
    for below, wins in (("O", 0), (".", 21)):
        cut = board(
            ". . . . . .",
            ". X O O . .",
            ". O . X . .",
            f". . {below} O O .",
            ". . . . . .",
        )
        assert Given(trees, cut, prior_pattern=21).visits[points(cut, (2, 2))[0]] == wins


def test_moves_near_the_last_one_win(trees: SimpleNamespace, board: Drawn) -> None:
    """Distances where the stones of a group are one place."""
    position = board(
        ". . . . . . .",
        ". . . . . . .",
        ". O O O . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    (last,) = points(position, (3, 2))
    beside = points(
        position, (0, 2), (4, 2), *[(column, row) for column in (1, 2, 3) for row in (1, 3)]
    )
    assert Given(trees, position, last=last, prior_near_1=6).won(*beside) == 6
    second = Given(trees, position, last=last, prior_near_2=5)
    assert second.visits[points(position, (5, 2))[0]] == 5
    assert not any(second.visits[p] for p in beside)
    third = Given(trees, position, last=last, prior_near_3=4)
    assert third.won(*points(position, (6, 2), (5, 1), (5, 3), (4, 0), (4, 4), (0, 0), (0, 4))) == 4
    # After a pass nothing is near.
    assert not any(Given(trees, position, prior_near_1=6).visits.values())


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("prior_open_line_1", {1}),
        ("prior_open_line_2", {2}),
        ("prior_open_line_3", {3}),
        ("prior_open_line_4", {4, 5, 6}),
    ],
)
def test_lines_count_by_where_no_stone_is_near(
    trees: SimpleNamespace, name: str, lines: set[int]
) -> None:
    position = _core.Board(11, 11)
    wanted = [p for p in range(121) if line(p, 11) in lines]
    found = Given(trees, position, **{name: 8})
    assert (found.won if name[-1] in "34" else found.lost)(*wanted) == 8


@pytest.mark.parametrize(
    ("name", "number"), [("prior_line_1", 1), ("prior_line_2", 2), ("prior_line_3", 3)]
)
def test_lines_count_otherwise_where_stones_are_near(
    trees: SimpleNamespace, name: str, number: int
) -> None:
    position = _core.Board(11, 11)
    position.play(3 * 11 + 3, WHITE)
    wanted = [
        p for p in range(121) if line(p, 11) == number and abs(p % 11 - 3) + abs(p // 11 - 3) <= 3
    ]
    found = Given(trees, position, **{name: 5})
    assert (found.won if number == 3 else found.lost)(*wanted) == 5


def line(point: int, side: int) -> int:
    """1 at the edge."""
    row, column = divmod(point, side)
    return 1 + min(row, column, side - 1 - row, side - 1 - column)


def test_corner_points_lose(trees: SimpleNamespace) -> None:
    assert Given(trees, _core.Board(5, 7), prior_corner=34).lost(0, 4, 30, 34) == 34


#: A black eye of three points, outside of which White has all.
STRAIGHT = (
    "O O O O O O .",
    "O X X X X X O",
    "O X . . . X O",
    "O X X X X X O",
    "O O O O O O O",
    ". . . . . . .",
)


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_the_vital_point_wins_for_both(trees: SimpleNamespace, board: Drawn, color: int) -> None:
    position = board(*STRAIGHT)
    (middle,) = points(position, (3, 2))
    assert Given(trees, position, color, prior_nakade=20, prior_scale=1).won(middle) == 24
    assert Given(trees, position, color, prior_nakade=20, prior_scale=2).won(middle) == 36


def test_attack_and_defence_win_by_the_size_of_the_group(
    trees: SimpleNamespace, board: Drawn
) -> None:
    """Two white stones in atari that could run: stones and liberties are 3."""
    position = board(
        ". . . . . . .",
        ". . X X . . .",
        ". X O O . . .",
        ". . X X . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    (way_out,) = points(position, (4, 2))
    kill = Given(trees, position, BLACK, prior_attack=40, prior_scale=1, reader_nodes=500)
    assert kill.won(way_out) == 43
    assert (
        Given(trees, position, BLACK, prior_attack=40, prior_scale=2, reader_nodes=500).won(way_out)
        == 49
    )
    save = Given(trees, position, WHITE, prior_defend=12, prior_scale=1, reader_nodes=500)
    assert save.won(way_out) == 15
    unread = Given(trees, position, BLACK, prior_attack=40, reader_nodes=0)
    assert not any(unread.visits.values())
    # One in the corner is lost anyway: half as much is at stake, and there is no defence.
    lost = board("O X . . . .", ". . X . . .", ". . . . . .", ". . . . . .")
    (takes,) = points(lost, (0, 1))
    found = Given(trees, lost, BLACK, prior_attack=40, prior_scale=1, reader_nodes=500)
    assert found.won(takes) == 41
    none = Given(trees, lost, WHITE, prior_defend=12, prior_scale=1, reader_nodes=500)
    assert not any(none.visits.values())


def test_far_points_at_the_edge_are_left_out(trees: SimpleNamespace) -> None:
    position = _core.Board(11, 11)
    assert Given(trees, position, prune_distance=3).moves == set(range(121)), "an empty board"
    position.play(3 * 11 + 3, WHITE)
    far = {p for p in range(121) if line(p, 11) < 3 and abs(p % 11 - 3) + abs(p // 11 - 3) > 3}
    all_moves = Given(trees, position).moves
    assert far < all_moves == set(range(121)) - {36}
    assert Given(trees, position, prune_distance=3).moves == all_moves - far
    # Not any more when a third of the board has stones.
    position = _core.Board(11, 11)
    for p in range(22, 66):
        position.play(p, BLACK)
    assert 120 in Given(trees, position, prune_distance=3).moves


def test_small_eyes_are_left_alone(trees: SimpleNamespace, board: Drawn) -> None:
    position = board(". . X . . .", "X X X . . .", ". . . . . .")
    assert {0, 1} <= Given(trees, position).moves
    assert not {0, 1} & Given(trees, position, prune_eye_shapes=1).moves


def test_nobody_tries_the_liberties_of_a_seki(trees: SimpleNamespace, board: Drawn) -> None:
    position = board(
        "X X X . O O O",
        "X X X . O O O",
        "O O X X O X X",
        "O O O O X X X",
        ". . . . . . .",
    )
    shared = set(points(position, (3, 0), (3, 1)))
    for color in (BLACK, WHITE):
        assert shared <= Given(trees, position, color).moves
        assert not shared & Given(trees, position, color, prune_seki=1).moves


def test_passes_come_when_little_is_empty(trees: SimpleNamespace, board: Drawn) -> None:
    position = board("X . X .", "O X X X", "O O O O", ". O . O")
    given: dict[str, Any] = {"prune_eye_shapes": 1}
    assert position.area in Given(trees, position, pass_below=0.25, **given).moves
    assert position.area not in Given(trees, position, pass_below=0.1, keep_eyes=1, **given).moves


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        # Atari on two stones, from where the stone is taken at once.
        ((". X X O . .", "X O O . . .", ". X . O . .", ". . . . . ."), True),
        # A ko of one stone.
        ((". X O O .", "X . . O .", ". X O O .", ". . . . ."), True),
        # Neither.
        ((". O O . .", "O X . . .", ". O O O .", ". . . . ."), False),
    ],
    ids=["atari", "ko", "nothing"],
)
def test_self_ataris_that_give_atari_or_make_a_ko_may_be_kept(
    trees: SimpleNamespace, board: Drawn, rows: tuple[str, ...], kept: bool
) -> None:
    position = board(*rows)
    (move,) = points(position, {6: (3, 1), 5: (2, 1)}[position.width])
    assert move in Given(trees, position).moves
    assert move not in Given(trees, position, prune_self_atari=1).moves
    assert (move in Given(trees, position, prune_self_atari=2).moves) == kept


def test_bare_corners_are_left_out(trees: SimpleNamespace) -> None:
    position = _core.Board(5, 7)
    position.play(5 + 1, WHITE)
    found = Given(trees, position, prune_corners=1).moves
    assert found == set(range(35)) - {6, 4, 30, 34}, "a stone beside the first one"
    assert Given(trees, _core.Board(4, 7), prune_corners=1).moves == set(range(28))


def test_eyes_of_what_lives_have_no_vital_point(trees: SimpleNamespace, board: Drawn) -> None:
    living = board(
        "O O O O O O O O .",
        "O X X X X X X X O",
        "O X . . . X . X O",
        "O X X X X X X X O",
        "O O O O O O O O O",
        ". . . . . . . . .",
    )
    (middle,) = points(living, (3, 2))
    options = {"prior_nakade": 20, "prior_scale": 1}
    assert Given(trees, living, WHITE, **options).won(middle) == 24
    assert not any(Given(trees, living, WHITE, skip_living=1, **options).visits.values())
    # With one eye it matters as before, also where no stone is beside the vital point.
    one = board(*STRAIGHT)
    assert Given(trees, one, skip_living=1, **options).won(*points(one, (3, 2))) == 24
    crossed = board(
        "O X X X X X O",
        "O X X . X X O",
        "O X . . . X O",
        "O X X . X X O",
        "O X X X . X O",
        "O O . X X X O",
        ". . O X O O O",
        ". . . . . . .",
    )
    (center,) = points(crossed, (3, 2))
    assert Given(trees, crossed, **options).won(center) == 24
    assert not any(Given(trees, crossed, skip_living=1, **options).visits.values())


def test_what_has_two_eyes_is_not_read(trees: SimpleNamespace, board: Drawn) -> None:
    """White's stones at the left are joined to two eyes, if not for long."""
    position = board(
        "O O . O O X X",
        ". O O . O X X",
        "O . X O . O X",
        ". O X X X X X",
        "O O X . O X X",
    )
    (cut,) = points(position, (1, 2))
    options = {"prior_attack": 40, "prior_scale": 1, "reader_nodes": 200}
    assert Given(trees, position, **options).visits[cut] > 0
    assert Given(trees, position, skip_living=1, **options).visits[cut] == 0
