"""The WebSocket of a page: what it is told, and what it asks for."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from keima.solve.moves import Memory
from keima.web import limits
from keima.web.analysing import Analyses
from keima.web.analysis import VIEWS
from keima.web.club import Club
from keima.web.players import USUAL, read_profile
from keima.web.security import Rate
from keima.web.state import state_of
from keima.web.values import Refused, choice, known_keys, read_json, shown, switch, whole

#: What sending to a page that has left may raise.
_LEFT = (WebSocketDisconnect, RuntimeError, OSError)
#: Messages that wait for a page that does not read; then it is given up.
_MOST_WAITING = 500
#: Messages beyond the rate, each answered by an error, before a page is given up.
_MOST_REFUSED = 1000


class Socket:
    """One open page. What it is to be told waits here until it can be sent; of what replaces one
    another only the last waits."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self._waiting: dict[str | int, str] = {}
        self._numbers = count()
        self._news = asyncio.Event()
        self.lost = asyncio.Event()

    def send(self, message: str, slot: str | None = None) -> None:
        key: str | int = next(self._numbers) if slot is None else slot
        self._waiting.pop(key, None)
        self._waiting[key] = message
        if len(self._waiting) > _MOST_WAITING:
            self.lost.set()
        self._news.set()

    async def deliver(self) -> None:
        """Sends what waits, until the page has left."""
        with contextlib.suppress(*_LEFT):
            while True:
                await self._news.wait()
                self._news.clear()
                while self._waiting:
                    key = next(iter(self._waiting))
                    await self.websocket.send_text(self._waiting.pop(key))


class Live:
    """All sockets of a server."""

    def __init__(self, club: Club, proofs: Memory | None = None) -> None:
        self._club = club
        self.analyses = Analyses(club, proofs)
        self._open = 0

    async def serve(self, websocket: WebSocket) -> None:
        """Talks with a page until it leaves, which is for it to do when it is told that its game is
        gone. Refuses when there are too many, or no such game."""
        ident = websocket.query_params.get("game", "")
        game = self._club.game(ident)
        if self._open >= limits.SOCKETS:
            raise Refused(f"{self._open} pages are open: more are not served", 503)
        self._open += 1
        socket = Socket(websocket)
        try:
            await websocket.accept()
            self._club.watch(ident, socket)
            self._club.wake(game)
            socket.send(json.dumps({"type": "state", "state": state_of(game)}), "state")
            await self._talk(socket, ident)
        finally:
            self._open -= 1
            self._club.leave(ident, socket)
            self.analyses.stop(socket)

    async def _talk(self, socket: Socket, ident: str) -> None:
        async def until_left(job: Awaitable[object]) -> None:
            await job
            group.cancel_scope.cancel()

        async with anyio.create_task_group() as group:
            for job in (socket.deliver(), socket.lost.wait(), self._listen(socket, ident)):
                group.start_soon(until_left, job)
        with contextlib.suppress(*_LEFT):
            await socket.websocket.close()

    async def _listen(self, socket: Socket, ident: str) -> None:
        """Answers until the page leaves, or has sent too much for too long."""
        rate = Rate(limits.MESSAGES, limits.MESSAGE_BURST)
        refused = 0
        while refused < _MOST_REFUSED:
            message = await socket.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                if not rate.take():
                    refused += 1
                    raise Refused(
                        f"too many messages: expected at most {limits.MESSAGES:g} a second", 429
                    )
                self._answer(socket, ident, message.get("text"))
            except Refused as error:
                socket.send(json.dumps({"type": "error", "error": error.message}))

    def _answer(self, socket: Socket, ident: str, text: str | None) -> None:
        if text is None:
            raise Refused("bytes mean nothing here: expected a text", 400)
        if len(text) > limits.MESSAGE_BYTES:
            raise Refused(
                f"a message of {len(text):,} characters: expected at most {limits.MESSAGE_BYTES:,}",
                413,
            )
        given = read_json(text)
        answer, keys = ANSWERS[choice(given.get("type"), "type", ANSWERS)]
        known_keys(given, ("type", *keys), given["type"])
        answer(self, socket, ident, given)

    def _analyse(self, socket: Socket, ident: str, given: dict[str, Any]) -> None:
        profile = read_profile(given.get("profile", USUAL))
        follow = switch(given.get("follow", True), "follow")
        views = given.get("views", ["ownership"])
        if not isinstance(views, list) or len(views) > len(VIEWS):
            raise Refused(f"views must be a list of {', '.join(VIEWS)}, got {shown(views)}")
        wanted = {choice(view, "view", VIEWS) for view in views}
        self.analyses.begin(socket, self._club.game(ident), profile, follow, wanted)

    def _analyse_all(self, socket: Socket, ident: str, given: dict[str, Any]) -> None:
        profile = read_profile(given.get("profile", USUAL))
        playouts = whole(given.get("playouts", 100), "playouts", 1, limits.ALL_PLAYOUTS)
        self.analyses.begin_all(socket, self._club.game(ident), profile, playouts)

    def _solve(self, socket: Socket, ident: str, given: dict[str, Any]) -> None:
        self.analyses.solve(socket, self._club.game(ident))

    def _stop(self, socket: Socket, ident: str, given: dict[str, Any]) -> None:
        self.analyses.stop(socket)

    def _ping(self, socket: Socket, ident: str, given: dict[str, Any]) -> None:
        socket.send(json.dumps({"type": "pong"}))


Answer = Callable[[Live, Socket, str, dict[str, Any]], None]

#: What a page may send, with the keys that go with it.
ANSWERS: dict[str, tuple[Answer, tuple[str, ...]]] = {
    "analyse": (Live._analyse, ("profile", "follow", "views")),
    "analyse_all": (Live._analyse_all, ("profile", "playouts")),
    "solve": (Live._solve, ()),
    "stop": (Live._stop, ()),
    "ping": (Live._ping, ()),
}
