"""A position as text and as a picture."""

from collections.abc import Collection, Mapping, Sequence

from keima import _core
from keima.handicap import fixed_handicap, max_fixed_handicap
from keima.points import COLUMNS, MAX_SIDE
from keima.shapes import Circle, Line, Picture, Rect, Shape, Text

#: Between lines, from the edge to the first line, and of a stone, in pictures.
STEP, MARGIN, STONE = 24, 30, 11
WOOD, INK, MARK = "#e3b567", "#5b4322", "#d33"
#: Black's and White's, by their numbers.
STONES = ("", "#111", "#fafafa")


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


def draw_count(
    board: _core.Board, owners: Sequence[int], dead: Collection[int], *, color: bool = False
) -> str:
    """A position that was counted: X and O are stones, x and o dead ones, b and w the points that
    count for a side. In `color` the same for a terminal: round stones on wood, dead ones crossed.

    >>> board = _core.Board(4, 1)
    >>> _ = board.play(1, 1), board.play(3, 2)
    >>> print(draw_count(board, [1, 1, 1, 1], {3}))
        A B C D
     1  b X b o 1
        A B C D
    """
    width, height = board.width, board.height
    letters = "    " + " ".join(COLUMNS[:width])
    lines = [letters]
    for row in range(height):
        cells = []
        for point in range(row * width, (row + 1) * width):
            stone, owner = board.at(point), owners[point]
            if color:
                cells.append(_colored(stone, owner, point in dead))
            elif stone:
                cells.append(".xo"[stone] if point in dead else ".XO"[stone])
            else:
                cells.append(".bw"[owner])
        number = height - row
        if color:
            lines.append(f"{number:2} \x1b[48;5;179m {''.join(cells)}\x1b[0m {number}")
        else:
            lines.append(f"{number:2}  {' '.join(cells)} {number}")
    return "\n".join([*lines, letters])


def _colored(stone: int, owner: int, dead: bool) -> str:
    """A point in two columns of a terminal of 256 colours, on wood."""
    shades = (94, 232, 231)
    mark, side = "\N{MIDDLE DOT}", 0
    if stone:
        mark, side = "\N{MULTIPLICATION SIGN}" if dead else "\N{BLACK CIRCLE}", stone
    elif owner:
        mark, side = "\N{BLACK SMALL SQUARE}", owner
    return f"\x1b[38;5;{shades[side]}m{mark} "


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
    """A self-contained SVG picture, for notebooks: see `draw_board`."""
    return draw_board(board, last, shades=shades, texts=texts).svg()


def place_of(point: int, width: int) -> tuple[int, int]:
    """Where a point is in a picture."""
    row, column = divmod(point, width)
    return MARGIN + STEP * column, MARGIN + STEP * row


def draw_board(
    board: _core.Board,
    last: int | None = None,
    *,
    shades: Mapping[int, tuple[str, float]] | None = None,
    texts: Mapping[int, str] | None = None,
    owners: Mapping[int, int] | None = None,
    dead: Collection[int] = (),
    line: Sequence[tuple[int, int]] = (),
    cross: int | None = None,
) -> Picture:
    """A position with what is to be shown on it.

    `last` is marked by a ring. `shades` are colours of points, with how thick they lie on, from 0
    to 1; `texts` stand on points. `owners` are the sides that points count for, `dead` the stones
    that are off. `line` are moves that could follow, with their colours, drawn as numbered
    stones; `cross` is a point that is crossed out.
    """
    width, height = board.width, board.height

    def at(point: int) -> tuple[int, int]:
        return place_of(point, width)

    x = [at(column)[0] for column in range(width)]
    y = [at(row * width)[1] for row in range(height)]
    columns, rows = enumerate(x), enumerate(y)
    shapes: list[Shape] = [
        Rect(0, 0, x[-1] + MARGIN, y[-1] + MARGIN, WOOD),
        *(Line(a, y[0], a, y[-1], INK) for a in x),
        *(Line(x[0], b, x[-1], b, INK) for b in y),
        *(Circle(*at(point), 2.5, INK) for point in star_points(width, height)),
        *(Text(a, 10.5, COLUMNS[i], INK) for i, a in columns),
        *(Text(10, b, str(height - i), INK) for i, b in rows),
    ]

    for point, (color, part) in (shades or {}).items():
        a, b = at(point)
        shapes.append(Rect(a - STEP // 2, b - STEP // 2, STEP, STEP, color, part))
    for point, stone in enumerate(board.stones):
        if stone:
            seen = 0.45 if point in dead else 1.0
            shapes.append(Circle(*at(point), STONE, STONES[stone], "#333", opacity=seen))
    for point, owner in (owners or {}).items():
        a, b = at(point)
        if owner and (not board.at(point) or point in dead):
            shapes += [
                Rect(a - 4.5, b - 4.5, 9, 9, "#333"),
                Rect(a - 3.5, b - 3.5, 7, 7, STONES[owner]),
            ]
    numbered: set[int] = set()
    for number, (point, side) in enumerate(line, 1):
        # Where stones were taken and others put since, the first one is shown.
        if point < board.area and point not in numbered:
            numbered.add(point)
            other = STONES[3 - side]
            size = 10 if number < 10 else 9
            shapes.append(Circle(*at(point), STONE, STONES[side], "#333"))
            shapes.append(Text(*at(point), str(number), other, size))
    if last is not None and last < board.area:
        shapes.append(Circle(*at(last), 5, None, MARK, 2))
    if cross is not None and cross < board.area:
        a, b = at(cross)
        shapes.append(Line(a - 6, b - 6, a + 6, b + 6, MARK, 3))
        shapes.append(Line(a - 6, b + 6, a + 6, b - 6, MARK, 3))
    for point, text in (texts or {}).items():
        shapes.append(Text(*at(point), text, STONES[2 if board.at(point) == 1 else 1]))
    return Picture(x[-1] + MARGIN, y[-1] + MARGIN, shapes)
