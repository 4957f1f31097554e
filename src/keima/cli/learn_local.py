"""`keima learn local`: the move predictor of van der Werf 2004."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from keima.cli.learning import LINE_EVERY, Json, Packs, Seed, check_out, errors

if TYPE_CHECKING:
    from keima.learn.classifiers.network import Network
    from keima.learn.extraction import Scaling
    from keima.learn.local_moves import Settings
    from keima.learn.pairs import Pairs, Regions

#: Pairs by which it is judged on the way, and at the end.
VALIDATION_PAIRS, TEST_PAIRS = 5000, 20_000
#: Games of the validation by which values become probabilities.
SHARPNESS_GAMES = 100


def local(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The model to write.")],
    stones: Annotated[int, typer.Option(help="Points of the region of stones.")] = 60,
    liberties: Annotated[int, typer.Option(help="Points of the region of liberties.")] = 24,
    hidden: Annotated[int, typer.Option(min=1, max=512, help="Hidden neurons.")] = 100,
    pairs: Annotated[
        int, typer.Option(min=10, help="Pairs for the two phases of the document.")
    ] = 12_500,
    steps: Annotated[
        int, typer.Option(min=1, help="Steps of each phase at most; 100 in vain end it.")
    ] = 2000,
    method: Annotated[str, typer.Option(help="How features are extracted for the first.")] = (
        "mestmpa"
    ),
    part: Annotated[
        float, typer.Option(min=0.001, max=1, help="Part of the features that it is.")
    ] = 0.2,
    stream: Annotated[
        int, typer.Option(min=0, help="Pairs for the third phase, which is ours; 0: none.")
    ] = 4_000_000,
    per_game: Annotated[int, typer.Option(min=1, help="Pairs of a game, about.")] = 20,
    test_games: Annotated[
        int, typer.Option(min=1, help="Games of each pack whose moves are ranked for the test.")
    ] = 50,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Train the local model: a network that orders pairs of moves near each other.

    Games are split as for `mm`. First a network is trained on extracted features, then on all, each
    time by RPROP on all pairs together; then on a stream of new pairs, a few at a time. What is
    done in that phase is kept beside the model, with `.state` added to its name: the same command
    goes on from there.
    """
    from keima.learn.extraction import no_scaling
    from keima.learn.games import read_packs
    from keima.learn.local_moves import Settings, native_model, new_network, ordered, raw_weights
    from keima.learn.local_stream import StreamLearner, StreamSettings
    from keima.learn.packs import TEST, VALIDATION
    from keima.learn.pairs import LEARNING, Pairs, PairStream, Regions, sample_pairs
    from keima.learn.ranking import fit_sharpness, rank_games
    from keima.models.local import LocalFile, write_local

    with errors():
        check_out(out)
        regions = Regions(stones, liberties)
        settings = Settings(hidden=hidden, steps=steps, seed=seed)
        loaded = read_packs(packs)
        validation = sample_pairs(loaded, VALIDATION, VALIDATION_PAIRS, regions)
        test = sample_pairs(loaded, TEST, TEST_PAIRS, regions)
        if not len(validation) or not len(test):
            raise ValueError("the packs have too few games: some are for validation and the test")
        state = out.with_name(out.name + ".state")
        going_on = state.exists()
        if going_on:
            network, scaling = new_network(regions.length, settings), no_scaling(regions.length)
        else:
            train = sample_pairs(loaded, LEARNING, pairs, regions, seed=seed)
            network, scaling = _phases(train, validation, test, regions, settings, method, part)
        learner = StreamLearner(network, scaling, StreamSettings(stream))
        if going_on:
            learner.load(state)
            typer.echo(f"going on after {learner.seen:,} pairs", err=True)
        scaling = learner.scaling
        judged, tested = (Pairs(scaling(p.played), scaling(p.others)) for p in (validation, test))

        def tell(seen: int, error: float) -> None:
            learner.save(state)
            right = ordered(network, judged)
            typer.echo(f"{seen:,} pairs, error {error:.4f}, right {right:.2%}", err=True)

        learner.run(PairStream(loaded, regions, seed=seed, per_game=per_game), tell)
        plain = native_model(network, scaling, regions)
        found: dict[str, Any] = {
            "pairs": round(ordered(network, tested), 4),
            "games": {
                pack.path.stem: rank_games(plain, pack, TEST, test_games).to_json()
                for pack in loaded
            },
        }
        names = " ".join(pack.path.name for pack in loaded)
        about = {"made_by": f"keima learn local {names}", "stream": learner.seen, "test": found}
        sharpness = fit_sharpness(plain, loaded, VALIDATION, SHARPNESS_GAMES)
        model = LocalFile(*regions.radii, hidden, sharpness, raw_weights(network, scaling), about)
        write_local(out, model)
        state.unlink(missing_ok=True)
    if as_json:
        typer.echo(json.dumps(found))
        return
    typer.echo(f"pairs ordered rightly: {found['pairs']:.1%}")
    for name, ranks in found["games"].items():
        typer.echo(
            f"{name}: {ranks['positions']:,} positions, move played is the best "
            f"{ranks['top']['1']:.1%}, among three {ranks['top']['3']:.1%}, among twenty "
            f"{ranks['top']['20']:.1%}; of those near it the best {ranks['near']['1']:.1%}"
        )


def _phases(
    train: Pairs,
    validation: Pairs,
    test: Pairs,
    regions: Regions,
    settings: Settings,
    method: str,
    part: float,
) -> tuple[Network, Scaling]:
    """Those of the document, with what they came to."""
    import numpy as np

    from keima.learn.extraction import by_deviation
    from keima.learn.local_moves import train_local

    scaling = by_deviation(np.concatenate([train.played, train.others]))
    scaling = scaling.weighted(regions.nearness())
    told = time.monotonic()

    def tell(step: int, error: float, right: float) -> None:
        nonlocal told
        if time.monotonic() - told >= LINE_EVERY:
            told = time.monotonic()
            typer.echo(f"{step} steps, error {error:.4f}, right {right:.2%}", err=True)

    network, course = train_local(
        train, validation, test, scaling, settings, method=method, part=part, tell=tell
    )
    typer.echo(
        f"{len(train):,} pairs: {course.first:.2%} of the test right after the first phase, "
        f"{course.second:.2%} after the second",
        err=True,
    )
    return network, scaling
