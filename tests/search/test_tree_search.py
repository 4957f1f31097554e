"""The tree search of the core: what it finds, and that its counts are right."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from keima import _core
from keima.playouts import load_patterns

BLACK, WHITE = 1, 2


def make(policy: str = "mogo", **parameters: float) -> _core.TreeSearch:
    return _core.TreeSearch(policy, {}, {"memory_mb": 32, **parameters}, load_patterns("mogo"))


def search(tree: _core.TreeSearch, board: _core.Board, to_play: int = BLACK, **options: Any) -> Any:
    given = {"komi": 7.5, "last": board.area, "before": board.area, "early_stop": False, "seed": 1}
    return tree.search(board, to_play, **{**given, **options})


def drawn(text: str) -> _core.Board:
    rows = [line.split() for line in text.strip().splitlines()]
    stones = [".XO".index(c) for row in rows for c in row]
    return _core.Board.from_stones(len(rows[0]), len(rows), stones)


# Who moves first takes three stones, and with them the corner and the game.
CAPTURE_RACE = """
X X X . . . .
O O O . O . .
X X X X O . .
. . . X O . .
. . . X O . .
"""
TAKES = 1 * 7 + 3


@pytest.mark.parametrize("policy", ["uniform", "mogo", "pachi", "softmax"])
def test_the_center_wins_on_5x5(policy: str) -> None:
    found = search(make(policy), _core.Board(5, 5), komi=0.5, playouts=3000)
    best = found["moves"][0]
    assert best["move"] == 12
    assert best["wins"] / best["visits"] > 0.55


def test_a_capture_that_decides_is_found() -> None:
    board = drawn(CAPTURE_RACE)
    found = search(make(), board, BLACK, komi=0.5, playouts=1000)
    assert found["moves"][0]["move"] == TAKES


def test_counts_add_up() -> None:
    found = search(make(), _core.Board(9, 9), playouts=700)
    assert found["playouts"] == found["root_visits"] == 700
    assert sum(m["visits"] for m in found["moves"]) == 700
    visits = [m["visits"] for m in found["moves"]]
    assert visits == sorted(visits, reverse=True)
    for move in found["moves"]:
        assert 0 <= move["wins"] <= move["visits"]
        assert 0 <= move["amaf_wins"] <= move["amaf_visits"] <= 700
        assert move["pv"][0] == move["move"]
    assert all(-1 <= owner <= 1 for owner in found["owner"])
    assert found["nodes"] > 10


def test_the_same_seed_gives_the_same_tree() -> None:
    board = _core.Board(9, 9)
    first, second, other = (search(make(), board, playouts=800, seed=seed) for seed in (5, 5, 6))
    assert first == second
    assert first != other


def test_early_stop_depends_on_the_count_alone() -> None:
    board = drawn(CAPTURE_RACE)
    runs = [
        search(make(), board, BLACK, komi=0.5, playouts=4000, early_stop=True) for _ in range(3)
    ]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0]["playouts"] < 4000
    most, second = (m["visits"] for m in runs[0]["moves"][:2])
    assert most - second > 4000 - runs[0]["playouts"]


def test_threads_share_the_playouts() -> None:
    found = search(make(), _core.Board(9, 9), playouts=3000, threads=4)
    assert found["playouts"] == found["root_visits"] == 3000
    assert sum(m["visits"] for m in found["moves"]) == 3000


def test_the_tree_is_kept_from_move_to_move() -> None:
    tree, board = make(), _core.Board(9, 9)
    first = search(tree, board, playouts=3000)
    best = first["moves"][0]
    board.play(best["move"], BLACK)
    second = search(tree, board, WHITE, last=best["move"], playouts=100)
    kept = second["root_visits"] - 100
    # The first visits came before the position became a node.
    assert best["visits"] - 5 <= kept <= best["visits"]
    assert second["nodes"] < first["nodes"] + 100
    assert best["pv"][1] in [m["move"] for m in second["moves"][:3]]


def test_a_kept_tree_equals_a_grown_one() -> None:
    """Compaction changes no statistics: reports before and after are the same."""
    tree, board = make(expand_after=1), _core.Board(7, 7)
    before = search(tree, board, playouts=2000)
    line = before["moves"][0]["pv"]
    assert len(line) > 2
    board.play(line[0], BLACK)
    after = search(tree, board, WHITE, last=line[0], playouts=1)
    assert after["moves"][0]["pv"][: len(line) - 1] == line[1:]


def test_another_komi_or_size_starts_anew() -> None:
    tree = make()
    search(tree, _core.Board(9, 9), playouts=500)
    assert search(tree, _core.Board(9, 9), playouts=100, komi=0.5)["root_visits"] == 100
    assert search(tree, _core.Board(7, 9), playouts=100, komi=0.5)["root_visits"] == 100


@pytest.mark.parametrize("threads", [1, 3])
def test_memory_is_a_hard_limit(threads: int) -> None:
    tree = make(memory_mb=1, expand_after=0)
    found = search(tree, _core.Board(19, 19), playouts=1500, threads=threads)
    assert found["full"] and found["bytes"] <= 1 << 20
    assert found["playouts"] == 1500


def test_a_full_tree_lives_on_after_a_move() -> None:
    tree, board, color, last = make(memory_mb=1, expand_after=0), _core.Board(9, 9), BLACK, 81
    for _ in range(20):
        found = search(tree, board, color, last=last, playouts=600)
        last = found["moves"][0]["move"]
        assert found["bytes"] <= 1 << 20
        board.play(last, color)
        color = 3 - color


def test_only_the_given_moves_are_searched() -> None:
    found = search(make(), _core.Board(9, 9), playouts=300, moves=[0, 40, 80])
    assert {m["move"] for m in found["moves"]} == {0, 40, 80}
    assert sum(m["visits"] for m in found["moves"]) == 300


def test_widening_does_not_hide_the_given_moves() -> None:
    found = search(make(widening=1), _core.Board(9, 9), playouts=50, moves=[0, 80])
    assert sum(m["visits"] for m in found["moves"]) == 50


def test_moves_that_are_not_in_the_tree_give_nothing() -> None:
    board = drawn(". X .\nX X .\n. . .")
    assert search(make(), board, playouts=10, moves=[0])["moves"] == []


def test_stop_ends_a_search_from_another_thread() -> None:
    tree = make()
    threading.Timer(0.2, tree.stop).start()
    began = time.monotonic()
    found = search(tree, _core.Board(19, 19), seconds=60.0)
    assert time.monotonic() - began < 30
    assert found["playouts"] > 0
    assert search(tree, _core.Board(19, 19), playouts=50)["playouts"] <= 1
    tree.reset()
    assert search(tree, _core.Board(19, 19), playouts=50)["playouts"] == 50


def test_an_observer_may_end_a_search() -> None:
    def observe(done: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        search(make(), _core.Board(9, 9), seconds=60.0, observer=observe)


VARIANTS: list[dict[str, float]] = [
    {"bandit": 1, "exploration": 0.3, "rave_equivalence": 0, "prior_even": 0},
    {"bandit": 2, "exploration": 0.87, "rave_equivalence": 1.6, "rave_priors": 1},
    {"bandit": 2, "first_play_urgency": 10, "prior_even": 0},
    {"criticality": 1, "criticality_visits": 50},
    {"replies": 1},
    {"rave_smoothing": 10},
    {"widening": 4},
    {"score_weight": 0.1},
    {"expand_after": 0, "pass_below": 1},
    {"prior_policy": 20, "prior_pattern": 0},
    {"parallel": 1},
    {"parallel": 2},
    {"playout_replies": 1},
    {"playout_replies": 2, "parallel": 1},
    {"effectivity": 1, "criticality_visits": 50},
    {"grouping": 20, "grouping_by": 1},
    {"dynamic_komi": 1, "komi_period": 100},
    {"prior_playouts": 1},
    {"prior_grandparent": 20},
    {"keep_eyes": 1, "prior_eye": 20, "prior_ko": 20},
]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: "+".join(v))
@pytest.mark.parametrize("policy", ["mogo", "pachi"])
def test_every_part_finds_a_capture(variant: dict[str, float], policy: str) -> None:
    board = drawn(CAPTURE_RACE)
    found = search(make(policy, **variant), board, BLACK, komi=0.5, playouts=1500, threads=2)
    assert found["moves"][0]["move"] == TAKES


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"rave": 1.0}, "unknown .*'rave'"), ({"bandit": 7.0}, "'bandit' must be from 0 to 3")],
)
def test_wrong_parameters_are_named(parameters: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.TreeSearch("mogo", {}, parameters)


def test_wrong_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="playouts or of seconds"):
        search(make(), _core.Board(9, 9))
    with pytest.raises(ValueError, match="komi must be a finite"):
        search(make(), _core.Board(9, 9), playouts=10, komi=float("nan"))
    with pytest.raises(ValueError, match="threads"):
        search(make(), _core.Board(9, 9), playouts=10, threads=257)


@pytest.mark.parametrize(("komi", "won"), [(0.5, 0), (-0.5, 1)])
def test_a_game_over_twice_passed_is_counted(komi: float, won: int) -> None:
    """Eight points each: the second pass ends the game, and komi decides it."""
    board = drawn(". X O .\n. X O .\n. X O .\nX X O .")
    tree = make(pass_below=1)
    found = search(
        tree, board, komi=komi, playouts=50, last_was_pass=True, moves=[board.area], seconds=60.0
    )
    passing = found["moves"][0]
    assert passing["visits"] == 50 and passing["wins"] == 50 * won


@pytest.mark.parametrize(("draw", "to_play"), [(0.5, BLACK), (0, BLACK), (0, WHITE), (1, WHITE)])
def test_a_draw_may_be_worth_anything_to_both(draw: float, to_play: int) -> None:
    board = drawn(". X O .\n. X O .\n. X O .\nX X O .")
    options = {"komi": 0.0, "playouts": 40, "last_was_pass": True, "moves": [board.area]}
    found = search(make(pass_below=1, draw=draw), board, to_play, **options)
    assert found["moves"][0]["wins"] == 40 * draw


def test_the_value_of_a_move_mixes_own_results_and_all_moves_as_first() -> None:
    """(3.8, 3.9) by hand: 30 wins of 40 visits, 45 of 90 as first, equivalence 100."""
    beta = 90 / (90 + 40 + 40 * 90 / 100)
    found = _core.move_value(
        visits=40, wins=30, amaf_visits=90, amaf_wins=45, parameters={"rave_equivalence": 100}
    )
    assert found == pytest.approx(beta * 0.5 + (1 - beta) * 0.75)


def test_priors_are_experience() -> None:
    value = _core.move_value(visits=10, wins=5, prior_visits=30, prior_mean=255)
    assert value == pytest.approx(35 / 40)
    both = {"rave_priors": 1.0, "rave_equivalence": 100.0}
    beta = 40 / (40 + 40 + 40 * 40 / 100)
    found = _core.move_value(
        visits=10, wins=5, prior_visits=30, prior_mean=255, amaf_visits=10, parameters=both
    )
    assert found == pytest.approx(beta * 30 / 40 + (1 - beta) * 35 / 40)


@pytest.mark.parametrize(("critical", "won"), [(0.4, 36), (-0.4, 0)])
def test_critical_points_count_as_more_experience(critical: float, won: int) -> None:
    """(3.17 to 3.22) by hand: 0.4 * 90 = 36 games more, won if the point is good to have."""
    beta = 126 / (126 + 40 + 40 * 126 / 100)
    parameters = {"rave_equivalence": 100.0, "criticality": 1.0}
    given = {"amaf_visits": 90.0, "amaf_wins": 45.0, "critical": critical}
    found = _core.move_value(visits=40, wins=30, parameters=parameters, **given)
    assert found == pytest.approx(beta * (45 + won) / 126 + (1 - beta) * 0.75)


def test_criticality_is_zero_by_chance_and_one_quarter_at_most() -> None:
    assert _core.criticality(0.3, 0.3 * 0.6 + 0.7 * 0.4, 0.6) == pytest.approx(0)
    assert _core.criticality(0.5, 1.0, 0.5) == pytest.approx(0.5)


def test_two_passes_count_open_territory() -> None:
    board = drawn(". . . . X O . .\n" * 8)
    for komi, won in ((0.0, 1), (15.5, 1), (16.5, 0)):
        found = search(
            make(pass_below=1), board, komi=komi, playouts=20, last_was_pass=True, moves=[64]
        )
        assert found["moves"][0]["wins"] == 20 * won  # 40 points against 24
        assert found["score"] == 16


def test_a_tree_is_for_one_caller_at_a_time() -> None:
    tree = make()
    with pytest.raises(RuntimeError, match="a search is running"):
        search(tree, _core.Board(9, 9), seconds=30.0, observer=lambda done: tree.clear())
    assert search(tree, _core.Board(9, 9), playouts=20)["playouts"] == 20


def test_nakade_in_a_crossed_five_has_its_prior() -> None:
    board = drawn(". X X X . .\nX X . X X .\nX . . . X O\nX X . X X O\n. X X X O O\n. . . . O .")
    found = search(make(), board, WHITE, playouts=1)
    middle = next(m for m in found["moves"] if m["move"] == 2 * 6 + 2)
    assert middle["prior_visits"] >= 30 and middle["prior_mean"] > 0.8


def test_widening_tries_one_move_at_least(trees: SimpleNamespace) -> None:
    found = trees.search(trees.make(widening=0.5), _core.Board(5, 5), playouts=5)
    assert sum(m["visits"] > 0 for m in found["moves"]) == 1


@pytest.mark.parametrize("handicap", [-1, 626, -(2**31)])
def test_a_handicap_is_a_number_of_stones(trees: SimpleNamespace, handicap: int) -> None:
    with pytest.raises(ValueError, match="handicap must be from 0"):
        trees.search(trees.make(), _core.Board(5, 5), playouts=1, handicap=handicap)


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize("kept", [False, True])
def test_a_pass_is_searched_where_no_other_move_may_be(
    trees: SimpleNamespace, kept: bool, parallel: int
) -> None:
    """A new node of much empty board has no pass; nor has one that was made for other moves."""
    board = _core.Board(5, 5)
    tree = trees.make(parallel=parallel, prune_self_atari=0)
    if kept:
        assert board.area not in trees.by_move(trees.search(tree, board, playouts=20))
    found = trees.search(tree, board, playouts=50, threads=2, moves=[board.area])
    assert [(m["move"], m["visits"]) for m in found["moves"]] == [(board.area, 50)]
    assert found["playouts"] == 50 and found["moves"][0]["wins"] < 25
