"""The player of the capture game."""

from __future__ import annotations

import random
import threading

import pytest

from keima import Engine, Game, Limit
from keima.colors import Color
from keima.models.errors import CannotPlay


def engine(**changes: object) -> Engine:
    return Engine("ponnuki", **{"threads": 1, "seed": 1, "table_mb": 4, **changes})


def captured(game: Game) -> bool:
    return game.captures(Color.BLACK) + game.captures(Color.WHITE) > 0


@pytest.mark.parametrize(("size", "winner"), [(2, "white"), (3, "black"), (4, "white")])
def test_the_side_that_wins_by_theory_wins_against_any_play(size: int, winner: str) -> None:
    chance = random.Random(size)
    for _ in range(4):
        player, game = engine(), Game(size)
        while not captured(game):
            if game.to_play.word == winner:
                result = player.search(game, Limit(seconds=60))
                assert result.winrate == 1
                game.play(result.move)
            else:
                moves = [p for p in range(game.area) if game.is_legal(p)]
                if not moves:
                    return  # who cannot move has lost
                game.play(chance.choice(moves))
        assert game.captures(winner) > 0


def test_it_captures_and_then_passes() -> None:
    game = Game.from_drawing(". X .", "X O .", ". X .")
    result = engine().search(game)
    assert (result.move, result.winrate) == ("C2", 1)
    game.play(result.move)
    for color, winrate in (("white", 0), ("black", 1)):
        after = engine().search(game, color=color)
        assert (after.move, after.winrate, after.playouts) == ("pass", winrate, 0)


def test_more_captures_may_be_needed() -> None:
    game = Game.from_drawing(". X . .", "X O . .", ". X . .", ". . . .")
    assert engine().search(game).winrate == 1
    result = engine(captures=3, playouts=20_000).search(game)
    assert result.winrate not in (None, 0)
    assert 1 <= result.playouts <= 21_000
    game.play("C3")
    assert engine(captures=3, playouts=1000).search(game).move != "pass"


def test_a_move_that_superko_forbids_is_not_played() -> None:
    chance = random.Random(1)
    forbidden = 0
    while forbidden < 20:
        game = Game((5, 1), komi=0, rules="chinese-ogs")
        player = engine(captures=5, table_mb=1)
        while max(game.captures("black"), game.captures("white")) < 5:
            judged = [game.native.judge(point, game.to_play) for point in range(5)]
            forbidden += "repeats" in judged
            result = player.search(game, Limit(playouts=100))
            assert game.is_legal(result.move)
            moves = [move for move in game.legal_moves if move != "pass"]
            if "legal" not in judged:
                assert (result.move, result.winrate) == ("pass", 0)
                break
            assert result.move != "pass"
            game.play(chance.choice(moves))
    # Here the first thought would be to take back at B1.
    game = Game((5, 1), komi=0, rules="chinese-ogs")
    for move in ("B1", "D1", "C1", "A1"):
        game.play(move)
    assert not game.is_legal("B1")
    assert engine(captures=5).search(game).move != "B1"
    game.rules = "chinese"
    assert engine(captures=5).search(game).move == "B1"


def test_a_board_that_is_too_large_or_too_small_is_an_error() -> None:
    with pytest.raises(ValueError, match="boards of up to 64 points, not on 9x9"):
        engine().search(Game(9))
    with pytest.raises(CannotPlay, match=r"to 5 captured stones .* not on 2x2"):
        engine(captures=5).search(Game(2))


def test_a_table_beyond_memory_is_an_error() -> None:
    with pytest.raises(CannotPlay, match="a table of 1000000 MB does not fit"):
        engine(table_mb=10**6).search(Game(3))


def test_it_stops_when_it_is_told() -> None:
    player, game = engine(seconds=600), Game(8)
    told: list[int] = []

    def stop(playouts: int) -> None:
        told.append(playouts)
        if len(told) == 3:
            player.stop()

    result = player.search(game, progress=stop)
    assert game.is_legal(game.parse(result.move))
    assert (len(told), result.visits) == (3, 3)


def test_another_thread_stops_it() -> None:
    player, game = engine(seconds=600), Game(8)
    deep = threading.Event()
    stopper = threading.Thread(target=lambda: (deep.wait(), player.stop()))
    stopper.start()
    result = player.search(game, progress=lambda playouts: deep.set())
    stopper.join()
    assert game.is_legal(game.parse(result.move))
    assert result.winrate not in (0, 1)


def test_a_number_of_positions_is_a_limit() -> None:
    result = engine().search(Game(6), Limit(playouts=5000))
    assert result.move != "pass"
    assert 5000 <= result.playouts <= 7000
    assert engine().search(Game(6), Limit(playouts=5000)).playouts == result.playouts
    among = engine().search(Game(6), Limit(playouts=5000), moves=["A1", "C3"])
    assert 5000 <= among.playouts <= 7000


def test_only_given_moves_are_considered() -> None:
    engine = Engine("ponnuki", threads=1, seed=1)
    game = Game(4, komi=0)
    assert engine.search(game, Limit(playouts=2000), moves=["A1"]).move == "A1"
    atari = Game.from_drawing(". . . .", ". X O .", ". . X .", ". . . .", komi=0, to_play="black")
    atari.play("D3")
    atari.play("A1")
    taken = engine.search(atari, Limit(playouts=2000), moves=["A4", "C4", "B1"])
    assert (taken.move, taken.winrate) == ("C4", 1.0)
