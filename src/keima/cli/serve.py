"""`keima serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(help="The address to serve; another than this machine's needs a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 0,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where games are kept.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the board in the browser.")
    ] = False,
) -> None:
    """Serve the web board on this machine."""
    run(host, port, data, browse=browser)


def run(
    host: str = "127.0.0.1", port: int = 0, data: Path | None = None, *, browse: bool = False
) -> None:
    """Serves until Ctrl-C; what cannot be is said, with exit code 1."""
    from keima.web.server import serve as serve_board

    try:
        serve_board(host, port, data, browse=browse, tell=_tell)
    except ValueError as error:
        typer.echo(f"keima: {error}", err=True)
        raise typer.Exit(1) from None


def _tell(line: str) -> None:
    # At once, also into a pipe: who started it waits for the address.
    print(line, flush=True)
