"""What gomill's ringmaster and GNU Go's tools ask for."""

import time

import keima
from keima.gtp.arguments import Arguments
from keima.gtp.registry import command
from keima.gtp.session import Session


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
