import json
from collections.abc import Callable

import pytest

from keima.colors import Color
from keima.engine import Candidate, SearchResult
from keima.review.found import LONGEST, MOST_MOVES, Found, found_by


def result(move: str, *candidates: Candidate, winrate: float | None = 0.3) -> SearchResult:
    return SearchResult(
        move=move,
        winrate=winrate,
        score=-2.5,
        pv=[move],
        candidates=list(candidates),
        playouts=7,
        seconds=0.5,
        size=(9, 9),
        owners=None,
    )


def candidate(move: str, winrate: float = 0.3, pv: tuple[str, ...] = ()) -> Candidate:
    return Candidate(move, 5, winrate, -2.5, 5.0, pv=pv)


def test_values_are_blacks() -> None:
    for color, winrate, score in ((Color.BLACK, 0.3, -2.5), (Color.WHITE, 0.7, 2.5)):
        found = found_by(result("E5", candidate("E5")), 4, color)
        assert (found.winrate, found.score) == (winrate, score)
        assert (found.best.winrate, found.best.score) == (winrate, score)
        assert found.number == 4 and found.color == color and found.visits == 7


def test_the_chosen_move_is_first() -> None:
    found = found_by(result("C3", candidate("E5"), candidate("C3", 0.4)), 0, Color.BLACK)
    assert [each.move for each in found.choices] == ["C3", "E5"]
    assert found.winrate == 0.4
    assert (found.rank("C3"), found.rank("E5"), found.rank("A1")) == (1, 2, None)


def test_a_resignation_is_no_move() -> None:
    found = found_by(result("resign", candidate("E5", 0.01), winrate=0.01), 0, Color.BLACK)
    assert found.best.move == "E5" and found.winrate == 0.01


def test_a_move_without_candidates() -> None:
    assert found_by(result("E5"), 0, Color.WHITE).best.line == ("E5",)
    assert found_by(result("resign"), 0, Color.WHITE).best.move == "pass"


def test_only_so_much_is_kept() -> None:
    many = [candidate(f"{letter}1", pv=("E5",) * 30) for letter in "ABCDEFGHJ"]
    found = found_by(result("A1", *many), 0, Color.BLACK)
    assert len(found.choices) == MOST_MOVES and len(found.best.line) == LONGEST


def test_there_and_back(found_of: Callable[..., Found]) -> None:
    found = found_of(3, "W", 0.25, None, "C3 pass", "E5")
    assert Found.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.parametrize(
    "change",
    [
        {"choices": []},
        {"choices": [{"move": "E5"}]},
        {"winrate": "much"},
        {"score": True},
        {"to_play": "green"},
        {"position": None},
    ],
)
def test_what_is_no_position(found_of: Callable[..., Found], change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Found.from_json(found_of(0, "B", 0.5, 0.0, "E5").to_json() | change)
    with pytest.raises(ValueError, match="not the analysis of a position"):
        Found.from_json([change])
