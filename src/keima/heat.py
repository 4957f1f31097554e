"""Values of points as a picture or as text: heat maps of `keima.opinions`."""

from __future__ import annotations

from collections.abc import Sequence

from keima import _core
from keima.drawing import draw_svg

GOOD = "#c0392b"
#: Whose points they are, where values are owners.
BLACK, WHITE = "#000", "#fff"
#: So many of the highest values are written.
NUMBERS = 5

Values = Sequence[float | None]


def heat_svg(
    board: _core.Board, values: Values, last: int | None = None, *, owners: bool = False
) -> str:
    """The board with a shade on each point: the stronger, the higher its value, by the root, so
    that small ones are seen; the best are written in percent. With `owners` values are from 1,
    Black, to -1, White.

    >>> board = _core.Board(3, 3)
    >>> heat_svg(board, [0.0] * 4 + [1.0] + [None] * 4).count("<rect")
    2
    """
    if owners:
        shades = {
            point: (BLACK if value > 0 else WHITE, 0.7 * min(1.0, abs(value)))
            for point, value in enumerate(values)
            if value is not None and abs(value) > 0.05
        }
        return draw_svg(board, last, shades)
    known = {point: value for point, value in enumerate(values) if value is not None and value > 0}
    most = max(known.values(), default=1.0)
    shades = {point: (GOOD, 0.9 * (value / most) ** 0.5) for point, value in known.items()}
    best = sorted(known, key=lambda point: -known[point])[:NUMBERS]
    texts = {point: f"{100 * known[point]:.0f}" for point in best if not board.at(point)}
    return draw_svg(board, last, shades, texts)


def heat_text(board: _core.Board, values: Values) -> str:
    """Rows of percents, X and O for stones, a dot where nothing is said.

    >>> board = _core.Board(3, 1)
    >>> _ = board.play(0, 1)
    >>> heat_text(board, [None, 0.25, None])
    '   X  25   .'
    """
    rows = []
    for start in range(0, board.area, board.width):
        words = []
        for point in range(start, start + board.width):
            value, stone = values[point], board.at(point)
            said = "." if value is None else f"{100 * value:.0f}"
            words.append("XO"[stone - 1] if stone and (value is None or value == 0) else said)
        rows.append("".join(f"{word:>4}" for word in words))
    return "\n".join(rows)
