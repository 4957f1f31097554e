"""The real GNU Go as a source of values."""

from collections.abc import Iterator

import pytest

import keima
from keima.colors import Color
from keima.hybrids import gnugo as module
from keima.hybrids.gnugo import GnuGo


@pytest.fixture(scope="module")
def gnugo() -> Iterator[GnuGo]:
    engine = GnuGo(level=1, seed=1)
    yield engine
    engine.close()


def test_values_are_of_legal_moves_and_hold_the_choice(gnugo: GnuGo) -> None:
    game = keima.Game(9, komi=6.5)
    for move in ("E5", "E3", "D3", "D4", "E4", "F3"):
        game.play(move)
    valuation = gnugo.value_moves(game, Color.BLACK)
    assert valuation.choice in valuation.values
    assert all(game.is_legal(point) and value > 0 for point, value in valuation.values.items())


def test_it_follows_undo_and_other_games(gnugo: GnuGo) -> None:
    game = keima.Game(9)
    game.play("E5")
    gnugo.value_moves(game, Color.WHITE)
    game.undo()
    game.play("C3")
    assert game.parse("C3") not in gnugo.value_moves(game, Color.WHITE).values
    other = keima.Game(7)
    other.setup(black=["D4"], white=["D3"], to_play="white")
    assert gnugo.value_moves(other, Color.WHITE).choice is not None


def test_it_is_told_every_digit_of_komi(gnugo: GnuGo, sent: list[str]) -> None:
    gnugo.value_moves(keima.Game(5, komi=-1234.5678), Color.BLACK)
    assert "komi -1234.5678" in sent


def test_it_leaves_its_position_alone(gnugo: GnuGo) -> None:
    game = keima.Game(9)
    game.play("E5")
    before = gnugo.value_moves(game, Color.WHITE)
    gnugo.is_blunder(game, Color.WHITE, game.parse("E4"))
    assert gnugo.value_moves(game, Color.WHITE).values == before.values


def test_a_pass_has_no_values(gnugo: GnuGo) -> None:
    game = keima.Game(5, komi=0.5)
    black = [f"{column}{row}" for column in "BD" for row in range(1, 6)]
    game.setup(black=black, to_play="white")
    valuation = gnugo.value_moves(game, Color.WHITE)
    assert valuation.choice is None
    assert valuation.values == {}


def test_a_stone_played_into_atari_is_a_blunder(gnugo: GnuGo) -> None:
    game = keima.Game(9)
    game.setup(white=["A2", "B3", "C2", "C1"], to_play="black")
    assert gnugo.is_blunder(game, Color.BLACK, game.parse("B1"))
    assert not gnugo.is_blunder(game, Color.BLACK, game.parse("F5"))


def test_rectangular_boards_are_refused(gnugo: GnuGo) -> None:
    with pytest.raises(ValueError, match="square"):
        gnugo.value_moves(keima.Game((9, 7)), Color.BLACK)


def test_a_missing_gnugo_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise ValueError(name)

    monkeypatch.setattr(module, "find_program", missing)
    with pytest.raises(ValueError, match="apt-get install gnugo"):
        GnuGo().value_moves(keima.Game(9), Color.BLACK)
