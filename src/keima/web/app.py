"""The application: routes, and what every request goes through."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import keima
from keima import sgf
from keima.rules import PRESETS
from keima.web import limits
from keima.web.actions import perform, read_komi, read_players, read_rules
from keima.web.clocks import read_settings
from keima.web.club import Club
from keima.web.games import OpenGame, from_sgf, new_game
from keima.web.live import Live
from keima.web.players import USUAL, profiles
from keima.web.security import COOKIE, HEADERS, Guard
from keima.web.solving import PROVED, kept_proofs
from keima.web.state import state_of, tree_text
from keima.web.store import Store
from keima.web.thinking import Thinker
from keima.web.values import Refused, known_keys, read_json, shown, text, whole
from keima.web.winrates import with_values

STATIC = Path(__file__).parent / "static"

Handler = Callable[[Request], Awaitable[Response]]


def make_app(
    data: str | Path,
    *,
    token: str | None = None,
    cores: int | None = None,
    usual: str = USUAL,
) -> Starlette:
    """The web board over a file of games. With a `token` every request must have it; without, only
    this machine is answered. Searches use so many `cores`, all if not given; `usual` is the profile
    that gives hints and judges dead stones. Raises ValueError if the file cannot be used."""
    store = Store(data)
    rooms: dict[str, Any] = {}

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        club = Club(store, Thinker(cores), usual)
        rooms.update(club=club, live=Live(club, kept_proofs(Path(data).with_name(PROVED))))
        app.state.club = club
        try:
            yield
        finally:
            club.close()

    def club() -> Club:
        found: Club = rooms["club"]
        return found

    async def info(request: Request) -> Response:
        return JSONResponse(
            {
                "version": keima.__version__,
                "profiles": [
                    {"name": p.name, "about": p.about, "levels": list(p.levels)}
                    for p in profiles().values()
                ],
                "rules": list(PRESETS),
                "most": limits.told(),
                "solver_points": limits.SOLVER_POINTS,
            }
        )

    async def games(request: Request) -> Response:
        if request.method == "GET":
            return JSONResponse({"games": club().store.listed()})
        given = await body(request, limits.SGF_BYTES, "sgf")
        game = await run_in_threadpool(_create, club().new_id(), given)
        club().add(game)
        return JSONResponse(state_of(game))

    async def one_game(request: Request) -> Response:
        ident = request.path_params["ident"]
        if request.method == "DELETE":
            club().delete(ident)
            return JSONResponse({})
        return JSONResponse(state_of(club().game(ident)))

    async def tree(request: Request) -> Response:
        told = await tree_text(club().game(request.path_params["ident"]))
        return Response(told, media_type="application/json")

    async def record(request: Request) -> Response:
        game = club().game(request.path_params["ident"])
        name = re.sub(r"[^A-Za-z0-9._-]+", "_", game.title).strip("._") or "game"
        tree = with_values(game.tree, game.values, game.ids)
        return Response(
            sgf.write(tree).encode("utf-8", "replace"),
            media_type="application/x-go-sgf; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name[:80]}.sgf"'},
        )

    async def do(request: Request) -> Response:
        given = await body(request, limits.COMMENT_BYTES, "text")
        return JSONResponse(await perform(club(), request.path_params["ident"], given))

    async def live(websocket: WebSocket) -> None:
        try:
            await rooms["live"].serve(websocket)
        except Refused as error:
            await websocket.send_denial_response(_error(error.message, error.status))

    routes = [
        Route("/api/info", info),
        Route("/api/games", games, methods=["GET", "POST"]),
        Route("/api/games/{ident}", one_game, methods=["GET", "DELETE"]),
        Route("/api/games/{ident}/tree", tree),
        Route("/api/games/{ident}/sgf", record),
        Route("/api/games/{ident}/do", do, methods=["POST"]),
        WebSocketRoute("/ws", live),
        Mount("/", StaticFiles(directory=STATIC, html=True, check_dir=False)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_middleware(_Gate, guard=Guard(token))
    return app


def _create(ident: str, given: dict[str, Any]) -> OpenGame:
    """A game as a request describes it."""
    if "sgf" in given:
        known_keys(given, ("sgf", "players", "title"), "game from SGF")
        seats = read_players(given.get("players") or {})
        game = from_sgf(ident, given["sgf"])
    else:
        keys = ("width", "height", "rules", "komi", "handicap", "players", "clock", "title")
        known_keys(given, keys, "new game")
        width = whole(given.get("width", 19), "width", 1, limits.SIDE)
        height = whole(given.get("height", width), "height", 1, limits.SIDE)
        handicap = whole(given.get("handicap") or 0, "handicap", 0, limits.HANDICAP)
        if handicap == 1:
            raise Refused("handicap must be 0, or from 2 on: one stone is no handicap")
        rules = read_rules(given.get("rules") or "chinese")
        komi = read_komi(given.get("komi"))
        seats = read_players(given.get("players") or {})
        clock = read_settings(given.get("clock"))
        game = new_game(ident, (width, height), rules, komi, handicap)
        game.set_clock(clock)
    for color, seat in seats.items():
        game.set_seat(color, seat)
    if given.get("title") is not None:
        game.title = text(given["title"], "title", limits.TITLE)
    return game


async def body(request: Request, most: int, large: str) -> dict[str, Any]:
    """The JSON object of a request; refuses what is larger, or of another type. Only with the key
    `large` it may have more bytes than messages have."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(f"content type {shown(kind)}: expected application/json", 415)
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise Refused(f"the body is too large: expected at most {most:,} bytes", 413)
    except ClientDisconnect:
        # Nobody is there to hear it; as a fault of ours it would fill the terminal.
        raise Refused("the request was cut off before its end") from None
    given = read_json(bytes(data))
    if len(data) > limits.MESSAGE_BYTES and large not in given:
        raise Refused(
            f"the body has {len(data):,} bytes: expected at most {limits.MESSAGE_BYTES:,}", 413
        )
    return given


def _error(message: str, status: int) -> JSONResponse:
    # Halves of surrogate pairs in what is repeated are no text.
    return JSONResponse({"error": message.encode("utf-8", "replace").decode()}, status)


async def _not_found(request: Request, error: Exception) -> Response:
    """What the routes themselves refuse, in our form."""
    assert isinstance(error, HTTPException)
    message = f"{request.method} {shown(request.url.path)}: {error.detail.lower()}"
    answer = _error(message, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _error(error.message, error.status)


class _Gate:
    """Lets in who may come, and puts the headers of safety on every answer."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            websocket = WebSocket(scope, receive, send)
            try:
                self._guard.check(websocket)
            except Refused as error:
                await websocket.send_denial_response(_error(error.message, error.status))
                return
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                given = {name.lower() for name, _ in headers}
                for name, value in HEADERS.items():
                    headers.append((name.lower().encode(), value.encode()))
                if b"cache-control" not in given:
                    headers.append((b"cache-control", b"no-cache"))
            await send(message)

        request = Request(scope, receive)
        try:
            self._guard.check(request)
        except Refused as error:
            await _error(error.message, error.status)(scope, receive, with_headers)
            return
        if self._guard.token and "token" in request.query_params and request.method == "GET":
            url = request.url.remove_query_params("token")
            path = url.path + (f"?{url.query}" if url.query else "")
            if not path.startswith("/api/"):
                answer = RedirectResponse("/" + path.lstrip("/"), 303)
                answer.set_cookie(COOKIE, self._guard.token, httponly=True, samesite="strict")
                await answer(scope, receive, with_headers)
                return
        await self._app(scope, receive, with_headers)
