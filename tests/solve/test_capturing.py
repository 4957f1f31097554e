"""Positions of the capture game that some moves have led to."""

from pathlib import Path

import pytest

from keima import Game
from keima.solve import solve_capture


def solved(captures: int, opening: str, save: Path | None = None) -> str:
    return solve_capture(3, captures=captures, opening=opening.split(), megabytes=1, save=save).text


def test_stones_that_the_opening_captures_count() -> None:
    # Black has taken the corner, and takes White's last stone.
    assert solved(2, "B3 A3 A2 A1") == "B in 1"
    assert solved(3, "B3 A3 A2 A1") == "B in 3"


def test_so_do_those_of_a_position() -> None:
    game = Game(3, komi=0)
    for move in ("B3", "A3", "A2", "A1"):
        game.play(move)
    assert solve_capture(3, captures=2, position=game, megabytes=1).text == "B in 1"


def test_a_saved_search_knows_them(tmp_path: Path) -> None:
    solved(2, "B3 A3 A2 A1", tmp_path / "saved")
    game = Game.from_drawing(". X .", "X . .", "O . .")
    with pytest.raises(ValueError, match="another search: position"):
        solve_capture(3, captures=2, position=game, megabytes=1, save=tmp_path / "saved")


@pytest.mark.parametrize(
    ("opening", "message"),
    [
        ("B3 A3 A2", "the game is over: black has captured 1 of 1"),
        ("B2 pass", "nobody passes"),
    ],
)
def test_no_search_where_no_play_is_left(opening: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solved(1, opening)
