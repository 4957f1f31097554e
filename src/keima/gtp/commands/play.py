"""Moves: given, asked for, taken back."""

from keima.colors import Color
from keima.game import Game, IllegalMove
from keima.gtp.arguments import Arguments, clip, parse_color
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session


def play_move(game: Game, color: str, vertex: str) -> None:
    """Plays a move as GTP writes it."""
    side = parse_color(color)
    try:
        point = game.parse(vertex)
    except ValueError as error:
        raise GtpError(f"invalid color or coordinate: {clip(str(error))}") from None
    try:
        game.play(point, side)
    except IllegalMove as error:
        raise GtpError("illegal move", str(error)) from None


@command("play", "COLOR VERTEX")
def play(session: Session, args: Arguments) -> None:
    """Plays a move of either side; the sides need not alternate."""
    args.count(2)
    play_move(session.game, args.word(0), args.word(1))


def make_move(session: Session, color: Color, move: str) -> str:
    """Plays a player's choice; to resign changes nothing on the board."""
    if move != "resign":
        session.game.play(move, color)
    session.own = color if move != "resign" else None
    return move


@command("genmove", "COLOR")
def genmove(session: Session, args: Arguments) -> str:
    """Chooses a move and plays it: a vertex, pass or resign."""
    args.count(1)
    color = args.color(0)
    return make_move(session, color, session.think(color).move)


@command("reg_genmove", "COLOR")
def reg_genmove(session: Session, args: Arguments) -> str:
    """The move that genmove might choose, without playing it and without chance."""
    args.count(1)
    return session.repeatable(args.color(0)).move


@command("undo")
def undo(session: Session, args: Arguments) -> None:
    """Takes back the last move; handicap and set-up stones are not moves."""
    args.count(0)
    take_back(session.game, 1)


@command("gg-undo", "[COUNT]")
def gg_undo(session: Session, args: Arguments) -> None:
    """Takes back as many moves at once."""
    take_back(session.game, args.integer(0, least=0) if args.count(0, 1) else 1)


def take_back(game: Game, count: int) -> None:
    if count > game.move_number:
        raise GtpError("cannot undo", f"{count} of {game.move_number} moves")
    game.undo(count)
