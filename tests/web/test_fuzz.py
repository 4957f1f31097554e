"""Nonsense of all kinds gets an answer in words, and the server goes on."""

from __future__ import annotations

import contextlib
import json
import socket
from typing import Any
from urllib.parse import quote, urlsplit

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keima.web.actions import ACTIONS
from keima.web.live import ANSWERS

FUZZ = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["A1", "pass", "B", "keima", "brugmann", "12k", "chinese", "../x", "\ud800"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
nodes = st.integers(-2, 6) | values
moves = st.sampled_from(["A1", "B2", "C3", "pass", "Z9", "a1"]) | values
clocks = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("main", "byoyomi", "periods", "increment"), values)
)
players = st.fixed_dictionaries(
    {},
    optional={
        color: st.fixed_dictionaries(
            {"kind": st.sampled_from(["human", "engine"]) | values},
            optional=dict.fromkeys(("profile", "level", "seconds", "playouts"), values),
        )
        for color in "BW"
    },
)
#: Without engines of unknown size: they would think for as long as they may.
fields = {
    "node": nodes,
    "move": moves,
    "point": moves,
    "text": values,
    "komi": values,
    "rules": values,
    "title": values,
    "clock": clocks | values,
    "level": values,
}
actions = st.fixed_dictionaries(
    {"do": st.sampled_from(sorted(set(ACTIONS) - {"hint", "move"})) | values}, optional=fields
)


def check(answer: Any) -> None:
    assert answer.status_code < 500, answer.text
    assert isinstance(answer.json(), dict)
    assert answer.status_code == 200 or len(answer.json()["error"]) > 5


@FUZZ
@given(body=st.binary(max_size=200) | values.map(lambda v: json.dumps(v).encode()))
def test_bodies(server: Any, body: bytes) -> None:
    check(server.post("games", body))
    check(server.post("games/nothing/do", body))


@FUZZ
@given(
    game=st.fixed_dictionaries(
        {},
        optional={
            "width": st.integers(-1, 30) | values,
            "height": values,
            "rules": values,
            "komi": values,
            "handicap": st.integers(-1, 30) | values,
            "players": players.map(lambda given: given | {"X": 1}) | values,
            "clock": clocks | values,
            "sgf": st.text(alphabet="();[]BWSZ59ac\\", max_size=60) | values,
            "title": values,
        },
    )
)
def test_new_games(server: Any, game: dict[str, Any]) -> None:
    check(server.post("games", game))


@settings(FUZZ, max_examples=25)
@given(doings=st.lists(actions, max_size=10))
def test_actions(server: Any, doings: list[dict[str, Any]]) -> None:
    game = server.new(width=3)["id"]
    for action in doings:
        check(server.post(f"games/{game}/do", action))
    check(server.client.get(f"/api/games/{game}/tree"))
    assert server.client.get(f"/api/games/{game}/sgf").status_code == 200
    check(server.client.delete(f"/api/games/{game}"))


@FUZZ
@given(path=st.text(max_size=30), method=st.sampled_from(["GET", "POST", "DELETE", "PUT", "HEAD"]))
def test_paths(server: Any, path: str, method: str) -> None:
    address = "/api/games/" + quote(path.encode("utf-8", "replace"))
    answer = server.client.request(method, address)
    assert answer.status_code < 500


@settings(FUZZ, max_examples=15)
@given(
    messages=st.lists(
        st.text(max_size=100)
        | st.binary(max_size=100)
        | st.fixed_dictionaries(
            {"type": st.sampled_from(sorted(ANSWERS)) | values},
            optional={"follow": values, "views": values, "playouts": values, "profile": values},
        ).map(json.dumps),
        max_size=15,
    )
)
def test_messages(server: Any, messages: list[str | bytes]) -> None:
    game = server.new(width=3)["id"]
    with server.page(game) as page:
        for message in messages:
            page.connection.send(
                message.encode("utf-8", "replace").decode() if isinstance(message, str) else message
            )
        page.send(type="stop")
        page.send(type="ping")
        page.next("pong")
    server.client.delete(f"/api/games/{game}")


@settings(FUZZ, max_examples=20)
@given(data=st.binary(max_size=300) | st.just(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50_000))
def test_bytes(server: Any, data: bytes) -> None:
    address = urlsplit(server.address)
    for start in (
        b"",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n",
    ):
        place = address.hostname, address.port
        with socket.create_connection(place, 30) as raw, contextlib.suppress(ConnectionError):
            raw.sendall(start + data)
    assert server.get("info")["profiles"]
