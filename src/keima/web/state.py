"""Games as the page sees them: the state at the current node, and the tree of nodes."""

from __future__ import annotations

import asyncio
import json
from itertools import islice
from typing import Any

from keima.colors import Color
from keima.game import Game
from keima.points import point_name
from keima.sgf import Node, SgfError
from keima.web import limits
from keima.web.counting import score_json
from keima.web.games import SIDES, OpenGame, move_of

_MARKS = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross"}
_SETUP = ("AB", "AW", "AE")
#: Marks of a node that are told at most.
_MOST_MARKS = 1000
#: Nodes of a tree that are told without a pause.
_PART = 250
_COMMENT, _MARKED, _SET_UP = 1, 2, 4


def state_of(opened: OpenGame) -> dict[str, Any]:
    """The state of a game at its current node."""
    node, position = opened.current, opened.position()
    game = position.game
    over = opened.is_over
    last = game.last_move
    return {
        "id": opened.id,
        "version": opened.version,
        "title": opened.title,
        "width": game.width,
        "height": game.height,
        "rules": game.rules.name,
        "komi": game.komi,
        "handicap": game.handicap,
        "players": {c.letter: opened.seats[c].to_json() for c in SIDES},
        "names": {c.letter: name_of(opened, c) for c in SIDES},
        "tree_version": opened.tree_version,
        "tree_changes": tree_changes(opened),
        "node": opened.node,
        "number": position.number,
        "board": list(game.native.board.stones),
        "to_play": game.to_play.letter,
        "last": None if last is None else game.name(last.point),
        "ko": _ko(game),
        "captures": {c.letter: game.captures(c) for c in SIDES},
        "legal": _legal(game, over or opened.count is not None),
        "comment": comment_of(node),
        "comment_cut": len(node.text("C")) > limits.COMMENT,
        "marks": _marks(node, game),
        "over": over,
        "result": opened.result,
        "final": over and opened.has_result,
        "agreed": opened.ended == opened.node,
        "thinking": opened.thinking is not None,
        "error": opened.error,
        "fault": position.fault,
        "clock": opened.clock.to_json() if opened.clock else None,
        "score": None if opened.count is None else score_json(game, opened.count.dead),
        "analysis": opened.analysis(opened.node),
    }


def name_of(opened: OpenGame, color: Color) -> str:
    """Of an engine its profile and level, else what the record says, with the rank."""
    if engine := opened.seats[color].name:
        return engine
    root, letter = opened.tree.root, color.letter
    name, rank = root.text(f"P{letter}"), root.text(f"{letter}R")
    return " ".join(filter(None, (name[:100].strip(), rank[:20].strip())))


def comment_of(node: Node) -> str:
    return node.text("C")[: limits.COMMENT]


def tree_changes(opened: OpenGame) -> list[list[Any]]:
    """The last changes of nodes, as far as there were no others: each with the version of the tree
    that it led to."""
    found: list[list[Any]] = []
    version = opened.tree_version
    for at, number in reversed(opened.changes):
        if at != version or not opened.has(number):
            break
        found.insert(0, [at, _row(opened, opened.at(number))])
        version -= 1
    return found


def _row(opened: OpenGame, node: Node) -> list[Any]:
    """A node as the tree tells it."""
    parent, move = node.parent, move_of(node)
    width, height = opened.tree.size
    return [
        opened.id_of(node),
        -1 if parent is None else opened.id_of(parent),
        move[0].letter if move else "",
        point_name(move[1], width, height) if move else "",
        _flags(node),
    ]


async def tree_text(opened: OpenGame) -> str:
    """All nodes of a game, parents before children, as JSON. A large one is made in parts, so that
    others have their turn; if it changes meanwhile it is begun anew."""
    while True:
        version, parts = opened.tree_version, list[str]()
        nodes = opened.tree.walk()
        while rows := [_row(opened, node) for node in islice(nodes, _PART)]:
            parts.append(json.dumps(rows, separators=(",", ":"))[1:-1])
            await asyncio.sleep(0)
            if opened.tree_version != version:
                break
        else:
            values = json.dumps(opened.values)
            told = ",".join(parts)
            return f'{{"tree_version":{version},"nodes":[{told}],"values":{values}}}'


def _flags(node: Node) -> int:
    marked = any(ident in node for ident in (*_MARKS, "LB"))
    set_up = any(ident in node for ident in _SETUP)
    return _COMMENT * ("C" in node) + _MARKED * marked + _SET_UP * set_up


def _legal(game: Game, none: bool) -> list[int]:
    legal = [0] * game.area
    if not none:
        for point in game.native.legal_points(game.to_play):
            legal[point] = 1
    return legal


def _ko(game: Game) -> str | None:
    board = game.board
    taken = board.ko_color == game.to_play and 0 <= board.ko < board.area
    return game.name(board.ko) if taken else None


def _marks(node: Node, game: Game) -> list[dict[str, str]]:
    marks: list[dict[str, str]] = []
    for ident, kind in _MARKS.items():
        try:
            points = node.points(ident)
        except SgfError:
            continue
        marks += [{"point": game.name(p), "kind": kind, "text": ""} for p in points]
    try:
        labels = node.get("LB", [])
    except SgfError:
        labels = []
    marks += [{"point": game.name(p), "kind": "label", "text": t[:8]} for p, t in labels]
    return marks[:_MOST_MARKS]
