"""The result of a search as a picture."""

from __future__ import annotations

from keima import _core
from keima.drawing import STONE, draw_board, place_of
from keima.engine.result import Candidate, SearchResult
from keima.points import parse_point
from keima.shapes import Circle, Picture, Text

#: So many moves have their win rate written on them, and moves with so small a part of the visits
#: of the first are left out.
MOST, LEAST = 12, 0.01
BEST, OTHERS = "#2e9e5b", "#2f7fc1"


def shown(result: SearchResult) -> list[tuple[int, Candidate]]:
    """The moves worth showing and their points, the best first."""
    width, height = result.size
    most = max((each.visits for each in result.candidates), default=0)
    points = [
        (parse_point(each.move, width, height), each)
        for each in result.candidates
        if each.visits >= LEAST * most
    ]
    return [(point, each) for point, each in points if point < width * height][:MOST]


def caption(result: SearchResult) -> str:
    """The move and what it is worth to the player, as in `E5: 53 %, +1.2`."""
    values = [] if result.winrate is None else [f"{100 * result.winrate:.0f} %"]
    values += [] if result.score is None else [f"{result.score:+.1f}"]
    return f"{result.move}: {', '.join(values)}" if values else result.move


def draw_result(result: SearchResult) -> Picture | None:
    """The board, the moves considered with their win rates, the stronger the more they were tried,
    and a line of text; None if the position is not known."""
    if result.position is None:
        return None
    width, height = result.size
    board = _core.Board.from_stones(width, height, result.position.stones)
    picture = draw_board(board, result.position.last)
    moves = shown(result)
    most = max((each.visits for _, each in moves), default=1)
    for number, (point, each) in enumerate(moves):
        place = place_of(point, width)
        part = 0.5 + 0.5 * each.visits / max(most, 1)
        picture.shapes.append(Circle(*place, STONE, OTHERS if number else BEST, opacity=part))
        if each.winrate is not None:
            picture.shapes.append(Text(*place, f"{100 * each.winrate:.0f}", "#fff"))
    picture.shapes.append(Text(picture.width / 2, picture.height - 9, caption(result), "#3b2a12"))
    return picture
