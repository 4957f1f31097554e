"""Analysis while it runs, and moves with what was thought of them."""

import json

from keima.gtp.analysis import Request, read_request
from keima.gtp.arguments import Arguments
from keima.gtp.commands.play import make_move
from keima.gtp.registry import Handler, command
from keima.gtp.session import Session

USAGE = "[COLOR] [CENTISECONDS] [KEY VALUE...]..."


def analyze(session: Session, args: Arguments, lz: bool) -> None:
    """Searches and tells until any line comes. What was found is told at the end in any case."""
    from keima.engine.limits import MOST_PLAYOUTS, Limit

    request, moves = read_request(session.game, args, lz)
    session.emit("")
    result = session.search(
        request.color,
        Limit(playouts=MOST_PLAYOUTS),
        until=session.inbox.waiting,
        moves=moves,
        analysis=True,
        **_options(session, request),
    )
    session.emit(request.line(result))
    session.inbox.wait()


def _options(session: Session, request: Request) -> dict[str, object]:
    """What a request asks of the player's search."""
    options: dict[str, object] = {}
    if "movesOwnership" in request.flags:
        options["move_owners"] = True
    if request.every is not None:
        options["on_result"] = lambda result: session.emit(request.line(result))
        options["every"] = request.every
    return options


def choose(session: Session, args: Arguments, lz: bool, cancellable: bool = False) -> str:
    """Searches for a move and tells on the way."""
    request, moves = read_request(session.game, args, lz)
    session.emit("")
    stopped = session.inbox.waiting if cancellable else lambda: False
    result = session.think(request.color, until=stopped, moves=moves, **_options(session, request))
    session.emit(request.line(result))
    return "cancelled" if stopped() else result.move


def _analyze(name: str, lz: bool, dialect: str) -> Handler:
    def run(session: Session, args: Arguments) -> None:
        analyze(session, args, lz)

    run.__doc__ = f"Searches and tells what it finds, {dialect}, until any line comes."
    return command(name, USAGE)(run)


def _genmove_analyze(name: str, lz: bool, dialect: str) -> Handler:
    def run(session: Session, args: Arguments) -> str:
        color = read_request(session.game, args, lz)[0].color
        return f"play {make_move(session, color, choose(session, args, lz))}"

    run.__doc__ = f"Like genmove, and tells on the way what it finds, {dialect}."
    return command(name, USAGE)(run)


for _prefix, _lz, _dialect in (
    ("lz-", True, "as Leela Zero does"),
    ("kata-", False, "as KataGo does"),
    ("", False, "as Sabaki wants it"),
):
    _analyze(f"{_prefix}analyze", _lz, _dialect)
    _genmove_analyze(f"{_prefix}genmove_analyze", _lz, _dialect)


@command("kata-search", "[COLOR]")
def kata_search(session: Session, args: Arguments) -> str:
    """Like genmove, but the move is not played."""
    color = args.color(0) if args.count(0, 1) else session.game.to_play
    return session.think(color).move


@command("kata-search_cancellable", "[COLOR]")
def kata_search_cancellable(session: Session, args: Arguments) -> str:
    """Like kata-search, but any line cancels it; then the answer is `cancelled`."""
    color = args.color(0) if args.count(0, 1) else session.game.to_play
    move = session.think(color, until=session.inbox.waiting).move
    return "cancelled" if session.inbox.waiting() else move


@command("kata-search_analyze", USAGE)
def kata_search_analyze(session: Session, args: Arguments) -> str:
    """Like kata-genmove_analyze, but the move is not played."""
    return f"play {choose(session, args, lz=False)}"


@command("kata-search_analyze_cancellable", USAGE)
def kata_search_analyze_cancellable(session: Session, args: Arguments) -> str:
    """Like kata-search_analyze, but any line cancels it; then it ends with `play cancelled`."""
    return f"play {choose(session, args, lz=False, cancellable=True)}"


@command("cgos-genmove_analyze", "COLOR")
def cgos_genmove_analyze(session: Session, args: Arguments) -> str:
    """Like genmove, with what was thought of the move as a line of JSON before it."""
    from keima.engine.report import cgos_analysis

    args.count(1)
    color = args.color(0)
    result = session.think(color)
    session.emit(json.dumps(cgos_analysis(result, color), separators=(",", ":")))
    return f"play {make_move(session, color, result.move)}"


@command("cgos-opponent_name", "NAME")
def cgos_opponent_name(session: Session, args: Arguments) -> None:
    """Told before a game on CGOS; only the log has it."""
    args.word(0)
    session.log(f"opponent: {args.rest}")


@command("cgos-opponent_rating", "RATING")
def cgos_opponent_rating(session: Session, args: Arguments) -> None:
    """Told before a game on CGOS; only the log has it."""
    args.word(0)
    session.log(f"opponent's rating: {args.rest}")


@command("cgos-gameover", "RESULT")
def cgos_gameover(session: Session, args: Arguments) -> None:
    """Told after a game on CGOS; thinking in the opponent's time ends, and the log has it."""
    args.word(0)
    session.log(f"result: {args.rest}")
    session.own = None


@command("gogui-interrupt")
def gogui_interrupt(session: Session, args: Arguments) -> None:
    """Says that the comment `# interrupt` ends a search under way."""
    args.count(0)


@command("stop")
def stop(session: Session, args: Arguments) -> None:
    """Does nothing: that it came has ended an analysis."""
    args.count(0)
