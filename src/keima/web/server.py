"""The server as a program: an address, a port, and the browser."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import secrets
import socket
import threading
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from keima.files import alone_in
from keima.nets.folders import networks_folder
from keima.web import limits
from keima.web.app import make_app
from keima.web.security import LOCAL

#: Connections at the same time, sockets and others.
_CONNECTIONS = 500
#: Larger messages end a socket; between this and the limit they get an error.
_LARGEST_MESSAGE = 4 * limits.MESSAGE_BYTES
#: The file with the address of the server that is at work in a folder.
_NOTE = "address"
#: Hosts that stand for all addresses of this machine; none that a browser could open.
_EVERYWHERE = ("0.0.0.0", "::")
#: Seconds for it to answer.
_PATIENCE = 10.0


def usual_folder() -> Path:
    """Where games are kept: `web` beside the networks of the user."""
    return networks_folder().parent / "web"


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    folder: Path | None = None,
    *,
    browse: bool = False,
    tell: Callable[[str], object] = print,
) -> None:
    """Serves the board until Ctrl-C. Port 0 is any that is free. Another host than this machine's
    needs a token, which is in the address that is told. If the folder is served already, that is
    told instead. Raises ValueError if the address or the folder cannot be used."""
    folder = usual_folder() if folder is None else folder
    try:
        if address := served_at(folder):
            tell(f"The board is at {address} already")
            if browse:
                webbrowser.open(address)
            return
        with alone_in(folder), listen(host, port) as listener:
            token = None if host in LOCAL else secrets.token_urlsafe(24)
            server = make_server(make_app(folder / "games.sqlite", token=token))
            address = address_of(listener, host, token)
            with _noted(folder, address):
                tell(f"The board is at {address}")
                if browse:
                    # A browser in the terminal comes back when it is left, and must be served.
                    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
                server.run(sockets=[listener])
    except OSError as error:
        raise ValueError(f"cannot use {folder}: {error}") from None


def make_server(app: Starlette) -> uvicorn.Server:
    """A server for an application; `run` it with sockets."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=_LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            limit_concurrency=_CONNECTIONS,
            timeout_graceful_shutdown=2,
        )
    )


@contextlib.contextmanager
def _noted(folder: Path, address: str) -> Iterator[None]:
    """Others find the address in the folder, which is for this user alone: it may have a token."""
    note = folder / _NOTE
    note.unlink(missing_ok=True)
    with os.fdopen(os.open(note, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(address)
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def served_at(folder: Path) -> str | None:
    """The address of the server that serves a folder now, if there is one."""
    try:
        address = (folder / _NOTE).read_text(encoding="utf-8")
        asked = address.replace("/?", "/api/info?") if "?" in address else f"{address}api/info"
        # No proxy: it knows another machine by this name, and the token is not for it.
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(asked, timeout=_PATIENCE) as answer:
            return address if "profiles" in json.load(answer) else None
    except (OSError, http.client.HTTPException, ValueError, TypeError):
        return None


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises ValueError if that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio does not hold back small answers (40 ms each).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise ValueError(f"cannot listen at {host}, port {port}: {error.strerror}") from None
    return listener


def address_of(listener: socket.socket, host: str, token: str | None) -> str:
    """What to open in a browser, also on another machine if the host is not this one alone."""
    port = listener.getsockname()[1]
    if host in _EVERYWHERE:
        host = _own_address(listener.family)
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


def _own_address(family: socket.AddressFamily) -> str:
    """By which other machines know this one; its own if it is in no network."""
    six = family == socket.AF_INET6
    # Nothing is sent: the system says from where it would send. The address is for examples.
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect(("2001:db8::1" if six else "192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return "::1" if six else "127.0.0.1"
