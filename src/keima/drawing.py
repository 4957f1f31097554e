"""A position as text and as a picture."""

from collections.abc import Mapping

from keima import _core
from keima.handicap import fixed_handicap, max_fixed_handicap
from keima.points import COLUMNS, MAX_SIDE


def star_points(width: int, height: int) -> list[int]:
    """The points marked on a board: where fixed handicap stones go."""
    most = max_fixed_handicap(width, height)
    return fixed_handicap(most, width, height) if most else []


def draw_text(board: _core.Board, last: int | None = None) -> str:
    """Rows from the top, X for Black, O for White, + for a star point, coordinates on four
    sides, the last move in parentheses.

    >>> board = _core.Board(3, 2)
    >>> _ = board.play(1, 1)
    >>> print(draw_text(board, 1))
        A B C
     2  .(X). 2
     1  . . . 1
        A B C
    """
    width, height = board.width, board.height
    stars = set(star_points(width, height))
    letters = "    " + " ".join(COLUMNS[:width])
    lines = [letters]
    for row in range(height):
        text = " "
        for column in range(width):
            point = row * width + column
            mark = ".XO"[board.at(point)]
            text += "+" if mark == "." and point in stars else mark
            text += " "
            if point == last:
                text = f"{text[:-3]}({text[-2]})"
        lines.append(f"{height - row:2} {text}{height - row}")
    lines.append(letters)
    return "\n".join(lines)


def parse_text(*rows: str) -> tuple[int, int, list[int]]:
    """Width, height and stones of a drawn position: X is Black, O is White, and `.`, `+` or `,`
    is empty. Blanks, coordinates and the parentheses of the last move are ignored, so that what
    draw_text draws can be read.

    >>> parse_text(". X", "O +", ". .")
    (2, 3, [0, 1, 2, 0, 0, 0])
    """
    board: list[str] = []
    for row in "\n".join(rows).splitlines():
        points = "".join(c for c in row if c not in " \t()0123456789")
        if not points or COLUMNS.startswith(points):
            continue
        if set(points) - set(".+,XO") or (board and len(points) != len(board[0])):
            expected = f"{len(board[0])} of" if board else "only"
            raise ValueError(f"{row!r} is not a row of a board: expected {expected} . + , X and O")
        board.append(points)
    if not board or len(board) > MAX_SIDE or len(board[0]) > MAX_SIDE:
        raise ValueError(f"a drawn board has 1 to {MAX_SIDE} rows and columns")
    stones = ["XO".find(c) + 1 for row in board for c in row]
    return len(board[0]), len(board), stones


def draw_svg(
    board: _core.Board,
    last: int | None = None,
    shades: Mapping[int, tuple[str, float]] | None = None,
    texts: Mapping[int, str] | None = None,
) -> str:
    """A self-contained SVG picture, for notebooks. `shades` are colours of points, with how thick
    they lie on, from 0 to 1; `texts` stand on points."""
    width, height = board.width, board.height
    step, margin = 24, 30
    x = [margin + step * column for column in range(width)]
    y = [margin + step * row for row in range(height)]
    full_width, full_height = x[-1] + margin, y[-1] + margin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}" '
        f'width="{full_width}" height="{full_height}" font-family="sans-serif" font-size="10">',
        f'<rect width="{full_width}" height="{full_height}" fill="#e3b567"/>',
        '<g stroke="#5b4322">',
        *(f'<path d="M{a} {y[0]}V{y[-1]}"/>' for a in x),
        *(f'<path d="M{x[0]} {b}H{x[-1]}"/>' for b in y),
        '</g><g fill="#5b4322" text-anchor="middle">',
        *(
            f'<circle cx="{x[p % width]}" cy="{y[p // width]}" r="2.5"/>'
            for p in star_points(width, height)
        ),
        *(f'<text x="{a}" y="14">{COLUMNS[i]}</text>' for i, a in enumerate(x)),
        *(f'<text x="12" y="{b + 4}">{height - i}</text>' for i, b in enumerate(y)),
        "</g>",
    ]
    for point, (color, part) in (shades or {}).items():
        parts.append(
            f'<rect x="{x[point % width] - step // 2}" y="{y[point // width] - step // 2}" '
            f'width="{step}" height="{step}" fill="{color}" fill-opacity="{part:.2f}"/>'
        )
    for point, stone in enumerate(board.stones):
        if stone:
            fill = "#111" if stone == 1 else "#fafafa"
            parts.append(
                f'<circle cx="{x[point % width]}" cy="{y[point // width]}" r="11" '
                f'fill="{fill}" stroke="#333"/>'
            )
    if last is not None and last < board.area:
        parts.append(
            f'<circle cx="{x[last % width]}" cy="{y[last // width]}" r="5" fill="none" '
            'stroke="#d33" stroke-width="2"/>'
        )
    for point, text in (texts or {}).items():
        fill = "#fafafa" if board.at(point) == 1 else "#111"
        parts.append(
            f'<text x="{x[point % width]}" y="{y[point // width] + 4}" text-anchor="middle" '
            f'fill="{fill}">{text}</text>'
        )
    return "".join([*parts, "</svg>"])
