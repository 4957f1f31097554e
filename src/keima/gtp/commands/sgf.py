"""Games from and to SGF files."""

import contextlib
import re
from pathlib import Path

from keima.files import write_file
from keima.gtp.arguments import Arguments, clip
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session

MAX_FILE = 16 << 20
#: What a file of games begins with.
_BEGINNING = re.compile(rb"(\xef\xbb\xbf)?\s*\(\s*;")


@command("loadsgf", "FILE [MOVE_NUMBER]")
def loadsgf(session: Session, args: Arguments) -> None:
    """The position of a file before a move, or at its end; size and komi are the file's.

    The rules stay as they are, as GTP wants it, unless the file's moves are not legal under
    them; then they become the file's.
    """
    # Here, because a program that starts should not wait for it.
    from keima.sgf import Limits, load
    from keima.sgf.convert import game_from_sgf

    path, others = args.path()
    number = others.integer(0, least=0) if others.count(0, 1) else None
    if not session.files:
        raise GtpError("cannot load file", "files are not allowed here")
    try:
        game = game_from_sgf(load(path, limits=Limits(size=MAX_FILE)), number)
    except (OSError, ValueError) as error:
        raise GtpError("cannot load file", clip(f"{path}: {error}")) from None
    with contextlib.suppress(ValueError):
        game.rules = session.game.rules
    session.start(game)


@command("printsgf", "[FILE]")
def printsgf(session: Session, args: Arguments) -> str | None:
    """The game as SGF, in the reply or in a file."""
    if not args.rest or args.rest == "-":
        return session.game.to_sgf()
    path, others = args.path()
    others.count(0)
    if not session.files:
        raise GtpError("cannot write file", "files are not allowed here")
    try:
        if is_something_else(Path(path)):
            raise ValueError(f"{path} is there, and it is no game")
        write_file(path, f"{session.game.to_sgf()}\n".encode())
    except (OSError, ValueError) as error:
        raise GtpError("cannot write file", clip(str(error))) from None
    return None


def is_something_else(path: Path) -> bool:
    """Is there a file that is neither called a game nor begins as one? A wrong word must not cost
    anybody a file."""
    if path.suffix.lower() == ".sgf" or not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as file:
        return _BEGINNING.match(file.read(1024)) is None
