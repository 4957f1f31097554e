"""Who may talk to the server, how much and how often."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from keima.web import limits
from keima.web.security import Rate


def test_only_names_of_this_machine_are_answered(server: Any) -> None:
    port = server.address.rpartition(":")[2]
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", "LOCALHOST"):
        assert server.client.get("/api/info", headers={"Host": host}).status_code == 200
    for host in (
        "example.com",
        f"example.com:{port}",
        "127.0.0.1.example.com",
        "",
        "[",
        "10.0.0.1",
    ):
        for path in ("/api/info", "/", "/api/nothing"):
            answer = server.client.get(path, headers={"Host": host})
            assert answer.status_code in (400, 403), host


def test_pages_of_others_are_refused(server: Any) -> None:
    own = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
    assert server.client.post("/api/games", json={"width": 5}, headers=own).status_code == 200
    for headers in (
        {"Origin": "http://example.com"},
        {"Origin": "null"},
        {"Origin": server.address + "1"},
        {"Origin": server.address.replace("http", "https") + ".example.com"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        answer = server.client.post("/api/games", json={"width": 5}, headers=headers)
        assert answer.status_code == 403, headers
        assert server.client.get("/api/games", headers=headers).status_code == 403


def test_sockets_of_other_pages_are_refused(server: Any) -> None:
    game = server.new(width=5)["id"]
    address = server.address.replace("http", "ws", 1) + f"/ws?game={game}"
    with connect(address, origin=server.address):
        pass
    with pytest.raises(InvalidStatus) as refused, connect(address, origin="http://example.com"):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/json-seq"]
)
def test_changes_need_the_content_type_of_json(server: Any, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = server.client.post("/api/games", content=b'{"width": 5}', headers=headers)
    assert answer.status_code == 415 and "application/json" in answer.json()["error"]


def test_the_content_type_may_have_a_charset(server: Any) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    answer = server.client.post("/api/games", content=b'{"width": 5}', headers=headers)
    assert answer.status_code == 200


def test_a_token_opens_the_board_and_nothing_else_does(tmp_path: Path, run_server: Any) -> None:
    with run_server(tmp_path, token="secret") as visitor:
        game = visitor.new(width=5)["id"]  # by the header
        stranger = httpx.Client(base_url=visitor.address)
        for path in ("/", "/api/info", f"/api/games/{game}", "/?token=", "/api/info?token=secre"):
            assert stranger.get(path).status_code == 401, path
        assert stranger.get("/api/info", headers={"Authorization": "secret"}).status_code == 401
        assert stranger.get("/api/info", headers={"Host": "example.com"}).status_code == 401
        ws = visitor.address.replace("http", "ws", 1) + f"/ws?game={game}"
        with pytest.raises(InvalidStatus) as refused, connect(ws):
            pass
        assert refused.value.response.status_code == 401
        with connect(ws + "&token=secret"):
            pass
        assert stranger.get("/api/info?token=secret").status_code == 200
        assert stranger.get("/api/info").status_code == 401  # the API sets no cookie
        opened = stranger.get("/?token=secret")
        assert opened.status_code == 303 and opened.headers["location"] == "/"
        cookie = opened.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        assert stranger.get("/api/info").status_code == 200
        # With the token any name will do, but pages of others are refused all the same.
        assert stranger.get("/api/info", headers={"Host": "example.com"}).status_code == 200
        headers = {"Origin": "http://example.com"}
        assert stranger.get("/api/info", headers=headers).status_code == 403


@pytest.mark.parametrize("place", ["//example.com/?token=secret", "/%2f/example.com?token=secret"])
def test_the_token_leads_to_no_other_server(tmp_path: Path, run_server: Any, place: str) -> None:
    with run_server(tmp_path, token="secret") as visitor:
        answer = httpx.get(f"{visitor.address}{place}")
        location = answer.headers.get("location", "/")
        assert location.startswith("/") and not location.startswith(("//", "/\\"))


def test_answers_carry_headers_of_safety(server: Any) -> None:
    for path in ("/", "/api/info", "/api/nothing"):
        headers = server.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "script-src" not in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"


def test_no_file_beside_the_page_is_served(server: Any) -> None:
    for path in (
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "//etc/passwd",
        "/static/../store.py",
    ):
        answer = server.client.get(path)
        assert answer.status_code in (400, 404), path


def test_bodies_that_are_too_large_are_refused(server: Any) -> None:
    game = server.new(width=5)["id"]
    large = {"do": "comment", "node": 0, "text": "x" * limits.COMMENT_BYTES}
    assert server.client.post(f"/api/games/{game}/do", json=large).status_code == 413
    body = {"width": 5, "title": "x" * limits.MESSAGE_BYTES}
    assert server.client.post("/api/games", json=body).status_code == 413
    body = {"sgf": "(;SZ[5])" + " " * limits.SGF_BYTES}
    assert server.client.post("/api/games", json=body).status_code == 413

    def endless() -> Any:
        for _ in range(1000):
            yield b" " * 10_000

    with server.client.stream(
        "POST", "/api/games", content=endless(), headers={"Content-Type": "application/json"}
    ) as answer:
        assert answer.status_code == 413


def test_too_many_requests_are_refused(tmp_path: Path, run_server: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "REQUEST_BURST", 20.0)
    monkeypatch.setattr(limits, "REQUESTS", 0.01)
    with run_server(tmp_path) as visitor:
        codes = [visitor.client.get("/api/games").status_code for _ in range(30)]
        assert codes == [200] * 19 + [429] * 11  # one was to see that the server is there
        # Files of the page are not counted.
        assert visitor.client.get("/").status_code != 429


def test_sockets_are_counted(tmp_path: Path, run_server: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "SOCKETS", 2)
    with run_server(tmp_path) as visitor:
        game = visitor.new(width=5)["id"]
        with visitor.page(game), visitor.page(game):
            with pytest.raises(InvalidStatus) as refused, visitor.page(game):
                pass
            assert refused.value.response.status_code == 503


def test_rates_fill_again() -> None:
    rate = Rate(2.0, 3.0)
    assert [rate.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [rate.take(0.5), rate.take(0.5)] == [True, False]
    assert [rate.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_unknown_paths_and_methods_are_errors_in_words(server: Any) -> None:
    answer = server.client.get("/api/secrets")
    assert answer.status_code == 404 and "error" in answer.json()
    answer = server.client.put("/api/games", json={})
    assert answer.status_code == 405 and "error" in answer.json()
