"""Win rates in records: those of a file are shown, those that were found are saved."""

from __future__ import annotations

from typing import Any

import pytest

from keima import sgf
from keima.web.winrates import value_in, with_values


@pytest.mark.parametrize(
    ("properties", "value"),
    [
        ("SBKV[52]V[-1.5]", [0.52, -1.5]),
        ("SBKV[0]", [0.0, None]),
        ("SBKV[100.00]V[1e9]", [1.0, None]),
        ("V[3]", None),
        ("SBKV[101]", None),
        ("SBKV[-1]", None),
        ("SBKV[nan]", None),
        ("SBKV[1e999]", None),
        ("SBKV[]V[x]", None),
        ("SBKV[<b>]", None),
    ],
)
def test_values_of_nodes(properties: str, value: list[float | None] | None) -> None:
    assert value_in(sgf.parse(f"(;SZ[9]{properties})")[0].root) == value


def test_what_was_found_takes_the_place_of_what_was_there() -> None:
    tree = sgf.parse("(;SZ[9]SBKV[1]V[9];B[ee]V[9];W[cc]SBKV[7]V[9];B[gg]SBKV[7]V[9])")[0]
    found = {4: [0.25, -2.04], 7: [0.5, None], 8: [0.5, None]}
    copy = with_values(tree, found, [4, 7, 8, 9])
    assert [node.text("SBKV") for node in copy.walk()] == ["25.00", "50.00", "50.00", "7"]
    # A score of its own may mean something else; one beside a win rate goes with it.
    assert [node.text("V") for node in copy.walk()] == ["-2.0", "9", "", "9"]
    assert tree.root.text("SBKV") == "1"


def test_a_reviewed_game_comes_with_its_graph_and_goes_with_it(server: Any) -> None:
    state = server.new(sgf="(;SZ[5]KM[0]SBKV[60];B[cc]SBKV[90]V[25];W[bb])")
    game = state["id"]
    values = server.get(f"games/{game}/tree")["values"]
    assert values == {"0": [0.6, None], "1": [0.9, 25.0]}
    with server.page(game) as page:
        page.send(type="analyse_all", profile="brugmann", playouts=20)
        assert page.ended()["why"] == "done"
    [tree] = sgf.parse(server.client.get(f"/api/games/{game}/sgf").text)
    found = server.get(f"games/{game}/tree")["values"]
    saved = [value_in(node) for node in tree.walk()]
    for number, value in enumerate(saved):
        rate, score = found[str(number)]
        assert value is not None and value[0] == pytest.approx(rate, abs=0.0001)
        assert value[1] == pytest.approx(score, abs=0.06)


def test_values_of_a_record_do_not_hold_for_other_rules(server: Any) -> None:
    game = server.new(sgf="(;SZ[5]KM[0]SBKV[60];B[cc]SBKV[90]V[25];W[bb]V[3])")["id"]
    server.do(game, "settings", komi=20)
    assert server.get(f"games/{game}/tree")["values"] == {}
    [tree] = sgf.parse(server.client.get(f"/api/games/{game}/sgf").text)
    assert [value_in(node) for node in tree.walk()] == [None, None, None]
    assert [node.text("V") for node in tree.walk()] == ["", "", "3"]
