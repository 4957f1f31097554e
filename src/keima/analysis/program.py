"""`keima analysis` as a program: its options and its start."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

SUMMARY = "Analyse positions by KataGo's JSON protocol on standard input and output."
MAX_LINE = 16 << 20
"""Bytes of a query."""


def run(arguments: Sequence[str]) -> None:
    """Serves until the input ends; exits with status 2 and a message if the arguments are
    wrong."""
    parser = _parser()
    given = parser.parse_args(arguments)

    from keima.analysis.server import AnalysisServer

    named: dict[str, Any] = {
        name: getattr(given, name) for name in ("playouts", "seconds", "threads", "seed")
    }
    options = {name: value for name, value in named.items() if value is not None}
    try:
        server = AnalysisServer(given.profile, _print, given.perspective.upper(), **options)
    except ValueError as error:
        parser.error(str(error))
    worker = threading.Thread(target=server.work)
    worker.start()
    try:
        for line in _lines(sys.stdin.buffer):
            server.take(line)
        server.close(wait=not given.quit_without_waiting)
        worker.join()
    except KeyboardInterrupt:
        pass  # it ends quietly, as GTP does
    finally:
        server.close(wait=False)
        worker.join()


def _print(line: str) -> None:
    try:
        print(line, flush=True)
    except BrokenPipeError:
        # Nobody reads any more; the end of the input ends the program.
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), sys.stdout.fileno())


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines that hold anything; of one that is too long a piece that no query can be."""
    while line := source.readline(MAX_LINE):
        whole = len(line) < MAX_LINE or line.endswith(b"\n")
        while not whole:
            rest = source.readline(MAX_LINE)
            whole = len(rest) < MAX_LINE or rest.endswith(b"\n")
            line = line[:100]
        if line.strip():
            yield line


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("keima analysis", description=SUMMARY)
    add = parser.add_argument
    add("--profile", default="keima", metavar="NAME[:KEY=VALUE,...]", help="the player")
    add("--playouts", metavar="N", help="playouts for a position without maxVisits")
    add("--seconds", metavar="S", help="seconds for a position without maxVisits")
    add("--threads", metavar="N", help="threads of a search")
    add("--seed", metavar="N", help="where everything random comes from")
    add(
        "--perspective",
        default="black",
        choices=("black", "white", "sidetomove"),
        help="whose win rates and scores are told, if a query does not say (default: black)",
    )
    add(
        "--quit-without-waiting",
        action="store_true",
        help="do not finish what waits when the input ends",
    )
    return parser
