"""Win rates and scores in records, as Sabaki and `keima analyze` write them."""

from __future__ import annotations

import math

from keima.sgf import GameTree, Node

#: Black's win rate in percent, and the score, positive for Black.
_RATE, _SCORE = "SBKV", "V"
#: More points than there are: of another meaning.
_MOST_POINTS = 1000.0


def value_in(node: Node) -> list[float | None] | None:
    """Black's win rate, from 0 to 1, and score that a node of a record has; None without one.

    >>> from keima import sgf
    >>> root = sgf.parse("(;SZ[9]SBKV[62.50]V[B+3])")[0].root
    >>> value_in(root)
    [0.625, None]
    """
    rate, score = _number(node.text(_RATE)), _number(node.text(_SCORE))
    if rate is None or not 0 <= rate <= 100:
        return None
    return [round(rate / 100, 4), score if score is None or abs(score) <= _MOST_POINTS else None]


def forget_value(node: Node) -> None:
    """Takes out what `value_in` reads."""
    if value_in(node) is None:
        return
    for ident in (_RATE, _SCORE):
        if ident in node:
            del node[ident]


def write_value(node: Node, value: list[float | None]) -> None:
    """Writes what analysis has found of a node, in place of what was there."""
    forget_value(node)
    rate, score = value
    if rate is not None:
        node.set_raw(_RATE, [f"{100 * rate:.2f}"])
    if score is not None:
        node.set_raw(_SCORE, [f"{score:.1f}"])


def with_values(tree: GameTree, values: dict[int, list[float | None]], ids: list[int]) -> GameTree:
    """A copy of a record with the values of its nodes, whose numbers are `ids` in the order of
    the record."""
    copy = tree.copy()
    for number, node in zip(ids, copy.walk(), strict=True):
        if number in values:
            write_value(node, values[number])
    return copy


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
