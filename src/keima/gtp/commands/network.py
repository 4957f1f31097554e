"""What a network says, in KataGo's words."""

from __future__ import annotations

from collections.abc import Sequence

from keima import _core
from keima.colors import Color
from keima.game import Game
from keima.gtp.arguments import Arguments, clip
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session

SYMMETRIES = 8


@command("kata-raw-nn", "SYMMETRY | all")
def kata_raw_nn(session: Session, args: Arguments) -> str:
    """What the network says of the position, without a search, turned in a way from 0 to 7."""
    args.count(1)
    if args.word(0) == "all":
        square = session.game.width == session.game.height
        turns = list(range(SYMMETRIES if square else SYMMETRIES // 2))
    else:
        turns = [args.integer(0, 0, SYMMETRIES - 1)]
    ask = getattr(session.player, "evaluate", None)
    if ask is None:
        raise GtpError("the player has no network")
    game = session.game
    try:
        return "\n".join(_told(game, turn, ask(game, symmetry=turn)) for turn in turns)
    except ValueError as error:
        raise GtpError(clip(str(error))) from None


def _told(game: Game, symmetry: int, said: _core.Evaluation) -> str:
    white = game.to_play == Color.WHITE
    win, loss = (said["win"], said["loss"]) if white else (said["loss"], said["win"])
    sign = 1 if white else -1
    mean, stdev = said["score"], said["stdev"]
    lines = [
        f"symmetry {symmetry}",
        f"whiteWin {win:.6f}",
        f"whiteLoss {loss:.6f}",
        f"noResult {said['no_result']:.6f}",
        f"whiteLead {sign * said['lead']:.3f}",
        f"whiteScoreSelfplay {sign * mean:.3f}",
        f"whiteScoreSelfplaySq {mean * mean + stdev * stdev:.3f}",
        "policy",
        *_rows(game, [f"{p:8.6f}" if p > 0 else "     NAN" for p in said["policy"]]),
        f"policyPass {said['policy'][-1]:8.6f}",
        "whiteOwnership",
        *_rows(game, [f"{sign * owner:9.7f}" for owner in said["ownership"]]),
    ]
    return "\n".join(lines)


def _rows(game: Game, words: Sequence[str]) -> list[str]:
    starts = range(0, game.area, game.width)
    return [" ".join(words[start : start + game.width]) for start in starts]
