"""Games on a Ray cluster: the same games as on this machine, on as many as there are."""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from keima.arena.play import Table
from keima.arena.pool import AHEAD, void_record
from keima.arena.records import GameRecord
from keima.arena.settings import PlannedGame

ATTEMPTS = 5
"""How often a game is begun whose process is lost, with its machine or alone."""


def play_on_ray(
    plans: Iterable[PlannedGame | None],
    address: str,
    workers: int | None = None,
    keep: int | None = None,
) -> Iterator[GameRecord]:
    """Plays the games on a Ray cluster and yields their records as they end.

    `address` is that of a cluster, `auto` for the one of this machine, or `local` to start one
    here; Keima must be installed on all of its machines. `workers` is the number of games at a
    time, by default one for each processor of the cluster; `plans` and `keep` are as in
    `play_in_pool`. Games on a machine that is lost are
    played again elsewhere. Raises ValueError if Ray is missing or there is no such cluster.
    """
    try:
        import ray
    except ImportError:
        raise ValueError("Ray is not installed: pip install 'keima[cluster]'") from None
    started = not ray.is_initialized()
    if started:
        try:
            _reach(address)
            ray.init(
                address=None if address == "local" else address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                include_dashboard=False if address == "local" else None,
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise ValueError(f"cannot join the Ray cluster {address!r}: {error}") from None
    try:
        yield from _Cluster(ray, plans, workers, keep).play()
    finally:
        if started:
            ray.shutdown()


def _reach(address: str) -> None:
    """Raises OSError if nobody listens at HOST:PORT, where Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


class _Cluster:
    """The actors of a run: a table each, which lives as long as the run or its machine."""

    def __init__(
        self,
        ray: Any,
        plans: Iterable[PlannedGame | None],
        workers: int | None,
        keep: int | None,
    ) -> None:
        self._ray = ray
        self._keep = keep
        self._source = iter(plans)
        self._again: deque[PlannedGame] = deque()
        self._deaths: dict[int, int] = {}
        self._actor = ray.remote(num_cpus=1, scheduling_strategy="SPREAD", max_restarts=0)(Table)
        self._workers = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        #: What is awaited: the actor that does it, and the plan, or None if it only starts.
        self._awaited: dict[Any, tuple[Any, PlannedGame | None]] = {}
        self._actors: list[Any] = []

    def play(self) -> Iterator[GameRecord]:
        for _ in range(self._workers):
            if not self._start():
                break
        try:
            while any(plan for _, plan in self._awaited.values()) or self._again:
                ready, _ = self._ray.wait(list(self._awaited), num_returns=1)
                yield from self._take(ready[0])
                self._fill_idle()
        finally:
            for actor in self._actors:
                self._ray.kill(actor)

    def _start(self) -> bool:
        """Starts an actor if there is something to play. It gets plans when it has begun to run:
        on a cluster that has lost a machine that may be never."""
        plan = self._draw()
        if plan is None:
            return False
        self._again.appendleft(plan)
        actor = self._actor.remote(self._keep)
        self._actors.append(actor)
        self._awaited[actor.ready.remote()] = (actor, None)
        return True

    def _draw(self) -> PlannedGame | None:
        return self._again.popleft() if self._again else next(self._source, None)

    def _take(self, reference: Any) -> Iterator[GameRecord]:
        actor, plan = self._awaited.pop(reference)
        errors = self._ray.exceptions
        try:
            answer = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise ValueError(f"{error.cause}") from None
        except errors.RayError:
            yield from self._lost(actor, plan)
            return
        busy = sum(other is actor for other, _ in self._awaited.values())
        while busy < AHEAD and (following := self._draw()) is not None:
            self._awaited[actor.play.remote(following)] = (actor, following)
            busy += 1
        if plan is not None:
            yield answer

    def _lost(self, actor: Any, plan: PlannedGame | None) -> Iterator[GameRecord]:
        """The actor is gone: what it had is played by others."""
        waiting = [ref for ref, (other, _) in self._awaited.items() if other is actor]
        lost = [plan, *(self._awaited.pop(ref)[1] for ref in waiting)]
        for planned in lost:
            if planned is None:
                continue
            self._deaths[planned.index] = self._deaths.get(planned.index, 0) + 1
            if self._deaths[planned.index] < ATTEMPTS:
                self._again.append(planned)
            else:
                yield void_record(planned, f"lost {ATTEMPTS} times with the process that played it")
        if actor in self._actors:
            self._actors.remove(actor)
            self._start()
        self._fill_idle()

    def _fill_idle(self) -> None:
        """Those who had nothing to do get what has come, or come back."""
        running = {id(other) for other, _ in self._awaited.values()}
        for actor in self._actors:
            if id(actor) not in running and (plan := self._draw()) is not None:
                self._awaited[actor.play.remote(plan)] = (actor, plan)
