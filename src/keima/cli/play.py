"""`keima play`: a board in the terminal."""

from __future__ import annotations

import io
import random
import re
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

import keima

# Random playouts are so unsure of themselves that a game looks this bad only when it is lost.
RESIGN_THRESHOLD = 0.02


class Side(StrEnum):
    black = "black"
    white = "white"
    random = "random"


class Notation(StrEnum):
    european = "european"
    japanese = "japanese"


def play(
    profile: Annotated[
        str,
        typer.Option(help="The opponent: a profile, with settings if need be (NAME:KEY=VALUE)."),
    ] = "keima",
    size: Annotated[str, typer.Option(help="Side of the board, or WIDTHxHEIGHT.")] = "9",
    komi: Annotated[float | None, typer.Option(help="Komi; the rules' own if not given.")] = None,
    rules: Annotated[str, typer.Option(help="Rules by name, such as chinese.")] = "chinese",
    handicap: Annotated[int, typer.Option(help="Stones that Black has at the start.")] = 0,
    color: Annotated[Side, typer.Option(help="Your colour.")] = Side.black,
    playouts: Annotated[
        int | None, typer.Option(min=1, help="Playouts for each move of Keima.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds for each move of Keima.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads of a search.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of everything random.")] = None,
    coordinates: Annotated[
        Notation, typer.Option(help="Names of points: E5, or 5-5 as in Japan.")
    ] = Notation.european,
) -> None:
    """Play against Keima on a board in the terminal."""
    from keima.cli.coordinates import COORDINATES
    from keima.cli.terminal import TerminalGame
    from keima.colors import Color
    from keima.engine import Engine
    from keima.engine.profiles import parse_spec
    from keima.scoring import plain_number

    try:
        game = keima.Game(_sides(size), komi=komi, rules=rules)
        if handicap:
            _give_handicap(game, handicap)
        overrides: dict[str, object] = {"playouts": playouts, "seconds": seconds}
        if "resign_threshold" not in parse_spec(profile)[1]:
            overrides["resign_threshold"] = RESIGN_THRESHOLD
        given = {key: value for key, value in overrides.items() if value is not None}
        engine = Engine(profile, threads=threads, seed=seed, **given)
        network = engine.prepare(game, print if sys.stdout.isatty() else None)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    side = color.value if color != Side.random else random.Random(seed).choice(["black", "white"])
    # A stray byte must not end a game.
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")

    notation = COORDINATES[coordinates.value]()
    player = f"{engine.profile}, {network}" if network else engine.profile
    print(f"Keima {keima.__version__}, player {player}")
    print(f"{game.width}x{game.height}, {game.rules.name} rules, komi {plain_number(game.komi)}")
    print(f"(Type a point, like {notation.example}, or undo, pass, score, hint, help or quit.)")
    spinner = _spinner if sys.stdout.isatty() else None
    try:
        TerminalGame(
            game, engine, Color.parse(side), input, print, coordinates=notation, spinner=spinner
        ).run()
    except (EOFError, KeyboardInterrupt) as leaving:
        print("\nGoodbye.")
        raise typer.Exit(0 if isinstance(leaving, EOFError) else 130) from None


def _spinner(text: str) -> Any:
    from rich.console import Console

    return Console().status(text)


def _sides(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text.lower())
    if not match:
        raise ValueError(f"{text!r} is not a board size: expected 9 or 13x9")
    width, height = match.groups()
    return int(width), int(height or width)


def _give_handicap(game: keima.Game, count: int) -> None:
    try:
        game.place_fixed_handicap(count)
    except ValueError:
        game.place_free_handicap(count)
