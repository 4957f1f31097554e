"""`keima tune` as a user types it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FILE = """
method = "quadratic"
player = "brugmann"
opponent = "brugmann:playouts=30"
trials = 6
[game]
size = 5
score = "keima"
[parameters.playouts]
low = 5
high = 100
log = true
"""


def keima(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "keima", "tune", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "run.toml"
    path.write_text(FILE)
    return path


def test_run_go_on_check_and_report(file: Path, tmp_path: Path) -> None:
    first = keima(file, "--workers", 1, "--json")
    assert first.returncode == 0, first.stderr
    data = json.loads(first.stdout)
    assert (data["trials"], data["games"], data["check"]["games"]) == (6, 12, 0)
    page = tmp_path / "page.html"
    more = keima(file, "--trials", 9, "--check", 4, "--html", page, "--workers", 2)
    assert more.returncode == 0, more.stderr
    assert "6 trials are in" in more.stderr
    assert "trial 9 of 9, 18 games" in more.stderr
    assert "9 trials, 18 games of brugmann against brugmann:playouts=30" in more.stdout
    assert "in 4 new games" in more.stdout
    assert page.read_text().count("<figure>") == 3
    again = keima(tmp_path / "run.jsonl", "--json")
    assert json.loads(again.stdout)["check"]["games"] == 4


def test_errors_are_messages(file: Path, tmp_path: Path) -> None:
    assert keima(file, "--trials", 0).returncode == 0
    for arguments, message in [
        ((tmp_path / "none.toml",), "cannot read"),
        ((tmp_path / "none.jsonl",), "cannot read"),
        ((file, "--log", tmp_path / "no" / "log", "--trials", 0), "cannot open"),
        ((file, "--html", tmp_path / "no" / "page", "--trials", 0), "cannot write"),
    ]:
        done = keima(*arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr
    file.write_text(FILE.replace("100", "50"))
    done = keima(file)
    assert "another run" in done.stderr
    assert done.returncode == 2
