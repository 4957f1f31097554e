"""A process that plays games for another: `python -m keima.arena.worker FD [KEEP]`.

Plans come in and records go out over the socket FD. When the other end closes, for whatever
reason, nothing is left of the worker nor of the programs that it started.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from multiprocessing.connection import Connection

from keima.arena.play import Table
from keima.arena.settings import PlannedGame


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

    threading.Thread(target=listen, daemon=True).start()
    while True:
        plan = plans.get()
        try:
            answer: object = table.play(plan)
        except Exception as error:
            answer = WorkerError(f"{error}", traceback.format_exc())
        try:
            connection.send(answer)
        except OSError:
            table.abandon()
            return


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
