"""Who has each point at the end of a counted game."""

from __future__ import annotations

from keima.colors import Color
from keima.data.record import Record
from keima.game import Game
from keima.learn.packs import WHITE_BIT

RULE_NAMES = ("chinese", "japanese", "korean", "chinese", "aga", "new-zealand", "ing")
#: Players round, and a dame may be left: what is counted may be so far from what is recorded.
TOLERANCE = 1.0
PLAYOUTS = 200


def game_of_record(record: Record) -> Game:
    """Raises ValueError for what cannot be played."""
    name = RULE_NAMES[record.rules]
    komi = record.komi if record.komi == record.komi else None
    # Records of superko and suicide are not always by the rules that they name.
    game = Game(record.size, komi=komi, rules=name)
    game.rules = game.rules.replace(ko="simple", suicide=True)
    first = Color.WHITE if record.first else Color.BLACK
    if record.setup or record.first:
        black = [p for p in record.setup if not p & WHITE_BIT]
        game.setup(black, [p & ~WHITE_BIT for p in record.setup if p & WHITE_BIT], to_play=first)
        if len(black) == len(record.setup) >= 2:
            game.handicap = len(black)
    for point in record.moves:
        game.play(point)
    return game


def final_owners(record: Record) -> list[int] | None:
    """1 Black, -1 White, 0 nobody; None unless the game was counted, both passed, and Keima's own
    count of the last position is the one recorded."""
    area = record.size * record.size
    if record.reason != 1 or record.margin != record.margin or record.moves[-2:] != [area, area]:
        return None
    from keima.score import find_dead

    game = game_of_record(record)
    score = game.score(find_dead(game.board, playouts=PLAYOUTS))
    if abs(score.margin - record.winner * record.margin) > TOLERANCE:
        return None
    signs = {Color.EMPTY: 0, Color.BLACK: 1, Color.WHITE: -1}
    return [signs[owner] for owner in score.owners]
