"""The GTP server: reads commands, runs them, writes replies."""

import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from keima.gtp import commands  # noqa: F401  (registers every command)
from keima.gtp.arguments import Arguments, syntax_error
from keima.gtp.protocol import MAX_LINE, GtpError, LineReader, parse, reply
from keima.gtp.registry import COMMANDS
from keima.gtp.session import Session


class Server:
    """Answers command lines, each with exactly one reply.

    >>> from keima.gtp.session import Session
    >>> server = Server(Session(make_player=lambda seed: None))
    >>> b"".join(server.feed(b"1 name\\nboardsize 99\\n")).decode()
    '=1 Keima\\n\\n? unacceptable size\\n\\n'
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._reader = LineReader()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The replies to the lines that `data` completes; none after `quit`."""
        for line in self._reader.feed(data):
            if self.session.closing:
                return
            yield self.answer(line)

    def finish(self) -> Iterator[bytes]:
        """The reply to a last line without a line feed, at the end of the input."""
        for line in self._reader.finish():
            if not self.session.closing:
                yield self.answer(line)

    def answer(self, line: bytes) -> bytes:
        """The reply to one preprocessed line."""
        command = parse(line)
        try:
            if len(line) > MAX_LINE:
                raise GtpError(f"line too long: at most {MAX_LINE} bytes are read")
            return reply(True, command.id, self._run(command.name, command.rest) or "")
        except GtpError as error:
            if error.detail:
                self.session.log(f"{command.name}: {error.text}: {error.detail}")
            return reply(False, command.id, error.text)
        except Exception as error:
            self.session.log(traceback.format_exc())
            return reply(False, command.id, f"internal error: {type(error).__name__}: {error}")

    def _run(self, name: str, rest: str) -> str | None:
        if not name:
            raise syntax_error("an id without a command")
        entry = COMMANDS.get(name)
        if entry is None:
            raise GtpError("unknown command")
        return entry.run(self.session, Arguments(rest))

    def serve(self, source: BinaryIO, sink: BinaryIO, transcript: BinaryIO | None = None) -> None:
        """Serves until `quit` or the end of `source`; copies both directions to `transcript`, as
        long as that can be written to."""
        read = getattr(source, "read1", source.read)
        while not self.session.closing:
            data = read(1 << 16)
            transcript = self._record(transcript, data)
            for text in self.feed(data) if data else self.finish():
                transcript = self._record(transcript, text)
                sink.write(text)
                sink.flush()
            if not data:
                return

    def _record(self, transcript: BinaryIO | None, data: bytes) -> BinaryIO | None:
        """Writes to the transcript; returns None, and says so, if that fails."""
        if transcript:
            try:
                transcript.write(data)
                transcript.flush()
            except OSError as error:
                self.session.log(f"the log ends here: {error}")
                return None
        return transcript


def serve_standard_streams(session: Session, transcript: BinaryIO | None = None) -> None:
    """Serves a controller on standard input and output, and ends quietly if it goes away."""
    try:
        Server(session).serve(sys.stdin.buffer, sys.stdout.buffer, transcript)
    except (BrokenPipeError, KeyboardInterrupt):
        # Nobody reads any more; the interpreter must not complain when it flushes at exit.
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), sys.stdout.fileno())
