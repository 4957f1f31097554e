import json
from collections.abc import Callable
from pathlib import Path

import pytest

from keima.cli import main

A, B = "brugmann:playouts=10", "abramson:playouts=1"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return int(ended.value.code or 0)


def test_match_prints_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["match", A, B, "--games", "4", "--size", "5", "--workers", "1", "--json"]
    command += ["--sgf", str(tmp_path / "sgf"), "--db", str(tmp_path / "x.db")]
    assert run(*command) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == data["wins_a"] + data["wins_b"] + data["draws"] == 4
    for key in ("rate_a", "ci95", "elo", "faults"):
        assert key in data
    assert len(list((tmp_path / "sgf").iterdir())) == 4
    # The second time they are all there.
    assert run(*command) == 0
    assert json.loads(capsys.readouterr().out)["players"] == data["players"]


def test_match_counts_time_losses_as_faults(
    capsys: pytest.CaptureFixture[str], rogue: Callable[[str], str]
) -> None:
    """Whoever starts cannot answer within a millionth of a second."""
    options = ["--games", "2", "--size", "5", "--workers", "1", "--time", "absolute 0.000001"]
    assert run("match", rogue("fine"), rogue("well"), *options, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["reasons"] == {"time": 2}
    assert data["faults"] == 2
    assert data["faults_by_kind"] == {"time": 2}
    assert [player["faults"] for player in data["players"]] == [{"time": 1}] * 2
    assert run("match", rogue("fine"), rogue("well"), *options) == 0
    assert "Faults: time 2" in capsys.readouterr().out


def test_match_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--games", "2", "--size", "5x4", "--workers", "1", "--playouts", "5"]
    assert run("match", "brugmann", "brugmann", *options, "--sprt", "0", "50") == 0
    captured = capsys.readouterr()
    assert "brugmann:playouts=5 #1" in captured.out.replace("\n", "")
    assert "not decided" in captured.out.replace("\n", " ")
    assert "2 games, 0 left" in captured.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nobody", B], "unknown profile 'nobody'"),
        ([A, "gtp:no-such-program"], "no-such-program"),
        ([A, B, "--size", "99"], "1 to 25"),
        ([A, B, "--rules", "chess"], "chess"),
        ([A, B, "--time", "soon"], "absolute"),
        ([A, B, "--openings", "nowhere.txt"], "nowhere.txt"),
        ([A, B, "--sprt", "5", "0"], "elo0 must be below elo1"),
        ([A, B, "--db", "/nowhere/x.db"], "/nowhere/x.db"),
    ],
)
def test_match_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert run("match", *arguments) == 2
    assert words in capsys.readouterr().err.replace("\n", " ")


def test_a_tournament_from_file_to_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        'kind = "round-robin"\ngames = 2\nworkers = 1\n[game]\nsize = 5\nscore = "keima"\n'
        f'[players]\na = "{A}"\nb = "{B}"\nc = "brugmann:playouts=3"\n'
    )
    assert run("arena", "run", str(file)) == 0
    assert "a - b" in capsys.readouterr().out
    database = str(tmp_path / "cup.db")
    assert run("arena", "report", database, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 6
    page = tmp_path / "cup.html"
    assert run("arena", "report", database, "--html", str(page)) == 0
    assert "<svg" in page.read_text()
    assert run("arena", "export", database, str(tmp_path / "games")) == 0
    assert len(list((tmp_path / "games").glob("*.sgf"))) == 6


def test_faults_are_shown_with_the_talk(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rogue: Callable[[str], str]
) -> None:
    database = str(tmp_path / "x.db")
    options = ["--games", "1", "--size", "5", "--workers", "1", "--db", database]
    assert run("match", A, rogue("crash"), *options, "--json") == 0
    assert json.loads(capsys.readouterr().out)["faults"] == 1
    assert run("arena", "faults", database) == 0
    text = capsys.readouterr().out
    assert "game 0: crash" in text
    assert "exit status 7" in text
    assert "> genmove w" in text


def test_arena_says_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text("games = 0\n")
    for arguments, words in (
        (["run", str(file)], "cup.toml:1: games"),
        (["report", str(tmp_path / "none.db")], "none.db"),
        (["export", str(tmp_path / "none.db"), str(tmp_path)], "none.db"),
    ):
        assert run("arena", *arguments) == 2
        assert words in capsys.readouterr().err.replace("\n", " ")
