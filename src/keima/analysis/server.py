"""The server: takes lines, keeps a queue, searches one position at a time."""

from __future__ import annotations

import heapq
import json
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import Any

import keima
from keima.analysis.fields import Fields, QueryError, shown
from keima.analysis.query import QueryReader, Work
from keima.analysis.response import Json, response, to_line
from keima.engine import Engine, SearchResult
from keima.engine.parameters import parameters_of
from keima.models.errors import CannotPlay

MOST_QUEUED = 100_000
"""Positions that may wait; a query that would make more of them is refused."""

#: Actions that only ask, and what is added to them. Nothing is kept from one position to the
#: next, so there is no cache to clear.
_FACTS: dict[str, Json] = {
    "query_version": {"version": keima.__version__, "git_hash": "<omitted>"},
    "query_models": {"models": []},
    "clear_cache": {},
}


class AnalysisServer:
    """`take` lines in one thread; `work` in another. `write` gets whole lines.

    >>> server = AnalysisServer("brugmann:playouts=10,seed=1", print)
    >>> server.take('{"id":"a","action":"terminate_all"}')
    {"action":"terminate_all","id":"a"}
    >>> server.take("[]")
    {"error":"Must be a JSON object"}
    """

    def __init__(
        self, spec: str, write: Callable[[str], object], perspective: str = "BLACK", **given: Any
    ) -> None:
        self._spec, self._given = spec, given
        self._engine = Engine(spec, **given)
        self._parameters = {p.name: p for p in parameters_of(type(self._engine.parameters))}
        self._write = write
        self._perspective = perspective
        self._output = threading.Lock()
        self._changed = threading.Condition()
        self._queue: list[tuple[int, int, Work]] = []
        self._count = 0
        self._current: Work | None = None
        self._closed = False

    # The thread that reads

    def take(self, line: str | bytes) -> None:
        """Takes a query; whatever is wrong with it is told, and that is all."""
        try:
            values = json.loads(line, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            self._say({"error": f"Could not parse the line as JSON: {str(error)[:200]}"})
            return
        if not isinstance(values, dict):
            self._say({"error": "Must be a JSON object"})
            return
        id = values.get("id")
        name = {"id": id} if isinstance(id, str) else {}
        try:
            self._accept(values)
        except RecursionError:
            self._say({"error": "Too deeply nested", **name})
        except QueryError as error:
            self._say(_error(error) | name)

    def close(self, wait: bool = True) -> None:
        """No more will come; `work` ends after what waits, or soon if it is not to wait."""
        with self._changed:
            self._closed = True
            if not wait:
                self._queue.clear()
                if self._current:
                    self._current.stopped = True
            self._changed.notify_all()

    def _accept(self, values: Json) -> None:
        fields = Fields(values)
        fields.string("id")
        if not fields.has("action"):
            self._enqueue(values)
            return
        action = fields.string("action")
        if action in ("terminate", "terminate_all"):
            ended = self._terminate(fields, all_of_them=action == "terminate_all")
            self._say(values)
            for work in ended:
                self._say(response(work, None))
        elif action in _FACTS:
            self._say(values | _FACTS[action])
        else:
            known = ", ".join([*_FACTS, "terminate", "terminate_all"])
            raise QueryError(f"Must be one of {known}, got {shown(action)}", "action")

    def _enqueue(self, values: Json) -> None:
        query = QueryReader(values, self._parameters, self._perspective).read()
        with self._changed:
            if len(self._queue) + len(query.works) > MOST_QUEUED:
                raise QueryError(f"More than {MOST_QUEUED} positions would wait", "analyzeTurns")
        for field, text in query.warnings:
            self._say({"warning": text, "field": field, "id": values["id"]})
        with self._changed:
            for work in query.works:
                self._count += 1
                heapq.heappush(self._queue, (-work.priority, self._count, work))
            self._changed.notify_all()

    def _terminate(self, fields: Fields, all_of_them: bool) -> list[Work]:
        """Ends what is meant; gives what had not begun."""
        id = None if all_of_them else fields.string("terminateId")
        turns: Iterable[int] | None = None
        if fields.has("turnNumbers"):
            turns = fields.integers("turnNumbers", 0, 10**9)

        def meant(work: Work) -> bool:
            return (id is None or work.id == id) and (turns is None or work.turn in turns)

        with self._changed:
            ended = [item for item in self._queue if meant(item[2])]
            self._queue = [item for item in self._queue if not meant(item[2])]
            heapq.heapify(self._queue)
            if self._current and meant(self._current):
                self._current.stopped = True
        return [work for _, _, work in sorted(ended, key=lambda item: item[:2])]

    # The thread that works

    def work(self) -> None:
        """Searches what waits, the highest priority first, until closed."""
        while (work := self._next()) is not None:
            try:
                self._say(response(work, self._search(work)))
            except QueryError as error:
                self._say(_error(error) | {"id": work.id, "turnNumber": work.turn})
            except Exception as error:
                traceback.print_exc()
                message = f"internal error: {type(error).__name__}: {error}"
                self._say({"error": message, "id": work.id, "turnNumber": work.turn})

    def _next(self) -> Work | None:
        with self._changed:
            self._current = None
            self._changed.wait_for(lambda: self._queue or self._closed)
            if self._queue:
                self._current = heapq.heappop(self._queue)[2]
            return self._current

    def _search(self, work: Work) -> SearchResult:
        """Raises QueryError for what shows only when a player is made or begins: files that are
        not there, settings that exclude each other, boards that no network plays on."""
        engine = self._engine
        if work.parameters:
            try:
                engine = Engine(self._spec, **{**self._given, **work.parameters})
            except (ValueError, OSError) as error:
                raise QueryError(str(error), "overrideSettings") from None
        engine.new_game()

        def watch(done: int) -> None:
            if work.stopped:
                engine.stop()

        def tell(result: SearchResult) -> None:
            self._say(response(work, result, during=True))

        try:
            return engine.search(
                work.game,
                work.limit,
                work.color,
                moves=work.moves,
                progress=watch,
                on_result=None if work.every is None else tell,
                every=work.every or 1.0,
                analysis=True,
                move_owners=work.shape.move_owners,
            )
        except CannotPlay as error:
            raise QueryError(str(error)) from None

    def _say(self, value: Json) -> None:
        with self._output:
            self._write(to_line(value))


def _error(error: QueryError) -> Json:
    field = {} if error.field is None else {"field": error.field}
    return {"error": str(error), **field}


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
