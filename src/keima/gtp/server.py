"""The GTP server: reads commands, runs them, writes replies."""

import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from keima.gtp import commands  # noqa: F401  (registers every command)
from keima.gtp.arguments import Arguments, syntax_error
from keima.gtp.inbox import Inbox
from keima.gtp.pondering import Pondering
from keima.gtp.protocol import MAX_LINE, GtpError, LineReader, Reply, parse
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
        parts: list[bytes] = []
        self.run(line, parts.append)
        return b"".join(parts)

    def run(self, line: bytes, write: Callable[[bytes], object]) -> None:
        """Runs one preprocessed line and writes the reply, in parts if it takes long."""
        command = parse(line)
        reply = Reply(command.id, write)
        self.session.emit = reply.line
        try:
            if len(line) > MAX_LINE:
                raise GtpError(f"line too long: at most {MAX_LINE} bytes are read")
            text = self._run(command.name, command.rest) or ""
        except GtpError as error:
            if error.detail or reply.begun:
                told = filter(None, (command.name, error.text, error.detail))
                self.session.log(": ".join(told))
            reply.end(False, error.text)
        except BrokenPipeError:
            raise
        except Exception as error:
            self.session.log(traceback.format_exc())
            reply.end(False, f"internal error: {type(error).__name__}: {error}")
        else:
            reply.end(True, text)

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
        inbox = self.session.inbox = Inbox()
        record = Transcript(transcript, self.session.log)
        # A daemon: it may wait for input that never comes.
        threading.Thread(target=_pump, args=(source, inbox, record), daemon=True).start()

        def write(data: bytes) -> None:
            record(data)
            sink.write(data)
            sink.flush()

        pondering = Pondering(self.session.log)
        try:
            while not self.session.closing and (line := inbox.take()) is not None:
                pondering.stop()
                self.run(line, write)
                if self.session.ponders:
                    pondering.start(self.session.player, self.session.game)
        finally:
            pondering.stop()
            inbox.close()


class Transcript:
    """Writes what both sides say to a file, until that fails, which it says once."""

    def __init__(self, file: BinaryIO | None, log: Callable[[str], None]) -> None:
        self._file, self._log = file, log
        self._lock = threading.Lock()

    def __call__(self, data: bytes) -> None:
        with self._lock:
            if self._file is None or self._file.closed:
                return
            try:
                self._file.write(data)
                self._file.flush()
            except OSError as error:
                self._file = None
                self._log(f"the log ends here: {error}")


def _pump(source: BinaryIO, inbox: Inbox, record: Transcript) -> None:
    """Reads until the input ends. Never through a file object's buffer if there is a file: its
    lock would keep the interpreter from ending while this thread waits."""
    try:
        number = source.fileno()
    except (OSError, ValueError):
        read = getattr(source, "read1", source.read)
    else:

        def read(size: int) -> bytes:
            return os.read(number, size)

    try:
        while data := read(1 << 16):
            record(data)
            inbox.feed(data)
    except (OSError, ValueError):
        pass  # nothing more will come
    finally:
        inbox.close()


def serve_standard_streams(session: Session, transcript: BinaryIO | None = None) -> None:
    """Serves a controller on standard input and output, and ends quietly if it goes away."""
    try:
        Server(session).serve(sys.stdin.buffer, sys.stdout.buffer, transcript)
    except (BrokenPipeError, KeyboardInterrupt):
        # Nobody reads any more; the interpreter must not complain when it flushes at exit.
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), sys.stdout.fileno())
