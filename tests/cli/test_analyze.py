import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from keima import Game, sgf
from keima.cli.app import build_app


@pytest.fixture
def file(tmp_path: Path) -> Path:
    game = Game(5, komi=0.5)
    for move in ("C3", "A1", "D2", "B3", "B4"):
        game.play(move)
    path = tmp_path / "game.sgf"
    path.write_text(game.to_sgf())
    return path


def run(*words: object, playouts: int = 30) -> Result:
    fast = ["--profile", "classic", "--playouts", str(playouts), "--threads", "1"]
    return CliRunner().invoke(build_app("analyze"), ["analyze", *map(str, words), *fast])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_three_files_beside_the_game(file: Path) -> None:
    result = run(file)
    assert result.exit_code == 0, result.output
    assert names(file.parent) == [
        "game-analysis.html",
        "game-analysis.json",
        "game-analysis.sgf",
        "game.sgf",
    ]
    assert result.stdout.splitlines()[0] == "game.sgf"
    assert "Black: 3 moves" in result.stdout and "written: " in result.stdout
    tree = sgf.load(file.parent / "game-analysis.sgf")[0]
    assert sgf.check(tree) == []
    assert all("SBKV" in node and "Keima" in node.comment for node in tree.main_line())


def test_what_is_known_is_not_searched_again(file: Path) -> None:
    assert "were known" not in run(file).stderr
    first = json.loads((file.parent / "game-analysis.json").read_text())
    again = run(file, "--mistakes", "0.5")
    assert "game.sgf: 6 positions were known" in again.stderr
    second = json.loads((file.parent / "game-analysis.json").read_text())
    assert second["threshold"] == "0.5 points"
    seconds = [[each["seconds"] for each in told["positions"]] for told in (first, second)]
    assert seconds[0] == seconds[1]
    assert "were known" not in run(file, "--again").stderr
    other = run(file, playouts=31)
    assert "were known" not in other.stderr and "of another game or search" in other.stderr


def test_without_json_the_journal_is_the_memory(file: Path) -> None:
    assert run(file, "--format", "html").exit_code == 0
    assert names(file.parent) == ["game-analysis.html", "game-analysis.keima-part", "game.sgf"]
    assert "6 positions were known" in run(file, "--format", "SGF, html").stderr


def test_one_output_by_its_name(file: Path) -> None:
    out = file.parent / "my.json"
    assert run(file, "--out", out).exit_code == 0
    assert names(file.parent) == ["game.sgf", "my.json"]


def test_json_on_standard_output(file: Path) -> None:
    result = run(file, "--json", "--out", file.parent / "new" / "folder")
    told = json.loads(result.stdout)
    assert told == json.loads((file.parent / "new" / "folder" / "game-analysis.json").read_text())
    assert [each["move"] for each in told["positions"]] == [None, "C3", "A1", "D2", "B3", "B4"]


def test_an_illegal_move(file: Path) -> None:
    file.write_text("(;SZ[5];B[cc];W[cc];B[dd])")
    result = run(file)
    assert result.exit_code == 0
    assert "game.sgf: analysed up to move 2: white cannot play C3" in result.stderr
    told = json.loads((file.parent / "game-analysis.json").read_text())
    assert len(told["positions"]) == 2 and "C3" in told["problem"]


def test_a_folder_goes_on_where_it_stopped(file: Path) -> None:
    (file.parent / "other.sgf").write_text("(;SZ[5];B[cc])")
    (file.parent / "bad.sgf").write_text("hello")
    out = file.parent / "out"
    result = run(file.parent, "--out", out, "--jobs", "1")
    assert result.exit_code == 1 and "bad.sgf" in result.stderr
    assert len(names(out)) == 7
    listed = (out / "analysis.html").read_text()
    assert 'href="game-analysis.html"' in listed and 'href="other-analysis.html"' in listed
    (out / "other-analysis.json").unlink()
    again = run(file.parent, "--out", out, "--jobs", "1")
    assert "game.sgf: 6 positions were known" in again.stderr
    assert "other.sgf: " not in again.stderr and len(names(out)) == 7


@pytest.mark.parametrize(
    "words, message",
    [
        (["--format", "pdf"], "'pdf' is not a format: expected some of sgf, json, html"),
        (["--mistakes", "many"], "'many' is not a loss"),
        (["--out", "{file}"], "cannot write into"),
        (["--out", "{folder}/no.html/x.json"], "cannot write into"),
    ],
)
def test_wrong_options(file: Path, words: list[str], message: str) -> None:
    (file.parent / "no.html").write_text("")
    given = [
        word.format(file=file.parent / "no.html" / "out", folder=file.parent) for word in words
    ]
    result = run(file, *given)
    assert result.exit_code == 1 and message in result.stderr
    assert names(file.parent) == ["game.sgf", "no.html"], "nothing was begun"


def test_a_profile_that_is_none(file: Path) -> None:
    words = ["analyze", str(file), "--profile", "nobody"]
    result = CliRunner().invoke(build_app("analyze"), words)
    assert result.exit_code == 1 and "nobody" in result.stderr
    assert names(file.parent) == ["game.sgf"]


def test_a_bar_on_a_terminal_leaves_standard_output_alone(file: Path) -> None:
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "keima", "analyze", str(file), "--json", "--threads", "1"]
    words += ["--profile", "classic", "--playouts", "5"]
    output = file.parent / "output"
    shown = b""
    with output.open("wb") as stdout, subprocess.Popen(words, stdout=stdout, stderr=theirs) as run:
        os.close(theirs)
        # Reading fails when the other end is closed.
        with contextlib.suppress(OSError):
            while data := os.read(ours, 4096):
                shown += data
    os.close(ours)
    assert run.returncode == 0 and json.loads(output.read_text())["name"] == "game.sgf"
    assert b"6/6" in shown and b"\x1b[" in shown


def test_the_game_itself_is_not_written_over(file: Path) -> None:
    before = file.read_bytes()
    result = run(file, "--out", file)
    assert result.exit_code == 1 and "is itself a game" in result.stderr
    assert file.read_bytes() == before and names(file.parent) == ["game.sgf"]


def test_names_that_are_no_text(file: Path) -> None:
    odd = file.rename(file.parent / os.fsdecode(b"\xff.sgf"))
    result = run(odd)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("?.sgf") and len(names(file.parent)) == 4


def test_what_is_no_game(tmp_path: Path) -> None:
    for name, message in (("none.sgf", "No such file"), (".", "there are no games in")):
        result = run(tmp_path / name)
        assert result.exit_code == 1 and "keima analyze: " in result.stderr
        assert message in result.stderr
