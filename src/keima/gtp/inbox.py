"""What a controller has sent and nobody has answered yet: a queue between the thread that reads
and the one that works, so that new input is seen while a search runs."""

from __future__ import annotations

import threading
from collections import deque

from keima.gtp.protocol import INTERRUPT, LineReader

MAX_WAITING = 8 << 20
"""Bytes that may wait; a controller that sends more has to wait itself."""


class Inbox:
    """Lines in the order of their arrival. One thread feeds, another takes.

    An inbox that is closed gets nothing more; a server that is fed by hand has such a one.

    >>> inbox = Inbox()
    >>> inbox.feed(b"name\\n\\nversion\\n")
    >>> inbox.take(), inbox.waiting(), inbox.take(), inbox.waiting()
    (b'name', True, b'version', False)
    """

    def __init__(self, closed: bool = False) -> None:
        self._reader = LineReader(every=True)
        self._changed = threading.Condition()
        self._lines: deque[bytes] = deque()
        self._size = 0
        self._closed = closed
        self._put = self._taken = 0
        self._cut = -1

    def feed(self, data: bytes) -> None:
        """Adds what was read; waits as long as there is too much."""
        self._add(self._reader.feed(data))

    def close(self) -> None:
        """The input has ended, or nobody will take any more."""
        with self._changed:
            if not self._closed:
                self._append(self._reader.finish())
            self._closed = True
            self._changed.notify_all()

    def take(self) -> bytes | None:
        """The next command line, when there is one; None after the last."""
        with self._changed:
            while True:
                while self._lines:
                    line = self._lines.popleft()
                    self._size -= len(line) + 1
                    self._changed.notify_all()
                    if line:
                        self._taken += 1
                        return line
                if self._closed:
                    return None
                self._changed.wait()

    def waiting(self) -> bool:
        """Has any line come after the one that was taken last, be it empty, or has the input
        ended? That ends an analysis."""
        with self._changed:
            return bool(self._lines) or self._closed

    def wait(self) -> None:
        """Until there is something waiting."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._closed)

    def interrupted(self) -> bool:
        """Has the controller interrupted the command that was taken last?"""
        with self._changed:
            return self._cut >= self._taken

    def _add(self, lines: list[bytes]) -> None:
        with self._changed:
            self._append(lines)
            self._changed.wait_for(lambda: self._size <= MAX_WAITING or self._closed)

    def _append(self, lines: list[bytes]) -> None:
        for line in lines:
            if line == INTERRUPT:
                self._cut = self._put
                line = b""
            self._put += bool(line)
            self._lines.append(line)
            self._size += len(line) + 1
        self._changed.notify_all()
