"""Handicap stones (the tournament subset). They are not moves and cannot be undone."""

from keima.gtp.arguments import Arguments, clip
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.handicap import max_fixed_handicap


def check_empty(session: Session) -> None:
    if session.game.move_number or any(session.game.board.stones):
        raise GtpError("board not empty")


@command("fixed_handicap", "COUNT")
def fixed_handicap(session: Session, args: Arguments) -> str:
    """Puts handicap stones on their customary points."""
    args.count(1)
    count = args.integer(0)
    check_empty(session)
    if not 2 <= count <= max_fixed_handicap(session.game.width, session.game.height):
        raise GtpError("invalid number of stones")
    return " ".join(session.game.place_fixed_handicap(count))


@command("place_free_handicap", "COUNT")
def place_free_handicap(session: Session, args: Arguments) -> str:
    """Puts handicap stones where Keima wants them."""
    args.count(1)
    count = args.integer(0)
    check_empty(session)
    if not 2 <= count < session.game.area:
        raise GtpError("invalid number of stones")
    return " ".join(session.game.place_free_handicap(count))


@command("set_free_handicap", "VERTEX VERTEX...")
def set_free_handicap(session: Session, args: Arguments) -> None:
    """Puts handicap stones on the given points."""
    check_empty(session)
    try:
        session.game.set_free_handicap(args.words)
    except ValueError as error:
        raise GtpError("bad vertex list", clip(str(error))) from None


@command("get_handicap")
def get_handicap(session: Session, args: Arguments) -> str:
    """How many handicap stones were placed."""
    args.count(0)
    return str(session.game.handicap)
