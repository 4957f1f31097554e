"""`keima learn`: models from games."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from keima.cli.learn_balance import balance
from keima.cli.learn_csa import csa, csa_tables
from keima.cli.learn_curves import curves
from keima.cli.learn_joseki import joseki
from keima.cli.learn_life import life, life_tables
from keima.cli.learn_local import local
from keima.cli.learn_mlp import mlp
from keima.cli.learn_sane import sane
from keima.cli.learn_shallow import shallow
from keima.cli.learn_spsa import spsa
from keima.cli.learn_tables import connectedness, pairs, rank
from keima.cli.learn_territory import territory, territory_tables
from keima.cli.learn_winner import winner
from keima.cli.learning import (
    LINE_EVERY,
    SAVE_EVERY,
    Json,
    Packs,
    Seed,
    check_out,
    errors,
    tell_left_out,
)

if TYPE_CHECKING:
    from keima.gammas import Gammas
    from keima.learn.games import Sample
    from keima.learn.packs import Pack

app = typer.Typer(help="Learn models of moves from games.", no_args_is_help=True)
app.command()(balance)
app.command()(joseki)
app.command()(shallow)
app.command()(spsa)
app.command()(mlp)
app.command()(local)
app.command()(rank)
app.command()(pairs)
app.command()(connectedness)
app.command()(sane)
app.command()(curves)
app.command()(territory)
app.command()(territory_tables)
app.command()(csa)
app.command()(csa_tables)
app.command()(life)
app.command()(life_tables)
app.command()(winner)

Out = Annotated[Path, typer.Option(help="The file of gammas to write.")]
Positions = Annotated[int, typer.Option(min=1, help="Positions of each pack, about.")]


@app.command()
def mm(
    packs: Packs,
    out: Out,
    positions: Positions = 500_000,
    prior: Annotated[
        float, typer.Option(min=1e-6, max=1e6, help="Wins and losses against 1 for each value.")
    ] = 1.0,
    sweeps: Annotated[int, typer.Option(min=1, help="At most so many.")] = 60,
    start: Annotated[Path | None, typer.Option(help="A file of gammas to go on from.")] = None,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Learn the gammas of moves by minorization-maximization.

    A game whose number in its pack leaves 0 when divided by 20 is for the test, 1 for validation,
    any other for learning. The file is also written every minute; --start goes on from it.
    """
    from keima.gammas import load_gammas
    from keima.learn.games import HELD_OUT
    from keima.learn.mm import Sweep, normalized, train

    with errors():
        check_out(out)
        first = load_gammas(str(start)) if start else None
        loaded, sample = _read(packs, positions, seed)
        how = f"keima learn mm, prior {prior:g}"
        began = printed = saved = time.monotonic()
        written = False

        def tell(sweep: Sweep) -> None:
            nonlocal printed, saved, written
            now = time.monotonic()
            if now - printed >= LINE_EVERY:
                printed = now
                typer.echo(
                    f"sweep {sweep.number} of at most {sweeps}, {sweep.log_likelihood:.5f}, "
                    f"{now - began:.0f} s",
                    err=True,
                )
            if now - saved >= SAVE_EVERY:
                saved = now
                _write(out, normalized(sweep.model), loaded, sample, seed, how)
                written = True

        try:
            model = train(sample.train, prior=prior, most=sweeps, start=first, tell=tell)
        except KeyboardInterrupt:
            how_on = f"--start {out} goes on" if written else "nothing was written"
            typer.echo(f"stopped; {how_on}", err=True)
            raise typer.Exit(130) from None
        _write(out, model, loaded, sample, seed, how)
        _report(model, loaded, round(positions * HELD_OUT), seed, as_json)


@app.command()
def frequency(
    packs: Packs,
    out: Out,
    positions: Positions = 500_000,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Take for gammas how often a feature was chosen, of the times it could have been."""
    from keima.learn.games import HELD_OUT
    from keima.learn.mm import frequencies

    with errors():
        check_out(out)
        loaded, sample = _read(packs, positions, seed)
        model = frequencies(sample.train)
        _write(out, model, loaded, sample, seed, "keima learn frequency")
        _report(model, loaded, round(positions * HELD_OUT), seed, as_json)


@app.command()
def test(
    gammas: Annotated[str, typer.Argument(help="A file of gammas, or a set that Keima brings.")],
    packs: Packs,
    positions: Positions = 50_000,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Say how well gammas predict the moves of games that were not learnt from."""
    from keima.gammas import load_gammas
    from keima.learn.games import read_packs

    with errors():
        model = load_gammas(gammas)
        _report(model, read_packs(packs), positions, seed, as_json)


@app.command()
def moves(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The model to write.")],
    games: Annotated[int, typer.Option(min=1, help="Most games of each pack.")] = 20_000,
    least: Annotated[
        int, typer.Option(min=1, help="Plays of a shape or feature for it to be kept.")
    ] = 20,
    epochs: Annotated[int, typer.Option(min=1, help="Times to go over the games.")] = 1,
    rate: Annotated[float, typer.Option(min=1e-6, max=10, help="Size of the first steps.")] = 0.1,
    teacher: Annotated[
        str, typer.Option(help="A network, name or file, to learn from beside the games.")
    ] = "",
    positions: Annotated[
        int,
        typer.Option(
            min=1, max=10**6, help="Of all games to learn from, so many are shown to the teacher."
        ),
    ] = 100_000,
    seed: Seed = 1,
) -> None:
    """Learn the move model, which gives the tree search its priors.

    Games are split as for `mm`.
    """
    from keima.learn.games import read_packs
    from keima.learn.judged import judge
    from keima.learn.moves import Accuracy, Learner, Lesson, lessons_of, split_games
    from keima.models import write_move_model
    from keima.nets.network import Network

    with errors():
        check_out(out)
        loaded = read_packs(packs)
        split = split_games(loaded, games, seed)
        tell_left_out(split.impossible)
        clock = time.monotonic()

        def line(text: str, last: bool) -> None:
            nonlocal clock
            if last or time.monotonic() - clock >= LINE_EVERY:
                clock = time.monotonic()
                typer.echo(text, err=True)

        lessons: list[Lesson] = []
        if teacher:
            network = Network(teacher, tell=lambda text: line(text, True))
            lessons = lessons_of(
                judge(
                    loaded,
                    network,
                    positions,
                    seed=seed,
                    tell=lambda done: line(f"{done:,} of {positions:,} positions judged", False),
                )
            )
        count = len(split.train) + len(lessons)
        what = "games and positions" if teacher else "games"
        learner = Learner(
            split.train,
            least,
            lambda done: line(f"{done:,} of {count:,} {what} counted", False),
            lessons=lessons,
        )
        line(f"{learner.codes:,} shapes and features", True)

        def tell(done: int, result: Accuracy) -> None:
            line(f"{done:,} of {epochs * count:,} {what}: {result}", done == epochs * count)

        learner.learn(epochs, rate, seed, tell)
        about = {
            "made": f"keima learn moves --games {games} --least {least} --epochs {epochs} "
            f"--rate {rate:g} --seed {seed}"
            + (f" --teacher {Path(teacher).name} --positions {positions}" if teacher else "")
            + f", {len(split.train)} games of "
            + ", ".join(pack.path.stem for pack in loaded),
            "validation": str(learner.judge(split.validation)),
            "test": str(learner.judge(split.test)),
        }
        write_move_model(out, *learner.model(), about)
        for name in ("validation", "test"):
            typer.echo(f"{name}: {about[name]}")


def _read(paths: list[Path], positions: int, seed: int) -> tuple[list[Pack], Sample]:
    from keima.learn.games import Sample, add_pack, read_packs

    sample, packs = Sample(), read_packs(paths)
    for pack in packs:
        add_pack(
            sample,
            pack,
            positions,
            seed=seed,
            tell=lambda done: typer.echo(f"{done:,} positions", err=True),
        )
    tell_left_out(sample.impossible)
    typer.echo(
        f"{len(sample.train):,} positions of {sample.games:,} games to learn from; "
        f"{sample.train.left_out:,} moves were no candidates, "
        f"{len(sample.faulty)} games have a move that cannot be played",
        err=True,
    )
    return packs, sample


def _write(
    path: Path, model: Gammas, packs: list[Pack], sample: Sample, seed: int, how: str
) -> None:
    from keima.files import write_file
    from keima.learn.mm import counts

    names = ", ".join(f"{pack.path.stem} ({pack.size}x{pack.size})" for pack in packs)
    header = "\n".join(
        [
            "Gammas of moves (Ferreira 2016, eq. 3.27): see docs/learning.md.",
            f"Made by {how}, seed {seed}, from {len(sample.train):,} positions of "
            f"{sample.games:,} games",
            f"of {names}.",
            "A shape's line: three rows, gamma, how often it was chosen and could have been.",
        ]
    )
    write_file(path, model.to_text(header, counts(sample.train)).encode())


def _report(model: Gammas, packs: list[Pack], positions: int, seed: int, as_json: bool) -> None:
    """The features, and how well the model tells the moves of each pack's other games: of about so
    many positions for validation, and as many for the test."""
    from keima.gammas import FEATURES

    rows = [row for pack in packs for row in _judged(model, pack, positions, seed)]
    features = dict(zip(FEATURES, model.features, strict=True))
    if as_json:
        typer.echo(json.dumps({"features": features, "held_out": rows}))
        return
    for name, gamma in features.items():
        typer.echo(f"{name:>12} {gamma:8.3f}")
    for row in rows:
        told = "no positions"
        if row["positions"]:
            told = (
                f"{row['positions']:,} positions, log-likelihood {row['log_likelihood']:.4f}, "
                f"best move {row['accuracy']:.1%}"
            )
        typer.echo(f"{row['pack']}, {row['part']}: {told}")


def _judged(model: Gammas, pack: Pack, positions: int, seed: int) -> Iterator[dict[str, Any]]:
    """For each part that was not learnt from."""
    from keima.learn.games import Sample, add_pack
    from keima.learn.mm import judge

    sample = Sample()
    add_pack(sample, pack, positions, seed=seed, learn=False)
    for name, part in (("validation", sample.validation), ("test", sample.test)):
        likelihood, accuracy = judge(part, model) if len(part) else (None, None)
        yield {
            "pack": pack.path.stem,
            "part": name,
            "positions": len(part),
            "log_likelihood": likelihood,
            "accuracy": accuracy,
        }
