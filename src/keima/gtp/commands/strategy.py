"""Which player answers: Ferreira 2016 (4.1.2) has two commands that change the strategy."""

from keima.gtp.arguments import Arguments, clip, shown
from keima.gtp.player import Player
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session


@command("keima-strategies")
def keima_strategies(session: Session, args: Arguments) -> str:
    """The profiles that Keima brings."""
    from keima.engine.profiles import known_profiles

    args.count(0)
    return " ".join(known_profiles())


@command("keima-strategy", "[PROFILE]")
def keima_strategy(session: Session, args: Arguments) -> str | None:
    """The player's profile; or goes on with another one, as it is when it is new."""
    from keima.engine import Engine
    from keima.engine.profiles import known_profiles

    if not args.count(0, 1):
        return session.player.name
    name = args.word(0)
    if name not in known_profiles():
        raise GtpError(f"invalid profile: {shown(name)}, see keima-strategies")
    threads, own_seed = session.player.parameters.threads, session.player.seed

    def make(seed: int | None) -> Player:
        return Engine(name, threads=threads, seed=own_seed if seed is None else seed)

    try:
        session.use(make)
    except (ValueError, OSError) as error:
        raise GtpError(f"cannot play as {name}: {clip(str(error))}") from None
    return None
