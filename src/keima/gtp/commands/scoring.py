"""Who has won, and which stones are dead."""

from keima.gtp.arguments import Arguments, shown
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.gtp.status import all_certain, dead_groups, groups, removes_dead


def find_dead(session: Session) -> list[list[int]]:
    """Dead groups. The player is asked only if some group is neither safe nor lost for certain,
    and thinks within the limits of a move without touching the clock."""
    game = session.game
    if not removes_dead(game.rules) or all_certain(game):
        return dead_groups(game, None)
    ownership = session.player.search(game, session.limit(game.to_play), game.to_play).ownership
    if ownership is None:
        raise GtpError("cannot score", f"{session.player.name} cannot tell whose the points are")
    return dead_groups(game, ownership)


@command("final_score")
def final_score(session: Session, args: Arguments) -> str:
    """The result of the game as it stands: B+3.5, W+10 or 0."""
    args.count(0)
    return session.game.score(group[0] for group in find_dead(session)).text


@command("final_status_list", "alive | seki | dead")
def final_status_list(session: Session, args: Arguments) -> str:
    """The groups with that status, one a line. Groups in seki are listed as alive."""
    args.count(1)
    status = args.word(0).lower()
    if status not in ("alive", "seki", "dead"):
        raise GtpError(f"invalid status: expected alive, seki or dead, got {shown(args.word(0))}")
    if status == "seki":
        return ""
    chosen = dead = find_dead(session)
    if status == "alive":
        chosen = [stones for _, stones in groups(session.game) if stones not in dead]
    return "\n".join(" ".join(map(session.game.name, stones)) for stones in chosen)
