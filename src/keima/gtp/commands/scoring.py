"""Who has won, and which stones are dead."""

import math

from keima.gtp.arguments import Arguments, shown
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.gtp.status import groups_by_status


@command("final_score")
def final_score(session: Session, args: Arguments) -> str:
    """The result of the game as it stands: B+3.5, W+10 or 0."""
    args.count(0)
    score = session.game.score(session.find_dead())
    if not math.isfinite(score.margin):
        raise GtpError("cannot score", "a repetition has ended the game")
    return score.text


@command("final_status_list", "alive | seki | dead")
def final_status_list(session: Session, args: Arguments) -> str:
    """The groups with that status, one a line."""
    args.count(1)
    status = args.word(0).lower()
    if status not in ("alive", "seki", "dead"):
        raise GtpError(f"invalid status: expected alive, seki or dead, got {shown(args.word(0))}")
    groups = groups_by_status(session.game, session.find_dead())[status]
    return "\n".join(" ".join(map(session.game.name, stones)) for stones in groups)


@command("estimate_score")
def estimate_score(session: Session, args: Arguments) -> str:
    """What the game would end with, at any time, and bounds for White minus Black, as GNU Go."""
    from keima.engine.counting import area_komi
    from keima.engine.judging import estimate
    from keima.score import ownership

    args.count(0)
    game = session.game
    judge = getattr(session.player, "owners", None)
    owners = judge(game) if judge else ownership(game.board)
    return estimate(owners, area_komi(game)).text
