"""`keima learn balance`: playouts whose means are right."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from keima.cli.learning import LINE_EVERY, SAVE_EVERY, Packs, Seed, check_out, errors

#: Positions of games that are not learnt from, at most.
HELD_OUT = 1000


def balance(
    packs: Packs,
    out: Annotated[Path, typer.Option(help="The trained policy to write.")],
    teacher: Annotated[str, typer.Option(help="The network that judges positions: name or file.")],
    positions: Annotated[int, typer.Option(min=10, max=10**7, help="So many are judged.")] = 16_000,
    steps: Annotated[int, typer.Option(min=1, max=10**7)] = 2000,
    batch: Annotated[int, typer.Option(min=1, max=10**5, help="Positions of a step.")] = 64,
    games: Annotated[int, typer.Option(min=2, max=10**4, help="Playouts of a position.")] = 60,
    rate: Annotated[float, typer.Option(min=0, max=10, help="Size of the first steps.")] = 0.03,
    start: Annotated[Path | None, typer.Option(help="A trained policy to go on from.")] = None,
    seed: Seed = 1,
) -> None:
    """Train playouts of the policy `classic` by simulation balancing.

    A network judges positions of the packs' games, those to learn from; then weights of shapes and
    rates of rules are changed so that the means of playouts agree with it. The file is also written
    every minute; --start goes on from it.
    """
    from keima.files import write_file
    from keima.learn.balance import Step, first_policy, train
    from keima.learn.balance import errors as errors_of
    from keima.learn.games import read_packs
    from keima.learn.judged import judge
    from keima.nets.network import Network
    from keima.trained_policy import TrainedPolicy, load

    with errors():
        check_out(out)
        policy = load(str(start)) if start else first_policy()
        loaded = read_packs(packs)
        network = Network(teacher, tell=lambda line: typer.echo(line, err=True))
        began = printed = saved = time.monotonic()
        written = False
        names = ", ".join(f"{pack.path.stem} ({pack.size}x{pack.size})" for pack in loaded)

        def write(policy: TrainedPolicy, done: int) -> None:
            write_file(
                out,
                policy.to_text(
                    "Trained playouts: see docs/playouts.md.\n"
                    f"Made by keima learn balance, {done} steps of {batch} positions and {games} "
                    f"playouts, seed {seed},\n"
                    f"{'from ' + start.name + ', ' if start else ''}of {positions:,} positions of "
                    f"{names}."
                ).encode(),
            )

        def tell_judged(done: int) -> None:
            nonlocal printed
            if time.monotonic() - printed >= LINE_EVERY:
                printed = time.monotonic()
                typer.echo(f"{done:,} of {positions:,} positions judged", err=True)

        def tell(step: Step) -> None:
            nonlocal printed, saved, written
            now = time.monotonic()
            if now - printed >= LINE_EVERY:
                printed = now
                typer.echo(
                    f"step {step.number} of {steps}, errors of owners {step.owner_error:.4f}, of "
                    f"results {step.win_error:.4f}, {now - began:.0f} s",
                    err=True,
                )
            if now - saved >= SAVE_EVERY:
                saved = now
                write(step.policy, step.number)
                written = True

        try:
            others = min(HELD_OUT, positions // 10)
            test = judge(loaded, network, others, held_out=True, seed=seed)
            judged = judge(loaded, network, positions, seed=seed, tell=tell_judged)
            before = errors_of(policy, test)
            policy = train(
                judged,
                policy,
                steps=steps,
                batch=batch,
                games=games,
                rate=rate,
                seed=seed,
                tell=tell,
            )
            write(policy, steps)
            written = True
            after = errors_of(policy, test)
        except KeyboardInterrupt:
            how_on = f"--start {out} goes on" if written else "nothing was written"
            typer.echo(f"stopped; {how_on}", err=True)
            raise typer.Exit(130) from None
        typer.echo(
            f"{others} positions of other games: errors of owners {before[0]:.4f} before, "
            f"{after[0]:.4f} after; of results {before[1]:.4f}, {after[1]:.4f}"
        )
