"""A client that drives any GTP program, well-behaved or not."""

import contextlib
import re
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from keima.gtp.process import PipedProcess, ProcessEnded

_HEAD = re.compile(r"([=?])([0-9]*)(?: (.*)|)")
_CONTROLS = dict.fromkeys((*range(32), 127)) | {9: " "}


class GtpClientError(Exception):
    """Whatever can go wrong with a GTP program."""


class GtpFailure(GtpClientError):
    """The program answered that the command failed; `text` is its reason."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text


class GtpTimeout(GtpClientError):
    """No complete reply in time. The program is still running, and the client can be used
    again: a late reply is told by its id and dropped. But if the program did not even take in
    the whole command, or commands have no ids, only `restart` and `close` are left: `send`
    raises GtpDied."""


class GtpDied(GtpClientError):
    """The program could not be started, or has ended or closed its output."""


class GtpBadReply(GtpClientError):
    """The program's output is not GTP, or there is too much of it. It was ended."""


class GtpClient:
    """Another GTP program as an object.

    >>> import sys
    >>> with GtpClient([sys.executable, "-m", "keima", "gtp"]) as engine:
    ...     _ = engine.send("boardsize 9"), engine.send("play black E5")
    ...     engine.send("name"), engine.send("list_stones black")
    ('Keima', 'E5')

    The command is a list, or a string that is split as a shell would but run without one. The
    program starts at once and ends with `close`, at the end of a `with` block, or when the
    client is collected. One thread may use a client at a time.

    - `timeout`: seconds for a reply unless `send` is told otherwise.
    - `max_reply`: bytes that a program may write in answer to one command.
    - `probe_after`: seconds of silence after an empty first line of a reply, before a further
      command (`protocol_version`) is sent to see where the reply ends; None waits for the
      timeout. GNU Go needs it: before any `genmove`, its `all_move_values` answers `= ` and one
      line feed instead of two, and would be waited for until its next command.
    - `ids`: number the commands, so that a reply is known for what it belongs to. Only for
      programs that cannot handle numbers this is False; such a client cannot be used after a
      timeout.
    - `grace`: seconds for each step of the way from `quit` to SIGKILL.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float = 60.0,
        max_reply: int = 1 << 20,
        probe_after: float | None = 1.0,
        ids: bool = True,
        grace: float = 1.0,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.command = command
        self.timeout = timeout
        self.max_reply = max_reply
        self.probe_after = probe_after
        self.ids = ids
        self.grace = grace
        self._cwd, self._env = cwd, env
        self._start()

    def _start(self) -> None:
        try:
            self._process = PipedProcess(self.command, cwd=self._cwd, env=self._env)
        except (OSError, ValueError) as error:
            raise GtpDied(f"cannot start {self.command!r}: {error}") from error
        self._finalizer = weakref.finalize(self, self._process.end, self.grace)
        self._buffer = bytearray()
        self._number = 0
        self._usable = True

    # Commands

    def send(self, command: str, timeout: float | None = None) -> str:
        """The text of the reply to one command, without the `=`, lines joined by line feeds.

        Raises GtpFailure if the program says that the command failed, GtpTimeout, GtpDied or
        GtpBadReply; ValueError if the command is not one line.
        """
        if not command.strip() or command != command.translate(_CONTROLS) or "#" in command:
            raise ValueError(f"{command!r} is not one line of text without a comment")
        if not self._usable:
            raise GtpDied(f"{self._name} is not running: {self._how_it_ended()}")
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        self._number += 1
        line = f"{self._number} {command}\n" if self.ids else f"{command}\n"
        try:
            self._write(line, deadline)
            success, text = self._read_reply(deadline)
        except TimeoutError:
            self._usable = self._usable and self.ids
            waited = self.timeout if timeout is None else timeout
            raise GtpTimeout(
                f"{self._name} did not answer {command!r} within {waited:g} s"
            ) from None
        except ProcessEnded:
            self._give_up()
            raise GtpDied(
                f"{self._name} ended before it answered {command!r}: {self._how_it_ended()}"
            ) from None
        except GtpBadReply as error:
            self._give_up()
            raise GtpBadReply(f"{self._name} answered {command!r} badly: {error}") from None
        if not success:
            raise GtpFailure(f"{self._name} refused {command!r}: {text}", text)
        return text

    def try_send(self, command: str, timeout: float | None = None) -> str | None:
        """Like `send`, but None if the program says that the command failed."""
        try:
            return self.send(command, timeout)
        except GtpFailure:
            return None

    def knows(self, command: str) -> bool:
        """Does the program have a command of that name?"""
        return self.try_send(f"known_command {command}") == "true"

    def _write(self, line: str, deadline: float) -> None:
        try:
            self._process.write(line.encode(), deadline)
        except TimeoutError:
            # The program may have a part of the line, and would take the next for its end.
            self._usable = False
            raise

    # Replies

    def _read_reply(self, deadline: float) -> tuple[bool, str]:
        budget = self.max_reply
        wanted = str(self._number) if self.ids else ""
        probe: str | None = None
        sign, lines = "", list[str]()
        while True:
            until, probing = deadline, False
            if lines == [""] and probe is None and self.ids and self.probe_after is not None:
                quiet = time.monotonic() + self.probe_after
                until, probing = min(deadline, quiet), quiet < deadline
            try:
                line, used = self._read_line(until, budget)
            except TimeoutError:
                if not probing:
                    raise
                self._number += 1
                probe = str(self._number)
                self._write(f"{probe} protocol_version\n", deadline)
                continue
            budget -= used
            head = _HEAD.fullmatch(line)
            if not sign:
                if head and head[2] == wanted:
                    sign, lines = head[1], [head[3] or ""]
                elif head and not head[2]:
                    raise GtpBadReply(f"expected a reply to command {wanted}, got {line[:80]!r}")
            elif head and head[2] == probe:
                while line:
                    line, used = self._read_line(deadline, budget)
                    budget -= used
                break
            elif line:
                lines.append(line)
            else:
                break
        return sign == "=", "\n".join(lines).strip("\n").rstrip()

    def _read_line(self, deadline: float, budget: int) -> tuple[str, int]:
        """The next line of output, cleaned, and how many bytes it had."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0 and len(self._buffer) <= budget:
            searched = len(self._buffer)
            self._buffer += self._process.read(deadline)
        if end < 0 or end >= budget:
            raise GtpBadReply(f"more than {self.max_reply} bytes of output")
        line = self._buffer[:end].decode("utf-8", "replace").translate(_CONTROLS)
        del self._buffer[: end + 1]
        return line.rstrip(), end + 1

    # Life and death

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def stderr(self) -> str:
        """The last 64 KiB that the program wrote to stderr."""
        return self._process.stderr

    def cpu_seconds(self) -> float:
        """Processor time that the program has used so far, or had when it ended."""
        return self._process.cpu_seconds()

    def is_alive(self) -> bool:
        return not self._process.wait(0)

    def close(self) -> None:
        """Ends the program: `quit`, the end of its input, SIGTERM, SIGKILL, as far as needed."""
        if self._usable and self.is_alive():
            with contextlib.suppress(GtpClientError):
                self.send("quit", self.grace)
        self._give_up()

    def _give_up(self) -> None:
        self._usable = False
        self._finalizer()

    def restart(self) -> None:
        """Ends the program, if it runs, and starts it anew."""
        self.close()
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def _name(self) -> str:
        return self._process.command[0]

    def _how_it_ended(self) -> str:
        status = self._process.status
        if status is None:
            how = "it was given up after a timeout"
        else:
            how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        last = self.stderr.strip().rpartition("\n")[2][-200:]
        return f"{how}; its last words were {last!r}" if last else how
