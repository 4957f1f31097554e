"""Engines that are kept for the next search, so many at most."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from keima.engine import Engine
from keima.engine.clock import PROCESS_LAG, TimeKeeper
from keima.engine.profiles import load_profile

#: Engines that wait for their next search.
MOST = 64
#: Seconds to wait for an engine in use.
_PATIENCE = 2.0
#: Megabytes for all trees, for one at least and at most, and for what a network has said.
_TREES = 1024
_SMALLEST, _LARGEST = 16, 256
_NETWORK_CACHE = 8
#: Megabytes that a tree should have: engines that have had nothing to do for so many seconds make
#: room for it. 16 MB are full after 2,000 positions of 19x19.
_USUAL = 64
_IDLE = 60.0


@dataclass(frozen=True)
class Use:
    """What an engine is for: its tree is of use for the same game and purpose alone."""

    profile: str
    level: str | None
    game: str
    purpose: str
    size: tuple[int, int]


class EnginePool:
    """Lends engines, each to one thread at a time. For any thread."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._free: OrderedDict[Use, Engine] = OrderedDict()
        #: Of all engines that there are, the megabytes of their trees.
        self._sizes: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()
        #: When they were used last.
        self._used: WeakKeyDictionary[Engine, float] = WeakKeyDictionary()
        self._keepers: WeakKeyDictionary[Engine, TimeKeeper] = WeakKeyDictionary()
        self._lent: Counter[Use] = Counter()
        self._changed = threading.Condition()

    @contextlib.contextmanager
    def lend(self, use: Use) -> Iterator[Engine]:
        """The engine that was used so before, or a new one. If it is in use it comes back soon, and
        is worth waiting for; one that fails is not used again. Raises ValueError or OSError if it
        cannot be made."""
        engine = self._take(use)
        try:
            if engine is None:
                engine = self._make(use)
            yield engine
        except BaseException:
            if engine is not None:
                engine.abandon()
            engine = None
            raise
        finally:
            self._give_back(use, engine)

    def _take(self, use: Use) -> Engine | None:
        with self._changed:
            self._changed.wait_for(lambda: use in self._free or not self._lent[use], _PATIENCE)
            self._lent[use] += 1
            engine = self._free.pop(use, None)
            if engine is None and use.level is not None:
                engine = self._same_player(use)
            return engine

    def _same_player(self, use: Use) -> Engine | None:
        """One of another game: at a level nothing is kept from move to move."""
        for other in self._free:
            if (other.profile, other.level, other.size) == (use.profile, use.level, use.size):
                return self._free.pop(other)
        return None

    def _give_back(self, use: Use, engine: Engine | None) -> None:
        surplus: list[Engine] = []
        with self._changed:
            self._lent[use] -= 1
            if not self._lent[use]:
                del self._lent[use]
            if engine is not None:
                surplus += [old] if (old := self._free.pop(use, None)) else []
                self._free[use] = engine
                self._used[engine] = time.monotonic()
            while len(self._free) > self._most:
                surplus.append(self._free.popitem(last=False)[1])
            self._changed.notify_all()
        for old in surplus:
            old.abandon()

    def _make(self, use: Use) -> Engine:
        """An engine whose tree takes a part of the memory that the others have left."""
        size = min(max(self._left() // 4, _SMALLEST), _LARGEST)
        engine = make_engine(use.profile, use.level, size)
        with self._changed:
            self._sizes[engine] = size
        return engine

    def _left(self) -> int:
        """Megabytes that trees may still take. If these are few the idle ones go."""
        idle: list[Engine] = []
        with self._changed:
            left = _TREES - sum(self._sizes.values())
            for use, engine in list(self._free.items()):
                if left >= 4 * _USUAL or time.monotonic() - self._used[engine] < _IDLE:
                    break
                idle.append(self._free.pop(use))
                left += self._sizes.pop(engine)
        for engine in idle:
            engine.abandon()
        return left

    def keeper(self, engine: Engine) -> TimeKeeper:
        """What uses a clock for an engine; it knows what was played before."""
        with self._changed:
            if engine not in self._keepers:
                self._keepers[engine] = TimeKeeper(engine.time_parameters, PROCESS_LAG)
            return self._keepers[engine]

    def forget(self, game: str) -> None:
        """The engines of a game that is gone."""
        with self._changed:
            uses = [use for use in self._free if use.game == game]
            gone = [self._free.pop(use) for use in uses]
        for engine in gone:
            engine.abandon()

    def close(self) -> None:
        with self._changed:
            engines = list(self._free.values())
            self._free.clear()
        for engine in engines:
            engine.abandon()


def make_engine(profile: str, level: str | None = None, megabytes: int = _SMALLEST) -> Engine:
    """An engine with a tree of so many megabytes, if it has one. Raises ValueError or OSError if it
    cannot be made."""
    given: dict[str, Any] = {}
    if load_profile(profile).player == "tree":
        given = {"memory_mb": megabytes, "net_cache_mb": _NETWORK_CACHE}
    if level is not None:
        given["level"] = level
    return Engine(profile, threads=1, **given)
