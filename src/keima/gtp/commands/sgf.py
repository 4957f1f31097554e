"""Games from and to SGF files."""

import contextlib
import os
import stat
from pathlib import Path

from keima.game import Game
from keima.gtp.arguments import Arguments, clip
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session

MAX_FILE = 16 << 20


def read_sgf(path: str) -> bytes:
    """The bytes of a regular file of at most MAX_FILE; a pipe or a device could hang or never
    end."""
    try:
        # Opened without blocking and looked at afterwards, so that what is checked is what is
        # read.
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise GtpError("cannot load file", f"{clip(path)} is not a regular file")
            if status.st_size > MAX_FILE:
                raise GtpError("cannot load file", f"{clip(path)} has more than {MAX_FILE} bytes")
            return file.read(MAX_FILE)
    except (OSError, ValueError) as error:
        raise GtpError("cannot load file", clip(str(error))) from None


@command("loadsgf", "FILE [MOVE_NUMBER]")
def loadsgf(session: Session, args: Arguments) -> None:
    """The position of a file before a move, or at its end; size and komi are the file's.

    The rules stay as they are, as GTP wants it, unless the file's moves are not legal under
    them; then they become the file's.
    """
    path, others = args.path()
    number = others.integer(0, least=0) if others.count(0, 1) else None
    if not session.files:
        raise GtpError("cannot load file", "files are not allowed here")
    try:
        game = Game.from_sgf(read_sgf(path), move_number=number)
    except ValueError as error:
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
        Path(path).write_text(session.game.to_sgf() + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise GtpError("cannot write file", clip(str(error))) from None
    return None
