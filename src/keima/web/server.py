"""The server as a program: an address, a port, and the browser."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from keima.files import alone_in
from keima.nets.folders import networks_folder
from keima.web import limits
from keima.web.app import make_app
from keima.web.security import LOCAL

#: Connections at the same time, sockets and others.
_CONNECTIONS = 500
#: Larger messages end a socket; between this and the limit they get an error.
_LARGEST_MESSAGE = 4 * limits.MESSAGE_BYTES


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
    needs a token, which is in the address that is told. Raises ValueError if the address or the
    folder cannot be used."""
    folder = usual_folder() if folder is None else folder
    token = None if host in LOCAL else secrets.token_urlsafe(24)
    try:
        with alone_in(folder), listen(host, port) as listener:
            app = make_app(folder / "games.sqlite", token=token)
            address = address_of(listener, host, token)
            tell(f"The board is at {address}")
            if browse:
                webbrowser.open(address)
            config = uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                ws_max_size=_LARGEST_MESSAGE,
                ws_per_message_deflate=False,
                limit_concurrency=_CONNECTIONS,
                timeout_graceful_shutdown=2,
            )
            uvicorn.Server(config).run(sockets=[listener])
    except OSError as error:
        raise ValueError(f"cannot use {folder}: {error}") from None


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
    """What to open in a browser."""
    port = listener.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")
