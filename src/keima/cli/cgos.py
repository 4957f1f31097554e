"""`keima cgos`: play on the Computer Go Server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def cgos(
    player: Annotated[
        str, typer.Argument(help="A player: PROFILE[:KEY=VALUE,...], sub:PROFILE or gtp:COMMAND.")
    ],
    user: Annotated[str, typer.Option(help="Name of the account.")],
    password: Annotated[
        str | None, typer.Option(envvar="KEIMA_CGOS_PASSWORD", help="Its password.")
    ] = None,
    password_file: Annotated[
        Path | None, typer.Option(help="A file whose first line is the password.")
    ] = None,
    host: Annotated[str, typer.Option(help="The server.")] = "yss-aya.com",
    port: Annotated[int, typer.Option(min=1, max=65535, help="6809 is for 9x9.")] = 6809,
    games: Annotated[int | None, typer.Option(min=1, help="Stop after so many.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    analysis: Annotated[
        bool, typer.Option(help="Tell the server what the player thinks, if it wants to know.")
    ] = True,
) -> None:
    """Play rated games on the Computer Go Server (CGOS)."""
    from keima.arena.players import make_player
    from keima.online.cgos import Account, CgosClient, CgosError

    try:
        if password_file is not None:
            password = password_file.read_text(encoding="utf-8").partition("\n")[0]
        if not password:
            raise ValueError(
                "a password is needed: --password-file, --password or KEIMA_CGOS_PASSWORD"
            )
        chosen = make_player(player)
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error)) from None

    def log(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    account = Account(host, port, user, password)
    client = CgosClient(chosen, account, games=games, log=log, seed=seed, analysis=analysis)
    try:
        for result in client.run():
            typer.echo(result)
    except CgosError as error:
        typer.echo(f"keima cgos: {error}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    finally:
        chosen.close()
