"""A process that plays games for another: `python -m keima.arena.worker FD [KEEP]`.

Plans come in and records go out over the socket FD. When the other end closes, for whatever
reason, nothing is left of the worker nor of the programs that it started. A worker whose player
does not answer any more says so and ends.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
import time
import traceback
from multiprocessing.connection import Connection

from keima.arena.play import Table, Thought
from keima.arena.records import GameRecord
from keima.arena.settings import PlannedGame

LOOK_EVERY = 0.5
"""Seconds between two looks at a player that thinks."""


def main() -> None:
    # An interrupt from the keyboard reaches the whole group: the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection: Connection = Connection(int(sys.argv[1]))
    plans: queue.SimpleQueue[PlannedGame] = queue.SimpleQueue()
    table = Table(keep=int(sys.argv[2]) if len(sys.argv) > 2 else None)

    def listen() -> None:
        try:
            while True:
                plans.put(connection.recv())
        except (EOFError, OSError):
            table.abandon()
        finally:
            os._exit(0)

    # Whoever holds it may send. The watcher never gives it back.
    sending = threading.Lock()

    def watch() -> None:
        record = _await_hang(table, sending)
        with contextlib.suppress(OSError):
            connection.send(Hung(record))
        table.abandon()
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    threading.Thread(target=watch, daemon=True).start()
    while True:
        plan = plans.get()
        try:
            answer: object = table.play(plan)
        except Exception as error:
            answer = WorkerError(f"{error}", traceback.format_exc())
        try:
            with sending:
                connection.send(answer)
        except OSError:
            table.abandon()
            return


def _await_hang(table: Table, sending: threading.Lock) -> GameRecord:
    """Returns when a player thinks for longer than it may, with the record of the game and the
    lock held. Looks are counted, not seconds, so that a run that is suspended loses nothing. An
    engine that keeps other threads from running is not noticed."""
    last: Thought | None = None
    waited = 0.0
    while True:
        time.sleep(LOOK_EVERY)
        game = table.playing
        thought = game.thought if game else None
        waited = waited + LOOK_EVERY if thought is last else 0.0
        last = thought
        if game is None or thought is None or waited < thought.patience:
            continue
        sending.acquire()
        if game.thought is thought:
            return game.give_up(thought, _stack())
        sending.release()


def _stack() -> str:
    """What the thread that plays is doing."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    return "".join(traceback.format_stack(frame)) if frame else ""


class Hung:
    """The last that a worker says: the game that it was in when a player stopped to answer."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record


class WorkerError(Exception):
    """A game could not be played at all; `details` say where."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message, details)
        self.details = details

    def __str__(self) -> str:
        return str(self.args[0])


if __name__ == "__main__":
    # As an import, so that what is sent is known by its proper name.
    from keima.arena.worker import main as run

    run()
