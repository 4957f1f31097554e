"""`keima score`: who has won the game in a file, or who will have what if it goes on."""

from __future__ import annotations

import json as json_text
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from keima.game import Game
    from keima.score.life import Alive
    from keima.scoring import Score

#: Ways to count a finished game; all other methods estimate.
COUNTS = ("count", "playouts", "csa")
LEGEND = "X O stones, x o dead stones, b w points of Black and White"


def score(
    file: Annotated[Path, typer.Argument(help="An SGF file; its main line is counted.")],
    rules: Annotated[
        str | None, typer.Option(help="Rules by name; those in the file if not given.")
    ] = None,
    dead: Annotated[
        str,
        typer.Option(
            help="Which stones to take off: auto (find the dead ones), none, or points such as "
            "D4,Q16, one of each dead group."
        ),
    ] = "auto",
    method: Annotated[
        str,
        typer.Option(
            help="For a finished game, how dead stones are found: count (random games and learned "
            "judgement), playouts (random games) or csa (learned judgement, which also names the "
            "dame). For an unfinished one an estimate: explicit, direct, distance, zobrist, "
            "bouzy-4-13, bouzy, bouzy-distance, smlp or emlp."
        ),
    ] = "count",
    stones: Annotated[
        str, typer.Option(help="What an estimate does with dead stones: keep, remove or reverse.")
    ] = "remove",
    life: Annotated[
        str,
        typer.Option(
            help="Who tells an estimate which stones are dead: learned (judgement of blocks), "
            "playouts, or both."
        ),
    ] = "both",
    image: Annotated[
        Path | None, typer.Option(help="Write a picture of the count: a file .svg or .png.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Count the final position of an SGF file, or estimate who will have its points."""
    from keima.game import Game
    from keima.scoring import plain_number

    try:
        if image is not None:
            _check_image(image)
        if not file.is_file():
            raise ValueError(f"there is no file {file}")
        game = Game.from_sgf(file)
        if rules is not None:
            game.rules = rules
        if method in COUNTS:
            count = partial(_count, method=method)
        else:
            count = partial(_estimate, method=method, stones=stones, life=life)
        result = count(game, dead)
        chance = _chance_of_black(game, dead, life) if method == "emlp" else None
        if image is not None:
            _write_image(image, game, result)
    except (OSError, ValueError) as error:
        typer.echo(f"keima score: {error}", err=True)
        raise typer.Exit(1) from None
    names = [game.name(p) for p in sorted(result.dead)]
    if json:
        answer = {
            "score": result.text,
            "winner": result.winner.word if result.winner else None,
            "margin": result.margin,
            "black": result.black,
            "white": result.white,
            "komi": result.komi,
            "rules": game.rules.name,
            "dead": names,
            "owners": "".join(".BW"[owner] for owner in result.owners),
            **_more(game, result, method, stones),
        }
        if chance is not None:
            answer["black_wins"] = round(chance, 3)
        typer.echo(json_text.dumps(answer))
        return
    typer.echo(_drawn(game, result))
    if names:
        typer.echo(f"dead: {' '.join(names)}")
    if method == "csa":
        for name, told in _more(game, result, method, stones).items():
            if told:
                typer.echo(f"{name}: {told if isinstance(told, str) else ' '.join(told)}")
    if chance is not None:
        typer.echo(f"if people play on, Black wins {chance:.0%} of such games")
    by = f"by {method}, " if method not in COUNTS else ""
    typer.echo(
        f"{result.text} ({by}black {plain_number(result.black)}, "
        f"white {plain_number(result.white)} with komi {plain_number(result.komi)}; "
        f"{game.rules.name} rules)"
    )
    if method in COUNTS and dead.lower() == "auto" and game.moves and not game.is_over:
        typer.echo(
            "the record does not end with two passes: if the game was not played to its end, "
            "--method emlp estimates it",
            err=True,
        )


def _count(game: Game, dead: str, *, method: str) -> Score:
    """Raises ValueError for points where no stones are."""
    match dead.lower():
        case "auto":
            return game.score(sorted(_finder(method)(game)))
        case "none":
            return game.score([])
    return game.score(_points(game, dead))


def _estimate(game: Game, dead: str, *, method: str, stones: str, life: str) -> Score:
    """By area; points that are open count for nobody. Raises ValueError for a method, a judge or a
    way with stones that there is not."""
    from keima.colors import Color
    from keima.score.territory import METHODS, STONES, estimate_territory
    from keima.scoring import Score, handicap_bonus

    if method not in METHODS:
        raise ValueError(
            f"unknown method {method!r}: expected one of {', '.join((*COUNTS, *METHODS))}"
        )
    if stones not in STONES:
        raise ValueError(f"cannot {stones!r} dead stones: expected {', '.join(STONES)}")
    alive = _judge_of_life(game, dead, life)
    found = estimate_territory(game.board, game.to_play, method, stones=stones, alive=alive)
    komi = game.komi
    return Score(
        found.owners.count(1),
        found.owners.count(-1) + komi + handicap_bonus(game.rules, game.handicap),
        komi,
        tuple(Color(owner % 3) for owner in found.owners),
        found.dead if stones != "keep" else frozenset(),
    )


def _judge_of_life(game: Game, dead: str, life: str) -> Alive:
    """Raises ValueError for a judge that there is not, and for points where no stones are."""
    from keima.score.life import all_alive, all_but, life_judge

    known = {"auto": life_judge(life), "none": all_alive}
    return known.get(dead.lower()) or all_but(_points(game, dead))


def _chance_of_black(game: Game, dead: str, life: str) -> float | None:
    """None for a board or komi of which nothing was learnt."""
    from keima.score.winner import chance_of_black, is_told
    from keima.scoring import handicap_bonus

    komi = game.komi + handicap_bonus(game.rules, game.handicap)
    if not is_told(game.board, komi):
        return None
    # As it was when the network learnt, unless another judge is wanted.
    as_learnt = (dead.lower(), life) == ("auto", "both")
    alive = None if as_learnt else _judge_of_life(game, dead, life)
    return chance_of_black(game.board, game.to_play, komi, alive=alive)


def _points(game: Game, names: str) -> list[int]:
    return [game.parse(name.strip()) for name in names.split(",")]


def _finder(method: str) -> Callable[[Game], frozenset[int]]:
    """What finds dead stones, for one of COUNTS."""
    from keima.score import find_dead, find_dead_by_playouts

    match method:
        case "playouts":
            return find_dead_by_playouts
        case "csa":
            from keima.score.csa import find_dead_by_csa

            return find_dead_by_csa
    return find_dead


def _more(game: Game, result: Score, method: str, stones: str) -> dict[str, str | list[str]]:
    """What there is to say beside the score: how it was estimated, or, by learned judgement, the
    score by area and by territory, points that are nobody's, and points that are open, as if the
    game was not over."""
    if method not in COUNTS:
        return {"method": method, "stones": stones}
    if method != "csa" or not result.owners:
        return {}
    from keima.score.csa import open_points

    def by(scoring: str) -> str:
        other = game.copy()
        other.rules = game.rules.replace(scoring=scoring)
        return other.score(sorted(result.dead)).text

    dame = [game.name(p) for p, owner in enumerate(result.owners) if not owner]
    unsettled = [game.name(p) for p in sorted(open_points(game.board, result.dead))]
    return {"area": by("area"), "territory": by("territory"), "dame": dame, "open": unsettled}


def _drawn(game: Game, result: Score) -> str:
    """The board for the terminal, with whose points they are if that was counted."""
    from keima.drawing import draw_count

    if not result.owners:  # decided by a repetition
        return str(game)
    color = _has_colors()
    drawing = draw_count(game.board, result.owners, result.dead, color=color)
    return drawing if color else f"{drawing}\n{LEGEND}"


def _has_colors() -> bool:
    """Does standard output show colours and more than plain letters?"""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain and encoding.lower().replace("-", "") == "utf8"


def _check_image(path: Path) -> None:
    """Raises ValueError if no picture can be written there."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise ValueError(f"cannot draw {path}: expected a name that ends with .svg or .png")
    if not path.parent.is_dir():
        raise ValueError(f"cannot write {path}: there is no folder {path.parent}")


def _write_image(path: Path, game: Game, result: Score) -> None:
    from keima.drawing import draw_board
    from keima.files import write_file

    picture = draw_board(
        game.board,
        game.last_move.point if game.last_move else None,
        owners=dict(enumerate(result.owners)),
        dead=result.dead,
    )
    write_file(path, picture.svg().encode() if path.suffix.lower() == ".svg" else picture.png())
