"""Another program behind three pipes: nothing it does can block or flood this one."""

import contextlib
import os
import select
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

KEPT_STDERR = 1 << 16
MOST_EARLY = 1 << 20
"""Bytes of stdout taken in while a command is still being written."""
_TICKS = os.sysconf("SC_CLK_TCK")


class ProcessEnded(Exception):
    """The program has closed its end of a pipe."""


class PipedProcess:
    """A running program with its own process group, so that its children end with it.

    Reads and writes take a deadline in `time.monotonic()` and raise TimeoutError or
    ProcessEnded. A thread keeps the last KEPT_STDERR bytes of stderr and drops the rest. Not
    for use by several threads at once, but for `end`.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Starts the program, without a shell; raises OSError if it cannot be started and
        ValueError if the command is empty or its quotes are not closed."""
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command:
            raise ValueError("the command is empty: expected a program and its arguments")
        self._popen = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
        self.pid = self._popen.pid
        self.status: int | None = None
        """How it ended: 0 or above is an exit status, -N the signal N; None while it runs."""
        self._cpu_at_end = 0.0
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self._stdin, self._stdout = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._early = bytearray()
        self._stderr = bytearray()
        wake_read, self._wake = os.pipe()
        self._drain = threading.Thread(
            target=_drain,
            args=(self._popen.stderr.fileno(), wake_read, self._stderr),
            name=f"stderr of {self.command[0]}",
            daemon=True,
        )
        self._drain.start()

    @property
    def stderr(self) -> str:
        """The last that the program wrote to stderr."""
        return bytes(self._stderr).decode("utf-8", "replace")

    def write(self, data: bytes, deadline: float) -> None:
        """Writes all of `data`, and reads meanwhile, lest each side wait for the other."""
        waiting = select.poll()
        waiting.register(self._stdin, select.POLLOUT)
        waiting.register(self._stdout, select.POLLIN)
        rest = memoryview(data)
        while rest:
            for fd, _ in _wait(waiting, deadline):
                if fd == self._stdin:
                    try:
                        rest = rest[os.write(self._stdin, rest) :]
                    except OSError as error:
                        raise ProcessEnded from error
                elif data_in := os.read(self._stdout, 1 << 16):
                    self._early += data_in
                    if len(self._early) > MOST_EARLY:
                        # Whoever talks this much unasked is read when an answer is due.
                        waiting.unregister(self._stdout)
                else:
                    raise ProcessEnded

    def read(self, deadline: float) -> bytes:
        """Some bytes of stdout, at least one."""
        if self._early:
            data = bytes(self._early)
            self._early.clear()
            return data
        waiting = select.poll()
        waiting.register(self._stdout, select.POLLIN)
        _wait(waiting, deadline)
        data = os.read(self._stdout, 1 << 16)
        if not data:
            raise ProcessEnded
        return data

    def cpu_seconds(self) -> float:
        """Processor time of the program and of its children that have ended; 0 where the
        system has no /proc."""
        if self.status is not None:
            return self._cpu_at_end
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return sum(map(int, fields[11:15])) / _TICKS

    def wait(self, seconds: float) -> bool:
        """Has the program ended, at the latest so many seconds from now?"""
        deadline, pause = time.monotonic() + seconds, 0.001
        while self.status is None:
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                self._reap()
            elif time.monotonic() >= deadline:
                return False
            else:
                time.sleep(pause)
                pause = min(2 * pause, 0.02)
        return True

    def _reap(self) -> None:
        # Until it is waited for, the dead process keeps its number: the group can be nobody
        # else's.
        self._cpu_at_end = self.cpu_seconds()
        self._signal(signal.SIGKILL)
        self.status = self._popen.wait()

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def end(self, grace: float) -> None:
        """Ends the program and its children: the end of its input, then SIGTERM, then SIGKILL,
        with `grace` seconds after each of the first two. Afterwards nothing is left of it,
        no process, no thread, no open file. A second call does nothing."""
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        if self._popen.stdin.closed:
            return
        self._popen.stdin.close()
        if not self.wait(grace):
            self._signal(signal.SIGTERM)
            if not self.wait(grace):
                self._signal(signal.SIGKILL)
                self.wait(float("inf"))
        os.close(self._wake)
        self._drain.join()
        self._popen.stdout.close()
        self._popen.stderr.close()


def _wait(waiting: select.poll, deadline: float) -> list[tuple[int, int]]:
    left = deadline - time.monotonic()
    ready = waiting.poll(min(left, 1e6) * 1000) if left > 0 else waiting.poll(0)
    if not ready:
        raise TimeoutError
    return ready


def _drain(stderr: int, wake: int, kept: bytearray) -> None:
    """Reads stderr until it ends or the other end of `wake` is closed. Holds no reference to the
    process, which could else never be collected."""
    waiting = select.poll()
    waiting.register(stderr, select.POLLIN)
    waiting.register(wake, 0)
    ready: dict[int, int] = {}
    while wake not in ready:
        ready = dict(waiting.poll())
        if stderr in ready:
            data = os.read(stderr, 1 << 16)
            if not data:
                break
            kept += data
            if len(kept) > KEPT_STDERR:
                del kept[: len(kept) - KEPT_STDERR]
    os.close(wake)
