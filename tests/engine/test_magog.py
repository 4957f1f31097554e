"""`magog`: learned knowledge and alpha-beta as a player."""

from __future__ import annotations

import threading
import time

import pytest

from keima import Engine, Game, Limit
from keima.engine import SearchResult


def engine(**changes: object) -> Engine:
    return Engine("magog", **{"seed": 1, "book": "none", "solve_points": 0, **changes})


def test_what_is_told() -> None:
    game = Game(9, komi=7.5, rules="chinese")
    game.play("E5")
    result = engine().search(game, Limit(playouts=200))
    assert result.move in game.legal_moves and result.pv[0] == result.move
    assert result.candidates[0].move == result.move and len(result.candidates) >= 10
    assert 100 <= result.playouts <= 200
    assert result.visits is not None
    assert 100 <= sum(c.visits for c in result.candidates) <= result.visits
    assert result.winrate is not None and 0.05 < result.winrate < 0.95
    assert result.score is not None and abs(result.score) < 20
    assert result.ownership is not None and result.ownership.shape == (9, 9)
    assert result.ownership[4, 4] > 0.5  # Black's only stone lives


def test_the_same_positions_give_the_same_move() -> None:
    game = Game(9, komi=7.5)
    for move in ("E5", "G3", "C4"):
        game.play(move)
    first, second = (engine().search(game, Limit(playouts=300)) for _ in range(2))
    assert (first.move, first.score, first.pv) == (second.move, second.score, second.pv)


CAPTURE = (
    ". . . . . . . . .",
    ". . . X X . . . .",
    ". . X O O X . . .",
    ". . X O O . . . .",
    ". . . X X O O . .",
    ". . . . X O X . .",
    ". . X . X O . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
)


@pytest.mark.parametrize("color", ["black", "white"])
def test_it_captures_or_saves_four_stones(color: str) -> None:
    game = Game.from_drawing(*CAPTURE, komi=7.5, to_play=color)
    assert engine().search(game, Limit(playouts=300)).move == "F6"


@pytest.mark.parametrize(("size", "moves"), [((9, 9), 3), ((19, 19), 1), ((5, 7), 2), ((1, 1), 1)])
def test_any_board(size: tuple[int, int], moves: int) -> None:
    game = Game(size, komi=0.5)
    player = engine()
    for _ in range(moves):
        move = player.search(game, Limit(playouts=40)).move
        game.play(move)
    assert game.move_number == moves


def test_a_small_board_is_searched_to_its_end() -> None:
    start = time.perf_counter()
    result = engine().search(Game((3, 2), komi=0.5), Limit(playouts=100_000))
    assert result.playouts < 3000 and time.perf_counter() - start < 60


def test_time_is_kept() -> None:
    start = time.perf_counter()
    result = engine().search(Game(9), Limit(seconds=0.3))
    assert 0.2 < result.seconds < 2 and time.perf_counter() - start < 3


def test_it_can_be_stopped() -> None:
    player = engine()
    found: list[SearchResult] = []
    thread = threading.Thread(
        target=lambda: found.append(player.search(Game(9), Limit(seconds=60)))
    )
    thread.start()
    time.sleep(0.5)
    player.stop()
    thread.join(10)
    assert not thread.is_alive() and found[0].move != "pass"


def test_progress_and_results_on_the_way() -> None:
    counts: list[int] = []
    results: list[SearchResult] = []
    engine().search(
        Game(9),
        Limit(playouts=1500),
        progress=counts.append,
        on_result=results.append,
        every=0.05,
    )
    assert counts == sorted(counts) and counts
    assert results and all(result.candidates for result in results)


def test_considers_only_the_moves_that_it_may() -> None:
    game = Game(9)
    result = engine().search(game, Limit(playouts=50), moves=["A1", "J9"])
    assert result.move in ("A1", "J9") and len(result.candidates) == 2
    assert engine().search(game, Limit(playouts=5), moves=["pass"]).move == "pass"


#: Black has the left half, White the right; all is settled.
SETTLED = (
    ". X . X O . O . .",
    "X X X X O O O O O",
    ". . . X O . . . .",
    "X X X X O O O O O",
    ". . . X O . . . .",
    "X X X X O O O O O",
    ". . . X O . . . .",
    ". . . X O . . . .",
    ". . . X O . . . .",
)


def test_it_passes_when_nothing_is_left() -> None:
    game = Game.from_drawing(*SETTLED, komi=0.5, to_play="white")
    game.play("pass")
    assert engine().search(game, Limit(playouts=100)).move == "pass"


def test_a_lost_game_is_given_up() -> None:
    game = Game.from_drawing(*SETTLED, komi=-60, to_play="white")
    result = engine(resign_threshold=0.1).search(game, Limit(playouts=50))
    assert result.winrate is not None and result.winrate < 0.01
    assert result.move == "resign"
    assert engine(resign_threshold=0).search(game, Limit(playouts=50)).move != "resign"


def test_a_game_with_itself_ends() -> None:
    game, player = Game(5, komi=0.5, rules="chinese"), engine(resign_threshold=0)
    for _ in range(120):
        game.play(player.search(game, Limit(playouts=30)).move)
        if game.is_over:
            break
    assert game.is_over


def test_small_endgames_are_proved() -> None:
    game = Game(3, komi=0.5)
    result = engine(solve_points=16).search(game, Limit(playouts=1000))
    assert (result.move, result.score) == ("B2", 8.5)


def test_a_model_that_is_not_there() -> None:
    for name in ("local", "model"):
        with pytest.raises((ValueError, OSError), match="nowhere"):
            engine(**{name: "nowhere.bin"}).prepare(Game(9))
