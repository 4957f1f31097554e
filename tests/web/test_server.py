"""The server as a program."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from keima.web import server
from keima.web.server import address_of, listen, make_server, serve, served_at


def test_a_browser_that_does_not_come_back_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers: list[uvicorn.Server] = []
    seen: list[Any] = []

    def make(*given: Any) -> uvicorn.Server:
        servers.append(make_server(*given))
        return servers[0]

    def browse(address: str) -> None:
        try:
            seen.append(httpx.get(f"{address}api/info", timeout=30).json()["rules"])
        finally:
            servers[0].should_exit = True

    monkeypatch.setattr(server, "make_server", make)
    monkeypatch.setattr(server.webbrowser, "open", browse)
    serve(folder=tmp_path, browse=True, tell=seen.append)
    assert seen[0].startswith("The board is at") and "chinese" in seen[1]


def greeted(folder: Path, address: str, greeting: bytes) -> list[bytes]:
    """What a program that says something to everybody hears, while it is asked for an address."""
    heard: list[bytes] = []
    with listen("127.0.0.1", 0) as listener:

        def greet() -> None:
            caller, _ = listener.accept()
            with caller:
                heard.append(caller.recv(1000))
                caller.sendall(greeting)

        port = listener.getsockname()[1]
        (folder / "address").write_text(address.format(port))
        thread = threading.Thread(target=greet, daemon=True)
        thread.start()
        assert served_at(folder) is None
        thread.join(10)
    return heard


def test_another_program_at_the_port_is_no_board(tmp_path: Path) -> None:
    assert greeted(tmp_path, "http://127.0.0.1:{}/", b"SSH-2.0-other\r\n")


def test_no_proxy_is_asked_for_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("urllib.request._opener", None)  # it would know of no proxy
    with listen("127.0.0.1", 0) as proxy:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.getsockname()[1]}")
        proxy.setblocking(False)
        greeted(tmp_path, "http://127.0.0.1:{}/?token=x", b"HTTP/1.0 404 no\r\n\r\n")
        with pytest.raises(BlockingIOError):
            proxy.accept()


def test_the_address_can_be_opened_wherever_it_listens() -> None:
    with listen("0.0.0.0", 0) as listener:
        address = address_of(listener, "0.0.0.0", "x")
        url = httpx.URL(address)
        assert url.host != "0.0.0.0" and url.params["token"] == "x"
        with socket.socket() as own:
            own.bind((url.host, 0))  # an error unless the address is this machine's
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener, "127.0.0.1", None) == f"http://127.0.0.1:{port}/"
