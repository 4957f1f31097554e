"""The commands. Only the module of the wanted one is imported."""

from __future__ import annotations

import importlib
from typing import NamedTuple

import typer

import keima


class Command(NamedTuple):
    """Where a command lives: a function, or a Typer application with commands of its own."""

    module: str
    attribute: str
    help: str
    #: Does it read its options itself, `--help` too?
    reads_options: bool = False


#: The first sentence of each command's docstring is repeated here, so that `keima --help` need
#: not import them all.
COMMANDS = {
    "serve": Command("keima.cli.serve", "serve", "Serve the web board on this machine."),
    "play": Command("keima.cli.play", "play", "Play against Keima on a board in the terminal."),
    "gtp": Command(
        "keima.cli.gtp",
        "gtp",
        "Play over the Go Text Protocol (GTP 2) on standard input and output.",
        reads_options=True,
    ),
    "analysis": Command(
        "keima.cli.analysis",
        "analysis",
        "Analyse positions by KataGo's JSON protocol on standard input and output.",
        reads_options=True,
    ),
    "analyze": Command(
        "keima.cli.analyze", "analyze", "Review games: what each move lost, and what was better."
    ),
    "score": Command(
        "keima.cli.score",
        "score",
        "Count the final position of an SGF file, or estimate who will have its points.",
    ),
    "solve": Command(
        "keima.cli.solve", "app", "Prove what small boards and small positions are worth."
    ),
    "match": Command(
        "keima.cli.match", "match", "Play games between two players and say who is stronger."
    ),
    "arena": Command("keima.cli.arena", "app", "Run tournaments and report on them."),
    "experiment": Command(
        "keima.cli.experiment", "app", "Run the experiments of the documents again and compare."
    ),
    "tune": Command(
        "keima.cli.tune",
        "tune",
        "Search the values of parameters that win most games.",
    ),
    "cgos": Command("keima.cli.cgos", "cgos", "Play rated games on the Computer Go Server (CGOS)."),
    "book": Command("keima.cli.book", "app", "Make opening books and look into them."),
    "learn": Command("keima.cli.learn", "app", "Learn models of moves from games."),
    "data": Command(
        "keima.cli.data", "app", "Make and look into collections of games to learn from."
    ),
    "train": Command(
        "keima.cli.train",
        "train",
        "Train a network on games, or on what another network says of their positions.",
    ),
    "net": Command("keima.cli.net", "app", "Add networks, look into them, try and export them."),
    "bench": Command("keima.cli.bench", "app", "Measure the speed of Keima's parts."),
}


def build_app(wanted: str | None) -> typer.Typer:
    """The application with the `wanted` command; of the others only name and help."""
    app = typer.Typer(
        help="Keima: a Go engine and laboratory. Without a command: the web board, in the browser.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_root)
    for name, command in COMMANDS.items():
        if name != wanted:
            app.command(name, help=command.help)(_elsewhere)
            continue
        target = getattr(importlib.import_module(command.module), command.attribute)
        if isinstance(target, typer.Typer):
            app.add_typer(target, name=name)
        elif command.reads_options:
            settings = {"ignore_unknown_options": True, "allow_extra_args": True}
            app.command(name, add_help_option=False, context_settings=settings)(target)
        else:
            app.command(name)(target)
    return app


def _root(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
) -> None:
    if version:
        typer.echo(f"keima {keima.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from keima.cli.serve import run

        run(browse=True)


def _elsewhere() -> None:
    """Stands for a command that was not asked for."""
