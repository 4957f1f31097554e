"""Queries: what is read from them and what is refused."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keima.analysis.fields import QueryError
from keima.analysis.query import Query, QueryReader, Work
from keima.analysis.server import AnalysisServer
from keima.colors import Color
from keima.engine.parameters import FlatParameters, parameters_of

KNOWN = {p.name: p for p in parameters_of(FlatParameters)}
BASE: dict[str, Any] = {
    "id": "q",
    "moves": [["B", "E5"], ["W", "C3"], ["B", "pass"]],
    "rules": "chinese",
    "boardXSize": 9,
    "boardYSize": 9,
}


def read(**changes: Any) -> Query:
    values = {k: v for k, v in (BASE | changes).items() if v is not ...}
    return QueryReader(values, KNOWN, "BLACK").read()


def only(**changes: Any) -> Work:
    (work,) = read(**changes).works
    return work


def test_the_last_position_is_the_usual_one() -> None:
    work = only()
    assert (work.id, work.turn, work.priority, work.color) == ("q", 3, 0, Color.WHITE)
    assert work.game.move_number == 3
    assert (work.moves, work.limit, work.every, work.parameters) == (None, None, None, {})


def test_turns_and_priorities() -> None:
    works = read(analyzeTurns=[2, 0, 2], priorities=[5, -1, 5]).works
    assert [(w.turn, w.priority, w.game.move_number) for w in works] == [(0, -1, 0), (2, 5, 2)]
    assert [w.color for w in works] == [Color.BLACK, Color.BLACK]


def test_the_side_to_move_is_that_of_the_next_move() -> None:
    works = read(moves=[["W", "E5"], ["W", "C3"]], analyzeTurns=[0, 1, 2]).works
    assert [w.color for w in works] == [Color.WHITE, Color.WHITE, Color.BLACK]
    assert only(moves=[], initialPlayer="w").color == Color.WHITE


def test_rules_komi_and_stones() -> None:
    work = only(rules="japanese", komi=0.5, initialStones=[["B", "A1"], ["W", "B2"]])
    assert (work.game.rules.name, work.game.komi) == ("japanese", 0.5)
    assert work.game.at("A1") == Color.BLACK and work.game.at("B2") == Color.WHITE
    assert only(rules={"ko": "SITUATIONAL"}).game.rules.ko == "situational"


def test_black_stones_alone_are_a_handicap() -> None:
    work = only(moves=[], initialStones=[["B", "C3"], ["B", "G7"]], whiteHandicapBonus="N-1")
    assert (work.game.handicap, work.color) == (2, Color.WHITE)
    assert work.game.rules.handicap_bonus == "N-1"


def test_limits_and_settings() -> None:
    work = only(maxVisits=50, overrideSettings={"maxTime": 2, "eyes": "usual"})
    assert work.limit and (work.limit.playouts, work.limit.seconds) == (50, 2)
    assert work.parameters == {"eyes": "usual"}
    assert only(overrideSettings={"reportAnalysisWinratesAs": "WHITE"}).shape.perspective == "WHITE"


def test_moves_to_consider() -> None:
    entry = {"player": "W", "moves": ["A1", "B2"], "untilDepth": 2}
    assert only(allowMoves=[entry]).moves == [64, 72]
    avoided = only(avoidMoves=[entry]).moves
    assert avoided and not {64, 72} & set(avoided)
    assert only(avoidMoves=[entry | {"player": "B"}]).moves is None


def test_warnings() -> None:
    query = read(includeNoResultValue=True, colour="red", overrideSettings={"wideRootNoise": 1})
    assert query.warnings == [
        ("overrideSettings", "Unknown setting 'wideRootNoise'"),
        ("includeNoResultValue", "Not known to Keima, and ignored"),
        ("colour", "Unexpected or unused field"),
    ]


ENTRY = {"player": "W", "moves": ["A1"], "untilDepth": 1}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((name, ...) for name in ("id", "moves", "rules", "boardXSize", "boardYSize")),
        ("id", 5),
        ("moves", {}),
        ("moves", [["B"]]),
        ("moves", [["X", "A1"]]),
        ("moves", [["B", "Z99"]]),
        ("moves", [["B", 5]]),
        ("moves", [["B", "E5"], ["W", "E5"]]),
        ("rules", "none"),
        ("rules", 7),
        ("rules", {"ko": "NONE"}),
        ("boardXSize", 0),
        ("boardXSize", 26),
        ("boardYSize", 9.5),
        ("boardYSize", True),
        ("komi", "7"),
        ("komi", 1000),
        ("komi", 0.3),
        ("whiteHandicapBonus", "2N"),
        ("initialStones", [["B", "pass"]]),
        ("initialStones", [["B", "A1"], ["B", "A1"]]),
        ("initialStones", "A1"),
        ("initialPlayer", "green"),
        ("analyzeTurns", [4]),
        ("analyzeTurns", [-1]),
        ("analyzeTurns", 3),
        ("analyzeTurns", []),
        ("maxVisits", 0),
        ("maxVisits", 1e3),
        ("analysisPVLen", 0),
        ("includeOwnership", 1),
        ("reportDuringSearchEvery", 0),
        ("reportDuringSearchEvery", "1"),
        ("priority", 1.5),
        ("priorities", [1]),
        ("overrideSettings", []),
        ("overrideSettings", {"threads": 0}),
        ("overrideSettings", {"reportAnalysisWinratesAs": "RED"}),
        ("avoidMoves", [5]),
        ("avoidMoves", [{"player": "W", "moves": ["A1"]}]),
        ("avoidMoves", [ENTRY | {"untilDepth": 0}]),
        ("avoidMoves", [ENTRY | {"moves": ["Q44"]}]),
        ("allowMoves", [ENTRY, ENTRY]),
        ("allowMoves", [ENTRY | {"moves": []}]),
    ],
)
def test_what_is_wrong_is_named(field: str, value: Any) -> None:
    with pytest.raises(QueryError) as caught:
        read(**{field: value})
    assert caught.value.field == field


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
OTHERS = "komi initialStones initialPlayer analyzeTurns maxVisits priority priorities action"
OTHERS += " overrideSettings avoidMoves allowMoves terminateId turnNumbers whiteHandicapBonus"
OTHERS += " reportDuringSearchEvery includePolicy"
names = st.sampled_from([*BASE, *OTHERS.split()])


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return []


@pytest.fixture(scope="module")
def server(lines: list[str]) -> AnalysisServer:
    return AnalysisServer("brugmann:playouts=5,threads=1,seed=1", lines.append)


@settings(max_examples=300)
@given(changes=st.dictionaries(names, json_values, max_size=4))
def test_any_fields_are_answered_or_queued(
    server: AnalysisServer, lines: list[str], changes: dict[str, Any]
) -> None:
    lines.clear()
    server.take(json.dumps(BASE | changes))
    server.take('{"id":"end","action":"terminate_all"}')
    found = [json.loads(line) for line in lines]
    ends = [f for f in found if "error" in f or f.get("noResults") or f.get("action")]
    assert len(ends) >= 2 and all(set(f) & {"error", "warning", "id"} for f in found)


@settings(max_examples=200)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_answered(server: AnalysisServer, lines: list[str], data: bytes) -> None:
    lines.clear()
    server.take(data)
    assert len(lines) == 1 and "error" in json.loads(lines[0])


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"id":"x","a":' + "[" * 900 + "]" * 900 + "}",
        '{"id":"x","action":"query_version","a":' + "[" * 900 + "]" * 900 + "}",
        '{"id":"x","komi":NaN}',
        '{"id":' + "9" * 10_000 + "}",
    ],
)
def test_absurd_lines(server: AnalysisServer, lines: list[str], line: str) -> None:
    lines.clear()
    server.take(line)
    assert len(lines) == 1
    json.loads(lines[0])


@pytest.mark.parametrize(
    ("changes", "got"),
    [
        ({"action": "stop"}, "'stop'"),
        ({"overrideSettings": {"reportAnalysisWinratesAs": "RED"}}, "'RED'"),
        ({"analyzeTurns": [0, 1], "priorities": [5]}, "1 for 2"),
    ],
)
def test_messages_name_what_was_given(
    server: AnalysisServer, lines: list[str], changes: dict[str, Any], got: str
) -> None:
    server.take(json.dumps(BASE | changes))
    assert json.loads(lines[-1])["error"].endswith(f"got {got}")
