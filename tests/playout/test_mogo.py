"""The rules of `mogo`: each fires where it must, with the weights it is said to have."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from scipy.stats import binomtest, chisquare

from keima import _core
from keima.playouts import load_patterns, make_playout

BLACK, WHITE = 1, 2
Draw = Callable[..., _core.Board]
Heavy = SimpleNamespace

#: No rule but the random one.
NONE: dict[str, float] = {
    "skip_save": 1,
    "skip_nakade": 1,
    "skip_capture": 1,
    "skip_pattern": 1,
    "mercy": 0,
}


def only(**rules: float) -> dict[str, float]:
    return NONE | rules


def assert_by_weight(found: Counter[int], weights: dict[int, float]) -> None:
    assert set(found) == set(weights)
    draws, total = sum(found.values()), sum(weights.values())
    if len(weights) > 1:
        expected = [weights[p] * draws / total for p in weights]
        assert chisquare([found[p] for p in weights], expected).pvalue > 1e-4


def test_a_stone_in_atari_is_saved(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . . . .",
        ". . O . .",
        ". O X . .",
        ". . O . .",
        ". . . . .",
    )
    assert set(heavy.firsts(b, BLACK, "mogo", only(skip_save=0), last=11)) == {13}
    assert len(heavy.firsts(b, BLACK, "mogo", only(skip_save=0), last=7)) == 1
    assert len(heavy.firsts(b, BLACK, "mogo", NONE, last=11)) > 10
    # Asked in three of four moves; the random rule may choose the point too.
    found = heavy.firsts(b, BLACK, "mogo", only(skip_save=0.25), last=11, draws=8000)
    assert 0.75 < found[13] / 8000 < 0.81


def test_larger_groups_are_saved_more_often(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . . . . . .",
        ". . O . O O .",
        ". . X O X X .",
        ". . O . O O .",
        ". . . . . . .",
    )
    found = heavy.firsts(b, BLACK, "mogo", only(skip_save=0), last=17)
    assert_by_weight(found, {15: 3, 20: 4})


def test_saving_by_a_safe_capture_counts_twice(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . . . . . .",
        ". X O X . . .",
        ". . X O . . .",
        ". . O . . . .",
        ". . . . . . .",
    )
    found = heavy.firsts(b, BLACK, "mogo", only(skip_save=0), last=17)
    assert_by_weight(found, {15: 3, 2: 6})


def test_no_running_into_death(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . O . .",
        ". O X O .",
        ". O . O .",
        ". . O . .",
    )
    assert 12 not in heavy.firsts(b, BLACK, "mogo", only(skip_save=0), last=8)


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize(
    ("rows", "vital"),
    [
        (("O . . . O X . .", "O O O O O X . .", "X X X X X X . .", ". . . . . . . ."), 2),
        (("O . . O O X . .", "O . O O X X . .", "O O O X X . . .", "X X X X . . . ."), 1),
        (("O . . . O X . .", "O O . O O X . .", "X O O O X X . .", "X X X X X . . ."), 2),
        (("O . . . O X . .", "O . . O O X . .", "O O O O X X . .", "X X X X X . . ."), 2),
    ],
)
def test_nakade(
    rows: tuple[str, ...], vital: int | None, color: int, board: Draw, heavy: Heavy
) -> None:
    b = board(*rows)
    found = heavy.firsts(b, color, "mogo", only(skip_nakade=0))
    assert set(found) == {vital}
    found = heavy.firsts(b, color, "mogo", only(skip_nakade=0.5), draws=8000)
    assert 0.5 < found[vital] / 8000 < 0.9


def test_captures_anywhere(board: Draw, heavy: Heavy) -> None:
    b = board(
        "O . . . . . X O",
        "X . . . . . X .",
        ". . . O . . . .",
        ". X X . . . . .",
        "X O O . . . . .",
        ". X X . . . . .",
    )
    found = heavy.firsts(b, BLACK, "mogo", only(skip_capture=0), last=19)
    assert_by_weight(found, {1: 1, 15: 1, 35: 1})


WEIGHTS = """
XO?
.*.
???
:9

?O?
.*.
???
:3

O..
.*.
...
:1
"""

OPENING = (
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . X . . . X . .",
    ". . . X O . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . X . . . O . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
)


def test_patterns_by_weight(board: Draw, tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    path.write_text(WEIGHTS)
    table = load_patterns(str(path))
    b = board(*OPENING)
    last = 31
    weights = {}
    for dy, dx in itertools.product((-1, 0, 1), repeat=2):
        p = last + 9 * dy + dx
        if b.is_legal(p, BLACK) and table.weight(b, p, BLACK):
            weights[p] = table.weight(b, p, BLACK)
    assert len(set(weights.values())) == 3
    playout = make_playout("mogo", only(skip_pattern=0), patterns=str(path))
    found = Counter(dict(enumerate(playout.run_many(b, BLACK, 8000, last, seed=1)[3])))
    assert_by_weight(+found, weights)


def test_patterns_must_be_safe(board: Draw, tmp_path: Path) -> None:
    path = tmp_path / "any.txt"
    path.write_text("???\n?*?\n???\n")
    b = board(
        ". . . . .",
        ". O . O .",
        ". . O . .",
        ". . . . .",
        ". . . . .",
    )
    playout = make_playout("mogo", only(skip_pattern=0), patterns=str(path))
    found = Counter(dict(enumerate(playout.run_many(b, BLACK, 2000, 12, seed=1)[3])))
    # 7 is between three white stones: one liberty.
    assert set(+found) == {11, 13, 16, 17, 18}


def test_order(board: Draw, heavy: Heavy) -> None:
    b = board(*OPENING[:7], "X . . . . . . . .", "O . . . . . . . .")
    capture = 73
    both: dict[str, float] = {"skip_capture": 0, "skip_pattern": 0}
    assert set(heavy.firsts(b, BLACK, "mogo", only(**both), last=31)) == {capture}
    found = heavy.firsts(b, BLACK, "mogo", only(pattern_first=1, **both), last=31)
    assert found
    assert all(load_patterns("mogo").weight(b, p, BLACK) for p in found)


@pytest.mark.parametrize("self_atari", [0, 1])
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_random_moves_by_weight(color: int, self_atari: int, board: Draw, heavy: Heavy) -> None:
    b = board(
        ". X . . . . . . .",
        "X . X . . . . . .",
        ". X X X O . . . .",
        "X O . X O O . . .",
        "O . O X X O O . .",
        ". O O X . X O O O",
        "O . O X X X X O .",
        "O O O O O O O . O",
        ". . . O . . O O .",
    )
    weights = {
        p: (2 if safe else 1) * (3 if b.code(p) == 0 else 1)
        for p, safe in heavy.playable(b, color, self_atari).items()
    }
    assert len(set(weights.values())) > 1
    found = heavy.firsts(b, color, "mogo", only(open_weight=3, self_atari=self_atari), draws=20_000)
    assert_by_weight(found, weights)


def test_small_eyes_are_not_filled(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . X . . X",
        "X X X . . X",
        "X X X X X X",
        ". X . . . .",
    )
    found = heavy.firsts(b, BLACK, "mogo", NONE, draws=500)
    assert not {0, 1, 3, 4, 9, 10, 18, 20, 21, 22, 23} & set(found)


def test_mercy(board: Draw) -> None:
    b = board(*["X X X X X X X X X"] * 4, *[". . . . . . . . ."] * 5)
    playout = make_playout("mogo", {"mercy": 0.2})
    assert len(playout.run(b, WHITE, seed=1)[1]) == 1
    assert len(playout.run(b, WHITE, seed=1, komi=50)[1]) > 1
    assert len(make_playout("mogo", {"mercy": 0}).run(b, WHITE, seed=1)[1]) > 20


def test_length() -> None:
    playout = make_playout("mogo", {"mercy": 0, "length": 0.1})
    lengths = Counter(len(playout.run(_core.Board(9, 9), 1, seed=s)[1]) for s in range(400))
    assert max(lengths) == 81 + 8 + 1
    assert 0.3 < lengths[90] / (lengths[90] + lengths[89]) < 0.7


def test_mirrored_boards_are_treated_alike(board: Draw, heavy: Heavy) -> None:
    b = board(*OPENING)
    mirror = board(*[row[::-1] for row in OPENING])
    found = heavy.firsts(b, BLACK, "mogo", {}, last=31, draws=20_000)
    other = heavy.firsts(mirror, BLACK, "mogo", {}, last=31, draws=20_000)
    for p in range(81):
        a, c = found[p], other[p // 9 * 9 + 8 - p % 9]
        assert a + c == 0 or binomtest(a, a + c).pvalue > 1e-5


def test_defaults_follow_the_size(board: Draw, heavy: Heavy) -> None:
    b = board(*OPENING)
    set_by_hand = {
        "skip_save": 40 / 128,
        "skip_nakade": 22 / 128,
        "skip_capture": 72 / 128,
        "skip_pattern": 8 / 128,
    }
    assert heavy.firsts(b, 1, "mogo", {}, 31) == heavy.firsts(b, 1, "mogo", set_by_hand, 31)
    large = _core.Board(13, 13)
    set_by_hand = {
        "skip_save": 22 / 128,
        "skip_nakade": 69 / 128,
        "skip_capture": 24 / 128,
        "skip_pattern": 23 / 128,
    }
    one, other = make_playout("mogo"), make_playout("mogo", set_by_hand)
    assert one.signature(large, 1, 20) == other.signature(large, 1, 20)
    assert one.signature(_core.Board(9, 9), 1, 20) != other.signature(_core.Board(9, 9), 1, 20)


def test_suggestions(board: Draw) -> None:
    b = board(
        ". . . . .",
        ". . O . .",
        ". O X . .",
        ". . O . .",
        ". . . . X",
    )
    found = make_playout("mogo").suggest(b, BLACK, last=11)
    assert found[0] == (13, pytest.approx(1 - 40 / 128))
    assert make_playout("mogo").suggest(_core.Board(9, 9), BLACK) == []
    assert make_playout("uniform").suggest(b, BLACK, last=11) == []


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"skip_svae": 0.5}, "unknown playout parameter 'skip_svae': expected one of skip_save, "),
        ({"skip_save": 1.5}, "playout parameter 'skip_save' must be from 0 to 1, got 1.5"),
        ({"safe_weight": float("nan")}, "'safe_weight' must be from 1 to 16, got nan"),
    ],
)
def test_wrong_parameters(parameters: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_playout("mogo", parameters)


def test_wrong_input() -> None:
    with pytest.raises(ValueError, match="unknown playout policy 'mog': expected uniform, mogo, "):
        make_playout("mog")
    with pytest.raises(ValueError, match="there is no stone at the last move 3"):
        make_playout("mogo").run(_core.Board(5, 5), 1, last=3)
    with pytest.raises(IndexError):
        make_playout("mogo").run(_core.Board(5, 5), 1, last=99)
