"""`keima serve` and the bare `keima`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from keima.cli.app import build_app
from keima.files import alone_in
from keima.web.server import address_of, listen, served_at, usual_folder


def start(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A server and the line that it prints first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "keima", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def test_it_serves_this_machine_until_it_is_told_to_end(tmp_path: Path) -> None:
    process, line = start("--data", str(tmp_path))
    try:
        address = line.split()[-1]
        assert line == f"The board is at {address}" and address.startswith("http://127.0.0.1:")
        assert httpx.get(f"{address}api/info").json()["profiles"]
        assert served_at(tmp_path) == address
        # Another one in the same folder says where the board is.
        again, told = start("--data", str(tmp_path))
        assert told == f"The board is at {address} already" and again.wait(60) == 0
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert "Traceback" not in errors
        assert served_at(tmp_path) is None and not (tmp_path / "address").exists()
    finally:
        process.kill()
        process.wait()


def test_another_host_needs_a_token(tmp_path: Path) -> None:
    process, line = start("--data", str(tmp_path), "--host", "0.0.0.0")
    try:
        address = line.split()[-1]
        bare, _, token = address.partition("?token=")
        assert len(token) >= 32
        bare = bare.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{bare}api/info").status_code == 401
        assert httpx.get(f"{bare}api/info?token={token}").status_code == 200
        assert (tmp_path / "address").stat().st_mode & 0o077 == 0
    finally:
        process.kill()
        process.wait()


def refused(*arguments: str) -> str:
    """What it says when it cannot serve."""
    result = CliRunner().invoke(build_app("serve"), ["serve", *arguments])
    assert result.exit_code == 1
    return result.output


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        told = refused("--data", str(tmp_path), "--port", port)
    assert told.startswith("keima: cannot listen at 127.0.0.1")


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert refused("--data", str(file)).startswith("keima: cannot use")
    with alone_in(tmp_path):
        assert "another process" in refused("--data", str(tmp_path))


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener, "::1", "x") == f"http://[::1]:{port}/?token=x"
    with pytest.raises(ValueError, match="cannot listen at"):
        listen("256.1.1.1", 0)
    monkeypatch.setenv("KEIMA_NETWORKS", "/data/networks")
    assert usual_folder() == Path("/data/web")


def test_keima_alone_opens_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr("keima.web.server.serve", lambda *a, **k: opened.append((a, k["browse"])))
    result = CliRunner().invoke(build_app(None), [])
    assert result.exit_code == 0
    assert opened == [(("127.0.0.1", 0, None), True)]


def test_keima_alone_starts_the_board(tmp_path: Path) -> None:
    surroundings = os.environ | {
        "BROWSER": "true",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "keima"], stdout=subprocess.PIPE, text=True, env=surroundings
    )
    try:
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
    finally:
        process.terminate()
        process.wait(30)
