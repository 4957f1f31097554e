"""Looking at the game."""

from keima.colors import Color
from keima.game import Game, Move
from keima.gtp.arguments import Arguments, clip
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.scoring import plain_number


@command("showboard")
def showboard(session: Session, args: Arguments) -> str:
    """A drawing of the board, prisoners, rules and komi."""
    args.count(0)
    game = session.game
    return (
        f"\n{game}\n"
        f"Black (X) has captured {game.captures(Color.BLACK)} stones\n"
        f"White (O) has captured {game.captures(Color.WHITE)} stones\n"
        f"{game.to_play.word.capitalize()} to play, move {game.move_number + 1}, "
        f"{game.rules.name} rules, komi {plain_number(game.komi)}"
    )


def read_point(game: Game, vertex: str) -> int:
    """A vertex on the board."""
    try:
        point = game.parse(vertex)
    except ValueError as error:
        raise GtpError(f"invalid color or coordinate: {clip(str(error))}") from None
    if point == game.area:
        raise GtpError("invalid color or coordinate: expected a point, got a pass")
    return point


@command("color", "VERTEX")
def color(session: Session, args: Arguments) -> str:
    """What stands at a point: black, white or empty."""
    args.count(1)
    return session.game.at(read_point(session.game, args.word(0))).word


@command("list_stones", "COLOR")
def list_stones(session: Session, args: Arguments) -> str:
    """The points of all stones of a side."""
    args.count(1)
    side = args.color(0)
    stones = session.game.board.stones
    return " ".join(session.game.name(p) for p, stone in enumerate(stones) if stone == side)


@command("countlib", "VERTEX")
def countlib(session: Session, args: Arguments) -> str:
    """How many liberties the group at a point has."""
    args.count(1)
    return str(len(liberties(session.game, args.word(0))))


@command("findlib", "VERTEX")
def findlib(session: Session, args: Arguments) -> str:
    """The liberties of the group at a point."""
    args.count(1)
    return " ".join(map(session.game.name, liberties(session.game, args.word(0))))


def liberties(game: Game, vertex: str) -> list[int]:
    point = read_point(game, vertex)
    if not game.at(point):
        raise GtpError(f"no stone at {game.name(point)}")
    return sorted(game.board.liberties(point))


@command("captures", "COLOR")
def captures(session: Session, args: Arguments) -> str:
    """How many stones a side has captured."""
    args.count(1)
    return str(session.game.captures(args.color(0)))


@command("is_legal", "COLOR VERTEX")
def is_legal(session: Session, args: Arguments) -> str:
    """Whether a move is legal: 1 or 0."""
    args.count(2)
    side = args.color(0)
    try:
        return str(int(session.game.is_legal(args.word(1), side)))
    except ValueError as error:
        raise GtpError(f"invalid color or coordinate: {clip(str(error))}") from None


@command("all_legal", "COLOR")
def all_legal(session: Session, args: Arguments) -> str:
    """All points where a side may play."""
    args.count(1)
    game = session.game
    return " ".join(map(game.name, game.native.legal_points(args.color(0))))


@command("last_move")
def last_move(session: Session, args: Arguments) -> str:
    """The last move with its colour."""
    args.count(0)
    move = session.game.last_move
    if move is None:
        raise GtpError("no previous move known")
    return written(session.game, move)


@command("move_history")
def move_history(session: Session, args: Arguments) -> str:
    """All moves with their colours, the last one first."""
    args.count(0)
    return "\n".join(written(session.game, move) for move in reversed(session.game.moves))


def written(game: Game, move: Move) -> str:
    return f"{move.color.word} {game.name(move.point)}"


@command("clear_cache")
def clear_cache(session: Session, args: Arguments) -> None:
    """Forgets what the player knows from earlier searches."""
    args.count(0)
    session.player.new_game()
