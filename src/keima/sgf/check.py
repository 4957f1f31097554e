"""What is wrong with a tree whose syntax is right."""

from __future__ import annotations

import re

from keima.sgf.errors import Report, SgfError, SgfWarning, Source
from keima.sgf.grammar import PART, standard_ident
from keima.sgf.moves import move_table
from keima.sgf.node import Node
from keima.sgf.properties import ROOT, property_of
from keima.sgf.tree import GameTree

_PLAIN_MOVE = re.compile(r"[BW]\[(?:[a-zA-Z]{2})?\]\s*")
_SETUP = ("AB", "AW", "AE")


def check(tree: GameTree, limit: int = 1_000) -> list[SgfWarning]:
    """All values that cannot be read and all that the standard forbids in a game of Go.

    >>> from keima.sgf import parse
    >>> [game] = parse("(;SZ[9];B[ee]B[zz]AB[aa])")
    >>> for warning in check(game):
    ...     print(warning)
    line 1, column 14: B is repeated: merged
    line 1, column 9: a move and set-up stones in one node
    """
    report = Report(Source(""), limit)
    check_tree(tree, report)
    return report.warnings


def check_tree(tree: GameTree, report: Report) -> None:
    root = tree.root
    try:
        is_go = root.number("GM", 1) == 1
        table = move_table(tree.size)
    except SgfError as error:
        report.append(SgfWarning(error.message, error.line, error.column))
        return
    for node in tree.walk():
        if report.is_full:
            return
        data = tree._data[node._number]
        if is_go and isinstance(data, str) and _PLAIN_MOVE.fullmatch(data):
            try:
                table[data]
                continue
            except ValueError:
                pass
        _check_node(node, is_go, report)


def _check_node(node: Node, is_go: bool, report: Report) -> None:
    def warn(message: str, ident: str | None = None, index: int = 0) -> None:
        report.append(SgfWarning(message, *(node.place(ident, index) or (None, None))))

    repeated = _check_repetition(node, report)
    for ident in node:
        values, kind = node.raw(ident), property_of(ident)
        if ident in ROOT and not node.is_root:
            warn(f"{ident} outside of the first node", ident)
        if kind.single and len(values) > 1 and ident not in repeated:
            warn(f"{ident} has {len(values)} values: expected one", ident, 1)
        if is_go or kind.text:
            try:
                node[ident]
            except SgfError as error:
                report.append(SgfWarning(error.message, error.line, error.column))
    if not is_go:
        return
    if "B" in node and "W" in node:
        warn("moves of both colours in one node")
    if ("B" in node or "W" in node) and any(ident in node for ident in _SETUP):
        warn("a move and set-up stones in one node")


def _check_repetition(node: Node, report: Report) -> set[str]:
    """Warns of properties that stand in a node twice; returns their names."""
    seen: set[str] = set()
    repeated: set[str] = set()
    text = node.tree._text(node._number)
    for match in PART.finditer(text[0]) if text else ():
        if not match[1]:
            continue
        ident = standard_ident(match[1])
        if ident in seen and text and not report.is_full:
            place = node.tree._source.place(text[1] + match.start())
            report.append(SgfWarning(f"{ident} is repeated: merged", *place))
            repeated.add(ident)
        seen.add(ident)
    return repeated
