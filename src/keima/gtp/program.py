"""`keima gtp` as a program: its options and its start.

A controller that asks for the name must have it within half a second, also on a busy machine.
So this command reads its options with argparse, which needs a tenth of typer's time, and
`keima.cli.main` comes here without the rest of the command line.
"""

import argparse
import contextlib
from collections.abc import Sequence
from pathlib import Path

SUMMARY = "Play over the Go Text Protocol (GTP 2) on standard input and output."


def run(arguments: Sequence[str]) -> None:
    """Serves a controller until it quits or goes away; exits with status 2 and a message if the
    arguments are wrong."""
    parser = _parser()
    given = parser.parse_args(arguments)

    from keima.engine import Engine
    from keima.game import Game
    from keima.gtp.server import serve_standard_streams
    from keima.gtp.session import Session

    def make_player(seed: int | None) -> Engine:
        chosen = given.seed if seed is None else seed
        ponder = {"ponder": 1} if given.ponder else {}
        return Engine(given.profile, threads=given.threads, seed=chosen, **ponder)

    try:
        game = Game(given.size, komi=given.komi, rules=given.rules)
        session = Session(make_player, game, given.playouts, given.seconds, given.files)
        # Made before the first command, so that a wrong profile is an error at the start.
        _ = session.player
    except ValueError as error:
        parser.error(str(error))
    with contextlib.ExitStack() as stack:
        transcript = None
        if given.log is not None:
            try:
                transcript = stack.enter_context(given.log.open("ab", buffering=0))
            except OSError as error:
                parser.error(f"--log: cannot write {given.log}: {error.strerror}")
        serve_standard_streams(session, transcript)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("keima gtp", description=SUMMARY)
    add = parser.add_argument
    add("--profile", default="keima", metavar="NAME[:KEY=VALUE,...]", help="the player")
    add("--playouts", type=_whole, metavar="N", help="playouts for each move at most")
    add("--seconds", type=_positive, metavar="S", help="seconds for each move at most")
    add("--threads", metavar="N", help="threads of a search")
    add("--seed", type=_seed, metavar="N", help="where everything random comes from")
    add("--ponder", action="store_true", help="think in the opponent's time; trees only")
    add("--size", type=_side, default=19, metavar="N", help="side of the first board")
    add("--komi", type=float, metavar="K", help="komi of the first game; else the rules' own")
    add("--rules", default="chinese", help="rules by name or as JSON, as for kata-set-rules")
    add(
        "--files",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="let loadsgf, printsgf and kata-set-param use files",
    )
    add("--log", type=Path, metavar="FILE", help="append both sides of the talk to a file")
    return parser


def _whole(text: str, least: int = 1, most: int = 10**12) -> int:
    digits = text.isascii() and text.isdigit() and len(text) <= 20
    if not (digits and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, {least} to {most}")
    return int(text)


def _seed(text: str) -> int:
    return _whole(text, 0, 2**64 - 1)


def _side(text: str) -> int:
    return _whole(text, 1, 25)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value
