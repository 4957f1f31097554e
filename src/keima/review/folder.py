"""Many games, in several processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from keima.files import write_file
from keima.review.job import Job, Outcome, Wish, do
from keima.review.outputs import SUFFIX, names_file, outputs_for
from keima.review.page import index_page
from keima.review.record import read_records

if TYPE_CHECKING:
    from keima.engine import Engine

#: The list of games. Names of other files have something before this.
INDEX = "analysis.html"
#: Hears how many positions are done, and of what.
Show = Callable[[int, str], object]
#: What a worker says: positions done of a job, or how it ended.
Message = int | Outcome


def find_games(
    paths: Sequence[Path], out: Path | None, formats: Collection[str]
) -> tuple[list[Job], list[str]]:
    """The games of files and folders, and what is wrong with files that cannot be read. Reviews
    that were written into the folders are left out. Raises ValueError if there is no game at all,
    or if a file would be written twice or be a game itself."""
    jobs, failures = [], []
    files = list(_files(paths))
    for path, below in files:
        try:
            records = read_records(path)
        except ValueError as error:
            failures.append(str(error))
            continue
        for place, record in enumerate(records):
            number = place + 1 if len(records) > 1 else None
            outputs = outputs_for(path, number, out, below, formats)
            jobs.append(Job(path, place, record.name, len(record.to_search), outputs))
    if not jobs and failures:
        raise ValueError("\n".join(failures))
    if out is not None and names_file(out) and len(jobs) > 1:
        raise ValueError(f"{len(jobs)} games cannot be written into {out}: give a folder")
    _check_names(jobs, [path for path, _ in files])
    return jobs, failures


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, Path | None]]:
    """Files, and the folder that each was found below."""
    for path in paths:
        if not path.is_dir():
            yield path, None
            continue
        found = [
            inner
            for inner in sorted(path.rglob("*"))
            if inner.suffix.lower() == ".sgf"
            and inner.is_file()
            and not inner.stem.endswith(SUFFIX)
        ]
        if not found:
            raise ValueError(f"there are no games in {path}: expected files that end with .sgf")
        for inner in found:
            yield inner, path


def _check_names(jobs: Sequence[Job], games: Iterable[Path]) -> None:
    given = {_identity(path) for path in games if path.exists()}
    by_stem: dict[str, Job] = {}
    for job in jobs:
        for path in (*job.outputs.files, job.outputs.journal):
            if path.exists() and _identity(path) in given:
                raise ValueError(f"{path} is itself a game: give another name or a folder")
        other = by_stem.setdefault(os.path.realpath(job.outputs.stem), job)
        if other is not job:
            raise ValueError(
                f"{other.path} and {job.path} would both be written to {job.outputs.stem}: "
                "give folders, or one at a time"
            )


def _identity(path: Path) -> tuple[int, int]:
    """The same for all names of a file."""
    status = path.stat()
    return status.st_dev, status.st_ino


def write_index(folder: Path, outcomes: Iterable[Outcome]) -> Path:
    """Writes a list of the games that were done, in the order of their names, into a folder;
    returns its path. Raises OSError."""
    rows = [
        row._replace(page=os.path.relpath(row.page, folder) if row.page else None)
        for outcome in outcomes
        if (row := outcome.row) is not None
    ]
    path = folder / INDEX
    page = index_page(f"{len(rows)} games", sorted(rows, key=lambda row: row.name))
    write_file(path, page.encode("utf-8", "replace"))
    return path


def do_all(jobs: Sequence[Job], wish: Wish, processes: int, show: Show) -> Iterator[Outcome]:
    """Does the jobs, in so many processes if it is more than one; yields how each ended. What was
    found before an interruption is in the journals."""
    done = [0] * len(jobs)
    if processes == 1:
        engine = wish.settings.engine()
        for place, job in enumerate(jobs):

            def tell(count: int, _: int, place: int = place, job: Job = job) -> None:
                done[place] = count
                show(sum(done), job.name)

            try:
                yield do(job, wish, engine, tell)
            except (OSError, ValueError) as error:
                yield Outcome(job.name, failure=str(error))
        return
    ended = 0
    for place, message in _in_pool(jobs, wish, processes):
        if isinstance(message, Outcome):
            ended += 1
            done[place] = jobs[place].positions
            yield message
        else:
            done[place] = message
        show(sum(done), f"{ended} of {len(jobs)} games")


def _in_pool(jobs: Sequence[Job], wish: Wish, processes: int) -> Iterator[tuple[int, Message]]:
    """Yields the place of a job and what is said of it. A game whose process dies is told as a
    failure. Nothing is left when the iterator is closed."""
    context = multiprocessing.get_context("spawn")
    waiting = deque(range(len(jobs)))
    workers: dict[Connection, tuple[BaseProcess, int]] = {}

    def start() -> None:
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, wish), daemon=True)
        with _interrupts_held():
            process.start()
        # Only the worker holds its end, so that its death ends the connection.
        theirs.close()
        workers[ours] = process, give(ours)

    def give(connection: Connection) -> int:
        place = waiting.popleft()
        # A worker that is dead is noticed by the end of its connection.
        with contextlib.suppress(OSError):
            connection.send(jobs[place])
        return place

    try:
        for _ in range(min(processes, len(jobs))):
            start()
        while workers:
            for ready in wait(list(workers)):
                assert isinstance(ready, Connection)
                process, place = workers[ready]
                try:
                    message: Message = ready.recv()
                except (EOFError, OSError):
                    del workers[ready]
                    process.join()
                    failure = f"its process ended with {process.exitcode}"
                    message = Outcome(jobs[place].name, failure=failure)
                    if waiting:
                        start()
                if isinstance(message, Outcome) and ready in workers:
                    if waiting:
                        workers[ready] = process, give(ready)
                    else:
                        del workers[ready]
                        ready.close()
                        process.join()
                yield place, message
    finally:
        for process, _ in workers.values():
            process.terminate()
        for process, _ in workers.values():
            process.join()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits until the end of the block, and never reaches a process that is started in it:
    it is sent to the whole group, and the parent ends its workers."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, wish: Wish) -> None:
    """Does the jobs that come until the connection ends."""
    engine = wish.settings.engine()
    # Without the other end nobody wants the rest; the journal has what was done.
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            job: Job = connection.recv()
            connection.send(_outcome(job, wish, engine, connection))


def _outcome(job: Job, wish: Wish, engine: Engine, connection: Connection) -> Outcome:
    try:
        return do(job, wish, engine, lambda done, _: connection.send(done))
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        return Outcome(job.name, failure=str(error))
