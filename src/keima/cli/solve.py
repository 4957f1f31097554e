"""`keima solve`: what small boards and positions are worth with perfect play."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from keima.cli.options import no_nan
from keima.cli.solved import check_file, leave, print_work, sides, solve_and_print, told

if TYPE_CHECKING:
    from keima.game import Game

app = typer.Typer(help="Prove what small boards and small positions are worth.")


class Start(StrEnum):
    stable = "stable"
    crosscut = "crosscut"


class Method(StrEnum):
    auto = "auto"
    search = "search"
    backward = "backward"


class Ko(StrEnum):
    basic = "basic"
    japanese = "japanese"
    ssk = "ssk"
    ssk_full = "ssk-full"


class MovesKo(StrEnum):
    basic = "basic"
    japanese = "japanese"


KoOption = Annotated[Ko, typer.Option(help="What may be repeated; see docs/solve.md.")]
Megabytes = Annotated[
    int | None,
    typer.Option("--mb", min=1, help="Size of the table in MB; by the board if not given."),
]
Threads = Annotated[int, typer.Option(min=1, max=256, help="Threads that share the table.")]
Seconds = Annotated[
    float | None,
    typer.Option(min=0.001, callback=no_nan, help="Stop after this time with what is proved."),
]
Depth = Annotated[
    int | None, typer.Option(min=1, max=199, help="Give a question up after so many plies.")
]
Opening = Annotated[
    list[str] | None,
    typer.Option("--open", help="Solve the position after this move; may be repeated."),
]
Without = Annotated[
    list[str] | None,
    typer.Option(help="Leave out a part of the search, such as table; may be repeated."),
]
Save = Annotated[
    Path | None,
    typer.Option(help="Save the search here twice a minute; the same command goes on with it."),
]
Sgf = Annotated[Path | None, typer.Option(help="Write the best line, and proof trees, as SGF.")]
ProofDepth = Annotated[
    int, typer.Option(min=0, max=60, help="Plies of the proof trees in the SGF file.")
]
ValueOnly = Annotated[
    bool,
    typer.Option("--value-only", help="Do not ask how far each side can go by endless play."),
]
Ask = Annotated[
    int | None,
    typer.Option(
        help="Ask first whether Black gets so many points; 0 or less: whether White holds him to "
        "them."
    ),
]
MethodOption = Annotated[
    Method, typer.Option(help="Search forwards, or go backwards from the ends of all games.")
]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON object.")]


@app.command()
def go(
    board: Annotated[str, typer.Argument(help="Size of the board, such as 4x4.")],
    ko: KoOption = Ko.basic,
    mb: Megabytes = None,
    threads: Threads = 1,
    seconds: Seconds = None,
    depth: Depth = None,
    opening: Opening = None,
    without: Without = None,
    save: Save = None,
    sgf: Sgf = None,
    proof_depth: ProofDepth = 0,
    value_only: ValueOnly = False,
    ask: Ask = None,
    method: MethodOption = Method.auto,
    as_json: Json = False,
) -> None:
    """Solve Go on a small board: how many points Black gets with perfect play.

    What is proved so far is shown while it runs, and is the answer when it is stopped by Ctrl-C or
    --seconds.
    """
    from keima.game import Game

    with told():
        width, height = sides(board)
        solve_and_print(
            Game((width, height), komi=0) if max(width, height) <= 25 else None,
            (width, height),
            ko=ko.value,
            opening=opening or (),
            megabytes=mb,
            threads=threads,
            seconds=seconds,
            depth=depth,
            without=without or (),
            save=save,
            sgf=sgf,
            proof_depth=proof_depth,
            ends=not value_only,
            ask=ask,
            method=method.value,
            as_json=as_json,
        )


@app.command()
def capture(
    board: Annotated[str, typer.Argument(help="Size of the board, such as 4x4.")],
    start: Annotated[
        Start | None, typer.Option(help="Four stones in the middle to begin with.")
    ] = None,
    given: Annotated[
        Path | None,
        typer.Option("--position", help="Begin where the main line of this SGF file ends."),
    ] = None,
    captures: Annotated[
        int, typer.Option(min=1, help="Stones that have to be captured to win.")
    ] = 1,
    ladders: Annotated[bool, typer.Option(help="Follow ataris beyond the depth.")] = False,
    mb: Megabytes = None,
    threads: Threads = 1,
    seconds: Seconds = None,
    depth: Depth = None,
    opening: Opening = None,
    without: Without = None,
    save: Save = None,
    sgf: Annotated[Path | None, typer.Option(help="Write the best line as SGF.")] = None,
    as_json: Json = False,
) -> None:
    """Solve the capture game: who is the first to capture, and in how many moves."""
    from keima.cli.watching import watching
    from keima.solve import solve_capture

    with told():
        width, height = sides(board)
        check_file(sgf)
        game = _game(given) if given else None
        with watching() as watch:
            solution = solve_capture(
                width,
                height,
                start=start.value if start else None,
                position=game,
                opening=opening or (),
                captures=captures,
                ladders=ladders,
                megabytes=mb,
                threads=threads,
                seconds=seconds,
                depth=depth or 190,
                without=without or (),
                progress=watch,
                save=save,
            )
        if sgf is not None:
            from keima.files import write_file
            from keima.sgf import write
            from keima.solve.records import capture_record

            begin = start.value if start else None
            tree = capture_record(solution, begin, opening or (), game)
            write_file(sgf, write(tree).encode())
    if as_json:
        typer.echo(json.dumps(solution.to_json()))
    else:
        if solution.winner:
            moves = "1 move" if solution.plies == 1 else f"{solution.plies} moves"
            typer.echo(f"{width}x{height}: {solution.winner.word} wins in {moves}")
        else:
            typer.echo(f"{width}x{height}: not proved ({solution.stopped})")
        print_work(solution)
    leave(solution)


def _game(file: Path, move: int | None = None) -> Game:
    """The game of a file to its end, or to before a move."""
    from keima.sgf import load
    from keima.sgf.convert import game_from_sgf

    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    return game_from_sgf(load(file), move)


@app.command("sgf")
def position(
    file: Annotated[Path, typer.Argument(help="An SGF file; the end of its main line is solved.")],
    move: Annotated[
        int | None, typer.Option(min=0, help="Solve the position before this move instead.")
    ] = None,
    ko: KoOption = Ko.basic,
    mb: Megabytes = None,
    threads: Threads = 1,
    seconds: Seconds = None,
    depth: Depth = None,
    opening: Opening = None,
    without: Without = None,
    save: Save = None,
    sgf: Sgf = None,
    proof_depth: ProofDepth = 0,
    value_only: ValueOnly = False,
    ask: Ask = None,
    method: MethodOption = Method.auto,
    as_json: Json = False,
) -> None:
    """Solve the last position of an SGF file, for the side that is to move there."""
    with told():
        game = _game(file, move)
        solve_and_print(
            game,
            (game.width, game.height),
            ko=ko.value,
            opening=opening or (),
            megabytes=mb,
            threads=threads,
            seconds=seconds,
            depth=depth,
            without=without or (),
            save=save,
            sgf=sgf,
            proof_depth=proof_depth,
            ends=not value_only,
            ask=ask,
            method=method.value,
            as_json=as_json,
        )


@app.command()
def moves(
    board: Annotated[str, typer.Argument(help="Size of the board, such as 4x4.")],
    opening: Opening = None,
    ko: Annotated[MovesKo, typer.Option(help="What may be repeated.")] = MovesKo.basic,
    seconds: Seconds = None,
    plies: Annotated[
        int, typer.Option(min=1, max=4, help="Also the moves after each of the moves, so deep.")
    ] = 1,
    proved: Annotated[
        Path | None, typer.Option(help="Keep what is proved in this file, and begin with it.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the tables of the search in this folder, too.")
    ] = None,
    mb: Annotated[
        int | None,
        typer.Option(
            "--mb", min=1, help="Size of each table in MB; by the board, 256 at most, if not given."
        ),
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Do not use the proved positions that Keima has.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Prove what every move is worth, on an empty board or after some moves.

    Values come as they are proved; what is known of the others when it is stopped by Ctrl-C or
    --seconds are bounds. With --proved and --save the same command goes on where it was.
    """
    from keima.cli.solved_moves import solve_moves_and_print

    with told():
        solve_moves_and_print(
            sides(board),
            opening or (),
            ko=ko.value,
            seconds=seconds,
            plies=plies,
            proved=proved,
            save=save,
            megabytes=mb,
            anew=anew,
            as_json=as_json,
        )


@app.command()
def table(
    points: Annotated[int, typer.Option(min=1, max=64, help="Points of the largest board.")] = 12,
    ko: Annotated[
        list[Ko] | None,
        typer.Option(
            help="What may be repeated. Given several times: the rules that are tried for a board, "
            "one after the other, until one is found under which it is solved; basic, japanese and "
            "ssk if not given."
        ),
    ] = None,
    mb: Megabytes = None,
    threads: Threads = 1,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.001, callback=no_nan, help="Time for each of the boards, under each rule."
        ),
    ] = None,
    ends: Annotated[
        bool, typer.Option("--ends", help="Ask also how far each side can go by endless play.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="A folder for what is found: solved boards are kept there.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve every rectangular board up to a number of points, and print a table in Markdown."""
    from keima.cli.watching import watching
    from keima.solve.boards import markdown, solve_boards

    with told(), watching() as watch:
        found = []
        for solution in solve_boards(
            points,
            rules=[rule.value for rule in ko or (Ko.basic, Ko.japanese, Ko.ssk)],
            megabytes=mb,
            threads=threads,
            seconds=seconds,
            ends=ends,
            folder=save,
            progress=watch,
        ):
            found.append(solution)
            typer.echo(
                f"{solution.width}x{solution.height}: {solution.text} {solution.describe()}",
                err=True,
            )
            if solution.stopped == "interrupted":
                break
    if as_json:
        typer.echo(json.dumps([solution.to_json() for solution in found]))
    else:
        typer.echo(markdown(found))
