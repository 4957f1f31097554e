"""A real server in a thread, and somebody who talks with it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from keima.web import limits
from keima.web.app import make_app
from keima.web.server import address_of, listen, make_server

#: Seconds to wait for what must come; only a failing test waits so long.
PATIENCE = 30


class Page:
    """The WebSocket of a game."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, **message: object) -> None:
        self.connection.send(json.dumps(message))

    def next(self, kind: str | None = None) -> dict[str, Any]:
        """The next message, of a kind if one is given."""
        while True:
            message: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
            if kind in (None, message["type"]):
                return message

    def state(self, **wanted: object) -> dict[str, Any]:
        """The next state with these values."""
        while True:
            state: dict[str, Any] = self.next("state")["state"]
            if all(state[key] == value for key, value in wanted.items()):
                return state

    def ended(self) -> dict[str, Any]:
        """The message that something has ended."""
        while True:
            message = self.next("analysing")
            if not message["on"]:
                return message


class Visitor:
    """Talks with a server as a page does."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = httpx.Client(base_url=address, timeout=PATIENCE, headers=headers)

    def post(self, path: str, body: object) -> httpx.Response:
        """Any body, also what httpx would not send: NaN, and halves of surrogate pairs."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        return self.client.post(f"/api/{path}", content=data, headers=headers)

    def get(self, path: str) -> dict[str, Any]:
        answer = self.client.get(f"/api/{path}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def new(self, **game: object) -> dict[str, Any]:
        answer = self.client.post("/api/games", json=game)
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def do(self, game: str, do: str, **more: object) -> dict[str, Any]:
        answer = self.client.post(f"/api/games/{game}/do", json={"do": do, **more})
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def play(self, game: str, *moves: str) -> dict[str, Any]:
        state: dict[str, Any] = {}
        for move in moves:
            state = self.do(game, "play", move=move)
        return state

    def refused(self, game: str, do: str, **more: object) -> tuple[int, str]:
        """Status and sentence of an action that is refused and changes nothing."""
        before = self.client.get(f"/api/games/{game}").json()
        answer = self.client.post(f"/api/games/{game}/do", json={"do": do, **more})
        assert answer.status_code >= 400, answer.text
        after = self.client.get(f"/api/games/{game}").json()
        assert before == after
        return answer.status_code, answer.json()["error"]

    @contextlib.contextmanager
    def page(self, game: str) -> Iterator[Page]:
        """A page that has seen the first state."""
        address = self.address.replace("http", "ws", 1)
        with connect(f"{address}/ws?game={game}", max_size=None) as connection:
            page = Page(connection)
            assert page.next()["type"] == "state"
            yield page


@contextlib.contextmanager
def running(folder: Path, token: str | None = None, cores: int = 1) -> Iterator[Visitor]:
    """A server over the games of a folder."""
    app = make_app(folder / "games.sqlite", token=token, cores=cores, usual="brugmann")
    server = make_server(app)
    with listen("127.0.0.1", 0) as listener:
        address = address_of(listener, "127.0.0.1", None).rstrip("/")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            visitor = Visitor(address, token or "")
            visitor.get("info")
            yield visitor
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """One server for the tests of a file. It does not count their requests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "REQUEST_BURST", 1e9)
        with running(tmp_path_factory.mktemp("web")) as visitor:
            yield visitor


@pytest.fixture(scope="session")
def run_server() -> Any:
    """Starts servers of one's own: `with run_server(folder) as visitor`."""
    return running


@pytest.fixture(scope="session")
def visitor_of() -> type[Visitor]:
    """Talks with a server elsewhere: `visitor_of(address)`."""
    return Visitor
