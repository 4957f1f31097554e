"""Board sizes, empty boards, komi and set-up positions."""

import re

from keima.colors import Color
from keima.game import Game
from keima.gtp.arguments import Arguments, clip, parse_color, syntax_error
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.points import MAX_SIDE
from keima.scoring import plain_number


def empty_game(session: Session, width: int, height: int) -> Game:
    """An empty board of that size, the rules and komi as they are."""
    return Game((width, height), komi=session.game.komi, rules=session.game.rules)


def start_board(session: Session, width: int, height: int) -> None:
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise GtpError("unacceptable size", f"{width}x{height}: sides are 1 to {MAX_SIDE}")
    session.start(empty_game(session, width, height))


@command("boardsize", "SIZE | WIDTH HEIGHT | WIDTH:HEIGHT")
def boardsize(session: Session, args: Arguments) -> None:
    """A new empty board."""
    if args.count(1, 2) == 1 and (pair := re.fullmatch(r"([0-9]{1,9}):([0-9]{1,9})", args.word(0))):
        start_board(session, int(pair[1]), int(pair[2]))
    else:
        start_board(session, args.integer(0), args.integer(len(args) - 1))


@command("rectangular_boardsize", "WIDTH HEIGHT")
def rectangular_boardsize(session: Session, args: Arguments) -> None:
    """A new empty board that need not be square."""
    args.count(2)
    start_board(session, args.integer(0), args.integer(1))


@command("query_boardsize")
def query_boardsize(session: Session, args: Arguments) -> str:
    """The board's size; both sides if it is not square."""
    args.count(0)
    width, height = session.game.width, session.game.height
    return str(width) if width == height else f"{width} {height}"


@command("clear_board")
def clear_board(session: Session, args: Arguments) -> None:
    """A new game: an empty board of the same size."""
    args.count(0)
    start_board(session, session.game.width, session.game.height)


@command("komi", "NUMBER")
def komi(session: Session, args: Arguments) -> None:
    """Sets the points that White gets for moving second."""
    args.count(1)
    session.game.komi = args.number(0)


@command("get_komi")
def get_komi(session: Session, args: Arguments) -> str:
    """The komi."""
    args.count(0)
    return plain_number(session.game.komi)


def read_stones(game: Game, args: Arguments) -> dict[Color, list[int]]:
    """The points of pairs of a colour (also `e` or `empty`) and a vertex."""
    if len(args) % 2:
        raise syntax_error("expected pairs of a colour and a vertex")
    points: dict[Color, list[int]] = {color: [] for color in Color}
    for color, vertex in zip(args.words[::2], args.words[1::2], strict=True):
        empty = color.lower() in ("e", "empty")
        try:
            point = game.parse(vertex)
        except ValueError as error:
            raise GtpError(f"invalid color or coordinate: {clip(str(error))}") from None
        if point == game.area:
            raise GtpError("invalid color or coordinate: a pass cannot be set up")
        points[Color.EMPTY if empty else parse_color(color)].append(point)
    if len(set().union(*points.values())) < len(args) // 2:
        raise GtpError("invalid position: a point is named twice")
    return points


def set_stones(game: Game, args: Arguments) -> Game:
    """A copy of the game with stones changed by hand and no moves."""
    points = read_stones(game, args)
    changed = game.copy()
    try:
        changed.setup(points[Color.BLACK], points[Color.WHITE], points[Color.EMPTY])
    except ValueError as error:
        raise GtpError(f"invalid position: {clip(str(error))}") from None
    return changed


@command("set_position", "[COLOR VERTEX]...")
def set_position(session: Session, args: Arguments) -> None:
    """Exactly these stones, no history, Black to play."""
    empty = empty_game(session, session.game.width, session.game.height)
    session.start(set_stones(empty, args))
