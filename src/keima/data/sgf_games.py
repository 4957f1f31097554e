"""From SGF trees to records."""

from __future__ import annotations

import re
from itertools import pairwise

from keima import sgf
from keima.colors import Color
from keima.data.record import Record
from keima.game import Game
from keima.learn.packs import WHITE_BIT
from keima.sgf.convert import game_from_sgf

_REASONS = {"score": 1, "resign": 2, "time": 3, "forfeit": 4, "draw": 5, "win": 6}
_RULES = {
    "japanese": 1,
    "korean": 2,
    "chinese": 3,
    "chinese-ogs": 3,
    "chinese-kgs": 3,
    "aga": 4,
    "bga": 4,
    "new-zealand": 5,
    "tromp-taylor": 5,
    "ing": 6,
}
_RANK = re.compile(r"\s*(\d{1,2})\s*-?(k|kyu|d|dan|p|pd|pro|段|级|級)", re.IGNORECASE)


def record_of_tree(tree: sgf.GameTree) -> Record:
    """The main line of a tree. Raises ValueError, which says why, for a game that cannot be
    learnt from: not Go, a board that is no square, an illegal move, no moves, moves out of turn,
    stones set up in its middle."""
    line = list(tree.main_line())
    game = game_from_sgf(tree)
    if game.width != game.height:
        raise ValueError(f"the board is {game.width}x{game.height}, not a square")
    started = False
    for node in line:
        if started and any(ident in node for ident in ("AB", "AW", "AE")):
            raise ValueError("stones are set up in the middle of the game")
        started = started or "B" in node or "W" in node
    stones = game.native.start.stones
    setup = [p | (WHITE_BIT if color == 2 else 0) for p, color in enumerate(stones) if color]
    moves = [(int(color), point) for color, point in game.native.moves]
    # Black's handicap stones as moves: placed before the game.
    black = int(Color.BLACK)
    while len(moves) > 1 and moves[0][0] == moves[1][0] == black and moves[0][1] < game.area:
        setup.append(moves.pop(0)[1])
    if moves and len(setup) > sum(1 for stone in stones if stone) and moves[0][0] == black:
        setup.append(moves.pop(0)[1])
    if not moves:
        raise ValueError("there are no moves")
    for number, (one, two) in enumerate(pairwise(moves), 2):
        if one[0] == two[0]:
            raise ValueError(f"move {number} is out of turn")
    record = Record(game.width, [p for _, p in moves], moves[0][0] - 1, sorted(setup))
    _add_facts(record, game, line[-1], tree.root)
    return record


def _add_facts(record: Record, game: Game, end: sgf.Node, root: sgf.Node) -> None:
    if end.find("RU"):
        record.rules = _RULES.get(game.rules.name, 0)
    if end.find("KM"):
        record.komi = game.komi
    try:
        result = sgf.Result.parse(root.text("RE"))
    except ValueError:
        result = sgf.Result("unknown")
    record.reason = _REASONS.get(result.reason, 0)
    if result.winner is not None:
        record.winner = 1 if result.winner is Color.BLACK else -1
    if record.reason == 1 and result.margin is not None:
        record.margin = result.margin
    record.black_rank, record.white_rank = (read_rank(root.text(i)) for i in ("BR", "WR"))


def read_rank(text: str) -> int:
    """As packs have it.

    >>> [read_rank(text) for text in ("6d", "1k?", "12 kyu", "9p", "九段", "")]
    [6, 0, -11, 29, -99, -99]
    """
    match = _RANK.match(text)
    if not match:
        return -99
    number, kind = int(match[1]), match[2].lower()[0]
    if not 1 <= number <= (30 if kind in "k级級" else 9):
        return -99
    return 1 - number if kind in "k级級" else 20 + number if kind == "p" else number
