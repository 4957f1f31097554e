"""`keima match`: games between two players, and what they prove."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from keima.cli.options import Ray, Workers


class Score(StrEnum):
    players = "players"
    keima = "keima"
    gnugo = "gnugo"


class Referee(StrEnum):
    keima = "keima"
    gnugo = "gnugo"


def match(
    a: Annotated[
        str, typer.Argument(help="A player: PROFILE[:KEY=VALUE,...], sub:PROFILE or gtp:COMMAND.")
    ],
    b: Annotated[str, typer.Argument(help="Its opponent.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games; colours alternate.")] = 100,
    size: Annotated[str, typer.Option(help="Side of the board, or WIDTHxHEIGHT.")] = "9",
    komi: Annotated[float | None, typer.Option(help="Komi; the rules' own if not given.")] = None,
    rules: Annotated[str, typer.Option(help="Rules by name, such as chinese.")] = "chinese",
    handicap: Annotated[int, typer.Option(min=0, help="Stones that Black has at the start.")] = 0,
    playouts: Annotated[
        int | None, typer.Option(min=1, help="Playouts a move of Keima's profiles.")
    ] = None,
    time: Annotated[
        str, typer.Option(help="Clock: 'absolute 300', 'byoyomi 60 10 3', 'fischer 60 1', ...")
    ] = "none",
    workers: Workers = None,
    score: Annotated[Score, typer.Option(help="Who counts the games.")] = Score.players,
    referee: Annotated[
        Referee, typer.Option(help="Who decides if the players do not agree.")
    ] = Referee.keima,
    openings: Annotated[
        Path | None, typer.Option(help="SGF file, folder of them, or text; both colours each.")
    ] = None,
    move_limit: Annotated[int | None, typer.Option(min=1, help="Most moves of a game.")] = None,
    timeout: Annotated[float, typer.Option(min=0.001, help="Seconds for any answer.")] = 600.0,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(help="Stop when it is decided between two Elo differences of A."),
    ] = None,
    sgf: Annotated[Path | None, typer.Option(help="Folder for the games as SGF files.")] = None,
    db: Annotated[
        Path | None, typer.Option(help="Database of games: what it has is not played again.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    ray: Ray = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play games between two players and say who is stronger."""
    from keima.arena.openings import load_openings
    from keima.arena.report import Report
    from keima.arena.results import Results, export_sgf
    from keima.arena.settings import Entrant, GameSettings, parse_size, parse_time
    from keima.arena.statistics import Sprt
    from keima.arena.tournament import Match, Tournament
    from keima.cli.arena import check_players, play_tournament

    try:
        settings = GameSettings(
            size=parse_size(size),
            komi=komi,
            rules=rules,
            handicap=handicap,
            time=parse_time(time),
            move_limit=move_limit,
            score=score.value,
            referee=referee.value,
            timeout=timeout,
        )
        book = tuple(load_openings(openings, settings.size)) if openings else ()
        specs = [with_playouts(spec, playouts) for spec in (a, b)]
        names = specs if specs[0] != specs[1] else [f"{specs[0]} #1", f"{specs[1]} #2"]
        first, second = map(Entrant, names, specs)
        name = f"{names[0]} - {names[1]}"
        tournament = Tournament(
            name,
            (Match(first, second, games, settings, book),),
            seed,
            Sprt(*sprt) if sprt else None,
        )
        check_players(tournament)
        with Results(db or ":memory:") as results:
            play_tournament(tournament, results, workers, ray, " ".join(sys.argv[1:]))
            if sgf is not None:
                export_sgf(results, sgf, name)
            report = Report.of(results, name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if as_json:
        print(json.dumps(match_data(report), indent=2))
    else:
        from rich.console import Console

        from keima.arena.tables import print_report

        print_report(report, Console())


def match_data(report: Any) -> dict[str, Any]:
    """The report of a match, with its numbers on top."""
    data: dict[str, Any] = report.to_json()
    [pairing] = data.pop("matches")
    return {**pairing, **data, "games": pairing["games"]}


def with_playouts(spec: str, playouts: int | None) -> str:
    """A spec with so many playouts a move, unless it is a GTP program or says so itself.

    >>> with_playouts("brugmann", 50), with_playouts("sub:brugmann:seed=1", 50)
    ('brugmann:playouts=50', 'sub:brugmann:seed=1,playouts=50')
    """
    if playouts is None or spec.startswith("gtp:") or "playouts=" in spec:
        return spec
    profile = spec.removeprefix("sub:")
    return f"{spec}{',' if ':' in profile else ':'}playouts={playouts}"
