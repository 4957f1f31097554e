"""What a search found, as the page sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keima.engine import Candidate, SearchResult
from keima.game import Game
from keima.web.analysis import VIEWS, View, analysis_json, views_of
from keima.web.engines import make_engine

GAME = Game((3, 1))
FOUND = SearchResult(
    move="B1",
    winrate=0.7,
    score=2.0,
    pv=["B1", "A1"],
    candidates=[
        Candidate("B1", 30, 0.7, 2.0, 30.0, prior=0.6),
        Candidate("pass", 10, 0.4, None, 10.0, prior=0.2, pv=("pass", "B1")),
    ],
    playouts=40,
    seconds=1.0,
    size=(3, 1),
    owners=(1.0, 0.123, -1.0),
    rave={0: 0.5, 3: 0.9},
)


def test_numbers_are_blacks() -> None:
    black = analysis_json(GAME, 5, "classic", None, FOUND, {})
    assert (black["winrate"], black["score"], black["visits"]) == (0.7, 2.0, 40)
    assert black["ownership"] == [1.0, 0.12, -1.0]
    first, second = black["moves"]
    assert first["pv"] == ["B1", "A1"] and first["prior"] == 0.75 and first["lcb"] < 0.7
    assert second["pv"] == ["pass", "B1"] and second["score"] is None
    game = GAME.copy()
    game.to_play = "white"
    white = analysis_json(game, 5, "classic", None, FOUND, {})
    assert (white["winrate"], white["score"]) == (pytest.approx(0.3), -2.0)
    assert white["moves"][0]["lcb"] == pytest.approx(1 - first["lcb"])
    assert white["ownership"] == black["ownership"]


def test_what_is_no_number_is_left_out() -> None:
    strange = replace(FOUND, candidates=[Candidate("B1", 1, float("nan"), float("inf"), 0.0)])
    told = analysis_json(GAME, 5, "classic", None, strange, {})
    assert told["winrate"] is None and told["moves"][0]["score"] is None


def test_views_are_those_that_the_player_has() -> None:
    engine, known = make_engine("classic"), dict[str, View]()
    views = views_of(engine, GAME, FOUND, VIEWS, known)
    assert views["visits"] == [None, 0.75, None]
    assert views["priors"] == [None, 0.6, None]
    assert views["rave"] == [0.5, None, None]
    assert sum(filter(None, views["policy"])) <= 1.0 + 1e-9
    assert len(views["territory"]) == 3
    assert "criticality" not in views and "ownership" not in views
    assert views_of(engine, GAME, FOUND, ["policy"], known)["policy"] is views["policy"]
    assert views_of(engine, GAME, FOUND, [], {}) == {}


def test_a_network_has_one_policy() -> None:
    told = replace(FOUND, policy={0: 0.25, 1: 0.5, 3: 0.25})
    views = views_of(make_engine("brugmann"), GAME, told, VIEWS, {})
    assert views["policy"] == views["priors"] == [0.25, 0.5, None]
