"""What kgsGtp sends on the KGS Go server."""

from collections.abc import Collection

from keima.colors import Color
from keima.engine.result import SearchResult
from keima.game import Game
from keima.gtp.arguments import Arguments, shown, syntax_error
from keima.gtp.commands.kata import change_rules
from keima.gtp.commands.play import make_move
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.gtp.status import pass_alive
from keima.points import connected
from keima.rules import Rules

#: KGS calls positional superko Chinese.
KGS_RULES = {
    "chinese": "chinese-kgs",
    "aga": "aga",
    "japanese": "japanese",
    "new_zealand": "new-zealand",
}


@command("kgs-rules", "chinese | aga | japanese | new_zealand")
def kgs_rules(session: Session, args: Arguments) -> None:
    """Sets the rules by their names on KGS."""
    args.count(1)
    name = KGS_RULES.get(args.word(0).lower())
    if name is None:
        raise syntax_error(f"{shown(args.word(0))} is not one of {', '.join(KGS_RULES)}")
    change_rules(session, Rules.parse(name))


@command("kgs-genmove_cleanup", "COLOR")
def kgs_genmove_cleanup(session: Session, args: Arguments) -> str:
    """Like genmove, but passes only when no dead enemy stone is left."""
    args.count(1)
    color = args.color(0)
    result = session.think(color, cleanup=True)
    move = cleanup_move(session.game, color, result, session.find_dead())
    return make_move(session, color, move)


def cleanup_move(game: Game, color: Color, result: SearchResult, dead: Collection[int]) -> str:
    """The search's choice, unless that is a pass while dead enemy stones remain. Then it is the
    best candidate that is a sensible move: not in an own pass-alive area that holds no enemy
    stone, since that only fills own territory. A pass that leaves a dead stone loses points in
    KGS's clean-up phase; a move too many costs nothing there."""
    if result.move not in ("pass", "resign"):
        return result.move
    if not any(game.at(point) == color.opponent for point in dead):
        return "pass"
    useless = empty_own_territory(game, color)
    for candidate in result.candidates:
        if candidate.move in ("pass", "resign"):
            continue
        point = game.parse(candidate.move)
        if point not in useless and game.is_legal(point, color):
            return candidate.move
    return "pass"


def empty_own_territory(game: Game, color: Color) -> set[int]:
    """Points of pass-alive territory in regions without an enemy stone."""
    stones = game.board.stones
    inside = {p for p in pass_alive(game, color) if stones[p] != color}
    regions = connected(inside, lambda p, q: True, game.width, game.height)
    return {p for region in regions if not any(stones[q] for q in region) for p in region}


@command("kgs-game_over")
def kgs_game_over(session: Session, args: Arguments) -> None:
    """Told after a game; thinking in the opponent's time ends."""
    args.count(0)
    session.own = None
