"""Frisbee Go as Matilda and its referee speak it: the controller throws, Keima aims."""

from keima.gtp.arguments import Arguments
from keima.gtp.commands.parameters import set_params
from keima.gtp.commands.play import play_move
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.scoring import plain_number


def epsilon_of(session: Session) -> float:
    """How often a stone misses its point; fails for players that cannot aim."""
    epsilon = getattr(session.player.parameters, "frisbee", None)
    if epsilon is None:
        raise GtpError("this player cannot play Frisbee Go: it needs one with a tree, as classic")
    return float(epsilon)


@command("frisbee-epsilon", "[EPSILON]")
def frisbee_epsilon(session: Session, args: Arguments) -> str | None:
    """Says, or sets, how often a stone misses its point: from 0, which is Go, to 1."""
    given = args.count(0, 1)
    epsilon = epsilon_of(session)
    if not given:
        return plain_number(epsilon)
    set_params(session, {"frisbee": args.number(0, 0, 1)})
    return None


@command("frisbee-accuracy", "[PERCENT]")
def frisbee_accuracy(session: Session, args: Arguments) -> str | None:
    """Says, or sets, in percent how often a stone lands on its point."""
    given = args.count(0, 1)
    epsilon = epsilon_of(session)
    if not given:
        return plain_number(round(100 * (1 - epsilon), 9))
    set_params(session, {"frisbee": round(1 - args.number(0, 0, 100) / 100, 12)})
    return None


@command("frisbee-play", "COLOR VERTEX | COLOR skip")
def frisbee_play(session: Session, args: Arguments) -> None:
    """Plays where a stone has landed; `skip` is a turn that was lost, and not a pass."""
    args.count(2)
    if args.word(1).lower() != "skip":
        play_move(session.game, args.word(0), args.word(1))
    else:
        session.game.lose_turn(args.color(0))


@command("frisbee-reg_genmove", "COLOR")
def frisbee_reg_genmove(session: Session, args: Arguments) -> str:
    """The point to throw at, or pass or resign, without playing it and without chance."""
    args.count(1)
    color = args.color(0)
    epsilon_of(session)
    return session.repeatable(color).move
