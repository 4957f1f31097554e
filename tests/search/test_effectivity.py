"""Effectivity (Ferreira 2016, 3.3.8) and its gate, which is that of criticality."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from keima import _core


def test_the_local_value_is_two_thirds_neighbours() -> None:
    assert _core.local_value(0.9, 0.6) == pytest.approx(0.9 / 3 + 2 * 0.6 / 3)


@pytest.mark.parametrize(("local", "games", "won"), [(0.75, 22.5, 22.5), (0.25, 22.5, 0)])
def test_effective_moves_count_as_more_experience(local: float, games: float, won: float) -> None:
    """(3.24 to 3.26) by hand: 1 * |local - 1/2| * 90 games more, won from one half on."""
    beta = (90 + games) / (90 + games + 40 + 40 * (90 + games) / 100)
    found = _core.move_value(
        visits=40,
        wins=30,
        amaf_visits=90,
        amaf_wins=45,
        local=local,
        parameters={"rave_equivalence": 100, "effectivity": 1},
    )
    assert found == pytest.approx(beta * (45 + won) / (90 + games) + (1 - beta) * 0.75)


def test_effectivity_is_added_to_criticality() -> None:
    """(3.25): 90 games, 0.2 * 90 for criticality, 0.1 * 90 for effectivity."""
    n = 90 + 18 + 9
    beta = n / (n + 40 + 40 * n / 100)
    found = _core.move_value(
        visits=40,
        wins=30,
        amaf_visits=90,
        amaf_wins=45,
        critical=0.2,
        local=0.4,
        parameters={"rave_equivalence": 100, "effectivity": 1, "criticality": 1},
    )
    assert found == pytest.approx(beta * (45 + 18) / n + (1 - beta) * 0.75)


@pytest.mark.parametrize("part", ["criticality", "effectivity"])
def test_owners_are_used_from_the_gate_on(trees: SimpleNamespace, part: str) -> None:
    board = _core.Board(7, 7)
    options = {part: 1, "criticality_visits": 300, "expand_after": 10000}
    for playouts, same in ((300, True), (900, False)):
        off = trees.search(trees.make(expand_after=10000), board, playouts=playouts)
        on = trees.search(trees.make(**options), board, playouts=playouts)
        for move in on["moves"] + off["moves"]:
            del move["criticality"]  # told of owners that are counted, though not used yet
        assert (on["moves"] == off["moves"]) == same


def test_owners_of_points_survive_a_move(trees: SimpleNamespace) -> None:
    tree, board, color, last = trees.make(effectivity=1, criticality_visits=20), None, 1, 49
    board = _core.Board(7, 7)
    for _ in range(6):
        found = trees.search(tree, board, color, last=last, playouts=500)
        last = found["moves"][0]["move"]
        board.play(last, color)
        color = 3 - color
    assert found["root_visits"] > 500
