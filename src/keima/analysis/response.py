"""A search's result as a response."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from keima.analysis.query import Work
from keima.engine.report import move_infos, owners_for, root_info, root_policy
from keima.engine.result import SearchResult

Json = dict[str, Any]


def response(work: Work, result: SearchResult | None, during: bool = False) -> Json:
    """What a position's search found; None or no playout is no result."""
    head = {"id": work.id, "isDuringSearch": during, "turnNumber": work.turn}
    if result is None or not (result.playouts or result.candidates):
        return head | {"noResults": True}
    shape = work.shape
    view = shape.view(work.color)
    flipped = view != work.color
    infos = move_infos(
        result,
        flipped=flipped,
        pv_visits=shape.pv_visits,
        owners=view if shape.move_owners else None,
    )
    for info in infos:
        for key in ("pv", "pvVisits"):
            if key in info:
                info[key] = info[key][: shape.pv_length]
    root = root_info(result, flipped) | _hashes(work) | {"currentPlayer": work.color.letter}
    found = head | {"moveInfos": infos, "rootInfo": root}
    if shape.ownership and (owners := owners_for(result, view)) is not None:
        found["ownership"] = owners
    if shape.policy:
        found["policy"] = root_policy(work.game, work.color, result)
    return found


def to_line(value: Json) -> str:
    """One line of JSON, keys sorted as KataGo's are, fractions to six places."""
    return json.dumps(_rounded(value), sort_keys=True, separators=(",", ":"))


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value


def _hashes(work: Work) -> dict[str, str]:
    """Names of the position: the same for the same stones, player and ko; of symHash, also for
    positions that are turned or mirrored."""
    board = work.game.board
    cells = [*board.stones]
    if board.ko != board.area and board.ko_color == work.color:
        cells[board.ko] = 3
    width = board.width
    rows = [cells[start : start + width] for start in range(0, board.area, width)]
    names = [_digest(form, work.color) for form in _symmetries(rows)]
    return {"thisHash": names[0], "symHash": min(names)}


def _symmetries(rows: list[list[int]]) -> list[list[list[int]]]:
    forms = []
    for _ in range(4):
        forms += [rows, [row[::-1] for row in rows]]
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
    return forms


def _digest(rows: list[list[int]], color: int) -> str:
    text = bytes([color, len(rows)] + [cell for row in rows for cell in row])
    return hashlib.blake2b(text, digest_size=16).hexdigest().upper()
