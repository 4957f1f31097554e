"""`keima gtp`: a player for any program that speaks GTP."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer


def gtp(
    profile: Annotated[
        str, typer.Option(help="The player: a profile, with settings if need be (NAME:KEY=VALUE).")
    ] = "brugmann",
    playouts: Annotated[
        int | None, typer.Option(min=1, help="Playouts for each move at most.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds for each move at most.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads of a search.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of everything random.")] = None,
    size: Annotated[int, typer.Option(min=1, max=25, help="Side of the first board.")] = 19,
    komi: Annotated[float | None, typer.Option(help="Komi; the rules' own if not given.")] = None,
    rules: Annotated[
        str, typer.Option(help="Rules by name or as JSON, as for kata-set-rules.")
    ] = "chinese",
    files: Annotated[bool, typer.Option(help="Let loadsgf read and printsgf write files.")] = True,
    log: Annotated[
        Path | None, typer.Option(help="Append both sides of the talk to this file.")
    ] = None,
) -> None:
    """Play over the Go Text Protocol (GTP 2) on standard input and output."""
    from keima.engine import Engine
    from keima.game import Game
    from keima.gtp.server import serve_standard_streams
    from keima.gtp.session import Session

    def make_player(seed_of_player: int | None) -> Engine:
        chosen = seed if seed_of_player is None else seed_of_player
        return Engine(profile, threads=threads, seed=chosen)

    try:
        game = Game(size, komi=komi, rules=rules)
        session = Session(make_player, game, playouts, seconds, files)
        _ = session.player
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    with contextlib.ExitStack() as stack:
        transcript = None
        if log is not None:
            try:
                transcript = stack.enter_context(log.open("ab"))
            except OSError as error:
                raise typer.BadParameter(f"cannot write {log}: {error.strerror}") from None
        serve_standard_streams(session, transcript)
