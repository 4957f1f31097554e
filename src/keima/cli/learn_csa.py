"""`keima learn csa`: the cascade that scores final positions."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from keima.cli.learning import LINE_EVERY, Json, Packs, Seed, check_out, errors


def csa(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The model to write.")],
    labels: Annotated[
        Path | None,
        typer.Option(
            help="A file that keeps who said which stones are dead; beside the model if not given."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Counted games to look at.")] = 60_000,
    held_out: Annotated[
        int, typer.Option(min=1, help="Of them for validation, and for the test, at most.")
    ] = 2_000,
    first_games: Annotated[
        int, typer.Option(min=1, help="Those of them for a first model, which labels the others.")
    ] = 2_400,
    gnugo: Annotated[bool, typer.Option(help="Ask GNU Go where random games do not do.")] = True,
    units: Annotated[int, typer.Option(min=1, max=1000, help="Hidden units of a network.")] = 50,
    epochs: Annotated[int, typer.Option(min=1, help="Times to go over all blocks.")] = 25,
    tries: Annotated[
        int, typer.Option(min=1, help="Networks for each step; the best is taken.")
    ] = 3,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Learn to score final positions: a cascade of networks that tell dead blocks from living ones.

    From even games that were counted. Which stones are dead is what random games, GNU Go or a first
    model say, if it gives the recorded score and leaves nothing open; other games are set aside.
    Games are split as for `mm`; of every ten one is for the test and one for validation. A run that
    is ended goes on with the labels it has made.
    """
    from keima.learn.csa import by_playouts, learn_csa, report
    from keima.learn.finished import LabelFile, Oracle
    from keima.learn.games import read_packs
    from keima.learn.oracles import GnuGoOracle
    from keima.learn.perceptron import Training
    from keima.models.csa import write_csa

    with errors():
        check_out(out)
        file = LabelFile(labels or out.with_name(out.name + ".labels"))
        loaded = read_packs(packs)
        oracles: dict[str, Oracle] = {"keima": by_playouts}
        judge = GnuGoOracle() if gnugo else None
        if judge:
            oracles["gnugo"] = judge
        clock = time.monotonic()

        def progress(done: int) -> None:
            nonlocal clock
            if time.monotonic() - clock >= LINE_EVERY:
                clock = time.monotonic()
                typer.echo(f"{done:,} games", err=True)

        try:
            cascade, data = learn_csa(
                loaded,
                file,
                oracles,
                Training(units=units, epochs=epochs, seed=seed),
                games=games,
                first_games=first_games,
                tries=tries,
                held_out=held_out,
                seed=seed,
                tell=lambda line: typer.echo(line, err=True),
                progress=progress,
            )
        finally:
            if judge:
                judge.close()
        found = report(cascade, data)
        told = ", ".join(f"{count:,} {by or 'set aside'}" for by, count in data.labelled.items())
        about = {
            "made": f"keima learn csa --games {games} --held-out {held_out} --units {units} "
            f"--epochs {epochs} --tries {tries} --seed {seed}, {len(data.learn)} games of "
            + ", ".join(pack.path.stem for pack in loaded),
            "labels": told,
            "test": str(found),
        }
        write_csa(out, cascade, about)
        if as_json:
            typer.echo(json.dumps({"labels": dict(data.labelled), **asdict(found)}))
        else:
            typer.echo(f"labels: {told}")
            typer.echo(f"test: {found}")


def csa_tables(
    packs: Packs,
    labels: Annotated[Path, typer.Option(help="The file of labels that `csa` has made.")],
    out: Annotated[Path, typer.Option(help="The file of figures to write, or to go on with.")],
    games: Annotated[int, typer.Option(min=1, help="Counted games to look at.")] = 60_000,
    held_out: Annotated[
        int, typer.Option(min=1, help="Of them for validation, and for the test, at most.")
    ] = 2_000,
    runs: Annotated[int, typer.Option(min=1, help="Of which each figure is the mean.")] = 3,
    epochs: Annotated[int, typer.Option(min=1, help="Of each network of a cascade.")] = 25,
    seed: Seed = 1,
) -> None:
    """Measure classifiers of blocks for tables 8.1 to 8.3 of van der Werf 2004.

    Then: `keima experiment report vanderwerf-8.1 --file FILE`.
    """
    from keima.experiments.vanderwerf_blocks import FORMAT, read_figures
    from keima.learn.csa import collect
    from keima.learn.csa_tables import classifier_rows, raw_rows, recursion_rows
    from keima.learn.finished import LabelFile
    from keima.learn.games import read_packs
    from keima.learn.perceptron import Training

    with errors():
        check_out(out)
        if not labels.is_file():
            raise ValueError(f"there is no file {labels}")
        data = collect(
            read_packs(packs),
            games,
            LabelFile(labels),
            {},
            seed=seed,
            held_out=held_out,
            known=True,
        )
        if not all(part.alive().size for part in (data.learn, data.validation, data.test)):
            raise ValueError(f"{labels} has too few games to learn from and to judge by")
        done = read_figures(out) if out.exists() else {}
        if not done:
            out.write_text(json.dumps(FORMAT) + "\n")
        how = Training(epochs=epochs)
        for row in chain(
            classifier_rows(data, runs, seed, done),
            raw_rows(data, runs, seed, done),
            recursion_rows(data, runs, how, seed, done),
        ):
            with out.open("a") as file:
                file.write(json.dumps(row) + "\n")
            typer.echo(json.dumps(row), err=True)
