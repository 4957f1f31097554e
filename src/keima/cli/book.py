"""`keima book`: make opening books and look into them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

app = typer.Typer(help="Make opening books and look into them.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _fail(error: Exception) -> NoReturn:
    typer.echo(f"keima book: {error}", err=True)
    raise typer.Exit(1)


@app.command()
def build(
    book: Annotated[Path, typer.Argument(help="The book to write.")],
    sources: Annotated[
        list[Path],
        typer.Argument(help="SGF files, text books (.txt), folders and archives (zip, tar)."),
    ],
    support: Annotated[int, typer.Option(min=1, help="Games that must have a position.")] = 3,
    turns: Annotated[
        int | None, typer.Option(min=1, help="Moves of a game that count; else the board's side.")
    ] = None,
    size: Annotated[int | None, typer.Option(min=1, max=25, help="Only boards of it.")] = None,
    rules: Annotated[
        str | None, typer.Option(help="Only games whose rules have this word, as `chinese`.")
    ] = None,
    other: Annotated[
        str | None,
        typer.Option("--from", help="A book whose answers are kept where the sources have none."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a book from games and from text books."""
    from keima.book import Book, BookBuilder, BookError
    from keima.book.sources import add_source

    started = time.perf_counter()
    builder = BookBuilder(support, turns)
    try:
        if other is not None:
            builder.add_book(Book(other), size)
        for source in sources:
            add_source(builder, source, size, rules)
        report = builder.save(book)
    except BookError as error:
        _fail(error)
    seconds = time.perf_counter() - started
    if as_json:
        typer.echo(json.dumps({**vars(report), "seconds": round(seconds, 3)}))
        return
    typer.echo(
        f"{report.games} games and {report.lines} lines of text, {report.rejected} games left out\n"
        f"{report.rules} rules of {report.positions} positions, "
        f"{report.bytes / 1e6:.1f} MB, {seconds:.1f} s"
    )


@app.command()
def grow(
    text: Annotated[Path, typer.Argument(help="The text book; one that is there is continued.")],
    net: Annotated[str, typer.Option(help="The network that writes it: a name or file.")],
    positions: Annotated[int, typer.Option(min=1, help="Positions, old and new.")] = 1000,
    size: Annotated[int, typer.Option(min=2, max=19, help="Side of the board.")] = 9,
    visits: Annotated[int, typer.Option(min=1, help="Of the search for each answer.")] = 80,
    komi: Annotated[float, typer.Option(help="Komi.")] = 7.5,
    power: Annotated[
        float,
        typer.Option(
            min=0, max=2, help="Of the chances of opponents' moves: below 1 for unusual opponents."
        ),
    ] = 0.75,
    model: Annotated[
        str | None,
        typer.Option(help="A move model (9x9, 19x19 or a file) that half of these moves are by."),
    ] = None,
    book: Annotated[
        str | None, typer.Option("--from", help="A book whose answers are copied first.")
    ] = None,
) -> None:
    """Let a network write a text book: its answers to what is likeliest to be met.

    Every line is written as soon as it is found: a run that was stopped goes on where it was.
    `keima book build` makes a book of the text.
    """
    from keima.book import Book
    from keima.book.growing import Reader, Writer, begun, read_lines
    from keima.book.growing import grow as lines_of
    from keima.engine.writer import NetworkWriter

    try:
        known = read_lines(begun(text))
        writer: Writer = NetworkWriter(net, size, visits, komi, model)
        if book is not None:
            writer = Reader(Book(book), size, writer)
        told = time.monotonic()

        def tell(count: int) -> None:
            nonlocal told
            if time.monotonic() - told >= 2:
                told = time.monotonic()
                typer.echo(f"{count} of {positions} positions", err=True)

        written = 0
        with text.open("a") as file:
            for line in lines_of(writer, size, positions, known, tell, power):
                file.write(f"{line}\n")
                file.flush()
                written += 1
    except (ValueError, OSError) as error:
        _fail(error)
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"{written} new positions in {text}")


@app.command()
def learn(
    text: Annotated[Path, typer.Argument(help="The text book; one that is there is continued.")],
    games: Annotated[
        list[Path], typer.Argument(help="SGF files, folders and archives of a player's games.")
    ],
    player: Annotated[str, typer.Option(help="Who is to learn: a part of the name in the games.")],
    net: Annotated[str, typer.Option(help="The network that judges: a name or file.")],
    book: Annotated[
        str, typer.Option("--from", help="The book that the player has: 9x9, a path, or none.")
    ] = "9x9",
    size: Annotated[int, typer.Option(min=2, max=19, help="Side of the board.")] = 9,
    visits: Annotated[int, typer.Option(min=1, help="Of the searches that judge.")] = 100,
    komi: Annotated[float, typer.Option(help="Of the searches, whatever a game's is.")] = 7.5,
    least: Annotated[
        float, typer.Option(min=0, max=1, help="How much of the chances to win a mistake loses.")
    ] = 0.1,
    turns: Annotated[int, typer.Option(min=1, help="Moves of a game that are looked at.")] = 30,
    follow: Annotated[
        int, typer.Option(min=0, help="Positions after each better move to prepare for, too.")
    ] = 0,
) -> None:
    """Learn from games that were played: what to do where a player went wrong.

    A game is followed as far as the book goes, and then to the first mistake, if there is one. The
    judge's move stands in the text book, and the moves that lead there. Every lesson is written as
    soon as it is found: a run that was stopped goes on with the next game. `keima book build` with
    `--from` makes a book of the text and the old book.
    """
    from keima.book.book import Book
    from keima.book.lessons import learn_games
    from keima.engine.writer import NetworkWriter

    def say(words: str) -> None:
        typer.echo(words, err=True)

    try:
        writer = NetworkWriter(net, size, visits, komi)
        told = learn_games(
            text,
            games,
            player,
            writer,
            None if book == "none" else Book(book),
            size,
            say,
            least=least,
            turns=turns,
            follow=follow,
        )
    except (ValueError, OSError) as error:
        _fail(error)
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on", err=True)
        raise typer.Exit(130) from None
    typer.echo(
        f"{told.games} games, {told.before} of them read before: {told.lessons} with a mistake, "
        f"{told.lines} new positions in {text}"
    )


@app.command()
def show(
    book: Annotated[str, typer.Argument(help="A book: its path, or 9x9, which Keima brings.")],
    moves: Annotated[
        list[str] | None, typer.Argument(help="Moves of both sides, Black's first.")
    ] = None,
    size: Annotated[int, typer.Option(min=1, max=25, help="Side of the board.")] = 19,
    as_json: Json = False,
) -> None:
    """Show what a book says about a position."""
    from keima.book import Book
    from keima.game import Game

    try:
        opened = Book(book)
        game = Game(size)
        for move in moves or []:
            game.play(move)
        rule = opened.find(game)
        sizes = {f"{w}x{h}": count for (w, h), count in opened.sizes().items()}
    except ValueError as error:
        _fail(error)
    answers: list[dict[str, Any]] = [
        {"move": game.name(a.move), "chance": a.chance} for a in (rule.answers if rule else ())
    ]
    support = rule.support if rule else None
    if as_json:
        typer.echo(json.dumps({"sizes": sizes, "support": support, "answers": answers}))
        return
    typer.echo("rules: " + (", ".join(f"{s} {n}" for s, n in sizes.items()) or "none"))
    if rule is None:
        typer.echo("this position is not in the book")
        return
    typer.echo(f"seen in {support} games" if support else "from a text book")
    for answer in answers:
        typer.echo(f"{answer['move']:>4}  {100 * answer['chance']:5.1f} %")
