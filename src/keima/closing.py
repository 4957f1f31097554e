"""The end of the program: what runs in threads that nobody waits for ends before the interpreter
does, which would take the ground from under it."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

#: Seconds for everything to end.
_PATIENCE = 5.0

_changed = threading.Condition()
#: How to end what runs.
_running: dict[object, Callable[[], object]] = {}
_over = False


@contextmanager
def ended_in_time(stop: Callable[[], object]) -> Iterator[None]:
    """Something that `stop` ends soon, from another thread. When the program ends it is stopped and
    waited for; in daemon threads nothing new begins then."""
    key = object()
    with _changed:
        late = _over and threading.current_thread().daemon
        if not late:
            _running[key] = stop
    if late:
        threading.Event().wait()  # this thread has no more to do
    try:
        yield
    finally:
        with _changed:
            del _running[key]
            _changed.notify_all()


def _end() -> None:
    global _over
    with _changed:
        _over = True
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        with _changed:
            stops = list(_running.values())
        if not stops:
            return
        for stop in stops:  # more than once: what has not begun would not hear the first
            with suppress(Exception):  # the others must end, too
                stop()
        with _changed:
            _changed.wait_for(lambda: not _running, 0.05)


atexit.register(_end)
