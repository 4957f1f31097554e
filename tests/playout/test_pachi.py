"""The rules of `pachi`: each fires where it must, as often as it is told to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from scipy.stats import binomtest, chisquare

from keima import _core
from keima.playouts import load_patterns, make_playout, playout_parameters
from keima.trained_policy import RATES, load

BLACK, WHITE = 1, 2
Draw = Callable[..., _core.Board]
Heavy = SimpleNamespace

RULES = (
    "ko_rate",
    "nakade_rate",
    "capture_rate",
    "escape_rate",
    "two_liberty_rate",
    "many_liberty_rate",
    "pattern_rate",
)


def only(**rates: float) -> dict[str, float]:
    """No other rule but the random one."""
    return dict.fromkeys(RULES, 0.0) | rates


def assert_alike(found: Counter[int], points: set[int]) -> None:
    assert set(found) == points
    assert len(points) == 1 or chisquare(list(found.values())).pvalue > 1e-4


def test_the_rates_of_the_report() -> None:
    rates = {p.name: p.default for p in playout_parameters("pachi")}
    assert [rates[rule] for rule in RULES] == [0.2, 0.2, 0.9, 0.9, 0.8, 0.2, 1.0]
    assert rates["ko_age"] == 4


def test_kos_are_taken_back() -> None:
    """Replays games in which nothing but this rule and chance decide."""
    taken = 0
    for seed in range(300):
        board = _core.Board(7, 7)
        moves = make_playout("pachi", only(ko_rate=1)).run(board, BLACK, seed=seed)[1]
        ko = made = -1
        for i, (point, color) in enumerate(moves):
            recent = ko >= 0 and i - made < 4 and moves[i - 1][0] != board.area
            if recent and not board.at(ko) and board.is_legal(ko, color):
                captures = board.copy().play(ko, color) > 0
                assert not captures or point == ko
                taken += captures
            board.play(point, color)
            if board.ko != board.area:
                ko, made = board.ko, i + 1
    assert taken > 20


def test_nakade_beside_the_last_move(board: Draw, heavy: Heavy) -> None:
    b = board(
        "O . . . O X . .",
        "O O O O O X . .",
        "X X X X X X . .",
        ". . . . . . . .",
    )
    for color in (BLACK, WHITE):
        assert set(heavy.firsts(b, color, "pachi", only(nakade_rate=1), last=9)) == {2}
        assert len(heavy.firsts(b, color, "pachi", only(nakade_rate=1), last=21)) > 5
        found = heavy.firsts(b, color, "pachi", only(nakade_rate=0.2), last=9, draws=8000)
        assert found[2] > 0.2 * 8000


def test_stones_that_put_themselves_in_atari_are_taken(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . . . . . .",
        ". . X . . . .",
        ". X O . . O .",
        ". . X . . . .",
        ". . . . . . .",
    )
    assert set(heavy.firsts(b, BLACK, "pachi", only(capture_rate=1), last=16)) == {17}
    assert len(heavy.firsts(b, BLACK, "pachi", only(capture_rate=1), last=19)) > 5
    found = heavy.firsts(b, BLACK, "pachi", only(capture_rate=0.9), last=16, draws=8000)
    chance = heavy.firsts(b, BLACK, "pachi", only(), last=16, draws=8000)[17] / 8000
    assert binomtest(found[17], 8000, 0.9 + 0.1 * chance).pvalue > 1e-4


#: Rows, the rule, the last move, and what Black answers.
ANSWERS = {
    "escapes and counter-captures": (
        (". . . . . . .", ". X O X . . .", ". . X O . . .", ". . O . . . .", ". . . . . . ."),
        ("escape_rate", 17, {15, 2}),
    ),
    "attacks on two liberties; Black's own stone may gain liberties at 8": (
        (". X O . . . .", ". . . . . . .", ". . . . . . .", ". . . . . . ."),
        ("two_liberty_rate", 2, {3, 9, 8}),
    ),
    "attacks where escape is poor": (
        (". X O . . . .", ". . . X . . .", ". . . . . . .", ". . . . . . ."),
        ("two_liberty_rate", 2, {9, 8}),
    ),
    "own groups gain liberties: at 18 they are 11, 24, 19; at 24, 23, 25, 31 and 18": (
        (". . . . . . .", ". . . O . . .", ". . O X . . .", ". . . . . O .", ". . . . . . ."),
        ("two_liberty_rate", 16, {18, 24}),
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_to_the_last_move(name: str, board: Draw, heavy: Heavy) -> None:
    rows, (rule, last, points) = ANSWERS[name]
    found = heavy.firsts(board(*rows), BLACK, "pachi", only(**{rule: 1}), last=last)
    assert_alike(found, points)


def test_groups_of_three_or_four_liberties(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . X . . . .",
        "O O X O . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    )
    for last in (24, 25):
        found = heavy.firsts(b, BLACK, "pachi", only(many_liberty_rate=1), last=last)
        assert_alike(found, {16, 17, 32, 33})
    # The stone at 26 has two liberties, and gains by both of them.
    found = heavy.firsts(b, BLACK, "pachi", only(two_liberty_rate=1), last=25)
    assert_alike(found, {18, 34})


def test_patterns_around_the_last_two_moves(board: Draw, heavy: Heavy) -> None:
    b = board(
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . X . . . X . .",
        ". . O . . . O . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . X . . . O . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    )
    table = load_patterns("mogo")
    for last, before in ((29, 33), (29, -1), (33, 20)):
        expected = {
            p
            for p in range(81)
            for near in (last, before)
            if near >= 0
            and max(abs(p // 9 - near // 9), abs(p % 9 - near % 9)) == 1
            and table.weight(b, p, BLACK)
            and b.at(p) == 0
        }
        assert expected
        found = heavy.firsts(b, BLACK, "pachi", only(pattern_rate=1), last, before)
        assert_alike(found, expected)


@pytest.mark.parametrize("self_atari", [0, 1])
def test_random_moves_are_uniform(self_atari: int, board: Draw, heavy: Heavy) -> None:
    b = board(
        ". X . . . .",
        "X . X O . .",
        ". X X X O .",
        "X O . X O O",
        "O . O X . O",
        ". O O X O .",
    )
    for color in (BLACK, WHITE):
        points = set(heavy.playable(b, color, self_atari))
        assert len(points) > 5
        found = heavy.firsts(b, color, "pachi", only(self_atari=self_atari), draws=8000)
        assert_alike(found, points)


def test_classic_is_pachi_with_other_numbers() -> None:
    board = _core.Board(9, 9)
    numbers = {p.name: p.default for p in playout_parameters("classic")}
    trained = load("balanced")
    rates = dict(zip(RATES, trained.rates, strict=True))
    assert all(numbers[name] is None for name in rates)  # they follow what was trained
    given = {k: v for k, v in numbers.items() if v is not None}
    signature = make_playout("classic").signature(board, BLACK, 20)
    assert make_playout("pachi", given | rates).signature(board, BLACK, 20) == signature
    assert make_playout("pachi").signature(board, BLACK, 20) != signature

    by_hand = {"mercy": 0.2, "two_liberty_rate": 1, "many_liberty_rate": 0}
    signature = make_playout("classic", {"weighted": 0}).signature(board, BLACK, 20)
    assert make_playout("pachi", by_hand).signature(board, BLACK, 20) == signature


def test_suggestions(board: Draw) -> None:
    b = board(
        ". . . . . . .",
        ". . X . . . .",
        ". X O . . O .",
        ". . X . . . .",
        ". . . . . . .",
    )
    found = make_playout("pachi").suggest(b, BLACK, last=16)
    assert found[0] == (17, pytest.approx(0.9))
    assert make_playout("pachi").suggest(b, BLACK) == []


def test_wrong_parameters() -> None:
    with pytest.raises(ValueError, match="unknown playout parameter 'ko': expected one of ko_rate"):
        make_playout("pachi", {"ko": 1})
    with pytest.raises(ValueError, match="'ko_rate' must be from 0 to 1, got -0"):
        make_playout("pachi", {"ko_rate": -0.1})
