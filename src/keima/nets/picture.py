"""What a network of KataGo's format sees of a position, as a picture and as text."""

from __future__ import annotations

from keima.drawing import INK, STONES, WOOD
from keima.game import Game
from keima.nets.inputs import Floats, inputs_of
from keima.shapes import Circle, Line, Picture, Rect, Shape, Text

#: The planes that are not the same for every position (see docs/inputs.md).
PLANE_NAMES = {
    1: "own stones",
    2: "the opponent's",
    3: "one liberty",
    4: "two liberties",
    5: "three liberties",
    6: "ko or superko",
    9: "the last move",
    10: "the one before",
    11: "three moves ago",
    12: "four moves ago",
    13: "five moves ago",
    14: "caught in a ladder",
    15: "that, a move ago",
    16: "that, two moves ago",
    17: "a ladder begins",
    18: "own area",
    19: "the opponent's area",
}
#: Boards in a row, and sizes: between lines, around a board, of its title.
_ACROSS, _STEP, _EDGE, _TITLE = 6, 12, 10, 16
_SEEN = "#c0392b"


def inputs_picture(game: Game) -> Picture:
    """The position, and a board for each plane with the points that are set in it; stones are faint
    there."""
    planes, _ = inputs_of(game)
    wide = _STEP * (game.width - 1) + 2 * _EDGE
    high = _STEP * (game.height - 1) + 2 * _EDGE + _TITLE
    boards: list[tuple[str, Floats | None]] = [("the position", None)]
    boards += [(f"{number}: {name}", planes[number]) for number, name in PLANE_NAMES.items()]
    shapes: list[Shape] = []
    wide = max(wide, 110)  # room for the titles
    for place, (title, plane) in enumerate(boards):
        row, column = divmod(place, _ACROSS)
        shapes += _board(game, title, plane, column * wide, row * high, wide)
    width, height = _ACROSS * wide, -(-len(boards) // _ACROSS) * high
    return Picture(width, height, [Rect(0, 0, width, height, WOOD), *shapes])


def _board(game: Game, title: str, plane: Floats | None, x: int, y: int, wide: int) -> list[Shape]:
    left = x + (wide - _STEP * (game.width - 1)) / 2
    top = y + _TITLE + _EDGE
    right, bottom = left + _STEP * (game.width - 1), top + _STEP * (game.height - 1)
    shapes: list[Shape] = [Text(x + wide / 2, y + _TITLE / 2 + 2, title, INK)]
    for column in range(game.width):
        shapes.append(Line(left + _STEP * column, top, left + _STEP * column, bottom, INK, 0.5))
    for row in range(game.height):
        shapes.append(Line(left, top + _STEP * row, right, top + _STEP * row, INK, 0.5))
    for point, stone in enumerate(game.board.stones):
        row, column = divmod(point, game.width)
        a, b = left + _STEP * column, top + _STEP * row
        if stone:
            faint = 1.0 if plane is None else 0.3
            shapes.append(Circle(a, b, _STEP / 2 - 0.5, STONES[stone], "#333", opacity=faint))
        if plane is not None and plane[row, column]:
            shapes.append(Rect(a - 3, b - 3, 6, 6, _SEEN))
    return shapes


def inputs_text(game: Game) -> str:
    """The points of each plane by name, a line each, and the numbers that are not 0.

    >>> game = Game(9, komi=7)
    >>> _ = game.play("E5")
    >>> print(inputs_text(game).splitlines()[1])
     2 the opponent's: E5
    """
    planes, numbers = inputs_of(game)
    lines = []
    for plane, name in PLANE_NAMES.items():
        points = [game.name(int(point)) for point in planes[plane].ravel().nonzero()[0]]
        lines.append(f"{plane:2} {name}: {' '.join(points) or '-'}")
    told = [f"{number}: {value:g}" for number, value in enumerate(numbers) if value]
    return "\n".join([*lines, f"numbers: {', '.join(told) or '-'}"])
