"""How much memory there is for a table."""

from __future__ import annotations

from pathlib import Path

#: Where the system tells, and where a container's limit and use stand.
_MEMINFO = Path("/proc/meminfo")
_LIMIT = Path("/sys/fs/cgroup/memory.max")
_USED = Path("/sys/fs/cgroup/memory.current")


def free_megabytes() -> int | None:
    """What a program can have now; None if the system does not tell."""
    known = [m for m in (_of_machine(), _of_container()) if m is not None]
    return min(known, default=None)


def usual_megabytes(points: int) -> int:
    """The size of a table for so many open points, if none is given. Where it would stay empty a
    large one only costs time: memory is cleared as it is used.

    >>> [usual_megabytes(points) for points in (4, 9, 16, 25)]
    [2, 4, 32, 1024]
    """
    for most, megabytes in ((6, 2), (9, 4), (12, 8), (16, 32), (20, 256)):
        if points <= most:
            return megabytes
    return 1024


def check_memory(megabytes: int) -> None:
    """Raises ValueError if a table of this size does not fit."""
    if megabytes < 1:
        raise ValueError(f"a table of {megabytes} MB: expected 1 or more")
    free = free_megabytes()
    if free is not None and megabytes > free:
        raise ValueError(f"a table of {megabytes} MB does not fit: {free} MB of memory are free")


def _of_machine() -> int | None:
    try:
        for line in _MEMINFO.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1024
    except (OSError, ValueError, IndexError):
        pass
    return None


def _of_container() -> int | None:
    try:
        return max(0, int(_LIMIT.read_text()) - int(_USED.read_text())) >> 20
    except (OSError, ValueError):  # no container, or one without a limit
        return None
