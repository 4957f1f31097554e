"""Trees in parts, and the changes that lead from one to the next."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from keima.colors import Color
from keima.web.games import OpenGame, from_sgf
from keima.web.state import tree_changes, tree_text


def told(game: OpenGame) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(asyncio.run(tree_text(game)))
    return tree


def test_changes_lead_from_one_tree_to_the_next() -> None:
    game = from_sgf("x", "(;SZ[9];B[ee](;W[cc])(;W[gg]))")
    before = told(game)
    game.go(3)
    game.go(game.add_move(Color.BLACK, 0))
    game.current.comment = "!"
    game.changed(game.node)
    versions = [version for version, _ in tree_changes(game)]
    assert versions == [before["tree_version"] + 1, before["tree_version"] + 2]
    row = tree_changes(game)[-1][1]
    assert row == [4, 3, "B", "A9", 1]
    after = told(game)
    assert after["nodes"] == [*before["nodes"], row]
    assert after["tree_version"] == versions[-1]


def test_after_other_changes_the_tree_is_needed() -> None:
    game = from_sgf("x", "(;SZ[9];B[ee](;W[cc])(;W[gg]))")
    game.go(game.add_move(Color.BLACK, 0))
    game.promote(3)
    assert tree_changes(game) == []
    game.go(game.add_move(game.game.to_play, 5))
    assert len(tree_changes(game)) == 1
    game.remove(game.node)
    assert tree_changes(game) == []


def test_a_large_tree_that_changes_is_told_as_it_is_then() -> None:
    game = from_sgf("x", "(;SZ[9]" + ";B[];W[]" * 1000 + ")")

    async def both() -> dict[str, Any]:
        telling = asyncio.ensure_future(tree_text(game))
        for _ in range(3):
            await asyncio.sleep(0)
        game.remove(1500)
        game.add_move(Color.BLACK, 7)
        tree: dict[str, Any] = json.loads(await telling)
        return tree

    tree = asyncio.run(both())
    assert tree["tree_version"] == game.tree_version
    assert [row[0] for row in tree["nodes"]] == game.ids
