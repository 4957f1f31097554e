"""What gomill's ringmaster and GNU Go's tools ask for."""

import re
import time

import keima
from keima.gtp.arguments import Arguments, shown, syntax_error
from keima.gtp.registry import command
from keima.gtp.session import Session

MAX_SEED = 2**64 - 1
_DIGITS = re.compile("[0-9]{1,20}")


@command("gomill-describe_engine")
def gomill_describe_engine(session: Session, args: Arguments) -> str:
    """Name, version and settings in a few lines."""
    args.count(0)
    limits = [
        f"{session.playouts} playouts a move" if session.playouts is not None else "",
        f"{session.seconds:g} s a move" if session.seconds is not None else "",
    ]
    return "\n".join(
        (
            f"Keima {keima.__version__}",
            f"player: {session.player.name}",
            "limits: " + (", ".join(filter(None, limits)) or "the player's own"),
            f"rules: {session.game.rules.name}",
        )
    )


@command("gomill-cpu_time")
def gomill_cpu_time(session: Session, args: Arguments) -> str:
    """Processor seconds that the program has used."""
    args.count(0)
    return f"{time.process_time():.6f}"


@command("cputime")
def cputime(session: Session, args: Arguments) -> str:
    """Processor seconds that the program has used."""
    args.count(0)
    return f"{time.process_time():.3f}"


@command("get_random_seed")
def get_random_seed(session: Session, args: Arguments) -> str:
    """The seed that everything random comes from."""
    args.count(0)
    return str(session.player.seed)


@command("set_random_seed", "SEED")
def set_random_seed(session: Session, args: Arguments) -> None:
    """Sets the seed; the same seed and playouts make the same moves."""
    args.count(1)
    word = args.word(0)
    if not _DIGITS.fullmatch(word) or int(word) > MAX_SEED:
        raise syntax_error(f"{shown(word)} is not a seed: expected 0 to {MAX_SEED}")
    session.reseed(int(word))
